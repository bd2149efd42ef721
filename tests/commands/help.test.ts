// What every command offers, and how `init` asks.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Command } from 'commander';
import { createProgram, runCommand } from '../../commands/program.ts';
import { type Console, Failure } from '../../shared/console/console.ts';
import { cleanUp, startTestService } from '../support/service.ts';
import { commandsOn, tennis } from './terminal.ts';

setDefaultTimeout(60_000);
afterAll(cleanUp);

const quiet: Console = {
  isTerminal: false,
  canAsk: false,
  columns: 80,
  out: () => undefined,
  err: () => undefined,
  status: () => undefined,
  size: async () => undefined,
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

test('a bad setting keeps nobody from the help, but from the commands that need it', async () => {
  const help = await tennis(['--help'], { PORT: 'abc' });
  expect([help.status, help.out]).toEqual([0, expect.stringContaining('Usage: tennis')]);
  const { status, lines } = await tennis(['organizers', 'list'], { PORT: 'abc' });
  expect([status, lines]).toEqual([2, [expect.stringContaining('PORT is "abc"')]]);
});

/** What `init` does where a person gives these answers, and then none any more. */
async function initWith(given: string[], answers: string[]) {
  const { workbench } = await startTestService('embedded', { records: [] });
  const [asked, said, faults]: string[][] = [[], [], []];
  const console: Console = {
    ...quiet,
    canAsk: true,
    out: (line) => void said?.push(line),
    err: (line) => void faults?.push(line),
    async ask(question) {
      asked?.push(question);
      const answer = answers.shift();
      if (answer === undefined) throw new Failure('The input ended without an answer.');
      return answer;
    },
  };
  const status = await runCommand(['init', ...given, '--json'], {
    console,
    withWorkbench: (work) => work(workbench),
  });
  const list = async (noun: string, made: unknown) => {
    const { out } = await commandsOn(workbench)([noun, 'show', String(made), '--json']);
    return JSON.parse(out);
  };
  return { status, asked, said, faults, left: answers, workbench, list };
}

const place = ['Klub', 'Kort', 'Wola', 'Karolkowa 1'];

test('init asks for what it was not told, and again where an answer will not do', async () => {
  const answers = ['', ...place, 'Liga', 'cup', 'league'];
  answers.push('2026', '2026-autumn', '2026-02-30', '2026-09-01', '2026-12-01');
  const { status, left, asked, said, list } = await initWith(['--court', '1:clay'], answers);
  expect([status, left, asked?.length]).toEqual([0, [], 13]);
  const made = JSON.parse(said?.join('\n') ?? '');
  expect(await list('venues', made.venue_id)).toMatchObject({
    name: 'Kort',
    courts: [{ number: 1, surface: 'clay' }],
  });
});

test('init takes what the commands of the resources take', async () => {
  const format = ['--games-per-set', '4', '--final-set', 'Match_Tiebreak', '--no-ad'];
  const answers = [...place, 'Liga', 'League', '2026-autumn', '2026-09-01', '2026-12-01'];
  const { status, said, list } = await initWith(format, answers);
  expect(status).toBe(0);
  const { competition_id, organizer_id, venue_id } = JSON.parse(said?.join('\n') ?? '');
  expect(await list('competitions', competition_id)).toMatchObject({
    type: 'league',
    organizer_id,
    venue_ids: [venue_id],
    match_format: { games_per_set: 4, no_ad: true, final_set: 'match_tiebreak' },
  });
});

test('init asks again for what is wrong beside other answers, and keeps those', async () => {
  const dates = ['--starts-on', '2026-09-01', '--ends-on', '2026-08-01'];
  const answers = [...place, 'Liga', 'league', '2026-autumn', '2026-07-01', '2026-12-01'];
  const { status, left, faults } = await initWith(dates, answers);
  expect([status, left]).toEqual([0, []]);
  const early = (day: string) => `--ends-on "${day}": The last day comes before the first one.`;
  expect(faults).toEqual([early('2026-08-01'), early('2026-07-01')]);
});

test('init that is broken off makes nothing, and says what was answered', async () => {
  const { status, faults, workbench } = await initWith(
    ['--season', '2026-a'],
    ["Klub d'Or", 'Kort'],
  );
  expect([status, faults]).toEqual([
    1,
    [
      "Nothing was made. To go on: init --organizer 'Klub d'\\''Or' --venue 'Kort' --season '2026-a'",
      'The input ended without an answer.',
    ],
  ]);
  expect((await commandsOn(workbench)(['organizers', 'list', '--json'])).out.trim()).toBe('[]');
});

test('migrate beside a server claims nothing that the server did', async () => {
  const { workbench } = await startTestService('embedded', { records: [] });
  const { out } = await commandsOn({ ...workbench, applied: [] })(['migrate']);
  expect(out.trim()).toBe('The schema is up to date.');
});
