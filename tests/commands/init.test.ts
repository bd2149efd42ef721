// `init` takes what the commands take that make one thing each, and on a terminal asks for the rest.
import { beforeAll, expect, test } from 'bun:test';
import { Failure } from '../../shared/console/console.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { commandsOn } from './terminal.ts';

const place = '--organizer Klub --venue Kort --district Wola --address Karolkowa'.split(' ');
const days = '--starts-on 2026-09-01 --ends-on 2026-12-01'.split(' ');
const league = ['--competition', 'Liga', '--type', 'league', '--season', '2026-autumn', ...days];
const all = [...place, ...league];

/** The lines, without those of names that are there already. */
const faultsIn = (lines: readonly string[]) =>
  lines.filter((line) => !line.startsWith('There is '));

/** What Enter alone answers: the courts, and the three parts of the match format. */
const noCourts = '';
const noFormat = ['', '', ''];
const placeAnswers = ['Klub', 'Kort', 'Wola', 'Karolkowa 1'];
const leagueAnswers = ['Liga', 'league', '2026-autumn', '2026-09-01', '2026-12-01'];
const plainFormat = { games_per_set: 6, no_ad: false, final_set: 'full_set' };

onBothDatabases('init', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: [] });
  });
  const run = (...args: string[]) => commandsOn(service.workbench)(args);
  const organizers = async () => JSON.parse((await run('organizers', 'list', '--json')).out).length;

  /** What `init` does where a person gives these answers, and then none any more. */
  async function asked(given: readonly string[], answers: string[]) {
    const questions: string[] = [];
    const on = commandsOn(service.workbench, {
      isTerminal: true,
      canAsk: true,
      async ask(question) {
        questions.push(question);
        const answer = answers.shift();
        if (answer === undefined) throw new Failure('The input ended without an answer.');
        return answer;
      },
    });
    const { status, out, lines } = await on(['init', ...given, '--json']);
    const { venue_id, competition_id, organizer_id } = out === '' ? {} : JSON.parse(out);
    const show = async (noun: string, id: string) =>
      JSON.parse((await run(noun, 'show', String(id), '--json')).out || 'null');
    return {
      ...{ status, lines: faultsIn(lines), questions, left: answers, venue_id, organizer_id },
      venue: await show('venues', venue_id),
      competition: await show('competitions', competition_id),
    };
  }

  test('says where players look, and with which words a program reads', async () => {
    const said = async (WEBSITE: 'off' | 'public') => {
      const settings = {
        ...service.workbench.settings,
        WEBSITE,
        PUBLIC_URL: 'https://club.example/t',
      };
      const { status, out } = await commandsOn({ ...service.workbench, settings })([
        'init',
        ...all,
      ]);
      expect(status).toBe(0);
      return out.replaceAll(/\b(org|ven|cmp|cli|tr[ks])_\w+/g, '$1_…');
    };
    expect(await said('off')).toMatchInlineSnapshot(`
      "organizer_id    org_…
      venue_id        ven_…
      competition_id  cmp_…
      api_key         trk_…
      client_id       cli_…
      client_secret   trs_…

      The key and the secret are shown only once. With the service running, try:
      curl -H 'X-API-Key: trk_…' https://club.example/t/v1/competitions

      With WEBSITE=public before "tennis serve", everybody can see the ranking at https://club.example/t/
      "
    `);
    expect(await said('public')).toContain('Players find the ranking at https://club.example/t/');
  });

  test('makes what a first result needs, and asks for nothing more', async () => {
    const made = await asked(
      [...all, '--games-per-set', '4', '--final-set', 'Match_Tiebreak', '--no-ad'],
      [],
    );
    expect([made.status, made.questions]).toEqual([0, []]);
    expect(made.competition).toMatchObject({
      type: 'league',
      organizer_id: made.organizer_id,
      venue_ids: [made.venue_id],
      match_format: { games_per_set: 4, no_ad: true, final_set: 'match_tiebreak' },
    });
  });

  test('names whatever is called so already, and makes another', async () => {
    const own = [...all, '--organizer', 'Dwa', '--venue', 'Dwa', '--competition', 'Dwa', '--json'];
    const first = await run('init', ...own);
    expect(first.err).toBe('');
    const made = JSON.parse(first.out);
    expect(Object.keys(made)).toEqual([
      ...['organizer_id', 'venue_id', 'competition_id', 'api_key', 'client_id', 'client_secret'],
    ]);
    const { lines, out } = await run('init', ...own);
    const already = (one: string, id: string) => `There is ${one} of that name already, ${id}: `;
    expect(lines).toEqual([
      expect.stringContaining(already('an organizer', made.organizer_id)),
      expect.stringContaining(already('a venue', made.venue_id)),
      expect.stringContaining(already('a competition', made.competition_id)),
    ]);
    expect(JSON.parse(out).organizer_id).not.toBe(made.organizer_id);
  });

  test.each([
    [['--court', '1:mud'], '--court "1:mud": Expected one of: '],
    [['--organizer', '\u0007'], '--organizer "\\u0007": Holds a control character'],
    [['--competition', ''], 'init needs --competition'],
    [['--competition', ' '], '--competition " ": Holds nothing that can be seen.'],
    [['--season', '26'], '--season "26": Expected a year and a name'],
    [['--ends-on', '2026-08-01'], '--ends-on "2026-08-01": The last day comes before the first'],
  ])(
    'without a terminal, and with %j, names that option and makes nothing',
    async (wrong, said) => {
      const before = await organizers();
      const { status, lines } = await run('init', ...all, ...wrong);
      expect([status, faultsIn(lines)]).toEqual([2, [expect.stringContaining(said)]]);
      expect(await organizers()).toBe(before);
    },
  );

  test('without a terminal says which options it needs', async () => {
    const { status, lines } = await run('init', '--venue', 'Kort');
    expect([status, lines]).toEqual([2, [expect.stringContaining('--organizer, --district')]]);
  });

  test('asks for what it was not told, and again where an answer will not do', async () => {
    const answers = ['', ...placeAnswers, 'Liga', 'cup', 'league'];
    answers.push('2026', '2026-autumn', '2026-02-30', '2026-09-01', '2026-12-01', ...noFormat);
    const { status, left, questions, venue, competition } = await asked(
      ['--court', '1:clay'],
      answers,
    );
    expect([status, left, questions.length]).toEqual([0, [], 16]);
    const courts = [{ number: 1, surface: 'clay', indoor: false }];
    expect(venue).toMatchObject({ name: 'Kort', courts });
    expect(competition.match_format).toEqual(plainFormat); // what Enter alone answers
  });

  test('asks again for what is wrong beside other answers, and keeps those', async () => {
    const [name, type, season] = leagueAnswers;
    const answers = [...placeAnswers, noCourts, name, type, season, '2026-07-01', '2026-12-01'];
    const given = ['--starts-on', '2026-09-01', '--ends-on', '2026-08-01'];
    const { status, left, lines, venue } = await asked(
      given,
      [...answers, ...noFormat].map(String),
    );
    expect([status, left, venue.courts]).toEqual([0, [], []]);
    const early = (day: string) => `--ends-on "${day}": The last day comes before the first one.`;
    expect(lines).toEqual([early('2026-08-01'), early('2026-07-01')]);
  });

  test('asks for courts until there are no more, and for the format in its own words', async () => {
    const answers = [
      ...placeAnswers,
      '1:clay',
      '2:mud',
      '2:hard:indoor',
      noCourts,
      ...leagueAnswers,
    ];
    answers.push('5', '4', 'Match_tiebreak', 'perhaps', 'no');
    const { status, left, questions, lines, venue, competition } = await asked([], answers);
    expect([status, left]).toEqual([0, []]);
    expect(questions).toContain('competition, games of a set, 6 or 4 (6 for a new one): ');
    // The question is the same each time, so it says how the list ends.
    const court = 'venue, a court, such as 1:clay or 2:hard:indoor (Enter alone: no more): ';
    expect(questions.filter((question) => question === court)).toHaveLength(4);
    expect(lines).toEqual([
      expect.stringContaining('--court "2:mud": Expected one of: clay'),
      expect.stringContaining('--games-per-set "5": '),
      '--ad "perhaps": expected yes or no.',
    ]);
    expect(venue.courts).toEqual([
      { number: 1, surface: 'clay', indoor: false },
      { number: 2, surface: 'hard', indoor: true },
    ]);
    const match_format = { games_per_set: 4, no_ad: true, final_set: 'match_tiebreak' };
    expect(competition.match_format).toEqual(match_format);
  });

  test('that is broken off makes nothing', async () => {
    const before = await organizers();
    const { status, lines } = await asked(
      ['--season', '2026-a', '--no-ad'],
      ["Klub d'Or", 'Kort', 'Wola', 'Karolkowa 1', '1:clay', '2:hard'],
    );
    expect([status, lines]).toEqual([1, ['The input ended without an answer.']]);
    expect(await organizers()).toBe(before);
  });
});
