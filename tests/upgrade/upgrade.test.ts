// What earlier versions wrote, this one goes on with: a folder for each released version, whose files
// are never changed.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openWorkbench } from '../../commands/workbench.ts';
import { entities } from '../../modules/app.ts';
import { verifyRatings } from '../../modules/ratings/index.ts';
import { connect } from '../../shared/database/connect.ts';
import { migrations } from '../../shared/database/migrations/index.ts';
import { statementsOf } from '../../shared/database/migrations/statements.ts';
import { Events } from '../../shared/events.ts';
import { exportFrom } from '../commands/exchange.ts';
import { tennis } from '../commands/terminal.ts';
import { completed, testCity } from '../support/city.ts';
import { failureOf } from '../support/failure.ts';
import {
  cleanUp,
  emptyServerDatabase,
  freshDatabase,
  inWorkbench,
  load,
  onBothDatabases,
  testSettings,
} from '../support/service.ts';

setDefaultTimeout(180_000);
afterAll(cleanUp);

const versions = readdirSync(import.meta.dirname).filter((name) => /^\d/.test(name));
const stored = (version: string, name: string) =>
  readFileSync(join(import.meta.dirname, version, name), 'utf8');

/** The migrations that a version had applied. */
const applied: Readonly<Record<string, readonly string[]>> = { '0.1.0': ['0001-first-schema'] };

/** A database on the server as a version left it, with these migrations noted as applied, and what was stored. */
async function databaseOf(
  version: string,
  migrations: readonly string[],
  content: readonly string[] = [],
) {
  const settings = testSettings(await emptyServerDatabase());
  const { DATABASE_URL: url, DATA_DIR: dataDir } = settings;
  const database = await connect({ url, dataDir, entities, events: new Events() });
  for (const statement of [...statementsOf(stored(version, 'schema.sql')), ...content]) {
    await sql.raw(statement).execute(database.db);
  }
  await sql`create table mikro_orm_migrations (id serial primary key, name varchar(255),
    executed_at timestamptz default current_timestamp)`.execute(database.db);
  for (const name of migrations) {
    await sql`insert into mikro_orm_migrations (name) values (${name})`.execute(database.db);
  }
  await database.close();
  return settings;
}

onBothDatabases('an export of an earlier version', (kind) => {
  test.each(versions)('%s is imported, verified and exported again', async (version) => {
    const workbench = await openWorkbench({ settings: testSettings(await freshDatabase(kind)) });
    const text = stored(version, 'export.ndjson');
    const records = text.trimEnd().split('\n');
    await load(
      workbench,
      records.map((line) => JSON.parse(line)),
    );
    const { matches, differences } = await verifyRatings(workbench.database.db);
    expect([matches, differences]).toEqual([3, []]);
    expect(await exportFrom(workbench)).toBe(text);
    await workbench.database.close();
  });
});

