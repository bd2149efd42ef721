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
  early: `select match_id as id from rating_history h join match m on m.id = match_id
    where m.status = 'completed' and player_id = '{player}' and nth = 99
    order by h.run, m.played_at offset 4 limit 1`,
  'early entry': `select id from rating_history where match_id = '{early}' and player_id = '{player}'
    and nth = 99`,
  latest: `select match_id as id from rating_history join match m on m.id = match_id
    where player_id = '{player}' order by played_at desc limit 1`,
  'latest entry': `select id from rating_history where match_id = '{latest}' and player_id = '{player}'
    and nth = 99`,
  retired: `select id from match where status = 'retired' and score::text not like '%[5,0]%' limit 1`,
  drop: `select id from rating_history where reason = 'inactivity' and match_id is null order by id limit 1`,
  'drop with a match': `select id from rating_history where reason = 'inactivity' and match_id is not null
    order by id limit 1`,
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

/** The entry once more, with changes. */
const another = (id: string, changes: object) =>
  `insert into rating_history select made.* from rating_history old, jsonb_populate_record(null::rating_history,
    to_jsonb(old) || '${JSON.stringify({ id: 'rtg_0000000001', ...changes })}') made where old.id = '${id}'`;

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
  [drop('drops_applied = drops_applied + 1'), '{drop}', 'drops_applied'],
  [drop('nth = 90'), '{drop} follows from nothing', 'lacks a drop of confidence'],
  [entry('run = run + 1'), '{early entry}', 'place is '],
  [entry(`sent_at = sent_at + interval '1 s'`), '{early entry}', 'place is '],
  [entry('rated_matches = rated_matches + 1'), '{early entry}', 'rated_matches'],
  [entry(`last_rated_match_at = '2026-01-01'`), '{early entry}', 'last_rated_match_at'],
  [entry('confidence_after = confidence_after + 1'), '{early entry}', 'confidence_after'],
  [entry('confidence_before = confidence_before + 1'), '{early entry}', 'confidence_before'],
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
    'lacks the result of {early}',
  ],
  [`delete from rating_history where id = '{drop}'`, 'lacks a drop of confidence to '],
  [`delete from rating_history where id = '{drop with a match}'`, 'lacks a drop of confidence to '],
  [`delete from rating_history where id = '{first}'`, '{player}: lacks the first entry'],
  [another('{drop}', { nth: 90 }), 'rtg_0000000001 follows from nothing'],
  [another('{early entry}', { nth: 98 }), 'rtg_0000000001 follows from nothing'],
  [another('{drop}', { run: 1 }), 'rtg_0000000001 follows from nothing'],
  [another('{drop}', { run: 3 }), 'rtg_0000000001 follows from nothing'],
  [another('{drop}', { run: 1000 }), 'rtg_0000000001 follows from nothing'],
  [another('{first}', { at: '2000-01-01' }), 'rtg_0000000001 follows from nothing'],
  [another('{first}', { nth: 2 }), 'rtg_0000000001 follows from nothing'],
  [
    early(`rating_status = 'pending', run = null`),
    '{player}: entry {early entry} follows from nothing',
  ],
  [early('run = 1000'), '{early}: is rated by 1000, which is no run'],
  [early('run = 2'), '{early}: is rated by 2, which is no run'], // but a look
  ['delete from run where number = 1', '{early}: is rated by 1, which is no run'],
  ['delete from run where number = 2', '{drop} follows from nothing'],
  [
    `insert into run values (3, 'run_3', '2027-03-01', '2027-03-01', true)`,
    'lacks a drop of confidence to ',
  ],
  [`update run set began_at = '2026-01-01' where number = 1`, '{early entry}: occurred_at is '],
  [`update match set waited = '{2}'`, '{drop} follows from nothing'],
  [
    `insert into match select made.* from match old, jsonb_populate_record(null::match, to_jsonb(old)
        || jsonb '{"id": "mat_0000000001", "played_at": "2026-02-28", "played_at_text": "2026-02-28T00:00:00Z"}')
        made where old.id = '{early}'`,
    'lacks the result of mat_0000000001',
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
