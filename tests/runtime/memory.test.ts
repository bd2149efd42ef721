// How the program tells its engine to keep the memory small. Linux only (/proc).
import { afterAll, expect, test } from 'bun:test';
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cleanUp, type DatabaseKind, freshDatabase, temporaryFolder } from '../support/service.ts';
import {
  compiled,
  endPrograms,
  onBun,
  onBunWith,
  type Program,
  programOf,
  root,
} from './programs.ts';

afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

const [setting, collection] = ['BUN_JSC_forceRAMSize', 'BUN_JSC_gcMaxHeapSize'];
const room = 'BUN_JSC_minEdenToOldGenerationRatio';
const givingBack = 'MIMALLOC_PURGE_HOLES_MIN_INTERVAL';
const loaded = `${import.meta.dirname}/fixtures/says-loaded.ts`;

const timesLoaded = (err: string) => err.match(/loaded with \w+/g);

/** What a server's engine was told as it started, by the environment of its process. */
async function toldOf(
  program: Program,
  more: Record<string, string> = {},
  kind: DatabaseKind = 'server',
) {
  const server = await program.serve({ ...(await freshDatabase(kind)), ...more });
  const environment = readFileSync(`/proc/${server.pid}/environ`, 'utf8').split('\0');
  const command = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').split('\0').slice(1, -1);
  server.signal('SIGTERM');
  const { status, err } = await server.ended;
  expect(status).toBe(0);
  const told = (name: string) =>
    environment.find((line) => line.startsWith(`${name}=`))?.split('=')[1];
  const values = { collected: told(collection), room: told(room), givenBack: told(givingBack) };
  return { value: told(setting), ...values, command, err };
}

test('a server starts anew with less memory for its engine, as the same process', async () => {
  expect((await toldOf(compiled)).value).toBe('400000000');
  const { command, err: _, ...told } = await toldOf(onBun);
  const own = { value: '400000000', collected: '8000000', room: '0.40', givenBack: '10' };
  expect(told).toEqual(own);
  expect(command.at(-1)).toBe('serve');
});

test('so does one on the embedded database, whose engine has a thread of its own', async () => {
  const { value, collected, room } = await toldOf(compiled, {}, 'embedded');
  expect([value, collected, room]).toEqual(['400000000', '8000000', '0.40']);
});

test('what the operator says holds', async () => {
  expect((await toldOf(compiled, { [setting]: '300000000' })).value).toBe('300000000');
  const told = await toldOf(compiled, { [collection]: '50000000' });
  expect([told.value, told.collected]).toEqual([undefined, '50000000']);
});

test('what the runtime was given stays', async () => {
  const { value, command, err } = await toldOf(onBunWith(loaded));
  expect([value, command.slice(0, 2)]).toEqual(['400000000', ['--preload', loaded]]);
  expect(err).toContain('loaded with 400000000');
});

test('so do the demo, and what goes through all the data', async () => {
  const folder = await temporaryFolder();
  const settings = { DATA_DIR: folder };
  const backup = join(folder, 'backup.ndjson');
  for (const command of [
    ['demo', '--once'],
    ['ratings', 'run'],
    ['ratings', 'verify'],
    ['export', join(folder, 'export.ndjson')],
    ['backup', backup],
    ['import', '--dry-run', backup],
    ['restore', backup],
  ]) {
    const { err } = await onBunWith(loaded).run(command, settings);
    expect(timesLoaded(err)).toEqual(['loaded with undefined', 'loaded with 400000000']);
    // A command, whose heap has WebAssembly, has more full collections.
    expect(err).toContain(command[0] === 'demo' ? 'room 8000000 0.40' : 'room 16000000 0.45');
  }
});

test('a file that a shell has opened stays open', async () => {
  const { DATABASE_URL, DATA_DIR } = await freshDatabase('server');
  const file = join(await temporaryFolder(), 'city.ndjson');
  await writeFile(file, '{"kind":"organizer","id":"org_o","name":"O"}\n');
  const line = `exec "${process.execPath}" main.ts import /dev/fd/3 3< "${file}"`;
  const env = { PATH: process.env.PATH, DATABASE_URL, DATA_DIR };
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: root, env });
  expect(stdout).toContain('Imported 1 organizer.');
});

test('a folder that Bun is told to work in is gone to once', async () => {
  const command = [process.execPath, `--cwd=${basename(root)}`, 'main.ts'];
  const program = programOf(command, { PATH: process.env.PATH }, dirname(root));
  expect((await toldOf(program)).value).toBeUndefined();
});

test('a channel to who started it stays', async () => {
  const { DATABASE_URL, DATA_DIR } = await freshDatabase('server');
  const env = { PATH: process.env.PATH, PORT: '0', DATABASE_URL, DATA_DIR };
  const child = fork(join(root, 'main.ts'), ['serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  try {
    await once(child.stdout ?? child, 'data'); // it listens
    expect(child.connected).toBe(true);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
});

test('other commands start once', async () => {
  const settings = await freshDatabase('server');
  const { err } = await onBunWith(loaded).run(['status'], settings);
  expect(timesLoaded(err)).toEqual(['loaded with undefined']);
});
