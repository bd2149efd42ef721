// What the log and the probes tell of a database that goes and comes back, and of failed backups.

import { afterAll, describe, expect, setDefaultTimeout, spyOn, test } from 'bun:test';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { nightlyBackup } from '../../commands/backup.ts';
import { backupState } from '../../modules/ratings/index.ts';
import { problemOfDatabase } from '../../shared/database/outage.ts';
import { createLog } from '../../shared/log.ts';
import { commandsOn } from '../commands/terminal.ts';
import { failureOf } from '../support/failure.ts';
import {
  cleanUp,
  freshDatabase,
  inWorkbench,
  runService,
  startTestService,
  temporaryFolder,
  testSettings,
} from '../support/service.ts';
import { startProxy } from './postgres-proxy.ts';
import { ask } from './postgres-session.ts';

setDefaultTimeout(180_000);
afterAll(cleanUp);

/** How far it is to another day at most: on the last Sunday of October a day has 25 hours. */
const longestDayMs = 25 * 3_600_000;

/** The names of the whole backups in the folder. */
const backupsIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.endsWith('.ndjson'));

test.each(['LATIN2', 'SQL_ASCII'])(
  'a database in %s ends a start with what it must be',
  async (encoding) => {
    const given = await freshDatabase('server');
    const url = new URL(given.DATABASE_URL ?? '');
    const name = `in_${encoding.toLowerCase()}`;
    await ask(
      url.href,
      `create database ${name} encoding '${encoding}' locale 'C' template template0`,
    );
    url.pathname = `/${name}`;
    const start = runService(testSettings({ ...given, DATABASE_URL: url.href }), { records: [] });
    expect(await failureOf(start)).toBe(
      `The database at DATABASE_URL is in ${encoding}: make one with the encoding UTF8.`,
    );
    await ask(given.DATABASE_URL ?? '', `drop database ${name}`);
  },
);

test('a first start on a standby ends with what it is', async () => {
  const given = await freshDatabase('server');
  const url = `${given.DATABASE_URL}?options=-c%20default_transaction_read_only%3Don`;
  const start = runService(testSettings({ ...given, DATABASE_URL: url }), { records: [] });
  expect(await failureOf(start)).toMatch(/^The database of DATABASE_URL: .*It is a standby/);
});

