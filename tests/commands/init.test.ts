// `init` on a terminal: it asks from the same schemas as the commands that make one thing each.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { runCommand } from '../../commands/program.ts';
import { type Console, Failure } from '../../shared/console/console.ts';
import { cleanUp, startTestService } from '../support/service.ts';
import { commandsOn } from './terminal.ts';

setDefaultTimeout(180_000);
afterAll(cleanUp);

/** What `init` does where a person gives these answers, and then none any more. */
async function initWith(given: string[], answers: string[]) {
  const { workbench } = await startTestService('embedded', { records: [] });
  const [asked, said, faults]: string[][] = [[], [], []];
  const console: Console = {
    isTerminal: true,
    canAsk: true,
    columns: 80,
    user: 'anna',
    status: () => undefined,
    taken: async () => undefined,
    size: async () => undefined,
    writable: async () => undefined,
    async *read() {},
    write: async () => undefined,
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

/** What Enter alone answers: the courts, and the three parts of the match format. */
const noCourts = '';
const noFormat = ['', '', ''];
const place = ['Klub', 'Kort', 'Wola', 'Karolkowa 1'];

test('init asks for what it was not told, and again where an answer will not do', async () => {
  const answers = ['', ...place, 'Liga', 'cup', 'league'];
  answers.push('2026', '2026-autumn', '2026-02-30', '2026-09-01', '2026-12-01', ...noFormat);
  const { status, left, asked, said, list } = await initWith(['--court', '1:clay'], answers);
  expect([status, left, asked?.length]).toEqual([0, [], 16]);
  const made = JSON.parse(said?.join('\n') ?? '');
  expect(await list('venues', made.venue_id)).toMatchObject({
    name: 'Kort',
    courts: [{ number: 1, surface: 'clay' }],
  });
});

test('init takes what the commands of the resources take', async () => {
  const format = ['--games-per-set', '4', '--final-set', 'Match_Tiebreak', '--no-ad'];
  const answers = [...place, noCourts, 'Liga', 'League', '2026-autumn', '2026-09-01', '2026-12-01'];
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
  const answers = [...place, noCourts, 'Liga', 'league', '2026-autumn', '2026-07-01'];
  answers.push('2026-12-01', ...noFormat);
  const { status, left, faults } = await initWith(dates, answers);
  expect([status, left]).toEqual([0, []]);
  const early = (day: string) => `--ends-on "${day}": The last day comes before the first one.`;
  expect(faults).toEqual([early('2026-08-01'), early('2026-07-01')]);
});

test('init asks for courts until there are no more, and for the format in its own words', async () => {
  const answers = [...place, '1:clay', '2:mud', '2:hard:indoor', noCourts, 'Liga', 'league'];
  answers.push('2026-autumn', '2026-09-01', '2026-12-01', '5', '4', 'Match_tiebreak');
  answers.push('perhaps', 'no');
  const { status, left, asked, said, faults, list } = await initWith([], answers);
  expect([status, left]).toEqual([0, []]);
  expect(asked).toContain('competition, games of a set, 6 or 4 (6 for a new one): ');
  // The question is the same each time, so it says how the list ends.
  const court = 'venue, a court, such as 1:clay or 2:hard:indoor (Enter alone: no more): ';
  expect(asked?.filter((question) => question === court)).toHaveLength(4);
  expect(faults).toEqual([
    expect.stringContaining('--court "2:mud": Expected one of: clay'),
    expect.stringContaining('--games-per-set "5": '),
    '--ad "perhaps": expected yes or no.',
  ]);
  const { venue_id, competition_id } = JSON.parse(said?.join('\n') ?? '');
  expect((await list('venues', venue_id)).courts).toEqual([
    { number: 1, surface: 'clay', indoor: false },
    { number: 2, surface: 'hard', indoor: true },
  ]);
  expect((await list('competitions', competition_id)).match_format).toEqual({
    games_per_set: 4,
    no_ad: true,
    final_set: 'match_tiebreak',
  });
});

test('init leaves out what Enter alone answers', async () => {
  const answers = [...place, noCourts, 'Liga', 'league', '2026-autumn', '2026-09-01'];
  const { status, said, list } = await initWith([], [...answers, '2026-12-01', ...noFormat]);
  expect(status).toBe(0);
  const { venue_id, competition_id } = JSON.parse(said?.join('\n') ?? '');
  expect((await list('venues', venue_id)).courts).toEqual([]);
  expect((await list('competitions', competition_id)).match_format).toEqual({
    games_per_set: 6,
    no_ad: false,
    final_set: 'full_set',
  });
});

test.each([
  ['off', /^With WEBSITE=public before "tennis serve", everybody can see the ranking at (\S+)$/m],
  ['public', /^Players find the ranking at (\S+)$/m],
] as const)('init says where players look, with WEBSITE=%s', async (WEBSITE, line) => {
  const settings = { WEBSITE, PUBLIC_URL: 'https://club.example/tennis' };
  const { workbench } = await startTestService('embedded', { records: [], settings });
  const names = [
    '--organizer',
    'Klub',
    '--venue',
    'Kort',
    '--district',
    'Wola',
    '--address',
    'A 1',
  ];
  const competition = ['--competition', 'Liga', '--type', 'league', '--season', '2026-autumn'];
  const days = ['--starts-on', '2026-09-01', '--ends-on', '2026-12-01'];
  const init = ['init', ...names, ...competition, ...days];
  const { status, out, err } = await commandsOn(workbench)(init);
  expect([status, err]).toEqual([0, '']);
  expect(line.exec(out)?.[1]).toBe('https://club.example/tennis/');
  const read =
    /^curl -H 'X-API-Key: trk_\w{38}' https:\/\/club.example\/tennis\/v1\/competitions$/m;
  expect(out).toMatch(read);
});

test('init that is given all that it needs asks for nothing more', async () => {
  const given = ['--organizer', 'Klub', '--venue', 'Kort', '--district', 'Wola'];
  given.push('--address', 'Karolkowa 1', '--competition', 'Liga', '--type', 'league');
  given.push('--season', '2026-a', '--starts-on', '2026-09-01', '--ends-on', '2026-12-01');
  const { status, asked } = await initWith(given, []);
  expect([status, asked]).toEqual([0, []]);
});

test('init names whatever is called so already, and makes another', async () => {
  const { workbench } = await startTestService('embedded', { records: [] });
  const given = ['--organizer', 'Klub', '--venue', 'Kort', '--district', 'Wola'];
  given.push('--address', 'Karolkowa 1', '--competition', 'Liga', '--type', 'league');
  given.push('--season', '2026-a', '--starts-on', '2026-09-01', '--ends-on', '2026-12-01');
  const init = () => commandsOn(workbench)(['init', ...given, '--json']);
  const first = await init();
  expect(first.err).toBe('');
  const { organizer_id, venue_id, competition_id } = JSON.parse(first.out);
  const second = await init();
  expect(second.err).toContain(`There is an organizer of that name already, ${organizer_id}:`);
  expect(second.err).toContain(`There is a venue of that name already, ${venue_id}:`);
  expect(second.err).toContain(`There is a competition of that name already, ${competition_id}:`);
  expect(JSON.parse(second.out).organizer_id).not.toBe(organizer_id);
});

test('init that is broken off makes nothing, and says what was answered', async () => {
  const { status, faults, workbench } = await initWith(
    ['--season', '2026-a', '--no-ad'],
    ["Klub d'Or", 'Kort', 'Wola', 'Karolkowa 1', '1:clay', '2:hard'],
  );
  expect([status, faults]).toEqual([
    1,
    [
      "Nothing was made. To go on: init --organizer 'Klub d'\\''Or' --venue 'Kort' --district 'Wola' --address 'Karolkowa 1' --court '1:clay' --court '2:hard' --season '2026-a' --no-ad",
      'The input ended without an answer.',
    ],
  ]);
  expect((await commandsOn(workbench)(['organizers', 'list', '--json'])).out.trim()).toBe('[]');
});
