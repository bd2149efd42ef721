// What every command offers.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Command } from 'commander';
import { createProgram } from '../../commands/program.ts';
import { type Console, Failure } from '../../shared/console/console.ts';
import {
  cleanUp,
  freshDatabase,
  runService,
  startTestService,
  temporaryFolder,
  testSettings,
} from '../support/service.ts';
import { commandsOn, tennis } from './terminal.ts';

setDefaultTimeout(180_000);
afterAll(cleanUp);

const quiet: Console = {
  isTerminal: false,
  canAsk: false,
  columns: 80,
  user: 'anna',
  out: () => undefined,
  err: () => undefined,
  status: () => undefined,
  taken: async () => undefined,
  size: async () => undefined,
  writable: async () => undefined,
  async *read() {},
  write: async () => undefined,
  ask: async () => '',
};

function leavesOf(command: Command): Command[] {
  const own = command.commands.filter((sub) => sub.name() !== 'help');
  return own.length === 0 ? [command] : own.flatMap(leavesOf);
}

describe('each command', () => {
  const context = { console: quiet, withWorkbench: () => Promise.reject(new Failure('none')) };
  // Those two go on, and have no result to print.
  const goOn = ['serve', 'demo'];
  const leaves = leavesOf(createProgram(context)).filter((leaf) => !goOn.includes(leaf.name()));
  const pathOf = (command: Command): string =>
    command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

  test('there are many', () => expect(leaves.length).toBeGreaterThan(30));

  test.each(leaves.map((leaf) => [pathOf(leaf), leaf] as const))(
    '%s has an example in its help, and --json',
    (path, leaf) => {
      let help = '';
      leaf.configureOutput({ writeOut: (text) => (help += text) });
      leaf.outputHelp();
      expect(help).toMatch(/Examples?:\n {2}tennis /);
      expect(help).toContain(path.split(' ').slice(1, 2).join(' '));
      expect(help).toContain('--json');
      for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
      const needed = leaf.options.filter(({ mandatory }) => mandatory).length;
      expect(help.split('(needed)')).toHaveLength(1 + needed);
    },
  );
});

describe('wrong words and numbers', () => {
  test.each([
    [['matches', 'list', '--rating', 'pendng'], 'pending, rated, not_rated'],
    [['matches', 'list', '--status', 'lost'], 'completed, retired, walkover'],
    [['matches', 'list', '--limit', '0'], 'from 1 to 10000'],
    [['matches', 'list', '--limit', 'many'], 'from 1 to 10000'],
    [['import', 'x', '--format', 'xml'], 'ndjson, csv'],
  ])('%j is a mistake that says what is allowed', async (args, allowed) => {
    const { workbench } = await startTestService('embedded', { records: [] });
    const { status, out, lines } = await commandsOn(workbench)(args);
    expect([status, out, lines]).toEqual([2, '', [expect.stringContaining(allowed)]]);
  });
});

test.each(['export', 'backup'])('%s writes no table', async (command) => {
  const settings = await freshDatabase('embedded');
  const file = join(await temporaryFolder(), 'all.CSV');
  const { status, lines } = await tennis([command, file], settings);
  expect([status, lines]).toEqual([2, [expect.stringContaining('name the file .ndjson')]]);
  expect(await Bun.file(file).exists()).toBe(false);
});

test('a list that ends at its limit says so, to people', async () => {
  const { workbench } = await startTestService('embedded');
  const on = commandsOn(workbench);
  const lines = async (...args: string[]) => (await on(['audit', 'list', ...args])).lines;
  const all = JSON.parse((await on(['audit', 'list', '--json'])).out).length;
  expect(await lines('--limit', `${all}`)).toEqual([
    `Listed up to --limit ${all}; there may be more.`,
  ]);
  expect(await lines('--limit', `${all}`, '--json')).toEqual([]);
  expect(await lines('--limit', `${all + 1}`)).toEqual([]);
});

test('a bad setting keeps nobody from the help, but from the commands that need it', async () => {
  const help = await tennis(['--help'], { PORT: 'abc' });
  expect([help.status, help.out]).toEqual([0, expect.stringContaining('Usage: tennis')]);
  const { status, lines } = await tennis(['organizers', 'list'], { PORT: 'abc' });
  expect([status, lines]).toEqual([2, [expect.stringContaining('PORT is "abc"')]]);
});

test('migrate beside a server claims nothing that the server did', async () => {
  const DATA_DIR = await temporaryFolder();
  await runService(testSettings({ DATA_DIR }), { records: [] });
  expect((await tennis(['migrate'], { DATA_DIR })).out.trim()).toBe('The schema is up to date.');
});
