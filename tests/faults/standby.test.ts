// The primary is killed under load and its standby promoted, twice: the recipe of docs/operations.md, to and fro.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { tokenFrom } from '../runtime/main-job.ts';
import { compiled, endPrograms, type Server } from '../runtime/programs.ts';
import type { OwnServer } from '../support/postgres.ts';
import { freePort } from '../support/raw-http.ts';
import { cleanUp } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { expectAnswered, expectKept, expectRated } from './postgres-checks.ts';
import { get, type Load, startLoad } from './postgres-load.ts';
import { startProxy } from './postgres-proxy.ts';
import { newCity, serviceSettings, startCityServer } from './postgres-scene.ts';
import { ask } from './postgres-session.ts';
import {
  killServer,
  lacksHaproxy,
  startAgain,
  startHaproxy,
  startStandby,
  waitForStandby,
  written,
} from './standby.ts';

setDefaultTimeout(180_000);
const servers: OwnServer[] = [];
afterAll(async () => {
  await endPrograms();
  await cleanUp();
  for (const server of servers) await server.stop();
});

/** From the promotion until each process of the service acknowledges results again. */
const deadlineMs = 15_000;
/** How many results each process acknowledges before the next harm. */
const enough = 30;
/** Within that time the proxy has seen that a server is there. */
const checkedMs = 2_500;

const sessions = "from pg_stat_activity where application_name = 'tennis'";

type Loaded = { readonly service: Server; readonly load: Load };

const started = (server: OwnServer) => {
  servers.push(server);
  return server;
};

/** Waits for that many more acknowledged results of each process. */
async function untilAcknowledged(all: readonly Loaded[], more: number, withinMs: number) {
  const each = all.map(({ load: { account } }) => {
    const before = account.acknowledged.size;
    return until(
      () => account.acknowledged.size >= before + more,
      withinMs,
      `${more} more results`,
    );
  });
  await Promise.all(each);
}

async function untilReady(all: readonly Loaded[], status: number): Promise<void> {
  for (const { service } of all) {
    await until(async () => (await get(service.url, '/readyz')).status === status);
  }
}

/** Kills the primary, promotes the standby; holds that both processes serve again in time. */
async function failOver(all: readonly Loaded[], primary: OwnServer, standby: OwnServer) {
  killServer(primary);
  await untilReady(all, 503);
  const begun = performance.now();
  await ask(standby.url, written('select pg_promote()'));
  await untilAcknowledged(all, 1, deadlineMs);
  console.log(`acknowledged again ${Math.round(performance.now() - begun)} ms after the promotion`);
  await untilReady(all, 200);
  await untilAcknowledged(all, enough, 30_000);
}

test.skipIf(lacksHaproxy !== '')(
  `a killed primary loses nothing acknowledged, and its standby serves within 15 s${lacksHaproxy}`,
  async () => {
    const one = started(await startCityServer({ reserved_connections: '4' }));
    await ask(one.url, written('create role haproxy login'));
    await ask(one.url, written('grant pg_use_reserved_connections to haproxy'));
    const direct = await newCity(one);
    const two = started(await startStandby(one, 'two'));
    await waitForStandby(one, 'two');
    const databaseUrl = await startHaproxy(direct, [one, two]);

    const settings = {
      ...(await serviceSettings(databaseUrl)),
      RATE_LIMIT_STORE: 'database',
      PUBLIC_URL: 'http://localhost:3000',
    };
    const serve = async (): Promise<Loaded> => {
      const service = await compiled.serve({ ...settings, PORT: await freePort() });
      const token = await tokenFrom(service.url);
      const load = startLoad(
        () => service.url,
        () => token,
      );
      return { service, load };
    };
    const all = [await serve(), await serve()] as const;
    await untilAcknowledged(all, enough, 30_000);
    await failOver(all, one, two);

    // The former primary comes back as one. It gets no session, even once all begin anew.
    const former = started(await startAgain(one));
    await delay(checkedMs);
    await ask(two.url, `select pg_terminate_backend(pid) ${sessions}`);
    await untilAcknowledged(all, enough, 30_000);
    expect(await ask(former.url, `select pid ${sessions}`)).toEqual([]);
    await former.stop();

    // It is made anew, as the standby, beside the load. The network to it fails some time before the primary does:
    // nothing may be acknowledged meanwhile.
    const network = await startProxy(two.url);
    const { port } = new URL(one.url);
    const again = started(await startStandby(two, 'one', { sourceUrl: network.url, port }));
    await waitForStandby(two, 'one');
    await untilAcknowledged(all, enough, 30_000);
    network.freeze();
    await delay(500);
    const isLost = async () => {
      network.end();
      await network.close();
    };
    await Promise.all([failOver(all, two, again), isLost()]);

    await Promise.all(all.map(({ load }) => load.stop()));
    for (const { service, load } of all) {
      expect(service.log().filter(({ msg }) => msg === 'request failed')).toEqual([]);
      expectAnswered(load.account);
    }
    const [{ service, load }] = all;
    const acknowledged = new Map(all.flatMap((each) => [...each.load.account.acknowledged]));
    const account = { ...load.account, acknowledged };
    const checked = { url: service.url, databaseUrl, load: { ...load, account } };
    await expectRated(checked);
    await expectKept(checked);
    for (const each of all) {
      each.service.signal('SIGINT');
      expect((await each.service.ended).status).toBe(0); // it never ended before
    }
  },
);
