// PostgreSQL that answers, and refuses: read-only, without a free connection, or not there at all.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { compiled, endPrograms } from '../runtime/programs.ts';
import type { OwnServer } from '../support/postgres.ts';
import { freePort } from '../support/raw-http.ts';
import { cleanUp } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { goodResult } from './postgres-load.ts';
import { startProxy } from './postgres-proxy.ts';
import {
  newCity,
  type Scene,
  serviceSettings,
  startCityServer,
  surviveFault,
} from './postgres-scene.ts';
import { ask, beside } from './postgres-session.ts';

setDefaultTimeout(180_000);
/** How many connections the server has room for. */
const connections = 25;
let postgres: OwnServer;
beforeAll(async () => {
  postgres = await startCityServer({ max_connections: String(connections) });
});
afterAll(async () => {
  await endPrograms();
  await cleanUp();
  await postgres.stop();
});

const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'tennis'`;

/** What so many submissions and reads are answered. */
async function answersOf({ load }: Scene, count = 12) {
  const [submissions, reads] = await Promise.all([
    Promise.all(Array.from({ length: count }, () => load.deliver(goodResult()))),
    Promise.all(Array.from({ length: count }, () => load.read('/v1/players'))),
  ]);
  const statuses = (replies: readonly { status: number | undefined }[]) =>
    new Set(replies.map(({ status }) => status));
  return { submissions: statuses(submissions), reads: statuses(reads) };
}

const all = (status: number) => new Set([status]);

test('while PostgreSQL is read-only submissions are 503 and reads 200', async () => {
  await surviveFault(postgres, 'nothing', async (scene) => {
    const database = new URL(scene.databaseUrl).pathname.slice(1);
    await ask(postgres.url, `alter database ${database} set default_transaction_read_only = on`);
    // One that connected while the database was altered knows nothing of it.
    await until(async () => {
      await ask(postgres.url, endSessions);
      await until(async () => (await scene.load.read('/v1/players')).status === 200);
      const { submissions, reads } = await answersOf(scene);
      return submissions.isSubsetOf(all(503)) && reads.isSubsetOf(all(200));
    });
    // The sessions that are open stay read-only: the service has to let them go by itself.
    await ask(postgres.url, `alter database ${database} reset default_transaction_read_only`);
  });
});

test('while the database lets nobody in, or has another name, requests are 503', async () => {
  await surviveFault(postgres, 'nothing', async (scene) => {
    const name = new URL(scene.databaseUrl).pathname.slice(1);
    const refused = { submissions: all(503), reads: all(503) };
    const alter = (change: string) => ask(postgres.url, `alter database ${change}`);
    await alter(`${name} allow_connections false`);
    await until(async () => (await ask(postgres.url, endSessions)).length === 0);
    expect(await answersOf(scene)).toEqual(refused);
    await alter(`${name} rename to renamed`);
    expect(await answersOf(scene)).toEqual(refused);
    await alter(`renamed rename to ${name}`);
    await alter(`${name} allow_connections true`);
  });
});

/** A connection that a client has opened; undefined where there is no room for it. */
async function takeConnection(url: string): Promise<Socket | undefined> {
  const { port, hostname, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const names = Buffer.from(`user\0postgres\0database\0${pathname.slice(1)}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + names.length);
  head.writeInt32BE(3 << 16, 4); // version 3.0 of the protocol
  socket.write(Buffer.concat([head, names]));
  const [answer] = await once(socket, 'data');
  if (String(answer).startsWith('R')) return socket; // it asks for nothing more
  socket.destroy();
  return undefined;
}

test('while other clients have every connection requests are 503', async () => {
  await surviveFault(postgres, 'nothing', (scene) =>
    beside(postgres.url, 'select', async (run) => {
      const taken: Socket[] = [];
      while (taken.length < connections - 1) {
        await run('select pg_stat_clear_snapshot()'); // else a transaction sees the same all along
        await run(endSessions);
        for (let one = await takeConnection(postgres.url); one; ) {
          taken.push(one);
          one = await takeConnection(postgres.url);
        }
        await delay(20);
      }
      const answers = await answersOf(scene);
      for (const socket of taken) socket.destroy();
      expect(answers).toEqual({ submissions: all(503), reads: all(503) });
    }),
  );
});

test.each(['serve', 'status', 'migrate'])(
  'without PostgreSQL %s ends with status 1 and one line',
  async (command) => {
    const nowhere = `postgres://postgres@127.0.0.1:${await freePort()}/tennis`;
    const { status, out, err } = await compiled.run([command], await serviceSettings(nowhere));
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(/^The database of DATABASE_URL: [^\n]+\n$/);
  },
);

test('a PostgreSQL without TLS is told of in one line where sslmode is require', async () => {
  const url = `${await newCity(postgres)}?sslmode=require`;
  const { status, out, err } = await compiled.run(['status'], await serviceSettings(url));
  expect([status, out]).toEqual([1, '']);
  expect(err).toMatch(/^The database of DATABASE_URL: [^\n]+ SSL [^\n]+\n$/);
});

test('a missing password is told of by the setting', async () => {
  const url = new URL(await newCity(postgres));
  const file = String(Object.values((await ask(postgres.url, 'show hba_file'))[0] ?? {})[0]);
  const former = await readFile(file, 'utf8');
  await writeFile(file, `host all locked all scram-sha-256\n${former}`);
  await ask(postgres.url, `create role locked login password 'hidden'`);
  await ask(postgres.url, 'select pg_reload_conf()');
  url.username = 'locked';
  await until(async () => {
    const { status, err } = await compiled.run(['status'], await serviceSettings(url.href));
    return status === 1 && /^The database of DATABASE_URL: [^\n]+ no password[^\n]+\n$/.test(err);
  });
  await writeFile(file, former);
});

test('a service that has begun to listen stays, even if it can not look what to do next', async () => {
  const url = new URL(await newCity(postgres));
  const rights = 'grant all on all tables in schema public to blind';
  await ask(url.href, `create role blind login; ${rights}; revoke all on organizer from blind`);
  await ask(url.href, 'grant all on all sequences in schema public to blind');
  url.username = 'blind';
  const service = await compiled.serve(await serviceSettings(url.href));
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 200);
  await delay(500);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  service.signal('SIGINT');
  expect((await service.ended).status).toBe(0);
});

test('a PostgreSQL that takes the connection and says nothing ends a start within 8 s', async () => {
  const proxy = await startProxy(await newCity(postgres));
  proxy.freeze();
  const { status, err, ms } = await compiled.run(['serve'], await serviceSettings(proxy.url));
  await proxy.close();
  expect([status, ms < 8_000]).toEqual([1, true]);
  expect(err).toMatch(/^The database of DATABASE_URL: [^\n]+\n$/);
});
