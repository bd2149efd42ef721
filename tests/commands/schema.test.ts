// A schema that isn't what the entities describe, and one of another program.
import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { openWorkbench } from '../../commands/workbench.ts';
import type { Settings } from '../../shared/config.ts';
import { schemaFaults } from '../../shared/database/schema-check.ts';
import { failureOf } from '../support/failure.ts';
import { freshDatabase, inWorkbench, onBothDatabases, testSettings } from '../support/service.ts';
import { commandAt } from './terminal.ts';

/** What is done to the schema, and what is said of it. */
const harms = [
  ['drop index match_of_competition', 'index match_of_competition of match is missing'],
  [
    'alter table match drop constraint match_players_differ',
    'constraint match_players_differ of match is missing',
  ],
  [
    'alter table pass drop constraint pass_organizer_id_foreign',
    'constraint pass_organizer_id_foreign of pass is missing',
  ],
  [
    'alter table player_name drop constraint player_name_pkey',
    'index player_name_pkey of player_name is missing',
  ],
  ['alter table api_key drop column last_used_at', 'column last_used_at of api_key is missing'],
  [
    'alter table player alter rating_value type bigint',
    'column rating_value of player has another type',
  ],
  [
    'alter table match alter played_at_text drop not null',
    'column played_at_text of match must be not null',
  ],
  ['alter table match alter score set not null', 'column score of match must be nullable'],
  ['drop table recalculation', 'table recalculation is missing'],
  [
    `update pg_index set indisvalid = false where indexrelid = 'match_once'::regclass`,
    'index match_once of match is not valid',
  ],
  [
    `update pg_constraint set convalidated = false where conname = 'venue_id_pattern'`,
    'constraint venue_id_pattern of venue is not valid',
  ],
] as const;

onBothDatabases('a schema', (kind) => {
  /** Settings of a database where the statements were given. */
  async function harmed(...statements: readonly string[]): Promise<Settings> {
    const settings = testSettings(await freshDatabase(kind, 'city'));
    await inWorkbench(settings, async ({ database: { db } }) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    });
    return settings;
  }
  const start = async (settings: Settings) => {
    const { database } = await openWorkbench({ settings, purpose: 'serve' });
    await database.close();
  };
  const status = async (settings: Settings) =>
    JSON.parse((await commandAt(settings, ['status', '--json'])).out);

  test('that lacks or has changed anything is found out', async () => {
    await inWorkbench(testSettings(await freshDatabase(kind, 'city')), async ({ database }) => {
      expect(await database.schemaFaults()).toEqual([]);
      for (const [statement, fault] of harms) {
        await database
          .transaction(async ({ db }) => {
            await sql.raw(statement).execute(db);
            expect([statement, await schemaFaults(database.orm, db)]).toEqual([statement, [fault]]);
            throw new Error('undone');
          })
          .catch((error) => expect(error.message).toBe('undone'));
      }
    });
  });

  test('that lacks something keeps a service from starting, and nobody from an export', async () => {
    const [[index, noIndex], [check, noCheck]] = harms;
    const settings = await harmed(index, check, 'drop table recalculation');
    const faults = ['table recalculation is missing', noIndex, noCheck];
    const said = `The schema of the database isn't whole: ${faults.join(', ')}. "tennis status" says what puts it right.`;
    expect(await failureOf(start(settings))).toBe(said);
    expect(await commandAt(settings, ['migrate'])).toMatchObject({ status: 1, lines: [said] });
    expect((await commandAt(settings, ['export', '-'])).status).toBe(0);
    const { schema, schema_repairs: repairs } = await status(settings);
    expect(schema).toEqual(faults);
    await inWorkbench(
      settings,
      async ({ database: { db } }) => {
        for (const statement of repairs) await sql.raw(statement).execute(db);
      },
      'use',
    );
    expect(await failureOf(start(settings))).toBeUndefined();
    expect(await status(settings)).toMatchObject({ schema: 'whole' });
    expect(await status(settings)).not.toHaveProperty('schema_repairs');
  });

  test('may have more than the program needs; status names tables', async () => {
    const settings = await harmed(
      'create table report (day date primary key)',
      'create index own_of_player on player (rating_confidence)',
      harms[0][0],
    );
    const { schema_repairs: repairs, other_tables: others } = await status(settings);
    expect(others).toEqual(['report']);
    expect(repairs).toEqual([expect.stringMatching(/^create index "match_of_competition" /)]);
    await inWorkbench(
      settings,
      async ({ database: { db } }) => void (await sql.raw(repairs[0]).execute(db)),
      'use',
    );
    expect(await failureOf(start(settings))).toBeUndefined();
  });

  const cleared = ['drop schema public cascade', 'create schema public'];

  test('with the tables of another program is left alone', async () => {
    const others = ['match', 'wp_options', 'wp_posts', 'x1', 'x2', 'x3'];
    const settings = await harmed(
      ...cleared,
      ...others.map((name) => `create table ${name} (id int)`),
      // That program stands on MikroORM, too.
      `create table mikro_orm_migrations (id serial primary key, name text, executed_at timestamptz default now())`,
      `insert into mikro_orm_migrations (name) values ('Migration1')`,
    );
    const said =
      'The database holds tables of another program: match, wp_options, wp_posts, x1, x2 and 1 more. Give this one a database of its own.';
    for (const _ of [1, 2]) expect(await failureOf(start(settings))).toBe(said);
    expect((await commandAt(settings, ['status'])).lines.join()).toStartWith(
      'There is no database of this program',
    );
  });

  test('without the list of its migrations is refused, whatever it holds', async () => {
    const settings = await harmed('drop table mikro_orm_migrations');
    expect(await failureOf(start(settings))).toBe(
      'The database has tables of this program, and no list of its migrations (mikro_orm_migrations): restore it as a whole.',
    );
  });
});
