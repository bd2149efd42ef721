// Connections that break at each step of a transaction, on the way to PostgreSQL.
import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test';
import { endPrograms } from '../runtime/programs.ts';
import type { OwnServer } from '../support/postgres.ts';
import { cleanUp } from '../support/service.ts';
import type { Cut } from './postgres-proxy.ts';
import { startCityServer, surviveFault } from './postgres-scene.ts';

setDefaultTimeout(60_000);
let postgres: OwnServer;
beforeAll(async () => {
  postgres = await startCityServer();
});
afterAll(async () => {
  await endPrograms();
  await cleanUp();
  await postgres.stop();
});

const cuts: Record<string, readonly Cut[]> = {
  'at BEGIN': [
    { text: 'begin', lost: 'message', times: 25 },
    { text: 'begin', lost: 'answer', times: 12 },
  ],
  'within a transaction': [
    { text: 'insert into "submission_key"', lost: 'message', times: 12 },
    { text: 'insert into "match"', lost: 'message', times: 12 },
    { text: 'insert into "match"', lost: 'answer', times: 12 },
  ],
  'at COMMIT': [
    { text: 'commit', lost: 'message', times: 12 },
    { text: 'commit', lost: 'answer', times: 25 },
  ],
  'at ROLLBACK': [{ text: 'rollback', lost: 'message', times: 12 }],
  'while it reads': [
    { text: 'from "api_key"', lost: 'message', times: 2 },
    { text: 'from "competition"', lost: 'answer', times: 12 },
  ],
  'in a rating run and at its lock': [
    { text: 'pg_try_advisory_lock', lost: 'message', times: 5 },
    { text: 'pg_try_advisory_lock', lost: 'answer', times: 5 },
    { text: 'insert into "rating_history"', lost: 'message', times: 5 },
    { text: 'pg_advisory_unlock', lost: 'message', times: 5 },
  ],
};

test.each(Object.entries(cuts))('connections cut %s leave a whole service', async (_, each) => {
  await surviveFault(postgres, 'proxy', async ({ proxy }) => {
    for (const cut of each) await proxy.cut(cut, 10_000);
  });
});
