import { afterAll, describe, setDefaultTimeout } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '../../clients/typescript/client.ts';
import { runCommand } from '../../commands/program.ts';
import { type Running, startService } from '../../commands/service.ts';
import { openWorkbench, type Workbench } from '../../commands/workbench.ts';
import { type Fault, faultInWords, importRecords } from '../../modules/exchange/index.ts';
import { lastRuns } from '../../modules/ratings/index.ts';
import { readSettings, type Settings } from '../../shared/config.ts';
import type { Database } from '../../shared/database/connect.ts';
import { createLog, type Log } from '../../shared/log.ts';
import { ids, leapDays, secrets, testCity } from './city.ts';
import { expectNoContradiction } from './contract.ts';
import { baseFolder, readFolder, removeAtTheEnd } from './folder.ts';
import { startPostgres, type TestServer } from './postgres.ts';
import { tier } from './tier.ts';

const timeoutMs = 180_000; // for a busy machine
setDefaultTimeout(timeoutMs);

export const databaseKinds = ['embedded', 'server'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

type Define = (kind: DatabaseKind) => void;

/** Describes the same behaviour on both databases. */
export function onBothDatabases(name: string, define: Define): void {
  for (const kind of databaseKinds) onDatabase(kind, name, define);
}

const testedElsewhere: Readonly<Record<string, DatabaseKind>> = {
  quick: 'embedded',
  embedded: 'server',
};

/** Describes a behaviour on one of them, where this tier tests that. */
export function onDatabase(kind: DatabaseKind, name: string, define: Define): void {
  if (tier && testedElsewhere[tier] === kind) return;
  setDefaultTimeout(timeoutMs); // it holds for one file, and this module is loaded once for all
  describe(`${name} (${kind} database)`, () => {
    afterAll(cleanUp);
    define(kind);
  });
}

const cleanups: (() => Promise<unknown>)[] = [];

/** Stops and removes what the tests so far made; for `afterAll` where onBothDatabases isn't used. */
export async function cleanUp(): Promise<void> {
  for (const clean of cleanups.splice(0).reverse()) await clean();
  expectNoContradiction();
}

let server: Promise<TestServer> | undefined;
let databases = 0;

/** A folder that is removed after the tests of the file. */
export async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(baseFolder(), 'tennis-test-'));
  cleanups.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** What a fresh database has besides its schema. */
type Content = 'nothing' | 'city';

/** The settings of a fresh database of that kind, whose schema is up to date; it has nothing by default. */
export async function freshDatabase(
  kind: DatabaseKind,
  content: Content = 'nothing',
): Promise<Partial<Settings>> {
  const DATA_DIR = join(await temporaryFolder(), 'data');
  if (kind === 'embedded') {
    (await filledFolder(content)).writeTo(DATA_DIR);
    return { DATA_DIR };
  }
  const template = await filledDatabase(content);
  return { DATA_DIR, DATABASE_URL: await newDatabase(template) };
}

async function newDatabase(template?: string): Promise<string> {
  server ??= startPostgres();
  const postgres = await server;
  databases += 1;
  const name = `test_${databases}`;
  const url = await postgres.createDatabase(name, template);
  cleanups.push(() => postgres.dropDatabase(name));
  return url;
}

/** The settings of a database on the server in which nothing is. */
export async function emptyServerDatabase(): Promise<Partial<Settings>> {
  return { DATABASE_URL: await newDatabase(), DATA_DIR: await temporaryFolder() };
}

/** Fills a database with the content. */
async function fill(settings: Partial<Settings>, content: Content): Promise<void> {
  await inWorkbench(testSettings(settings), async (workbench) => {
    if (content === 'city') await load(workbench, testCity());
  });
}

/** A database of the server that others are made of; its name. */
const filledDatabase = once(async (content) => {
  server ??= startPostgres();
  const name = `template_${content}`;
  await fill({ DATABASE_URL: await (await server).createDatabase(name) }, content);
  return name;
});

/** A data folder, kept in memory. */
const filledFolder = once(async (content) => {
  const DATA_DIR = await mkdtemp(join(baseFolder(), 'tennis-template-'));
  removeAtTheEnd(DATA_DIR);
  await fill({ DATA_DIR }, content);
  return readFolder(DATA_DIR);
});

/** Makes a content when it is first asked for, and keeps it. */
function once<T>(make: (content: Content) => Promise<T>): (content: Content) => Promise<T> {
  const made = new Map<Content, Promise<T>>();
  return (content) => {
    const making = made.get(content) ?? make(content);
    made.set(content, making);
    return making;
  };
}

/** Settings for tests: a free port, no log, no limits that get in the way, no ratings by themselves. */
export function testSettings(more: Partial<Settings>): Settings {
  const base = readSettings({
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ADDRESS_LIMIT_PER_MINUTE: '1000000',
    RATING_DELAY_SECONDS: '86400',
    DECAY_SCHEDULE: leapDays,
  });
  return { ...base, ...more };
}

