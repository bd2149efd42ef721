// Connections that break at each step, on the way to PostgreSQL.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { sql } from 'kysely';
import { openWorkbench } from '../../commands/workbench.ts';
import { endPrograms } from '../runtime/programs.ts';
import { failureOf } from '../support/failure.ts';
import type { OwnServer } from '../support/postgres.ts';
import { rows } from '../support/rows.ts';
import { cleanUp, testSettings } from '../support/service.ts';
import { expectRated } from './postgres-checks.ts';
import { goodResult } from './postgres-load.ts';
import { type Cut, startProxy } from './postgres-proxy.ts';
import {
  newCity,
  noLoad,
  serveUnderLoad,
  startCityServer,
  surviveFault,
} from './postgres-scene.ts';

setDefaultTimeout(180_000);
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
  // More often than there are connections.
  'at each step of a request': [
    { text: 'begin', lost: 'message', times: 12 },
    { text: 'begin', lost: 'answer', times: 12 },
    { text: 'from "submission_key"', lost: 'answer', times: 12 },
    { text: 'insert into "submission_key"', lost: 'message', times: 12 },
    { text: 'insert into "submission_key"', lost: 'answer', times: 12 },
    { text: 'commit', lost: 'message', times: 12 },
    { text: 'commit', lost: 'answer', times: 12 },
    { text: 'from "api_key"', lost: 'message', times: 2 },
    { text: 'from "competition"', lost: 'answer', times: 12 },
  ],
  'in a rating run and at its lock': [
    { text: 'pg_try_advisory_lock', lost: 'message', times: 5 },
    { text: 'pg_try_advisory_lock', lost: 'answer', times: 5 },
    { text: 'insert into rating_history', lost: 'message', times: 5 },
    { text: 'pg_advisory_unlock', lost: 'message', times: 5 },
  ],
};

test.each(Object.entries(cuts))('connections cut %s leave a whole service', async (_, each) => {
  await surviveFault(postgres, 'proxy', async ({ proxy }) => {
    for (const cut of each) await proxy.cut(cut, 10_000);
  });
});

test('a match whose submission lost its answer is rated once its answer is repeated', async () => {
  const databaseUrl = await newCity(postgres);
  const proxy = await startProxy(databaseUrl);
  const { service, load } = await serveUnderLoad(proxy.url, noLoad);
  const cut = proxy.cut({ text: 'insert into "submission_key"', lost: 'answer', times: 1 }, 10_000);
  const { status } = await load.deliver(goodResult());
  await cut;
  expect(status).toBe(503);
  await load.stop();
  expect(load.account.acknowledged.size).toBe(1);
  await expectRated({ url: service.url, databaseUrl, load });
  service.signal('SIGINT');
  await service.ended;
  await proxy.close();
});

test('a connection that is cut at ROLLBACK costs none, and what the database refused is told', async () => {
  const times = 12; // more than there are connections
  const proxy = await startProxy(await newCity(postgres));
  const settings = testSettings({ DATABASE_URL: proxy.url });
  const { database } = await openWorkbench({ settings });
  const cut = proxy.cut({ text: 'rollback', lost: 'message', times }, 10_000);
  for (let n = 0; n < times; n += 1) {
    const failing = database.transaction(async ({ db }) => {
      await rows(db, n % 2 ? sql`select 1 / 0` : sql`select`);
      throw new Error('It was cut short.');
    });
    const told = n % 2 ? 'division by zero' : 'Connection terminated';
    expect(await failureOf(failing)).toContain(told);
  }
  await cut;
  const one = database.transaction(({ db }) => rows(db, sql`select 1 as one`));
  expect(await one).toEqual([{ one: 1 }]);
  await database.close();
  await proxy.close();
});
