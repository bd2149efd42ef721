// A service in a process of its own on a PostgreSQL that is harmed while a load is on it.
import { expect } from 'bun:test';
import { openWorkbench } from '../../commands/workbench.ts';
import { tokenFrom } from '../runtime/main-job.ts';
import { compiled, type Environment } from '../runtime/programs.ts';
import { testCity } from '../support/city.ts';
import { expectNoContradiction } from '../support/contract.ts';
import { type OwnServer, startOwnPostgres } from '../support/postgres.ts';
import { load as importInto, temporaryFolder, testSettings } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import {
  type Checked,
  expectAnswered,
  expectKept,
  expectPoolAtRest,
  expectRated,
  expectServed,
  requestsAtOnce,
} from './postgres-checks.ts';
import { startLoad } from './postgres-load.ts';
import { type DatabaseProxy, startProxy } from './postgres-proxy.ts';
import { ask } from './postgres-session.ts';

export type Scene = Checked & { readonly proxy: DatabaseProxy };

const cityTemplate = 'template_city';
let cities = 0;

/** A PostgreSQL server that may be harmed, with the test city as a template. */
export async function startCityServer(settings: Record<string, string> = {}): Promise<OwnServer> {
  const postgres = await startOwnPostgres({ settings });
  const DATABASE_URL = await postgres.createDatabase(cityTemplate);
  const workbench = await openWorkbench({ settings: testSettings({ DATABASE_URL }) });
  await importInto(workbench, testCity());
  await workbench.database.close();
  return postgres;
}

/** The address of a database of its own that holds the test city. */
export async function newCity(postgres: OwnServer): Promise<string> {
  cities += 1;
  const url = await postgres.createDatabase(`city_${cities}`, cityTemplate);
  // A crash before the first checkpoint would put the sequences of a copied database back.
  await ask(postgres.url, 'checkpoint');
  return url;
}

/** Settings without limits that a load would meet. */
export const noLimits: Environment = {
  RATE_LIMIT_PER_MINUTE: 1_000_000,
  ADDRESS_LIMIT_PER_MINUTE: 1_000_000,
};

/** The settings of a service that rates at once. */
export async function serviceSettings(DATABASE_URL: string): Promise<Environment> {
  return {
    DATABASE_URL,
    DATA_DIR: await temporaryFolder(),
    RATING_DELAY_SECONDS: 0,
    ...noLimits,
  };
}

/** A service on the database, in a process of its own, and the load on it. */
export async function serveUnderLoad(
  databaseUrl: string,
  options?: Parameters<typeof startLoad>[2],
) {
  const service = await compiled.serve(await serviceSettings(databaseUrl));
  const token = await tokenFrom(service.url);
  const load = startLoad(
    () => service.url,
    () => token,
    options,
  );
  return { service, load };
}

/** A load of nothing but what one sends. */
export const noLoad = { submitters: 0, readers: 0 } as const;

let wholePool: Promise<number> | undefined;

/** How many requests a service that nothing has happened to has at work in the database at once. */
async function countWholePool(postgres: OwnServer): Promise<number> {
  const databaseUrl = await newCity(postgres);
  const { service, load } = await serveUnderLoad(databaseUrl, noLoad);
  const requests = await requestsAtOnce({ url: service.url, databaseUrl, load });
  service.signal('SIGINT');
  await service.ended;
  return requests;
}

/**
 * Lets the fault happen to a service under load. Within 5 s of its end everything must be served
 * again, by as many connections as before; what was acknowledged must be there once, and nothing
 * else; and every request must have had an answer in time. `through` says whether the service
 * reaches PostgreSQL by the proxy.
 */
export async function surviveFault(
  postgres: OwnServer,
  through: 'proxy' | 'nothing',
  fault: (scene: Scene) => Promise<void>,
): Promise<void> {
  wholePool ??= countWholePool(postgres);
  const requests = await wholePool;
  const databaseUrl = await newCity(postgres);
  const proxy = await startProxy(databaseUrl);
  const { service, load } = await serveUnderLoad(through === 'proxy' ? proxy.url : databaseUrl);
  const { url } = service;
  const scene: Scene = { url, databaseUrl, proxy, load };
  await until(() => load.account.acknowledged.size >= 10);

  await fault(scene);
  await expectServed(scene);
  await load.stop();
  await expectRated(scene);
  await expectPoolAtRest(scene);
  expect(await requestsAtOnce(scene, requests)).toBe(requests);
  await expectKept(scene);
  expectAnswered(load.account);
  expect(service.log().filter(({ msg }) => msg === 'request failed')).toEqual([]);

  service.signal('SIGINT');
  expect((await service.ended).status).toBe(0);
  await proxy.close();
  expectNoContradiction();
}
