import { beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { errorCode } from '../../shared/database/error-code.ts';
import { completed, ids, pass, walkover } from '../support/city.ts';
import { load, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const [anna, bartek, celina] = ids.players;
const match = 'mat_0000000001';
const voidedOne = 'mat_0000000009';

/** Inserts what a row is made into by the changes. */
const copied = (from: string, into: string, changes: object) =>
  `insert into ${into} select made.* from (select * from ${from} limit 1) old,
    jsonb_populate_record(null::${into}, to_jsonb(old) || '${JSON.stringify(changes)}') made`;
const ofOne = (table: string, column: string) => `${table} where ${column} = '${match}'`;

/** The same match again, with changes. */
const again = (changes: object) =>
  copied(ofOne('match', 'id'), 'match', { id: voidedOne, ...changes });
/** An entry of the match for Celina, who didn't play it, with changes. */
const entry = (changes: object) => {
  const made = { id: 'rtg_0000000001', player_id: celina, ...changes };
  return copied(ofOne('rating_history', 'match_id'), 'rating_history', made);
};
/** The match as if it was voided, with changes. */
const voided = (changes: object) =>
  copied(ofOne('match', 'id'), 'voided_match', { voided_at: '2026-05-05', ...changes });
/** Anna's first entry once more. */
const firstAgain = copied(
  `rating_history where run = 0 and player_id = '${anna}'`,
  'rating_history',
  {
    id: 'rtg_0000000001',
  },
);
const noMatch = {
  match_id: null,
  opponent_id: null,
  opponent_rating: null,
  expected_score: null,
  actual_score: null,
  k_factor: null,
};
const drop = { reason: 'inactivity', nth: 1, ...noMatch };
const set = (table: string, id: string, change: string) =>
  `update ${table} set ${change} where id = '${id}'`;
const ofMatch = (change: string) => set('match', match, change);
const ofPlayer = (change: string) => set('player', anna ?? '', change);
const ofLeague = (change: string) => set('competition', ids.league, change);

const refused: [constraint: string, statement: string][] = [
  ['organizer_id_pattern', set('organizer', ids.otherOrganizer, `id = 'second'`)],
  ['organizer_name_given', set('organizer', ids.otherOrganizer, `name = ''`)],
  ['api_key_former_has_an_end', `update api_key set former_hash = key_hash`],
  ['api_key_former_hash_unique', `update api_key set former_hash = 'a', former_until = now()`],
  ['api_client_former_has_an_end', `update api_client set former_until = now()`],
  ['installation_secret_former_has_an_end', `update installation_secret set former_value = value`],
  ['venue_id_pattern', set('venue', ids.venues[2], `id = 'ven_AAAAAAAAA3'`)],
  ['venue_courts_listed', set('venue', ids.venues[2], `courts = '{}'`)],
  ['competition_id_pattern', ofLeague(`id = 'cmp_1'`)],
  ['competition_type_known', ofLeague(`type = 'cup'`)],
  ['competition_days_in_order', ofLeague(`ends_on = '2020-01-01'`)],
  ['competition_games_per_set_known', ofLeague('games_per_set = 5')],
  ['competition_final_set_known', ofLeague(`final_set = 'none'`)],
  ['competition_organizer_id_foreign', ofLeague(`organizer_id = 'org_nobody'`)],
  [
    'competition_venue_competition_id_foreign',
    `insert into competition_venue values ('cmp_none', '${ids.venues[0]}', 0)`,
  ],
  [
    'competition_venue_venue_id_foreign',
    `insert into competition_venue values ('${ids.league}', 'ven_none', 0)`,
  ],
  ['competition_venue_pkey', `insert into competition_venue select * from competition_venue`],
  ['player_id_pattern', ofPlayer(`id = 'plr_1234567890 '`)],
  ['player_ntrp_on_scale', ofPlayer('self_assessed_ntrp = 1.0')],
  ['player_ntrp_on_scale', ofPlayer('self_assessed_ntrp = 6.0')],
  ['player_ntrp_on_scale', ofPlayer('self_assessed_ntrp = 3.2')],
  ['player_rating_not_negative', ofPlayer('rating_value = -1')],
  ['player_confidence_in_range', ofPlayer('rating_confidence = 101')],
  [
    'player_venue_player_id_foreign',
    `insert into player_venue values ('plr_none', '${ids.venues[0]}', 'Anna K.', 1400)`,
  ],
  [
    'player_venue_venue_id_foreign',
    `insert into player_venue values ('${anna}', 'ven_none', 'Anna K.', 1400)`,
  ],
  ['player_venue_pkey', `insert into player_venue select * from player_venue`],
  ['player_name_player_id_foreign', `insert into player_name values ('plr_none', 'anna k')`],
  ['match_id_pattern', ofMatch(`id = 'mat_'`)],
  ['match_court_number_in_range', ofMatch('court_number = 0')],
  ['match_court_number_in_range', ofMatch('court_number = 1001')],
  ['match_players_differ', ofMatch('second_player_id = first_player_id')],
  ['match_status_known', ofMatch(`status = 'abandoned'`)],
  ['match_winner_played', ofMatch(`winner_id = '${celina}'`)],
  ['match_score_unless_walkover', ofMatch('score = null')],
  [
    'match_score_unless_walkover',
    ofMatch(`status = 'walkover', rating_status = 'not_rated', run = null`),
  ],
  ['match_retired_player_played', ofMatch(`retired_player_id = '${bartek}'`)],
  ['match_retired_player_played', ofMatch(`status = 'retired'`)],
  ['match_retired_player_played', ofMatch(`status = 'retired', retired_player_id = '${celina}'`)],
  ['match_retired_player_played', ofMatch(`status = 'retired', retired_player_id = winner_id`)],
  ['match_rating_status_known', ofMatch(`rating_status = 'done', run = null`)],
  ['match_walkover_not_rated', ofMatch(`rating_status = 'not_rated', run = null`)],
  [
    'match_walkover_not_rated',
    `update match set rating_status = 'pending' where status = 'walkover'`,
  ],
  ['match_rated_by_run', ofMatch('run = null')],
  ['match_rated_by_run', ofMatch(`rating_status = 'pending'`)],
  ['match_competition_id_foreign', ofMatch(`competition_id = 'cmp_0000000000'`)],
  ['match_venue_id_foreign', ofMatch(`venue_id = 'ven_0000000000'`)],
  ['match_second_player_id_foreign', ofMatch(`second_player_id = 'plr_0000000000'`)],
  [
    'match_first_player_id_foreign',
    ofMatch(`first_player_id = 'plr_0000000000', winner_id = second_player_id`),
  ],
  ['match_pkey', again({ id: match, played_at: '2026-05-05' })],
  ['match_once', again({})],
  ['match_once', again({ first_player_id: bartek, second_player_id: anna })],
  ['match_first_player_id_foreign', `delete from player where id = '${anna}'`],
  ['rating_not_negative', 'update rating set value = -1'],
  ['rating_confidence_in_range', 'update rating set confidence = -5'],
  ['rating_confidence_in_range', 'update rating set confidence = 101'],
  [
    'rating_player_id_foreign',
    `update rating set player_id = 'plr_0000000000'
    where player_id = '${celina}'`,
  ],
  ['rating_pkey', 'insert into rating select * from rating'],
  ['rating_history_id_pattern', entry({ id: 'rtg_1' })],
  ['rating_history_pkey', `update rating_history set id = 'rtg_0000000001'`],
  [
    'audit_entry_id_unique',
    `insert into audit_entry (id, at, actor, action) select 'aud_1', now(), '{}', 'imported' from generate_series(1, 2)`,
  ],
  ['rating_history_once_a_match', entry({ player_id: anna })],
  ['rating_history_reason_known', entry({ reason: 'magic', ...noMatch })],
  ['rating_history_match_has_calculation', entry({ match_id: null })],
  ['rating_history_match_has_calculation', entry({ k_factor: null })],
  ['rating_history_match_has_calculation', entry({ reason: 'inactivity' })],
  ['rating_history_first_has_no_before', entry({ value_before: null })],
  ['rating_history_first_has_no_before', entry({ ...drop, confidence_before: null })],
  [
    'rating_history_first_has_no_before',
    entry({ reason: 'initial_assessment', run: 0, ...noMatch }),
  ],
  ['rating_history_first_comes_first', entry({ reason: 'initial_assessment', ...noMatch })],
  ['rating_history_first_comes_first', entry({ run: 0 })],
  ['rating_history_of_player', firstAgain],
  ['rating_history_confidence_in_range', entry({ confidence_after: 101 })],
  ['rating_history_confidence_in_range', entry({ confidence_after: -1 })],
  ['rating_history_confidence_in_range', entry({ value_after: -1 })],
  ['rating_history_scores_in_range', entry({ expected_score: 1.001 })],
  ['rating_history_scores_in_range', entry({ actual_score: -0.5 })],
  ['rating_history_scores_in_range', entry({ k_factor: 24 })],
  ['rating_history_player_id_foreign', entry({ player_id: 'plr_0000000000' })],
  ['rating_history_match_id_foreign', entry({ match_id: 'mat_0000000000' })],
  ['rating_history_opponent_id_foreign', entry({ opponent_id: 'plr_0000000000' })],
  ['api_key_key_hash_unique', `update api_key set key_hash = 'same'`],
  ['api_key_label_once', `update api_key set label = 'same'`],
  ['pass_id_pattern', `update pass set id = 'pas_1' where label = 'one'`],
  ['pass_former_has_an_end', `update pass set former_hash = pass_hash`],
  ['pass_former_hash_unique', `update pass set former_hash = 'a', former_until = now()`],
  ['pass_pass_hash_unique', `update pass set pass_hash = 'same'`],
  ['pass_label_once', `update pass set label = 'same'`],
  ['pass_organizer_id_foreign', `update pass set organizer_id = 'org_nobody'`],
  ['pass_competition_id_foreign', `update pass set competition_id = 'cmp_none'`],
  ['api_client_id_pattern', `update api_client set id = 'a b' where id = '${ids.client}'`],
  ['api_client_organizer_id_foreign', `update api_client set organizer_id = 'org_nobody'`],
  [
    'submission_key_organizer_id_foreign',
    `insert into submission_key values ('org_nobody', 'key', 'print', null, null, now())`,
  ],
  ...['competition', 'venue', 'first_player', 'second_player', 'winner', 'retired_player'].map(
    (column): [string, string] => [
      `voided_match_${column}_id_foreign`,
      voided({ [`${column}_id`]: `${column.slice(0, 3)}_0000000000` }),
    ],
  ),
  [
    'former_entry_player_id_foreign',
    `insert into former_entry values ('rtg_0000000001', 'plr_0000000000', null, 1, 1)`,
  ],
  [
    'recalculation_player_id_foreign',
    `insert into recalculation values ('plr_0000000000', 'aud_0000000000', 1, 2)`,
  ],
  ['run_numbered_from_1', `insert into run values (0, 'run_0', now(), null, true)`],
  ['run_id_numbered', `insert into run values (1000, 'run_1001', now(), null, true)`],
  ['run_pkey', 'insert into run select * from run'],
  ['quality_result_is_one', `insert into quality_result values (2, now(), '{}')`],
];

// What others speak before: winner and retired player must be one of the two players, who have foreign keys
// themselves; and primary keys hold the number of a run, and the id of a match, apart.
const behindOthers = [
  'match_winner_id_foreign',
  'match_retired_player_id_foreign',
  'run_id_unique',
  'match_applied',
];

onBothDatabases('the schema', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
    const rated = { kind: 'match', id: match, ...completed() };
    const passes = ['one', 'another'].map((label) => pass({ label, competition_id: ids.league }));
    await load(service.workbench, [rated, { kind: 'match', ...walkover() }, ...passes]);
    await service.rate();
    const { db } = service.workbench.database;
    await sql.raw(voided({ id: voidedOne })).execute(db);
  });

  test('that the migrations make is the one that the entities describe', async () => {
    const { orm } = service.workbench.database;
    expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
  });

  test('would be found to differ where a column or a constraint is missing', async () => {
    const { orm, db: database } = service.workbench.database;
    await sql.raw('alter table match drop constraint match_players_differ').execute(database);
    await sql.raw('alter table player add column nickname text').execute(database);
    const update = await orm.schema.getUpdateSchemaSQL({ wrap: false });
    await sql.raw('alter table player drop column nickname').execute(database);
    await sql
      .raw(
        'alter table match add constraint match_players_differ check (first_player_id <> second_player_id)',
      )
      .execute(database);
    expect(update).toContain('match_players_differ');
    expect(update).toContain('nickname');
  });

  describe('refuses', () => {
    test.each(refused)('what %s forbids (case %#)', async (constraint, statement) => {
      const { workbench } = service;
      const failure = await workbench.database
        .transaction(async (tx) => {
          await sql.raw(statement).execute(tx.db);
          throw new Error('the statement was accepted');
        })
        .catch((error: Error) => error);
      expect([errorCode(failure)?.slice(0, 2), failure.message]).toEqual([
        '23',
        expect.stringContaining(`"${constraint}"`),
      ]);
    });

    test('something by each constraint that there is', async () => {
      const { rows } = await sql<{ name: string }>`
        select conname as name from pg_constraint
        where contype in ('c', 'f', 'u') and connamespace = 'public'::regnamespace
        union select indexrelid::regclass::text from pg_index join pg_class on pg_class.oid = indrelid
        where indisunique and not indisprimary and relnamespace = 'public'::regnamespace`.execute(
        service.workbench.database.db,
      );
      const tried = new Set([...refused.map(([name]) => name), ...behindOthers]);
      const untried = rows.map(({ name }) => name).filter((name) => !tried.has(name));
      expect(untried.sort()).toEqual([]);
    });
  });
});
