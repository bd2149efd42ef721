import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildCity, roundOfToday } from '../../commands/demo/season.ts';
import { listen } from '../support/raw-http.ts';
import { compiledFile } from './programs.ts';

setDefaultTimeout(180_000);
const main = join(import.meta.dirname, '..', '..', 'main.ts');
const scratch = mkdtempSync(join(tmpdir(), 'tennis-demo-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
});

const compiled = [await compiledFile()];

/** Starts the program with a data folder of the name and nothing else around it. */
function start(
  folder: string,
  argv: string[],
  settings: Record<string, string> = {},
  [file = '', ...words] = compiled,
) {
  const DATA_DIR = join(scratch, folder);
  const env = { PATH: process.env.PATH, DATA_DIR, PORT: '0', ...settings };
  const child = spawn(file, [...words, ...argv], { env });
  children.push(child);
  const begun = performance.now();
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
  }
  const ended = once(child, 'close').then(([status]) => ({
    status,
    text,
    ms: performance.now() - begun,
  }));
  return {
    child,
    ended,
    /** Waits until the text is said; everything so far. */
    async says(part: string): Promise<string> {
      while (!text.includes(part)) {
        if (child.exitCode !== null) throw new Error(text);
        await delay(10);
      }
      return text;
    },
  };
}

/** The records of the kind in the demo's database. */
async function exported(folder: string, kind: string): Promise<unknown[]> {
  const { text } = await start(join(folder, 'demo'), ['export', '-']).ended;
  const records = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return records.filter((record) => record.kind === kind);
}

let first: { status: unknown; text: string; ms: number };
let players: unknown[];
beforeAll(async () => {
  // It has a database and an address of its own, whatever the settings name, and makes no backups.
  const ofTheService = {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    PUBLIC_URL: 'http://127.0.0.1:1',
    BACKUP_DIR: join(scratch, 'backups'),
  };
  const ofSources = [process.execPath, main]; // as in `bun run demo`
  const cut = start('one', ['demo', '--once', '--seed', '7'], ofTheService, ofSources);
  await cut.says('A fictional Warsaw');
  cut.child.kill('SIGKILL');
  await cut.ended;
  first = await start('one', ['demo', '--once'], ofTheService).ended;
  players = await exported('one', 'player');
});

test('demo --once ends with status 0 within 60 s, though a first start was cut short', () => {
  expect([first.status, first.text]).toEqual([0, expect.not.stringContaining('rror:')]);
  expect(first.ms).toBeLessThan(60_000);
  expect(existsSync(join(scratch, 'backups'))).toBe(false);
});

test('shows the city, who moved from what to what, and the sentence that explains it', () => {
  expect(first.text).toMatch(/200 players, \d{2} venues, 8 competitions; 1[5-9]\d\d results/);
  const moved = first.text.match(
    /^ {2}\S.* \d{3,4} → \d{3,4} \([+-]?\d+\)\n {4}“(You|In a surprise result, you) .*\.”$/gm,
  );
  expect(moved?.length).toBe(5);
});

test('shows three suggested opponents with a rating and common times', () => {
  const [, list = ''] = first.text.split(/^Three opponents for .+:\n/m);
  const opponent = /^ {2}\S.+ rated \d+, \d+ points? away; both free \w+ \d\d:\d\d–\d\d:\d\d/;
  const lines = list.split('\n').slice(0, 4);
  expect(lines.map((line) => opponent.test(line))).toEqual([true, true, true, false]);
});

test('prints first where the ranking is', () => {
  expect(first.text).toMatch(/^The ranking, to look at in a browser: http:\/\/localhost:\d+\/\n/);
  expect(first.text).toMatch(
    /^Ranking +http:\/\/localhost:\d+\/\nDesk +http:\/\/localhost:\d+\/desk\/open\/trp_\w+\nService /m,
  );
});

test('prints the addresses, a key, a client, and curl lines for each kind of request', () => {
  const { text } = first;
  expect(text).toMatch(/^Service +http:\/\/localhost:\d+\/v1$/m);
  expect(text).toMatch(/^Documentation +http:\/\/localhost:\d+\/docs$/m);
  expect(text).toMatch(/^API key +trk_[0-9A-Za-z]{38}$/m);
  expect(text).toMatch(/^Client id +\w+$/m);
  expect(text).toMatch(/^Client secret +trs_[0-9A-Za-z]{38}$/m);
  const paths = [
    '/players?',
    '/players/plr_',
    '/rating',
    '/rating-history?',
    '/match-suggestions?',
    '/matches?',
    '/competitions',
    '/venues',
    '/oauth/token',
  ];
  for (const path of paths) expect(text).toMatch(new RegExp(`curl .*${path.replace('?', '\\?')}`));
});

