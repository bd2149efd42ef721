// What the log and the probes tell of a database that goes and comes back, and of failed backups.
import { afterAll, expect, test } from 'bun:test';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { nightlyBackup } from '../../commands/backup.ts';
import { backupState } from '../../modules/ratings/index.ts';
import { commandsOn } from '../commands/terminal.ts';
import {
  cleanUp,
  freshDatabase,
  inWorkbench,
  onBothDatabases,
  runService,
  startTestService,
  temporaryFolder,
  testSettings,
} from '../support/service.ts';
import { startProxy } from './postgres-proxy.ts';

afterAll(cleanUp);

test('a first start on a standby ends with what it is', async () => {
  const given = await freshDatabase('server');
  const url = `${given.DATABASE_URL}?options=-c%20default_transaction_read_only%3Don`;
  const start = runService(testSettings({ ...given, DATABASE_URL: url }), { records: [] });
  await expect(start).rejects.toThrow(/^The database of DATABASE_URL: .*It is a standby/);
});

test('a PostgreSQL that goes and comes back is one line each', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const given = await freshDatabase('server');
  const proxy = await startProxy(given.DATABASE_URL ?? '');
  const settings = testSettings({ ...given, DATABASE_URL: proxy.url, RATING_DELAY_SECONDS: 0 });
  const { get, url, stop } = await runService(settings, { log });
  const told = (what: string) => lines.filter((line) => JSON.parse(line).msg === what).length;
  for (const outage of [1, 2]) {
    await proxy.refuse();
    for (let n = 0; n < 6; n += 1) expect((await get('/v1/venues')).status).toBe(503);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    expect([told('the database is gone'), told('the database is back')]).toEqual([
      outage,
      outage - 1,
    ]);
    await proxy.accept();
    while (told('the database is back') < outage) await delay(20);
    expect((await get('/v1/venues')).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  }
  expect([told('the database is gone'), told('the database is back')]).toEqual([2, 2]);
  expect(lines.filter((line) => JSON.parse(line).level > 30)).toHaveLength(2);
  await stop();
  await proxy.close();
}, 60_000);

test('a locked table is no PostgreSQL that is gone', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
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
});

onBothDatabases('a nightly backup', (kind) => {
  test('that fails shows on /readyz, /metrics and in the status until one is made', async () => {
    const { workbench, url } = await startTestService(kind);
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

    await expect(tonight(path.slice(folder.length))).rejects.toThrow(); // below a file
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

  test('that a stop or an outage prevented is made up for, and one that failed is not', async () => {
    const given = await freshDatabase(kind);
    const folder = await temporaryFolder();
    const aDayMs = 86_400_000;
    let now = Date.now();
    const start = () =>
      runService(testSettings({ ...given, BACKUP_DIR: folder }), { clock: () => now, records: [] });
    const made = async () => {
      for (;;) {
        const [name] = (await readdir(folder)).filter((name) => name.endsWith('.ndjson'));
        if (name) return join(folder, name);
        await delay(20);
      }
    };
    const first = await start();
    const today = await made();
    await first.stop();

    const again = await start();
    await rm(today);
    await delay(500);
    expect(await readdir(folder)).toEqual([]);
    await again.stop();

    now += aDayMs;
    const nextDay = await start();
    await made();
    await nextDay.stop();

    now += aDayMs;
    await inWorkbench(testSettings(given), async (workbench) => {
      const belowAFile = nightlyBackup({ ...workbench, clock: () => now }, await made());
      await expect(belowAFile).rejects.toThrow();
    });
    const afterFailure = await start();
    await delay(500);
    expect(await readdir(folder)).toHaveLength(1);
    await afterFailure.stop();
  });

  test('that an outage prevented has not failed: it is tried again', async () => {
    const { workbench } = await startTestService(kind);
    let looks = 0;
    const clock = () => {
      looks += 1;
      if (looks === 2) throw Object.assign(new Error('shut down'), { code: '57P01' });
      return Date.now();
    };
    const cut = nightlyBackup({ ...workbench, clock }, await temporaryFolder());
    await expect(cut).rejects.toThrow('shut down');
    const none = { madeAt: undefined, failedAt: undefined };
    expect(await backupState(workbench.database.db)).toEqual(none);
  });
});
