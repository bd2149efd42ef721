// How a server tells its engine to keep the memory small. Linux only (/proc).
import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { cleanUp, freshDatabase } from '../support/service.ts';
import { compiled, endPrograms, onBun, onBunWith, type Program } from './programs.ts';

afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

const setting = 'BUN_JSC_forceRAMSize';
const loaded = `${import.meta.dirname}/fixtures/says-loaded.ts`;

/** What a server's engine was told as it started, by the environment of its process. */
async function toldOf(program: Program, told?: string) {
  const server = await program.serve({ ...(await freshDatabase('server')), [setting]: told });
  const environment = readFileSync(`/proc/${server.pid}/environ`, 'utf8').split('\0');
  const command = readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').split('\0').slice(1, -1);
  server.signal('SIGTERM');
  const { status, err } = await server.ended;
  expect(status).toBe(0);
  const [, value] = environment.find((line) => line.startsWith(setting))?.split('=') ?? [];
  return { value, command, err };
}

test('a server starts anew with less memory for its engine, as the same process', async () => {
  expect((await toldOf(compiled)).value).toBe('200000000');
  const { value, command } = await toldOf(onBun);
  expect([value, command.at(-1)]).toEqual(['200000000', 'serve']);
});

test('what the operator says holds', async () => {
  expect((await toldOf(compiled, '300000000')).value).toBe('300000000');
});

test('what the runtime was given stays', async () => {
  const { value, command, err } = await toldOf(onBunWith(loaded));
  expect([value, command.slice(0, 2)]).toEqual(['200000000', ['--preload', loaded]]);
  expect(err).toContain('loaded with 200000000');
});

test('other commands start once', async () => {
  const settings = await freshDatabase('server');
  const { err } = await onBunWith(loaded).run(['status'], settings);
  expect(err.match(/loaded with \w+/g)).toEqual(['loaded with undefined']);
});