test('the same seed gives the same city', () => {
  const state = JSON.parse(readFileSync(join(scratch, 'one', 'demo', 'demo.json'), 'utf8'));
  expect(state).toMatchObject({ seed: 7, rounds: 1 });
  const city = buildCity({ seed: 7, today: new Date(state.firstStart) });
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  expect(players).toEqual(city.players.toSorted(byId));
});

/** The lines to try as they were printed, where curl is at hand; the last with its token before it. */
function curlLines(text: string): string[] {
  if (!Bun.which('curl')) return [];
  const lines = text.split('\n');
  const token = lines.find((line) => line.startsWith('TOKEN=')) ?? '';
  return lines
    .filter((line) => line.startsWith('curl '))
    .map((line) => (line.includes('POST') ? `${token}; ${line}` : line));
}

/** Runs a command on the demo's database; what it says. */
async function operate(folder: string, ...argv: string[]): Promise<string> {
  const { status, text } = await start(join(folder, 'demo'), argv).ended;
  expect([status, text]).toEqual([0, text]);
  return text;
}

test('a second start goes on, on a free port where its own is taken, without who was merged or erased', async () => {
  const state = JSON.parse(readFileSync(join(scratch, 'one', 'demo', 'demo.json'), 'utf8'));
  const city = buildCity({ seed: 7, today: new Date(state.firstStart) });
  const round = roundOfToday(city, 7, state.rounds, new Date());
  const [merged = '', erased = ''] = round.map(({ player_ids }) => player_ids[0]);
  const left = round.filter(({ player_ids }) =>
    player_ids.every((id) => id !== merged && id !== erased),
  );
  const nameOfErased = city.players.find(({ id }) => id === erased)?.display_name ?? '';
  const name = ['--name', 'Old P.', '--ntrp', '3.5', '--json'];
  const { id } = JSON.parse(await operate('one', 'players', 'add', ...name));
  await operate('one', 'players', 'merge', merged, id, '--yes');
  await operate('one', 'players', 'erase', erased, '--yes');

  const taken = createServer();
  const port = await listen(taken);
  const demo = start('one', ['demo', '--seed', '8'], { PORT: String(port) });
  const text = await demo.says('Serving until Ctrl-C.');
  taken.close();
  expect(text).toContain(`The port ${port} is taken; the demo uses http://localhost:`);
  expect(text).toContain('The city of the first start goes on (seed 7).');
  expect(text).toContain('Round 2:');
  expect(text).toContain(`submitting ${left.length} results of today.\n`);
  expect(text).toContain('Who moved most:');
  expect(text).not.toContain(nameOfErased);

  const [, ranking = ''] = /^Ranking +(\S+)$/m.exec(text) ?? [];
  for (const [language, words] of [
    ['en', 'All data is fictional.'],
    ['pl', 'Wszystkie dane są zmyślone.'],
  ] as const) {
    const headers = { accept: 'text/html', 'accept-language': language };
    const page = await (await fetch(ranking, { headers })).text();
    expect(page).toContain('href="./players/plr_');
    expect(page).toContain(words);
  }
  const lines = curlLines(text);
  if (Bun.which('curl')) expect(lines.length).toBeGreaterThan(8);
  for (const line of lines) {
    const status = execFileSync('sh', ['-c', `${line} -s -o /dev/null -w '%{http_code}'`]);
    expect([line, String(status)]).toEqual([line, line.includes('POST') ? '201' : '200']);
  }
  demo.child.kill('SIGINT');
  expect((await demo.ended).status).toBe(0);
});

test('a start that may not go on says in words what was refused', async () => {
  const RATE_LIMIT_PER_MINUTE = '1';
  const { status, text } = await start('one', ['demo', '--once'], { RATE_LIMIT_PER_MINUTE }).ended;
  expect(status).toBe(1);
  expect(text).toMatch(/^\/v1\/matches was refused: [A-Z][^{}]+\.$/m);
});
