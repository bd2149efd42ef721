// Long commands show how far they are, end once nobody waits for them, and look first at where they will write.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../commands/program.ts';
import { ratingLock } from '../../modules/ratings/index.ts';
import { Failure, processConsole } from '../../shared/console/console.ts';
import type { MatchId } from '../../shared/ids.ts';
import { completed } from '../support/city.ts';
import { hold } from '../support/held.ts';
import {
  cleanUp,
  json,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../support/service.ts';
import { until } from '../support/waiting.ts';

let service: TestService;
let folder: string;
let id: MatchId;

beforeAll(async () => {
  service = await startTestService('embedded');
  folder = await temporaryFolder();
  ({ id } = await json(await service.submit(completed())));
});
afterAll(cleanUp);

/** Gives the command at a terminal whose status line does something; `said` gets the lines of mistakes. */
async function give(args: readonly string[], show: (line: string) => void, said: string[] = []) {
  const own = { isTerminal: false, columns: 40, canAsk: false };
  const say = { out: () => undefined, err: (line: string) => void said.push(line) };
  const status = await runCommand(args, {
    console: { ...processConsole(), ...own, ...say, status: show },
    async withWorkbench(work, _, expect) {
      await expect();
      return work(service.workbench);
    },
  });
  return { status, said };
}

async function ratingStatus() {
  const { db } = service.workbench.database;
  const matches = db.selectFrom('match').select('rating_status').where('id', '=', id);
  return (await matches.executeTakeFirst())?.rating_status;
}

/** A caller who has gone: notes what it would have been shown. */
function nobody() {
  const shown: string[] = [];
  const gone = (line: string) => {
    shown.push(line);
    throw new Failure('Nobody waits.');
  };
  return { shown, gone };
}

const inFolder = (words: string) =>
  words.split(' ').map((word) => (word.includes('.') ? join(folder, word) : word));

test.each([
  ['ratings verify', 'Verifying  '],
  ['ratings rebuild --yes', 'Matches  0'],
  ['export all.ndjson', 'Reading  '],
  ['backup all.ndjson', 'Backup  '],
  ['matches list --doubtful', 'Matches  1'],
])('%s ends where nobody waits for it, and does nothing', async (words, task) => {
  const { shown, gone } = nobody();
  expect(await give(inFolder(words), gone)).toEqual({ status: 1, said: ['Nobody waits.'] });
  expect(shown[0]).toStartWith(task);
  expect(readdirSync(folder)).toEqual([]);
});

test('a rating run ends between two batches where nobody waits for it', async () => {
  const { shown, gone } = nobody();
  expect(await give(['ratings', 'run'], gone)).toEqual({ status: 0, said: [] });
  expect(shown).toEqual(['Rating  0', '']);
  expect(await ratingStatus()).toBe('pending');
});

test('a correction ends where nobody waits for it, and changes nothing', async () => {
  await service.rate();
  const { shown, gone } = nobody();
  const words = ['matches', 'void', id, '--reason', 'entered twice', '--yes'];
  expect(await give(words, gone)).toEqual({ status: 1, said: ['Nobody waits.'] });
  expect(shown).toEqual(['Matches  0', '']);
  expect(await ratingStatus()).toBe('rated');
});

test('what changes ratings says after a second that it waits for something else that does', async () => {
  const commands = [
    'ratings run',
    'ratings decay',
    'ratings rebuild --dry-run',
    `matches void ${id} --reason twice --dry-run`,
  ].map((line) => line.split(' '));
  const { locked, longTransaction } = service.workbench.database;
  // The transaction has the one connection: whoever read first would wait for it without a word.
  const free = await hold(locked, ratingLock, longTransaction);
  const waiting = commands.map((words) => {
    const said: string[] = [];
    return { said, ended: give(words, () => undefined, said) };
  });
  await until(() => waiting.every(({ said }) => said.length > 0));
  await free();
  const line = 'Ratings are being changed by something else; this goes on once that has ended.';
  for (const { ended } of waiting) expect(await ended).toEqual({ status: 0, said: [line] });
  for (const words of commands) {
    expect(await give(words, () => undefined)).toEqual({ status: 0, said: [] });
  }
});

test('an export is whole though its caller goes at the very end', async () => {
  const gone = (line: string) => {
    if (line === '') throw new Failure('Nobody waits.');
  };
  const file = join(await temporaryFolder(), 'all.ndjson');
  expect((await give(['export', file], gone)).status).toBe(0);
  expect(existsSync(file)).toBe(true);
});

test.each(['export', 'backup'])('%s sees first where it can not write', async (command) => {
  const shown: string[] = [];
  const to = async (path: string) => {
    const { status, said } = await give([command, path], (line) => void shown.push(line));
    expect(status).toBe(1);
    return said;
  };
  const missing = join(folder, 'none', 'all.ndjson');
  expect(await to(missing)).toEqual([`${missing}: its folder is not there`]);
  expect(await to(folder)).toEqual([`${folder}: is a folder`]);
  expect(shown).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test('what is done is shown until the end, and then taken away', async () => {
  const shown: string[] = [];
  const file = join(folder, 'all.ndjson');
  expect((await give(['backup', file], (line) => void shown.push(line))).status).toBe(0);
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.at(-1)).toBe('');
  expect(existsSync(file)).toBe(true);
});
