import { beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { verifyRatings } from '../../modules/ratings/index.ts';
import { onBothDatabases, startTestService } from '../support/service.ts';
import { undone } from '../support/undone.ts';
import { type League, leagueOn } from './league.ts';
import { randomSeason, ratableIn } from './random-season.ts';

const season = randomSeason(5, 12, 150, 500);

/** What faults are aimed at, by the names that stand for it in statements. `latest` was played last. */
const targets = {
  player: `select player_id as id from rating_history join match m on m.id = match_id
    where m.status = 'completed' group by player_id having count(*) > 10 order by player_id limit 1`,
  early: `select match_id as id from rating_history join match m on m.id = match_id
    where m.status = 'completed' and player_id = '{player}' order by sequence offset 4 limit 1`,
  'early entry': `select id from rating_history where match_id = '{early}' and player_id = '{player}'`,
  latest: `select match_id as id from rating_history join match m on m.id = match_id
    where player_id = '{player}' order by played_at desc limit 1`,
  'latest entry': `select id from rating_history where match_id = '{latest}' and player_id = '{player}'`,
  retired: `select id from match where status = 'retired' and score::text not like '%[5,0]%' limit 1`,
  drop: `select id from rating_history where reason = 'inactivity' order by sequence limit 1`,
  first: `select id from rating_history where reason = 'initial_assessment' and player_id = '{player}'`,
};

const set = (table: string, what: string) => (change: string) =>
  `update ${table} set ${change} where ${what}`;
const rating = set('rating', `player_id = '{player}'`);
const player = set('player', `id = '{player}'`);
const entry = set('rating_history', `id = '{early entry}'`);
const lastEntry = set('rating_history', `id = '{latest entry}'`);
const drop = set('rating_history', `id = '{drop}'`);
const early = set('match', `id = '{early}'`);

/** What is planted, and what is said of it. */
const faults: [plant: string, ...found: string[]][] = [
  [rating('value = value + 1'), '{player}', 'value in the rating'],
  [rating('confidence = confidence + 5'), '{player}', 'confidence in the rating'],
  [rating('rated_matches = 0'), '{player}', 'rated_matches'],
  [rating(`last_rated_match_at = '2026-01-01'`), '{player}', 'last_rated_match_at'],
  [rating(`updated_at = '2026-01-01'`), '{player}', 'updated_at'],
  [`delete from rating where player_id = '{player}'`, '{player}', 'no rating'],
  [player('rating_value = rating_value + 1'), '{player}', `value in the player's copy`],
  [player('rating_confidence = 96'), '{player}', `confidence in the player's copy`],
  [
    `insert into player_venue select '{player}', id, 'Anna', 1 from venue limit 1`,
    '{player}',
    'value in the copy at a venue',
  ],
  [
    // Beside the second of two venues.
    `with other as (insert into venue (id, name, district, address, courts)
        select 'ven_zzzzzzzzzz', 'Other', district, address, courts from venue returning id)
      insert into player_venue select '{player}', found.id, 'Anna', rating_value + place
        from player, (select id, 0 as place from venue union all select id, 1 from other) found
        where player.id = '{player}'`,
    '{player}',
    'value in the copy at a venue',
  ],
  [player('self_assessed_ntrp = 5.5 - self_assessed_ntrp'), '{player}', '{first}', 'value_after'],
  [entry('value_after = value_after + 1'), '{player}', '{early entry}', 'value_after'],
  [entry('value_before = value_before + 1'), '{player}', '{early entry}', 'value_before'],
  [drop('confidence_after = confidence_after - 1'), '{drop}', 'confidence_after'],
  [drop('inactive_days = inactive_days - 1'), '{drop}', 'inactive_days'],
  [
    // And where the next entry goes on from it.
    entry('confidence_after = confidence_after + 1'),
    '{early entry}',
    'confidence_after',
    'confidence_before',
  ],
  [entry('expected_score = 0.999'), '{early entry}', 'expected_score is 0.999'],
  [entry('actual_score = 0.777'), '{early entry}', 'actual_score is 0.777'],
  [entry('opponent_rating = 1'), '{early entry}', 'opponent_rating is 1,'],
  [entry(`opponent_id = '{player}'`), '{early entry}', 'opponent_id'],
  [entry('k_factor = case k_factor when 16 then 32 else 16 end'), '{early entry}', 'k_factor'],
  [lastEntry(`occurred_at = '2020-01-01'`), '{latest entry}', 'occurred_at'],
  [drop(`occurred_at = '2020-01-01'`), '{drop}', 'occurred_at'],
  [
    `delete from rating_history where id = '{early entry}'`,
    '{player}',
    '{early}: is rated, but the history has 1 entries',
  ],
  [`delete from rating_history where id = '{drop}'`, 'confidence'],
  [`delete from rating_history where id = '{first}'`, '{player}', 'initial assessment'],
  [
    `insert into rating_history (id, player_id, occurred_at, reason, explanation,
        inactive_days, value_before, value_after, confidence_before, confidence_after)
      select 'rtg_0000000001', player_id, updated_at, 'inactivity', '', 60, value, value, confidence,
        confidence - 5
      from rating where player_id = '{player}'`,
    'rtg_0000000001 is a drop that was not due',
  ],
  [early(`rating_status = 'pending'`), '{early}: is pending'],
  [
    `insert into match select 'mat_0000000001', competition_id, venue_id, court_number,
        now(), to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MSOF'), first_player_id, second_player_id,
        status, score, winner_id, retired_player_id, 'rated', null, created_at, received_at
      from match where id = '{early}'`,
    'mat_0000000001: is rated, but the history has 0 entries',
  ],
  [
    early(`winner_id = case winner_id when first_player_id then second_player_id
      else first_player_id end`),
    '{early entry}',
    'actual_score',
  ],
  [`update match set score = '{"sets":[{"games":[5,0]}]}' where id = '{retired}'`, 'actual_score'],
  [
    `update match set played_at = '2026-01-01' where id = '{latest}'`,
    '{player}',
    'last_rated_match_at',
    '{latest}: played_at',
  ],
  [early(`played_at = played_at + interval '1 minute'`), '{early}: played_at'],
];

onBothDatabases('`ratings verify`', (kind) => {
  const clock = { now: Date.parse('2026-03-01T00:00:00Z') };
  const ids = new Map<string, string>();
  let league: League;
  beforeAll(async () => {
    const records = [...season.records, ...season.matches.map(({ record }) => record)];
    const service = await startTestService(kind, { records, clock: () => clock.now });
    league = leagueOn(service, clock);
    await service.rate();
    await service.workbench.decay();
    for (const [name, query] of Object.entries(targets)) {
      const { rows } = await sql
        .raw<{ id: string }>(aimed(query))
        .execute(service.workbench.database.db);
      ids.set(name, `${rows[0]?.id}`);
    }
  });

  /** The text with the ids that its names stand for. */
  const aimed = (text: string) =>
    text.replace(/\{([a-z ]+)\}/g, (_, name) => ids.get(name) ?? 'nothing');

  /** What is found with a fault in place, which goes away again. */
  function differencesWith(plant: string): Promise<readonly string[]> {
    return undone(league.service.workbench.database, async ({ db }) => {
      await sql.raw(aimed(plant)).execute(db);
      return (await verifyRatings(db)).differences;
    });
  }

  test('finds no difference where there is none', async () => {
    const matches = ratableIn(season);
    const { status, out } = await league.command('ratings', 'verify', '--json');
    expect([status, JSON.parse(out.join())]).toEqual([
      0,
      { players: 12, matches, differences: [] },
    ]);
    const text = await league.command('ratings', 'verify');
    expect(text.out).toEqual([`Verified 12 players and ${matches} rated matches: no difference.`]);
  });

  test.each(faults)('finds what is wrong after: %s', async (plant, ...found) => {
    const text = (await differencesWith(plant)).join('\n');
    for (const part of found) expect(text).toContain(aimed(part));
  });

  test('names one changed value once, not every entry that came after it', async () => {
    expect(await differencesWith(entry('expected_score = 0.001'))).toHaveLength(1);
  });

  test('ends with status 1 where there is a difference, and prints each', async () => {
    await league.execute(aimed(rating('value = value + 7')));
    const json = await league.command('ratings', 'verify', '--json');
    const { differences } = JSON.parse(json.out.join());
    expect([json.status, differences.length, json.err.length]).toEqual([1, 1, 1]);
    const text = await league.command('ratings', 'verify');
    expect([text.status, text.out]).toEqual([1, differences]);
    await league.execute(aimed(rating('value = value - 7')));
  });
});