test('a PostgreSQL that goes is one line a minute', async () => {
  const lines: string[] = [];
  const log = createLog('info', false, (line: string) => void lines.push(line));
  const given = await freshDatabase('server');
  const proxy = await startProxy(given.DATABASE_URL ?? '');
  const settings = testSettings({ ...given, DATABASE_URL: proxy.url, RATING_DELAY_SECONDS: 0 });
  const { get, url, stop } = await runService(settings, { log });
  const told = (what: string) => lines.filter((line) => JSON.parse(line).msg === what).length;
  for (const outage of [1, 2]) {
    await proxy.refuse();
    for (let n = 0; n < 6; n += 1) expect((await get('/v1/venues')).status).toBe(503);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    expect([outage, told('the database is gone')]).toEqual([outage, 1]);
    await proxy.accept();
    expect((await get('/v1/venues')).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  }
  expect(lines.filter((line) => JSON.parse(line).level > 30)).toHaveLength(1);
  await stop();
  await proxy.close();
});

test('a locked table is no PostgreSQL that is gone, and is told of once', async () => {
  const lines: string[] = [];
  const log = createLog('info', false, (line: string) => void lines.push(line));
  const { get, workbench } = await startTestService('server', { log });
  const free = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = workbench.database.transaction(async ({ db: on }) => {
    await sql`lock table player in access exclusive mode`.execute(on);
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  const answers = await Promise.all(Array.from({ length: 40 }, () => get('/v1/players')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  free.resolve();
  await holder;
  expect(lines.filter((line) => line.includes('the database is'))).toEqual([]);
  const told = lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30);
  told.sort((a, b) => (a.reason < b.reason ? -1 : 1)); // whichever limit ends first
  const instance = '/v1/players';
  const msg = 'a request waited too long for the database';
  expect(told).toMatchObject([
    { reason: 'Error: timeout exceeded when trying to connect', instance, msg },
    { reason: 'error: canceling statement due to lock timeout', instance, msg },
  ]);
});

test.each([
  ...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ...[
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
])('a database whose certificate is refused (%s) is away', (code) => {
  const refused = Object.assign(new Error('refused'), { code });
  expect(problemOfDatabase(refused)?.type).toBe('service-unavailable');
});

describe('a nightly backup', () => {
  test('that fails shows on /readyz, /metrics and in the status until one is made', async () => {
    const { workbench, url } = await startTestService('server');
    const text = async (path: string) => (await fetch(url + path)).text();
    const folder = await temporaryFolder();
    const tonight = (below: string) => nightlyBackup(workbench, join(folder, below));
    const status = async () => {
      const { out } = await commandsOn(workbench)(['status', '--json']);
      return JSON.parse(out).last_runs['failed backup'];
    };

    const path = await tonight('backups');
    expect(await text('/readyz')).toBe('ready\n');
    expect(await text('/metrics')).toMatch(/^tennis_backup_failed 0$/m);

    expect(await failureOf(tonight(path.slice(folder.length)))).toBeString(); // below a file
    expect(await text('/readyz')).toMatch(/^ready\nthe backup of 20\S+Z failed: see/);
    expect(await text('/metrics')).toMatch(/^tennis_backup_failed 1$/m);
    expect(await status()).toMatchObject({
      reason: expect.stringContaining('a part of its path is no folder'),
    });

    await tonight('backups');
    expect(await text('/readyz')).toBe('ready\n');
    expect(await text('/metrics')).toMatch(/^tennis_backup_failed 0$/m);
    expect(await status()).toBe(undefined);
  });

  test('that an outage ended is said to have failed, and tried again', async () => {
    const { workbench } = await startTestService('server');
    const cut = Object.assign(new Error('cut'), { code: 'ECONNRESET' });
    const database = { ...workbench.database, atOneMoment: () => Promise.reject(cut) };
    const folder = await temporaryFolder();
    expect(await failureOf(nightlyBackup({ ...workbench, database }, folder))).toContain('cut');
    const { failedAt, triedAt } = await backupState(workbench.database.db);
    expect([typeof failedAt, triedAt]).toEqual(['string', undefined]);
    expect(await failureOf(nightlyBackup(workbench, '/dev/null/none'))).toBeString();
    const after = await backupState(workbench.database.db);
    expect(after.triedAt).toBe(after.failedAt ?? 'a moment');
  });

  test('that is whole stands, though the database is gone before it is noted', async () => {
    const { workbench } = await startTestService('server');
    const elsewhere = await startTestService('server');
    await elsewhere.stop();
    const database = { ...workbench.database, db: elsewhere.workbench.database.db };
    const path = await nightlyBackup({ ...workbench, database }, await temporaryFolder());
    expect(await readFile(path, 'utf8')).toContain('"kind":"backup"');
  });

  test('that a stop or an outage prevented is made up for, and one that failed is not', async () => {
    const given = await freshDatabase('server');
    const folder = await temporaryFolder();
    let ahead = 0;
    const clock = () => Date.now() + ahead;
    const settings = testSettings({ ...given, BACKUP_DIR: folder });
    const start = () => runService(settings, { clock, records: [] });
    const made = () => backupsIn(folder);
    const writtenAt = async () => {
      const files = (await made()).map((name) => stat(join(folder, name)));
      return (await Promise.all(files)).map(({ mtimeMs }) => mtimeMs);
    };
    const first = await start();
    while ((await made()).length < 1) await delay(20);
    await first.stop();

    // Neither one of a clock that was ahead, nor that the database has no note of it, leads to another one.
    await writeFile(join(folder, 'tennis-2099-01-01.ndjson'), '');
    await utimes(join(folder, 'tennis-2099-01-01.ndjson'), 4e9, 4e9);
    await inWorkbench(settings, async ({ database: { db } }) => {
      await db.deleteFrom('job_run').execute();
    });
    const before = await writtenAt();
    const sameDay = await start();
    await delay(500);
    expect(await writtenAt()).toEqual(before);
    await sameDay.stop();

    ahead = longestDayMs;
    const nextDay = await start();
    while ((await made()).length < 3) await delay(20);
    await nextDay.stop();

    ahead *= 2;
    const belowAFile = join(folder, (await made())[0] ?? '');
    await inWorkbench(settings, async (workbench) => {
      expect(await failureOf(nightlyBackup({ ...workbench, clock }, belowAFile))).toBeString();
    });
    const afterFailure = await start();
    await delay(500);
    expect(await made()).toHaveLength(3);
    await afterFailure.stop();
  });
});

test('a nightly backup that an outage prevented or cut is made within five minutes of its end', async () => {
  const given = await freshDatabase('server');
  const folder = await temporaryFolder();
  const proxy = await startProxy(given.DATABASE_URL ?? '');
  const lines: string[] = [];
  const log = createLog('info', false, (line: string) => void lines.push(line));
  const told = (what: string) => lines.filter((line) => JSON.parse(line).msg === what).length;
  const timers = spyOn(globalThis, 'setInterval');
  const settings = testSettings({ ...given, DATABASE_URL: proxy.url, BACKUP_DIR: folder });
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  const { stop, url } = await runService(settings, { log, clock, records: [] });
  const isBack = async () => (await fetch(`${url}/readyz`)).ok;
  const afterFiveMinutes = timers.mock.calls.flatMap(([work, ms]) => (ms === 300_000 ? work : []));
  timers.mockRestore();
  const made = () => backupsIn(folder);
  while (!told('backup')) await delay(20);
  ahead = longestDayMs;
  await proxy.refuse();
  for (const work of afterFiveMinutes) work();
  while (!told('the database is gone')) await delay(20);
  await proxy.accept();
  while (!(await isBack())) await delay(20);
  expect(await made()).toHaveLength(1);
  for (const work of afterFiveMinutes) work();
  while (told('backup') < 2) await delay(20);

  ahead *= 2;
  const reading = 'repeatable read, read only';
  const cut = proxy.cut({ text: reading, lost: 'message', times: 1 }, 10_000);
  for (const work of afterFiveMinutes) work();
  await cut;
  while ((await made()).length < 3) {
    for (const work of afterFiveMinutes) work();
    await delay(20);
  }
  await stop();
  await proxy.close();
});
