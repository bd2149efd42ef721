import { beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { verifyRatings } from '../../modules/ratings/index.ts';
import { onBothDatabases, startTestService } from '../support/service.ts';
import { undone } from '../support/undone.ts';
import { type League, leagueOn } from './league.ts';
import { randomSeason } from './random-season.ts';

const season = randomSeason(5, 12, 150, 500);
const rated = season.matches.filter(({ match }) => match.status !== 'walkover').length;

/** What a planted fault may be aimed at; `latest` is the player's match that was played last. */
type Target = Record<
  'player' | 'early' | 'earlyEntry' | 'latest' | 'latestEntry' | 'retired' | 'drop' | 'first',
  string
>;

const entry = (id: string, change: string) =>
  `update rating_history set ${change} where id = '${id}'`;
const rating = ({ player }: Target, change: string) =>
  `update rating set ${change} where player_id = '${player}'`;
const copy = ({ player }: Target, change: string) =>
  `update player set ${change} where id = '${player}'`;
const match = (id: string, change: string) => `update match set ${change} where id = '${id}'`;

const faults: [
  fault: string,
  plant: (target: Target) => string,
  found: (target: Target) => string[],
][] = [
  [
    'a value in the rating',
    (t) => rating(t, 'value = value + 1'),
    (t) => [t.player, 'value in the rating'],
  ],
  [
    'a confidence in the rating',
    (t) => rating(t, 'confidence = confidence + 5'),
    (t) => [t.player, 'confidence in the rating'],
  ],
  [
    'a number of rated matches',
    (t) => rating(t, 'rated_matches = 0'),
    (t) => [t.player, 'rated_matches'],
  ],
  [
    'a last_rated_match_at',
    (t) => rating(t, `last_rated_match_at = '2026-01-01'`),
    (t) => [t.player, 'last_rated_match_at'],
  ],
  ['an updated_at', (t) => rating(t, `updated_at = '2026-01-01'`), (t) => [t.player, 'updated_at']],
  [
    'a missing rating',
    (t) => `delete from rating where player_id = '${t.player}'`,
    (t) => [t.player, 'no rating'],
  ],
  [
    'a value in the player’s copy',
    (t) => copy(t, 'rating_value = rating_value + 1'),
    (t) => [t.player, `value in the player's copy`],
  ],
  [
    'a confidence in the player’s copy',
    (t) => copy(t, 'rating_confidence = 96'),
    (t) => [t.player, `confidence in the player's copy`],
  ],
  [
    'a value beside a venue',
    (t) => `insert into player_venue select '${t.player}', id, 'Anna', 1 from venue limit 1`,
    (t) => [t.player, 'value in the copy at a venue'],
  ],
  [
    'a value beside the second of two venues',
    (t) => `with other as (insert into venue (id, name, district, address, courts)
        select 'ven_zzzzzzzzzz', 'Other', district, address, courts from venue returning id)
      insert into player_venue select '${t.player}', found.id, 'Anna', rating_value + place
        from player, (select id, 0 as place from venue union all select id, 1 from other) found
        where player.id = '${t.player}'`,
    (t) => [t.player, 'value in the copy at a venue'],
  ],
  [
    'a player’s level',
    (t) => copy(t, 'self_assessed_ntrp = 6 - self_assessed_ntrp - 0.5'),
    (t) => [t.player, t.first, 'value_after'],
  ],
  [
    'a value_after',
    (t) => entry(t.earlyEntry, 'value_after = value_after + 1'),
    (t) => [t.player, t.earlyEntry, 'value_after'],
  ],
  [
    'a value_before',
    (t) => entry(t.earlyEntry, 'value_before = value_before + 1'),
    (t) => [t.player, t.earlyEntry, 'value_before'],
  ],
  [
    'a confidence_after',
    (t) => entry(t.drop, 'confidence_after = confidence_after - 1'),
    (t) => [t.drop, 'confidence_after'],
  ],
  [
    'a confidence_after of a match, and where the next entry goes on from it',
    (t) => entry(t.earlyEntry, 'confidence_after = confidence_after + 1'),
    (t) => [t.earlyEntry, 'confidence_after', 'confidence_before'],
  ],
  [
    'an expected_score',
    (t) => entry(t.earlyEntry, 'expected_score = 0.999'),
    (t) => [t.earlyEntry, 'expected_score is 0.999'],
  ],
  [
    'an actual_score',
    (t) => entry(t.earlyEntry, 'actual_score = 0.777'),
    (t) => [t.earlyEntry, 'actual_score is 0.777'],
  ],
  [
    'an opponent_rating',
    (t) => entry(t.earlyEntry, 'opponent_rating = 1'),
    (t) => [t.earlyEntry, 'opponent_rating is 1,'],
  ],
  [
    'an opponent_id',
    (t) => entry(t.earlyEntry, `opponent_id = '${t.player}'`),
    (t) => [t.earlyEntry, 'opponent_id'],
  ],
  [
    'a k_factor',
    (t) => entry(t.earlyEntry, 'k_factor = case k_factor when 16 then 32 else 16 end'),
    (t) => [t.earlyEntry, 'k_factor'],
  ],
  [
    'an occurred_at',
    (t) => entry(t.latestEntry, `occurred_at = '2020-01-01'`),
    (t) => [t.latestEntry, 'occurred_at'],
  ],
  [
    'an occurred_at of a drop',
    (t) => entry(t.drop, `occurred_at = '2020-01-01'`),
    (t) => [t.drop, 'occurred_at'],
  ],
  [
    'a missing entry of a match',
    (t) => `delete from rating_history where id = '${t.earlyEntry}'`,
    (t) => [t.player, `${t.early}: is rated, but the history has 1 entries`],
  ],
  [
    'a missing drop',
    (t) => `delete from rating_history where id = '${t.drop}'`,
    () => ['confidence'],
  ],
  [
    'a missing initial assessment',
    (t) => `delete from rating_history where id = '${t.first}'`,
    (t) => [t.player, 'initial assessment'],
  ],
  [
    'a drop that was never due',
    (t) => `insert into rating_history (id, player_id, occurred_at, reason, explanation,
        value_before, value_after, confidence_before, confidence_after)
      select 'rtg_0000000001', player_id, updated_at, 'inactivity', '', value, value, confidence,
        confidence - 5
      from rating where player_id = '${t.player}'`,
    () => ['rtg_0000000001 is a drop that was not due'],
  ],
  [
    'a rated match that is called pending',
    (t) => match(t.early, `rating_status = 'pending'`),
    (t) => [`${t.early}: is pending`],
  ],
  [
    'a pending match that is called rated',
    (t) => `insert into match select 'mat_0000000001', competition_id, venue_id, court_number,
        now(), to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MSOF'), first_player_id, second_player_id,
        status, score, winner_id, retired_player_id, 'rated', null, created_at, received_at
      from match where id = '${t.early}'`,
    () => ['mat_0000000001: is rated, but the history has 0 entries'],
  ],
  [
    'a winner',
    (t) =>
      match(
        t.early,
        'winner_id = case winner_id when first_player_id then second_player_id else first_player_id end',
      ),
    (t) => [t.earlyEntry, 'actual_score'],
  ],
  [
    'the score of a retired match',
    (t) => match(t.retired, `score = '{"sets":[{"games":[5,0]}]}'`),
    () => ['actual_score'],
  ],
  [
    'the played_at of the latest match',
    (t) => match(t.latest, `played_at = '2026-01-01'`),
    (t) => [t.player, 'last_rated_match_at', `${t.latest}: played_at`],
  ],
  [
    'the played_at of another match',
    (t) => match(t.early, `played_at = played_at + interval '1 minute'`),
    (t) => [`${t.early}: played_at`],
  ],
];

onBothDatabases('`ratings verify`', (kind) => {
  const clock = { now: Date.parse('2026-03-01T00:00:00Z') };
  let league: League;
  let target: Target;
  beforeAll(async () => {
    const matches = season.matches.map(({ record }) => record);
    const service = await startTestService(kind, {
      records: [...season.records, ...matches],
      clock: () => clock.now,
    });
    league = leagueOn(service, clock);
    await service.rate();
    await service.workbench.decay();
    target = await findTarget();
  });

  async function findTarget(): Promise<Target> {
    const find = async (query: string): Promise<Record<string, string>> => {
      const { rows } = await sql
        .raw<Record<string, string>>(query)
        .execute(league.service.workbench.database.db);
      return rows[0] ?? {};
    };
    const entries = `rating_history h join match m on m.id = match_id where m.status = 'completed'`;
    const { player } = await find(`select player_id as player from ${entries}
      group by player_id having count(*) > 10 order by player_id limit 1`);
    const own = `and player_id = '${player}'`;
    const early = await find(`select h.id as entry, m.id as match from ${entries} ${own}
      order by sequence offset 4 limit 1`);
    const latest = await find(`select h.id as entry, match_id as match from rating_history h
      join match m on m.id = match_id where player_id = '${player}'
      order by played_at desc limit 1`);
    const { retired } = await find(`select id as retired from match where status = 'retired'
      and score::text not like '%[5,0]%' limit 1`);
    const { drop } = await find(`select id as drop from rating_history where reason = 'inactivity'
      order by sequence limit 1`);
    const { first } = await find(`select id as first from rating_history
      where reason = 'initial_assessment' ${own}`);
    return {
      player: `${player}`,
      early: `${early.match}`,
      earlyEntry: `${early.entry}`,
      latest: `${latest.match}`,
      latestEntry: `${latest.entry}`,
      retired: `${retired}`,
      drop: `${drop}`,
      first: `${first}`,
    };
  }

  /** What is found with a fault in place, which goes away again. */
  function differencesWith(plant: string): Promise<readonly string[]> {
    return undone(league.service.workbench.database, async ({ db }) => {
      await sql.raw(plant).execute(db);
      return (await verifyRatings(db)).differences;
    });
  }

  test('finds no difference where there is none', async () => {
    const { status, out } = await league.command('ratings', 'verify', '--json');
    expect([status, JSON.parse(out.join())]).toEqual([
      0,
      { players: 12, matches: rated, differences: [] },
    ]);
    const text = await league.command('ratings', 'verify');
    expect(text.out).toEqual([`Verified 12 players and ${rated} rated matches: no difference.`]);
  });

  test.each(faults)('finds and names %s, where it is wrong', async (_, plant, found) => {
    const differences = await differencesWith(plant(target));
    const text = differences.join('\n');
    for (const part of found(target)) expect(text).toContain(part);
  });

  test('names one changed value once, not every entry that came after it', async () => {
    const change = entry(target.earlyEntry, 'expected_score = 0.001');
    expect(await differencesWith(change)).toHaveLength(1);
  });

  test('ends with status 1 where there is a difference, and prints each', async () => {
    await league.execute(rating(target, 'value = value + 7'));
    const json = await league.command('ratings', 'verify', '--json');
    const { differences } = JSON.parse(json.out.join());
    expect([json.status, differences.length, json.err.length]).toEqual([1, 1, 1]);
    const text = await league.command('ratings', 'verify');
    expect([text.status, text.out]).toEqual([1, differences]);
    await league.execute(rating(target, 'value = value - 7'));
  });
});
