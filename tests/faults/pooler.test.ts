// A pooler between the service and PostgreSQL: whole sessions will do, and anything less ends a start.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { sql } from 'kysely';
import { openWorkbench } from '../../commands/workbench.ts';
import { failureOf } from '../support/failure.ts';
import { startPostgres, type TestServer } from '../support/postgres.ts';
import { cleanUp, inWorkbench, testSettings } from '../support/service.ts';
import { type PoolMode, startPooler } from './pooler.ts';
import { setForDatabase } from './postgres-session.ts';

setDefaultTimeout(180_000);

let postgres: TestServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await cleanUp();
  await postgres.stop();
});

/** The settings by which a new database is reached through a pooler, and what ends the two. */
async function pooled(mode: PoolMode) {
  const name = `pooled_by_${mode}`;
  const direct = await postgres.createDatabase(name);
  await setForDatabase(direct, "timezone = 'Europe/Warsaw'");
  await setForDatabase(direct, "default_transaction_isolation = 'serializable'");
  const pooler = await startPooler(direct, mode);
  const settings = testSettings({ DATABASE_URL: pooler.url });
  const end = async () => {
    await pooler.close();
    await postgres.dropDatabase(name);
  };
  return { settings, end };
}

test('through a pooler of sessions each has our settings, whatever the database’s are', async () => {
  const { settings, end } = await pooled('session');
  const moment = '2026-05-01T16:00:00.000Z';
  const { rows } = await inWorkbench(settings, ({ database }) =>
    sql`select ${moment}::timestamptz as moment, current_setting('statement_timeout') as statement,
      current_setting('transaction_isolation') as isolation`.execute(database.db),
  );
  await end();
  expect(rows).toEqual([{ moment, statement: '1d', isolation: 'read committed' }]);
});

test('a pooler of transactions ends a start with a line that says so', async () => {
  const { settings, end } = await pooled('transaction');
  const opening = openWorkbench({ settings, purpose: 'serve' });
  expect(await failureOf(opening)).toContain('has to pool by session');
  await end();
});
