// The recipes of docs/api.md, run as they are written.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { blocksOf, sectionOf, textOf } from '../docs/markdown.ts';
import {
  cleanUp,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../support/service.ts';
import { placeholders, records } from './scene.ts';
import { wayTo } from './way.ts';

const page = textOf('docs/api.md');

/** Whether there is the program; says so at the end if not. */
function has(program: string): boolean {
  if (spawnSync(program, ['--version']).status === 0) return true;
  process.once('exit', () => console.error(`Recipes were not run: there is no ${program}.`));
  return false;
}

let service: TestService;
let way: Awaited<ReturnType<typeof wayTo>>;
let folder: string;
let environment: Record<string, string>;

beforeAll(async () => {
  service = await startTestService('embedded', { records });
  way = await wayTo(service.url);
  folder = await temporaryFolder();
  const [key = '', client = '', secret = ''] = Object.values(placeholders('')).slice(1);
  environment = {
    PATH: process.env.PATH ?? '',
    TENNIS_ADDRESS: way.url,
    TENNIS_API_KEY: key,
    TENNIS_CLIENT_ID: client,
    TENNIS_CLIENT_SECRET: secret,
  };
});
// Whoever reads or submits meets a service that is busy at first.
beforeEach(() => {
  way.seen.splice(0);
  way.troubles.splice(0);
  way.troubles.push(new Response('{}', { status: 503, headers: { 'retry-after': '1' } }));
});
afterAll(async () => {
  way.close();
  await cleanUp();
});

/** What the program prints; throws with all that it said where it fails. */
async function run(program: string, ...args: string[]): Promise<string> {
  const outcome = promisify(execFile)(program, args, { cwd: folder, env: environment });
  const { stdout } = await outcome.catch(({ stdout, stderr }) => {
    throw new Error(`${program}\n${stdout}${stderr}`);
  });
  return stdout;
}

/** The match that is stored of the day. */
async function matchOn(day: string) {
  const query = { played_after: `${day}T00:00:00Z`, played_before: `${day}T23:00:00Z` };
  const { data } = await service.client.get('/matches', { query });
  expect(data).toHaveLength(1);
  return data[0];
}

const expectRepeat = () =>
  expect(way.seen.slice(0, 2).map(({ status }) => status)).toEqual([503, 200]);

describe.skipIf(!has('curl'))('curl', () => {
  const [reads = '', submission = '', pages = ''] = blocksOf(sectionOf(page, 'curl'), 'bash');
  const bash = (...scripts: string[]) => run('bash', '-euo', 'pipefail', '-c', scripts.join('\n'));

  test('reads players, a rating and a history', async () => {
    const [players, rating, history] = JSON.parse(
      `[${(await bash(reads)).replaceAll('}{', '},{')}]`,
    );
    expect(players.data.map(({ id }: { id: string }) => id)).toEqual(['plr_7k2m9x4q1a']);
    expect(rating.value).toBe(1400);
    expect(history.data).toHaveLength(1);
    expectRepeat();
  });

  test('sends a result', async () => {
    const match = JSON.parse(await bash(submission));
    expect(await matchOn('2026-05-11')).toEqual(match);
    expectRepeat();
  });

  test('walks all pages', async () => {
    await bash(reads.split('\n\n')[0] ?? '', pages.replace('limit=100', 'limit=1'));
    const lines = (await Bun.file(join(folder, 'players.ndjson')).text()).trim().split('\n');
    const names = lines.map((line) => JSON.parse(line).data[0].display_name);
    expect(names).toEqual(['Marek L.', 'Zofia W.']);
    expectRepeat();
  });
});

describe.skipIf(!has('python3'))('Python', () => {
  const [library = '', reads = '', submission = ''] = blocksOf(sectionOf(page, 'Python'), 'python');
  beforeAll(async () => {
    await writeFile(join(folder, 'tennis.py'), library.replaceAll('limit=100', 'limit=1'));
  });

  test('reads a player, a history and the ranking', async () => {
    const [player, entry, ...ranking] = (await run('python3', '-c', reads)).trim().split('\n');
    expect(player).toBe('Zofia W. 1400');
    expect(entry).toMatch(/^2026-\d\d-\d\d 1400 .+/);
    expect(ranking).toEqual(['1 Zofia W. 1400', '2 Marek L. 1300']);
    expectRepeat();
  });

  test('sends a result, and says what is wrong with one', async () => {
    expect(await run('python3', '-c', submission)).toMatch(/^stored as mat_\w+\n$/);
    await matchOn('2026-05-12');
    expectRepeat();
    const wrong = submission.replace('[6, 4]', '[6, 5]').replace('key=', 'key="wrong" or ');
    expect(await run('python3', '-c', wrong)).toMatch(/^refused: .*invalid-score/);
  });

  test('is written for version 3.9', async () => {
    const parse =
      'import ast, sys; [ast.parse(text, feature_version=(3, 9)) for text in sys.argv[1:]]';
    await run('python3', '-c', parse, library, reads, submission);
  });
});

describe('Apps Script', () => {
  const [script = ''] = blocksOf(sectionOf(page, 'Google Apps Script'), 'js');
  const played = '2026-05-13T16:00:00.000Z';
  const heading = ['played at', 'player', 'opponent', 'score', 'match'];
  const row = [played, 'Zofia W.', 'Marek L.', '6-4 6-7(5) [10-8]', ''];

  async function runScript(functions: readonly string[], results: unknown[][] = []) {
    const file = join(folder, 'script.js');
    await writeFile(file, script.replaceAll('limit=100', 'limit=1'));
    const properties = {
      ...environment,
      TENNIS_COMPETITION_ID: 'cmp_5d8r1c6t3z',
      TENNIS_VENUE_ID: 'ven_2h7v4n9b5s',
    };
    const sheets = {
      Ranking: [['old'], ['old'], ['old'], ['old']],
      Results: [heading, ...results],
    };
    const scene = JSON.stringify({ properties, sheets, run: functions });
    const program = join(import.meta.dirname, 'apps-script.ts');
    return JSON.parse(await run(process.execPath, program, file, scene));
  }

  test('copies the ranking into a sheet, each night', async () => {
    const { sheets, triggers, slept } = await runScript(['everyNight', 'copyRanking']);
    expect(triggers).toEqual([['copyRanking', 'timeBased', '', 'everyDays', 1, 'atHour', 4]]);
    expect(sheets.Ranking).toEqual([
      ['place', 'player', 'rating', 'confidence'],
      [1, 'Zofia W.', 1400, 20],
      [2, 'Marek L.', 1300, 20],
    ]);
    expect(slept).toEqual([1_000]);
    expectRepeat();
  });

  test('sends the rows of a sheet once, and writes beside each what became of it', async () => {
    const rows = [
      row,
      [played, 'Zofia W.', 'Nobody N.', '6-4 6-4', ''],
      [played, 'Zofia W.', 'Marek L.', 'rain', 'what was wrong before'],
      [played, 'Zofia W.', 'Marek L.', '6-4 6-4', 'mat_0000000000'],
      ['', '', '', '', ''],
    ];
    const { sheets } = await runScript(['sendResults'], rows);
    const told = sheets.Results.map((cells: unknown[]) => cells.at(-1));
    const match = await matchOn('2026-05-13');
    expect(told.slice(1)).toEqual([
      match?.id,
      '0 players are called "Nobody N."',
      '"rain" is no set',
      'mat_0000000000',
      '',
    ]);
    expect(match).toMatchObject({
      played_at: '2026-05-13T18:00:00+02:00',
      score: {
        sets: [{ games: [6, 4] }, { games: [6, 7], tiebreak: [5, 7] }],
        match_tiebreak: [10, 8],
      },
    });
    // The script ended before the id was written.
    const again = await runScript(['sendResults'], [row]);
    expect(again.sheets.Results[1].at(-1)).toBe(match?.id);
    const refused = await runScript(['sendResults'], [[...row.slice(0, 3), '6-4 6-5', '']]);
    expect(refused.sheets.Results[1].at(-1)).toContain('invalid-score');
  });
});
