// Connections that break at each step of a transaction, on the way to PostgreSQL.
import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test';
import { endPrograms } from '../runtime/programs.ts';
import type { OwnServer } from '../support/postgres.ts';
import { cleanUp } from '../support/service.ts';
import type { Cut } from './postgres-proxy.ts';
import { startCityServer, surviveFault, within } from './postgres-scene.ts';

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

const cuts: readonly Cut[] = [
  { text: 'begin', lost: 'message', times: 25 },
  { text: 'begin', lost: 'answer', times: 12 },
  { text: 'insert into submission_key', lost: 'message', times: 12 },
  { text: 'insert into match', lost: 'message', times: 12 },
  { text: 'insert into match', lost: 'answer', times: 12 },
  { text: 'commit', lost: 'message', times: 12 },
  { text: 'commit', lost: 'answer', times: 12 },
  { text: 'rollback', lost: 'message', times: 12 },
  // reads, and what the rating run does
  { text: 'from api_key', lost: 'message', times: 2 },
  { text: 'from competition', lost: 'answer', times: 12 },
  { text: 'pg_try_advisory_lock', lost: 'message', times: 5 },
  { text: 'pg_try_advisory_lock', lost: 'answer', times: 5 },
  { text: 'insert into rating_history', lost: 'message', times: 5 },
  { text: 'pg_advisory_unlock', lost: 'message', times: 5 },
];

test.each(cuts.map((cut) => [cut.times, cut.text, cut.lost, cut] as const))(
  '%d connections cut at "%s", whose %s is lost, leave a whole service',
  async (_times, _text, _lost, cut) => {
    await surviveFault(postgres, {}, ({ proxy }) => within(10_000, 'all cut', proxy.cut(cut)));
  },
);
