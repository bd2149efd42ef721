// Reads at the same time: whatever happens to a connection of one of them, the others are answered.
import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { problemOfDatabase } from '../../shared/database/outage.ts';
import { withPipelinedReads } from '../../shared/database/pipelined.ts';
import { type Connections, createConnections } from '../../shared/database/pool.ts';
import { type Patience, requestPatience, serverAt } from '../../shared/database/server.ts';
import { type OwnServer, startOwnPostgres } from '../support/postgres.ts';
import { until } from '../support/waiting.ts';
import { type DatabaseProxy, startProxy } from './postgres-proxy.ts';
import { ask } from './postgres-session.ts';

setDefaultTimeout(180_000);

let postgres: OwnServer;
let proxy: DatabaseProxy;
const opened: Connections[] = [];

beforeAll(async () => {
  postgres = await startOwnPostgres();
  proxy = await startProxy(postgres.url);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((connections) => connections.close()));
});
afterAll(async () => {
  await proxy.close();
  await postgres.stop();
});

function connectionsTo({ url }: { readonly url: string }, patience: Partial<Patience> = {}) {
  const connections = serverAt(url, { ...requestPatience, ...patience });
  opened.push(connections);
  return connections;
}

const many = Array.from({ length: 200 }, (_, n) => n);

const shared = `case when current_setting('default_transaction_read_only') = 'on'
  then pg_backend_pid() end as pid`;

/** Reads many numbers at once, by a few statements; gives the processes of connections for reads alone. */
async function readMany({ read }: Connections): Promise<unknown[]> {
  const text = (n: number) => `select $1::int as n, ${n % 7} as kind, ${shared}`;
  const answers = await Promise.all(many.map((n) => read(text(n), [n])));
  const rows = answers.flatMap((answer) => answer.rows);
  expect(rows.map(({ n, kind }) => [n, kind])).toEqual(many.map((n) => [n, n % 7]));
  return rows.map(({ pid }) => pid).filter((pid) => pid !== null);
}

test.each([0, 0.3])(
  'those under way for %p s on a connection that the server ends are answered by another',
  async (seconds) => {
    const connections = connectionsTo(postgres);
    for (let time = 0; time < (seconds ? 2 : 10); time += 1) {
      const pids = await readMany(connections);
      const slow = connections.read(`select ${time} as n from pg_sleep(${seconds})`);
      const reading = seconds ? delay(150) : readMany(connections);
      if (seconds) await reading;
      await ask(
        postgres.url,
        `select pg_terminate_backend(pid) from unnest('{${pids}}'::int[]) pid`,
      );
      await reading;
      expect((await slow).rows).toEqual([{ n: time }]);
    }
  },
);

test('those under way on connections that break are answered by others', async () => {
  const own = createConnections({ connectionString: postgres.url, max: 8 });
  const reading = createConnections({ connectionString: proxy.url, max: 3, pipeline: true });
  const connections = withPipelinedReads(own, reading, 3);
  opened.push(connections);
  for (let time = 0; time < 10; time += 1) {
    const isCut = proxy.cut(
      { text: 'as kind', lost: time % 2 ? 'answer' : 'message', times: 1 },
      5_000,
    );
    await readMany(connections);
    await isCut;
  }
});

test('they are answered after a restart of PostgreSQL', async () => {
  const connections = connectionsTo(postgres);
  await readMany(connections);
  await postgres.restart('SIGQUIT');
  await until(() => connections.read('select 1').then(Boolean, () => false));
  await readMany(connections);
});

test('a slow one holds up nobody, and ends at its limit with what says so', async () => {
  const connections = connectionsTo(postgres, { statementMs: 1_000 });
  await readMany(connections);
  const order: unknown[] = [];
  const slow = connections.read('select pg_sleep(30)').catch(({ code }) => void order.push(code));
  await delay(100);
  await readMany(connections).then(() => void order.push('the others'));
  await slow;
  expect(order).toEqual(['the others', '57014']);
});

test('those that a frozen server leaves without an answer are refused, until it is back', async () => {
  const connections = connectionsTo(proxy, { statementMs: 500 });
  await readMany(connections);
  proxy.freeze();
  const outcomes = await Promise.allSettled(many.map(() => connections.read('select 1')));
  const problems = outcomes.map(
    (outcome) => outcome.status === 'rejected' && problemOfDatabase(outcome.reason)?.type,
  );
  expect(new Set(problems)).toEqual(new Set(['service-unavailable']));
  proxy.thaw();
  await readMany(connections);
});