test.each(versions)('a PostgreSQL schema of %s is brought up to date', async (version) => {
  const settings = await databaseOf(version, applied[version] ?? []);
  const { database } = await openWorkbench({ settings });
  expect(await database.pendingMigrations()).toEqual([]);
  expect(await database.orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
  await database.close();
});

test('a command that brings the schema up to date on a server says so, once', async () => {
  const told = /\(0002-rotation, .*\): restart processes of the former version\.$/;
  for (const command of [['status'], ['import', '-']]) {
    const { DATABASE_URL } = await databaseOf('0.1.0', ['0001-first-schema']);
    const run = () => tennis(command, { DATABASE_URL });
    const [first, second] = [await run(), await run()];
    expect([first.status, first.lines]).toEqual([0, [expect.stringMatching(told)]]);
    expect([second.status, second.err]).toEqual([0, '']);
  }
  const created = await tennis(['import', '-'], await emptyServerDatabase());
  expect([created.status, created.err]).toEqual([0, '']);
});

test('the names of players, by which they are listed and sought, are taken over from 0.1.0', async () => {
  const settings = await databaseOf(
    '0.1.0',
    ['0001-first-schema'],
    [
      `insert into venue values ('ven_aaaaaaaa01', 'Legia', 'Wola', 'Kortowa 1', '[]')`,
      `insert into player values ('plr_aaaaaaaa01', 'Żaneta K.', 3, '[]', '{}', now(), 1300, 20)`,
      // 0007 had made đ of ð.
      `insert into player values ('plr_aaaaaaaa02', 'Guðrún Đ.', 3, '[]', '{}', now(), 1300, 20)`,
      `insert into player_venue values ('plr_aaaaaaaa01', 'ven_aaaaaaaa01', 0)`,
    ],
  );
  const { database } = await openWorkbench({ settings });
  const { rows } = await sql`select display_name, rating_value from player_venue`.execute(
    database.db,
  );
  expect(rows).toEqual([{ display_name: 'Żaneta K.', rating_value: 1300 }]);
  const names = await sql`select * from player_name`.execute(database.db);
  expect(names.rows).toEqual([
    { player_id: 'plr_aaaaaaaa01', folded: 'zaneta k' },
    { player_id: 'plr_aaaaaaaa02', folded: 'gudrun d' },
  ]);
  await database.close();
});

test('the preferred venues of players are taken over from 0.1.0 in their order', async () => {
  const settings = await databaseOf(
    '0.1.0',
    ['0001-first-schema'],
    [
      `insert into venue select 'ven_aaaaaaaa0' || n, 'Legia', 'Wola', 'Kortowa 1', '[]'
        from generate_series(1, 3) n`,
      `insert into player select 'plr_aaaaaaaa0' || n, 'Anna K.', 3, '[]', '{}', now(), 1300, 20
        from generate_series(1, 2) n`,
      `insert into player_venue values ('plr_aaaaaaaa01', 'ven_aaaaaaaa01', 1),
        ('plr_aaaaaaaa01', 'ven_aaaaaaaa02', 2), ('plr_aaaaaaaa01', 'ven_aaaaaaaa03', 0)`,
    ],
  );
  const { database } = await openWorkbench({ settings });
  const { rows } = await sql`select preferred_venue_ids from player order by id`.execute(
    database.db,
  );
  const inOrder = ['ven_aaaaaaaa03', 'ven_aaaaaaaa01', 'ven_aaaaaaaa02'];
  expect(rows).toEqual([{ preferred_venue_ids: inOrder }, { preferred_venue_ids: [] }]);
  await database.close();
});

test('a database that a newer program has written is refused, with one clear line', async () => {
  const settings = await databaseOf('0.1.0', ['0001-first-schema', '9999-from-the-future']);
  const opening = openWorkbench({ settings });
  expect(await failureOf(opening)).toMatch(/newer version of this program.*9999-from-the-future/);
});

test('several processes that start at once on an empty database migrate it once', async () => {
  const settings = testSettings(await emptyServerDatabase());
  const opened = await Promise.all([1, 2, 3].map(() => openWorkbench({ settings })));
  const names = opened.flatMap(({ applied: done }) => done);
  expect(names).toEqual(migrations.map(({ name }) => name));
  for (const { database } of opened) await database.close();
});

/** An empty database on the server in which the statements were run. */
async function preparedDatabase(...statements: readonly string[]) {
  const { DATABASE_URL: url = '', DATA_DIR = '' } = await emptyServerDatabase();
  const database = await connect({ url, dataDir: DATA_DIR, entities, events: new Events() });
  for (const statement of statements) await sql.raw(statement).execute(database.db);
  await database.close();
  return { DATABASE_URL: url, DATA_DIR };
}

test('a migration of large tables may take longer than a server’s jobs', async () => {
  const prepared = await preparedDatabase(
    'create table seen (timeout text)',
    `create function see() returns event_trigger language plpgsql as $$ begin
      insert into seen values (current_setting('statement_timeout')); end $$`,
    'create event trigger see on ddl_command_end execute function see()',
  );
  const { database } = await openWorkbench({ settings: testSettings(prepared), purpose: 'serve' });
  const { rows } = await sql`select distinct timeout from seen`.execute(database.db);
  await database.close();
  expect(rows).toEqual([{ timeout: '1d' }]);
});

test.each([
  { purpose: 'serve', statement: '1min' },
  { purpose: 'make', statement: '1d' },
] as const)('one statement may take $statement to $purpose', async ({ purpose, statement }) => {
  const settings = testSettings(await emptyServerDatabase());
  const { database } = await openWorkbench({ settings, purpose });
  const { rows } = await sql`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`.execute(database.db);
  await database.close();
  expect(rows).toEqual([{ statement, lock: '10s', idle: '1min' }]);
});

test('tables in another schema than "public" are found again', async () => {
  const { DATABASE_URL, DATA_DIR } = await preparedDatabase('create schema city');
  const url = new URL(DATABASE_URL);
  url.searchParams.set('options', '-c search_path=city,public');
  const settings = testSettings({ DATABASE_URL: url.href, DATA_DIR });
  const open = () =>
    inWorkbench(settings, async ({ applied, database }) => {
      const { rows } = await sql`select schemaname from pg_tables
        where tablename in ('player', 'mikro_orm_migrations')`.execute(database.db);
      return { applied: applied.length, rows, pending: await database.pendingMigrations() };
    });
  const rows = [{ schemaname: 'city' }, { schemaname: 'city' }];
  expect(await open()).toEqual({ applied: migrations.length, rows, pending: [] });
  expect(await open()).toEqual({ applied: 0, rows, pending: [] });
});

test('a table of the same name that is another program’s is no database of this one', async () => {
  const settings = testSettings(await preparedDatabase('create table player (of text)'));
  const opening = openWorkbench({ settings, purpose: 'use' });
  expect(await failureOf(opening)).toContain('There is no database of this program');
});

test('a schema that is made in front of the tables hides none of them', async () => {
  const { DATABASE_URL, DATA_DIR } = await preparedDatabase();
  const url = new URL(DATABASE_URL);
  url.searchParams.set('options', '-c search_path=city,public');
  const settings = testSettings({ DATABASE_URL: url.href, DATA_DIR });
  const applied = () => inWorkbench(settings, async (workbench) => workbench.applied.length);
  expect(await applied()).toBe(migrations.length);
  await inWorkbench(settings, ({ database }) => sql`create schema city`.execute(database.db));
  expect(await applied()).toBe(0);
});

onBothDatabases('a database whose sequences begin anew', (kind) => {
  test('numbers what comes in after what is there, once it is opened', async () => {
    const settings = testSettings(await freshDatabase(kind));
    await inWorkbench(settings, async (workbench) => {
      await load(workbench, testCity());
      for (const name of ['rating_history_sequence_seq', 'audit_entry_sequence_seq']) {
        await sql`alter sequence ${sql.ref(name)} restart`.execute(workbench.database.db);
      }
    });
    await inWorkbench(settings, async (workbench) => {
      await load(workbench, [{ ...completed(), kind: 'match' }]);
      expect(await workbench.run()).toEqual({ rated: 1, unrateable: 0 });
      expect((await verifyRatings(workbench.database.db)).differences).toEqual([]);
    });
  });
});