/** Does the work on the database that the settings name, which is open for it alone, made if need be. */
export async function inWorkbench<T>(
  settings: Settings,
  work: (workbench: Workbench) => Promise<T>,
  purpose: 'make' | 'use' = 'make',
): Promise<T> {
  const workbench = await openWorkbench({ settings, purpose });
  try {
    return await work(workbench);
  } finally {
    await workbench.database.close();
  }
}

/** The JSON object of an answer. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose schemas other tests check
export async function json(response: Response): Promise<Record<string, any>> {
  return JSON.parse(await response.text());
}

export type TestService = {
  /** `http://127.0.0.1:<port>`, without `/v1`. */
  readonly url: string;
  readonly workbench: Workbench;
  /** The database as requests use it. */
  readonly requests: Database;
  /** Reads with the test key, and submits as the first organizer. */
  readonly client: Client;
  /** A request with the test key, unless the headers say otherwise; the path begins with `/v1/`. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** A token of the client. */
  token(clientId: string, secret: string): Promise<string>;
  /** Submits a result as the first organizer, with a fresh key unless one is given. */
  submit(body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Rates everything that is pending. */
  rate(): Promise<{ rated: number; unrateable: number }>;
  stop(): Promise<void>;
};

type ServiceOptions = {
  readonly records?: readonly object[];
  readonly clock?: () => number;
  readonly log?: Log;
  /** Another holds the ratings, so that the drops of the start aren't waited for. */
  readonly held?: boolean;
};

/** A running service on a fresh database that holds the records (the test city by default). */
export async function startTestService(
  kind: DatabaseKind,
  options: ServiceOptions & { readonly settings?: Partial<Settings> } = {},
): Promise<TestService> {
  const { records, clock, settings: { DATA_DIR, DATABASE_URL } = {} } = options;
  // As of another time, or in another database, the city has to be imported.
  const content = records || clock || DATA_DIR || DATABASE_URL ? 'nothing' : 'city';
  const settings = testSettings({ ...(await freshDatabase(kind, content)), ...options.settings });
  return runService(settings, content === 'nothing' ? options : { ...options, records: [] });
}

/** A running service on the database that the settings name. */
export async function runService(
  settings: Settings,
  options: ServiceOptions = {},
): Promise<TestService> {
  const log = options.log ?? createLog('silent', false);
  const running = await startService({ settings, log, clock: options.clock, runCommand });
  if (!options.held) await untilLooked(running.workbench);
  const records = options.records ?? testCity();
  if (records.length > 0) await load(running.workbench, records);
  return testService(running);
}

/** Ends once the drops that were due at the start are applied: later they would meet the test's matches. */
async function untilLooked({ database }: Workbench): Promise<void> {
  const deadline = performance.now() + timeoutMs / 2;
  const isLooked = async () =>
    (await lastRuns(database.db)).some(({ name }) => name === 'inactivity drops');
  while (!(await isLooked())) {
    if (performance.now() > deadline) throw new Error('The drops at the start never came.');
    await delay(2);
  }
}

/** Imports the records; throws with the reasons where one is refused. */
export async function load(workbench: Workbench, records: readonly object[]): Promise<void> {
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  async function* chunks() {
    yield Buffer.from(text);
  }
  const faults: string[] = [];
  const report = (fault: Fault) => void faults.push(faultInWords(fault));
  const by = { actor: { user: 'tests' }, now: workbench.clock() };
  await importRecords(workbench.database, chunks(), by, { file: 'tests', report });
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

function testService({ workbench, requests, publicUrl, stop }: Running): TestService {
  const url = `http://127.0.0.1:${new URL(publicUrl).port}`;
  const tokens = new Map<string, string>();
  let stopped: Promise<void> | undefined;
  const service: TestService = {
    url,
    workbench,
    requests,
    client: createClient({
      baseUrl: url,
      apiKey: secrets.key,
      clientId: ids.client,
      clientSecret: secrets.client,
    }),
    get: (path, headers = {}) =>
      fetch(url + path, { headers: { 'x-api-key': secrets.key, ...headers } }),
    async token(clientId, secret) {
      const answer = await fetch(`${url}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      const body = await json(answer);
      if (!answer.ok) throw new Error(JSON.stringify(body));
      return String(body.access_token);
    },
    async submit(body, headers = {}) {
      const token = tokens.get('first') ?? (await service.token('client_first', secrets.client));
      tokens.set('first', token);
      return fetch(`${url}/v1/matches`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    },
    rate: () => workbench.run(),
    stop: () => (stopped ??= stop()),
  };
  cleanups.push(service.stop);
  return service;
}
