// The embedded database on a disk without room, and with room again.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { closeSync, cpSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openWorkbench } from '../../commands/workbench.ts';
import { cityFile, succeed, tokenFrom } from '../runtime/main-job.ts';
import { compiled, endPrograms, type Outcome, type Server } from '../runtime/programs.ts';
import { failureOf } from '../support/failure.ts';
import { cleanUp, freshDatabase, testSettings } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { expectServed } from './postgres-checks.ts';
import { type Load, startLoad } from './postgres-load.ts';
import { noLimits } from './postgres-scene.ts';
import { mountDisk, unmount } from './small-disk.ts';

setDefaultTimeout(180_000);

const disk = mountDisk('size=160m');
const folder = 'folder' in disk ? disk.folder : '';
const ballast = join(folder, 'ballast');

/** Leaves no room on the disk. */
function fill(): void {
  const file = openSync(ballast, 'a');
  try {
    for (const size of [1_048_576, 4_096, 1]) {
      const piece = Buffer.alloc(size);
      try {
        while (writeSync(file, piece) === size);
      } catch {
        // no room for a piece of that size
      }
    }
  } finally {
    closeSync(file);
  }
}

afterAll(async () => {
  await endPrograms();
  await cleanUp();
  if (folder) unmount(folder);
});

const skipped = 'reason' in disk ? ` (skipped: ${disk.reason})` : '';
let settings: Record<string, unknown>;
let server: Server;
let token: string;
let load: Load;

/**
 * Starts the service on the small disk; the load goes on wherever it listens, with a token for that
 * address: one for another is refused.
 */
async function serve(): Promise<void> {
  const next = await compiled.serve(settings);
  token = await tokenFrom(next.url);
  server = next;
}

beforeAll(async () => {
  if (skipped) return;
  const { DATA_DIR = '' } = await freshDatabase('embedded');
  settings = { DATA_DIR: join(folder, 'data'), RATING_DELAY_SECONDS: 0, ...noLimits };
  cpSync(DATA_DIR, join(folder, 'data'), { recursive: true });
  await succeed(compiled.run(['import', '-'], settings, cityFile));
  await serve();
  load = startLoad(
    () => server.url,
    () => token,
  );
  await until(() => load.account.acknowledged.size >= 20);
});

/**
 * Starts where there is no room, and again once there is if that was needed: a recovery may free
 * enough to serve. Where it doesn't, the start ends with one line for people, not the engine's own.
 */
async function startOnFullDisk(): Promise<void> {
  const started = serve().then(() => 'serves', String);
  const outcome = await Promise.race([started, delay(15_000, 'neither', { ref: false })]);
  expect(outcome).toMatch(/^(serves|Error: serve ended with 1: (?!.*(Aborted|PGlite))[^\n]+\n)$/);
  rmSync(ballast);
  if (outcome !== 'serves') await serve();
}

test.skipIf(skipped !== '')(
  `a disk that gets full ends the service, or is 503 until there is room${skipped}`,
  async () => {
    fill();
    const from = load.account.answers.length;
    const refusals = () =>
      load.account.answers.slice(from).filter(({ status }) => status === 503).length;
    let outcome: Outcome | undefined;
    void server.ended.then((ended) => {
      outcome = ended;
    });
    await until(() => outcome !== undefined || refusals() >= 20, 30_000, 'an end or 503');
    if (outcome) {
      expect(outcome).toMatchObject({ status: 1, err: '' });
      await startOnFullDisk();
    } else {
      rmSync(ballast);
    }
    await expectServed({ url: server.url, load });
  },
);

test.skipIf(skipped !== '')(
  `after kill -9, a start on a full disk serves, or ends with status 1 and one line${skipped}`,
  async () => {
    server.signal('SIGKILL');
    await server.ended;
    fill();
    await startOnFullDisk();
    await expectServed({ url: server.url, load });
  },
);

test.skipIf(skipped !== '')(
  `what was acknowledged before, between and after is there, once${skipped}`,
  async () => {
    await load.stop();
    const exported = await succeed(compiled.run(['export', '-'], settings));
    const stored = exported
      .split('\n')
      .flatMap((line) => (line.startsWith('{"kind":"match"') ? JSON.parse(line).id : []));
    expect(stored.sort()).toEqual([...load.account.acknowledged.values()].sort());
    const run = await succeed(compiled.run(['ratings', 'verify', '--json'], settings));
    expect(JSON.parse(run).differences).toEqual([]);
    expect(load.account.answers.filter(({ status }) => status === 500)).toEqual([]);
  },
);

test.skipIf(skipped !== '')(`a full disk for backups stops no start${skipped}`, async () => {
  server.signal('SIGINT');
  await server.ended;
  fill();
  const { DATA_DIR } = await freshDatabase('embedded');
  const started = await compiled.serve({ DATA_DIR, BACKUP_DIR: folder });
  const lines = () => started.log().map(({ msg }) => msg);
  expect(lines()).toContain('BACKUP_DIR has no room for a backup');
  await until(() => lines().includes('the nightly backup failed'));
  rmSync(ballast);
});

test.skipIf(skipped !== '')(`the upkeep on a full disk ends no database${skipped}`, async () => {
  const workbench = await openWorkbench({
    settings: testSettings({ DATA_DIR: join(folder, 'data') }),
  });
  const { db, embedded, close } = workbench.database;
  await db.updateTable('player').set({ rating_confidence: 20 }).execute();
  fill();
  expect(await failureOf(embedded?.upkeep() ?? Promise.resolve())).toContain('no space left');
  expect((await db.selectFrom('player').select('id').limit(1).execute()).length).toBe(1);
  rmSync(ballast);
  await embedded?.upkeep();
  await close();
});
