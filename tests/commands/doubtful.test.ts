// What looks wrong is reported before it is history, and stays accepted. rules 5.8
import { beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { completed, ids, retired, testCity, walkover } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { many } from '../support/tier.ts';
import { fileOf } from './exchange.ts';
import { commandsOn } from './terminal.ts';

const [anna = '', bartek = '', celina = '', lukasz = ''] = ids.players;
const [agrykola, lazienki, warszawianka] = ids.venues;
const score = (...games: [number, number][]) => ({ sets: games.map((pair) => ({ games: pair })) });

const broken = (...points: number[]) => ({
  competition_id: ids.tiebreakLeague,
  score: { ...score([6, 4], [3, 6]), match_tiebreak: points },
});
const loses = (...first: [number, number]) => ({ score: score([first[1], first[0]], [3, 6]) });
/** 7-6 6-1, with these points of the tiebreak, seen from the winner or from the other side. */
const close = (...points: number[]) => ({
  score: {
    sets: [{ games: [7, 6], ...(points.length > 0 && { tiebreak: points }) }, { games: [6, 1] }],
  },
});
const closeTurned = () => ({ player_ids: [bartek, anna], score: score([6, 7], [1, 6]) });

const held = { player_ids: [anna, bartek], venue_id: agrykola };
/** A match at the time of day in Warsaw, on the 10th of May unless another day is told. */
const at = (time: string, more: object = {}, day = '05-10') =>
  completed({ ...held, played_at: `2026-${day}T${time}:00+02:00`, ...more });
const other = { player_ids: [anna, celina], score: score([6, 0], [6, 0]) };
const elsewhere = { ...other, venue_id: lazienki };
const on = (time: string) => ({ ...held, played_at: `2026-05-10T${time}:00+02:00` });

const late = ['played_at', /^after the competition's last day, 2026-06-30$/] as const;
const foreign = ['venue_id', /^not a venue of the competition$/] as const;
const noCourt = (number: number) =>
  ['court_number', RegExp(`^the venue lists no court ${number}$`)] as const;
const twiceIn = (shared: 'competition' | 'score') =>
  [
    '',
    RegExp(
      `^sent twice\\? the match .* is of the same players and ${shared}, at 2026-05-\\d\\d \\d\\d:\\d\\d$`,
    ),
  ] as const;
const twice = twiceIn('competition');
const clash = (side: 0 | 1, began: string) =>
  [
    `player_ids/${side}`,
    RegExp(`^in two places at once: the match .* began (at another venue )?at 2026-05-${began}$`),
  ] as const;

/** On the day, where nobody else plays, and Bartek is the second of the two. */
const off = (day: string) => ({ ...held, played_at: `2026-${day}T18:00:00+02:00` });
const quit = (day: string) => retired(off(day));
const quits = (...days: string[]) => days.map(quit);
const quitTurned = (day: string) =>
  retired({ ...off(day), player_ids: [bartek, anna], score: score([4, 6], [1, 2]) });
const often = (times: number, side: 0 | 1 = 1) =>
  [
    `player_ids/${side}`,
    RegExp(`^has retired while behind ${times} times within 90 days$`),
  ] as const;
const absence = (day: string) => walkover(off(day));
const absences = (...days: string[]) => days.map(absence);
const absent = (times: number) =>
  ['player_ids/1', RegExp(`^has given ${times} walkovers in this competition$`)] as const;

/** What is in, or stands in the file before; what comes; and what looks wrong about it, if anything. */
const cases: (readonly [
  what: string,
  before: object[],
  match: object,
  ...doubts: (readonly [member: string, reason: RegExp])[],
])[] = [
  ['on the last day', [], at('23:59', {}, '06-30')],
  ['from midnight after the last day', [], at('00:00', {}, '07-01'), late],
  ['late, though nobody played', [], walkover({ played_at: '2026-07-05T10:00:00Z' }), late],
  ['at a venue of the competition', [], at('12:00', { venue_id: lazienki })],
  ['at another venue', [], at('12:00', { venue_id: warszawianka }), foreign],
  ['on a court of the venue', [], at('12:00', { court_number: 2 })],
  ['on another court', [], at('12:00', { court_number: 3 }), noCourt(3)],
  [
    'wrong in each way by itself',
    [],
    at('12:00', { venue_id: warszawianka, court_number: 7 }, '07-01'),
    ...[late, foreign, noCourt(7)],
  ],

  ['elsewhere at the same moment', [at('12:00')], at('12:00', elsewhere), clash(0, '10 12:00')],
  [
    'elsewhere within the hour before',
    [at('12:00')],
    at('12:59', { ...elsewhere, player_ids: [celina, anna] }),
    clash(1, '10 12:00'),
  ],
  [
    'elsewhere within the hour after, over midnight',
    [at('00:20')],
    at('23:30', elsewhere, '05-09'),
    clash(0, '10 00:20'),
  ],
  [
    'elsewhere within the hour before, over midnight',
    [at('23:30', elsewhere, '05-09')],
    at('00:20'),
    clash(0, '09 23:30'),
  ],
  [
    'elsewhere, and named second there',
    [at('12:00', { player_ids: [bartek, anna] })],
    at('12:30', elsewhere),
    clash(0, '10 12:00'),
  ],
  [
    'elsewhere within the hour before and within the hour after',
    [at('12:00'), at('13:30', { score: score([6, 1], [6, 1]) })],
    at('12:45', elsewhere),
    clash(0, '10 12:00'),
  ],
  ['elsewhere an hour before', [at('12:00')], at('13:00', elsewhere)],
  ['at the same venue within the hour', [at('12:00')], at('12:40', other)],
  ['at the same venue at the same moment', [at('12:00')], at('12:00', other), clash(0, '10 12:00')],
  [
    'of others elsewhere',
    [at('12:00')],
    at('12:00', { ...elsewhere, player_ids: [celina, lukasz] }),
  ],
  ['elsewhere where nobody came', [walkover(on('12:00'))], at('12:00', elsewhere)],

  ['on that day', [at('00:00')], at('23:59'), twice],
  ['later on that day', [at('23:59')], at('00:00'), twice],
  ['two days before', [at('23:59', {}, '05-12')], at('00:00'), twice],
  ['two days later', [at('00:00', {}, '05-08')], at('23:59'), twice],
  ['three days before', [at('00:00', {}, '05-13')], at('23:59')],
  ['three days later', [at('23:59', {}, '05-07')], at('00:00')],
  [
    'two days before, and nearer in time, but three days later',
    [at('21:00', {}, '05-08'), at('00:00', {}, '05-13')],
    at('23:00'),
    twice,
  ],
  ['with another score', [at('12:00')], at('16:00', { score: score([6, 4], [7, 5]) }), twice],
  ['with its score turned round', [at('12:00')], at('16:00', loses(6, 4)), twice],
  ['sent from the other side', [at('12:00', close(7, 3))], at('16:00', closeTurned()), twice],
  ['with another match tiebreak', [at('12:00', broken(10, 8))], at('16:00', broken(10, 6)), twice],
  ['broken off', [at('12:00')], retired(on('16:00')), twice],
  ['where nobody came', [at('12:00')], walkover(on('16:00')), twice],
  ['that nobody came to, twice', [walkover(on('12:00'))], walkover(on('16:00')), twice],
  [
    'that nobody came to, and the other won',
    [walkover(on('12:00'))],
    walkover({ ...on('16:00'), winner_id: bartek }),
    twice,
  ],
  ['of another player', [at('12:00')], at('16:00', { player_ids: [anna, celina] })],
  [
    'in another competition with the same score, from the other side',
    [at('12:00', close(7, 3))],
    at('16:00', { ...closeTurned(), competition_id: ids.tiebreakLeague }),
    twiceIn('score'),
  ],
  ['in another competition, with another score', [at('12:00')], at('16:00', broken(10, 8))],
  [
    'in another competition on the next day',
    [at('23:59')],
    at('00:00', { competition_id: ids.tiebreakLeague }, '05-11'),
  ],
  [
    'that nobody came to, in another competition',
    [walkover(on('12:00'))],
    walkover({ ...on('16:00'), competition_id: ids.tiebreakLeague }),
  ],

  ['broken off behind, for the second time', quits('03-02'), quit('05-30')],
  ['broken off behind, for the third time', quits('03-02', '04-10'), quit('05-30'), often(3)],
  ['the same, seen from the other side', quits('03-02', '04-10'), quitTurned('05-30'), often(3, 0)],
  ['the fourth', quits('03-12', '04-10', '04-20'), quit('05-30'), often(4)],
  ['the first of three', quits('04-10', '05-30'), quit('03-02')],
  ['the third in 90 days', quits('03-01', '04-10'), quit('05-30'), often(3)],
  ['the third in 91 days', quits('03-01', '04-10'), quit('05-31')],
  [
    'the third that was broken off, but not the third behind',
    [...quits('04-10'), retired({ ...off('05-01'), score: score([1, 6], [0, 1]) })],
    quit('05-30'),
  ],
  ...[
    score([6, 4], [2, 3]), // one set to none
    score([4, 6], [6, 4], [2, 1]),
    score([2, 1]),
  ].map(
    (behind) =>
      [
        `behind at ${JSON.stringify(behind)}`,
        quits('04-10', '05-10'),
        { ...quit('05-30'), score: behind },
        often(3),
      ] as const,
  ),
  ...[
    score([4, 6], [3, 2]), // a set ahead
    score([6, 4], [4, 6]),
    score([4, 6], [6, 4], [2, 2]),
    score([1, 2]),
  ].map(
    (level) =>
      [
        `not behind at ${JSON.stringify(level)}`,
        quits('04-10', '05-10'),
        { ...quit('05-30'), score: level },
      ] as const,
  ),
  [
    'behind in the match tiebreak',
    quits('04-10', '05-10'),
    { ...quit('05-30'), ...broken(4, 3) },
    often(3),
  ],

  ['the second walkover that one gives', absences('03-02'), absence('06-30')],
  ['the third', absences('03-02', '04-10'), absence('06-30'), absent(3)],
  ['the first of three walkovers', absences('04-10', '05-30'), absence('03-02')],
  [
    'the third, in two competitions',
    [...absences('03-02'), { ...absence('04-10'), competition_id: ids.tiebreakLeague }],
    absence('06-30'),
  ],
  [
    'the third, of which one was received',
    [...absences('03-02'), { ...absence('04-10'), winner_id: bartek }],
    absence('06-30'),
  ],
];

const lineOf = (match: object) => ({ kind: 'match', ...match });

onBothDatabases('a result that looks wrong', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });
  const run = (args: string[], input?: string | Uint8Array) =>
    commandsOn(service.workbench)(args, input);
  /** Imports the lines, by a dry run first; what both remark on the last line. */
  async function remarksOn(matches: readonly object[]) {
    const file = fileOf(matches.map(lineOf));
    const dry = await run(['import', '-', '--dry-run', '--json'], file);
    const { status, out } = await run(['import', '-', '--json'], file);
    expect([dry.status, status]).toEqual([0, 0]);
    const { remarks, imported } = JSON.parse(out);
    expect(imported.match).toBe(matches.length);
    expect(JSON.parse(dry.out).remarks).toEqual(remarks);
    type Remark = { line: number; member: string; reason: string };
    return remarks.flatMap(({ line, member, reason }: Remark) =>
      line === matches.length ? [[member, reason]] : [],
    );
  }
  const list = async (...args: string[]) =>
    JSON.parse((await run(['matches', 'list', '--doubtful', '--json', ...args])).out);
  const expected = (doubts: (readonly [string, RegExp])[]) =>
    doubts.map(([member, reason]) => [member, expect.stringMatching(reason)]);
  const emptied = () => service.workbench.database.db.deleteFrom('match').execute();

  test.each(cases)(
    '%s is named by an import, and by the list',
    async (_, before, match, ...doubts) => {
      await emptied();
      expect(await remarksOn([...before, match])).toEqual(expected(doubts)); // beside lines of the file
      await emptied();
      await run(['import', '-'], fileOf(before.map(lineOf)));
      expect(await remarksOn([match])).toEqual(expected(doubts)); // beside what is stored
      await emptied();
      for (const body of before) expect((await service.submit(body)).status).toBe(201);
      const stored = await json(await service.submit(match));
      const listed: Listed[] = await list();
      const found = listed.find(({ id }) => id === stored.id);
      expect(found?.doubts.map(({ member, reason }) => [member, reason]) ?? []).toEqual(
        expected(doubts),
      );
      expect(found ?? stored).toMatchObject(stored);
    },
  );

  describe('on a terminal', () => {
    beforeAll(emptied);
    const several = (count: number, day: string) =>
      Array.from({ length: count }, (_, n) =>
        lineOf(at(`10:${n + 10}`, { score: score([6, n % 5], [6, 0]) }, `07-${day}`)),
      );

    test('has a line of its own on standard error, and the import succeeds', async () => {
      const wrong = lineOf(at('12:00', { court_number: 9 }, '07-01'));
      const lines = [
        'This looks wrong, and is taken all the same:',
        "line 2: played_at: after the competition's last day, 2026-06-30",
        'line 2: court_number: the venue lists no court 9',
      ];
      const file = fileOf([lineOf(at('12:00', {}, '05-20')), wrong]);
      expect(await run(['import', '-', '--dry-run'], file)).toMatchObject({ status: 0, lines });
      const out = 'Imported 2 matches.\n';
      expect(await run(['import', '-'], file)).toMatchObject({ status: 0, out, lines });
    });

    test('is one of the first twenty; the others are counted', async () => {
      const { status, lines } = await run(['import', '-'], fileOf(several(25, '10')));
      expect([status, lines.length, lines[20]]).toEqual([
        0,
        22,
        expect.stringMatching(/^line \d+: /),
      ]);
      expect(lines.at(-1)).toMatch(/^and \d+ more$/);
      const listed = await run(['import', '-', '--json'], fileOf(several(25, '11')));
      expect(JSON.parse(listed.out).remarks.length).toBeGreaterThan(25);
      expect(listed.lines).toHaveLength(22);
    });

    test('is named with its column, and its line in the order of the file', async () => {
      const rows = [
        'competition,venue,court_number,played_at,player_1,player_2,score',
        'League,Agrykola,1,2026-05-21 18:00,Anna K.,Bartek Ł.,6-4 6-3',
        'League,Łazienki,4,2026-05-21 18:30,Celina Ż.,Anna K.,6-4 6-3',
        'League,Warszawianka,1,2026-05-21 20:00,Bartek Ł.,Anna K.,4-6 3-6',
      ];
      const { status, lines } = await run(['import', '-', '--format', 'csv'], rows.join('\n'));
      expect([status, lines.slice(1)]).toEqual([
        0,
        [
          'line 2: sent twice? the match in line 4 is of the same players and competition, at 2026-05-21 20:00',
          'line 2: player_1: in two places at once: the match in line 3 began at another venue at 2026-05-21 18:30',
          'line 3: court_number: the venue lists no court 4',
          'line 3: player_2: in two places at once: the match in line 2 began at another venue at 2026-05-21 18:00',
          'line 4: venue: not a venue of the competition',
          'line 4: sent twice? the match in line 2 is of the same players and competition, at 2026-05-21 18:00',
        ],
      ]);
    });

    test('is listed with names', async () => {
      const { out } = await run(['matches', 'list', '--doubtful', '--day', '2026-05-21']);
      expect(out).toMatch(
        /Celina Ż\., Anna K\. .* Anna K\.: in two places at once: the match mat_\w+ began/,
      );
      expect(out).toMatch(/Warszawianka: not a venue of the competition; sent twice/);
    });

    test('is not told of beside faults, which come first', async () => {
      const file = fileOf([lineOf(at('13:00', {}, '07-01')), '{']);
      const { status, lines } = await run(['import', '-'], file);
      expect([status, lines]).toEqual([
        1,
        ['line 2: This is not valid JSON.', 'Nothing was imported: 1 fault.'],
      ]);
    });
  });

  test('is found beside what only the file holds, however far away, and among many in the list', async () => {
    await emptied();
    const venue = (id: string, ...courts: object[]) => ({
      ...{ kind: 'venue', id, name: id, district: 'Wola', address: 'ul. Nowa 1', courts },
    });
    const [cup, added] = ['cmp_new0000000', 'ven_new0000001'];
    const days = { starts_on: '2015-04-01', ends_on: '2025-05-31' };
    const league = testCity().find(({ id }) => id === ids.league);
    const inCup = (played_at: string, more: object = {}) =>
      lineOf(completed({ played_at, competition_id: cup, venue_id: added, ...more }));
    const others = Array.from({ length: 1_200 }, (_, index) =>
      inCup(new Date(Date.UTC(2015, 3, 2 + 3 * index)).toISOString(), {
        player_ids: [celina, lukasz],
        court_number: 1,
      }),
    );
    const file = fileOf([
      venue(added, { number: 1, surface: 'clay', indoor: false }),
      venue('ven_new0000002'),
      { ...league, id: cup, ...days, venue_ids: [added] },
      inCup('2025-04-10T10:00:00Z', { court_number: 2 }),
      ...others,
      inCup('2025-04-10T18:00:00Z', { venue_id: 'ven_new0000002', court_number: 2 }),
      inCup('2025-06-01T10:00:00Z'),
    ]);
    const lines = [
      'line 4: court_number: the venue lists no court 2',
      'line 4: sent twice? the match in line 1205 is of the same players and competition, at 2025-04-10 20:00',
      'line 1205: venue_id: not a venue of the competition',
      'line 1205: sent twice? the match in line 4 is of the same players and competition, at 2025-04-10 12:00',
      "line 1206: played_at: after the competition's last day, 2025-05-31",
    ];
    // The players joined later, too.
    const said = ({ lines }: { lines: readonly string[] }) =>
      lines.slice(1).filter((line) => !line.includes('day of joining'));
    expect(said(await run(['import', '-', '--dry-run'], file))).toEqual(lines);
    expect(said(await run(['import', '-'], file))).toEqual(lines);
    const times = (found: { played_at: string }[]) => found.map(({ played_at }) => played_at);
    const all = ['2025-06-01T10:00:00Z', '2025-04-10T18:00:00Z', '2025-04-10T10:00:00Z'];
    expect(times(await list('--competition', cup))).toEqual(all);
    expect(times(await list('--limit', '2'))).toEqual(all.slice(0, 2));
    expect(await list('--player', celina)).toEqual([]);
  });

  test('is the same for the list, and for an import of all at once or of one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyMatch, { maxLength: 14 }), async (drawn) => {
        const matches = different(drawn);
        const expected = matches.map((match) => membersWrong(match, matches));
        await emptied();
        const half = Math.floor(matches.length / 2);
        await run(['import', '-'], fileOf(matches.slice(0, half).map(lineOf)));
        const rest = matches.slice(half);
        const second = await run(['import', '-', '--json'], fileOf(rest.map(lineOf)));
        expect(JSON.parse(second.out).imported.match).toBe(rest.length);
        expect(membersIn(JSON.parse(second.out).remarks, rest.length)).toEqual(
          expected.slice(half),
        );

        const listed = new Map<string, string[]>(
          (await list('--limit', '100')).map((found: Listed) => [
            keyOf(found),
            found.doubts.map(({ member }) => member).toSorted(),
          ]),
        );
        expect(matches.map((match) => listed.get(keyOf(match)) ?? [])).toEqual(expected);

        await emptied();
        const once = await run(['import', '-', '--json'], fileOf(matches.map(lineOf)));
        expect(membersIn(JSON.parse(once.out).remarks, matches.length)).toEqual(expected);
      }),
      { numRuns: many(12, kind === 'embedded' ? 20 : 60) },
    );
  });
});

type Drawn = {
  competition_id: string;
  played_at: string;
  venue_id: string | undefined;
  court_number: number;
  player_ids: string[];
  score?: { sets: { games: [number, number] }[] };
  winner_id?: string | undefined;
  retired_player_id?: string | undefined;
};
type Listed = Drawn & { id: string; doubts: { member: string; reason: string }[] };

/** Who of the two won or retired, by the side; a walkover has no score. */
const outcomes = [
  { score: score([6, 4], [6, 3]) },
  { score: score([4, 6], [3, 6]) },
  { score: score([6, 4], [4, 5]), retires: 0 },
  { score: score([6, 4], [4, 5]), retires: 1 },
  { wins: 0 },
  { wins: 1 },
] as const;

/** Around the last midnights of the competition in Warsaw, and up to 91 days before. */
const anyMatch: fc.Arbitrary<Drawn> = fc
  .record({
    day: fc.constantFrom(0, 0, 1, 2, 3, 88, 89, 90, 91),
    slot: fc.oneof(fc.integer({ min: -80, max: 80 }), fc.constant(0)),
    competition_id: fc.constantFrom(ids.league, ids.league, ids.tiebreakLeague),
    venue_id: fc.constantFrom(agrykola, lazienki, warszawianka),
    court_number: fc.integer({ min: 1, max: 3 }),
    pair: fc
      .shuffledSubarray([anna, anna, bartek, celina, lukasz], { minLength: 2, maxLength: 2 })
      .filter(([one, other]) => one !== other),
    outcome: fc.constantFrom(...outcomes, ...outcomes.slice(3)),
  })
  .map(({ day, slot, pair, outcome, ...match }) => {
    const {
      score: sets,
      retires,
      wins,
    } = { retires: undefined, wins: undefined, score: undefined, ...outcome };
    const minutes = slot * 20 - day * 24 * 60;
    return {
      ...match,
      player_ids: pair,
      played_at: new Date(Date.parse('2026-06-30T22:00:00Z') + minutes * 60_000).toISOString(),
      status: retires !== undefined ? 'retired' : sets ? 'completed' : 'walkover',
      ...(sets && { score: sets }),
      ...(retires !== undefined && { retired_player_id: pair[retires] }),
      ...(wins !== undefined && { winner_id: pair[wins] }),
    };
  });

const keyOf = ({ competition_id, played_at, player_ids }: Drawn) =>
  [competition_id, Date.parse(played_at), ...player_ids.toSorted()].join(' ');
const different = (drawn: Drawn[]) => [...new Map(drawn.map((one) => [keyOf(one), one])).values()];

/** The members that the rule calls wrong, by the plainest of ways. */
function membersWrong(one: Drawn, all: Drawn[]): string[] {
  const instant = ({ played_at }: Drawn) => Date.parse(played_at);
  const dayOf = (match: Drawn) =>
    new Date(match.played_at).toLocaleDateString('sv', { timeZone: 'Europe/Warsaw' });
  const others = all.filter((other) => other !== one);
  const result = ({ player_ids, score: sent }: Drawn) =>
    player_ids
      .map((id, side) => [id, ...(sent?.sets.map(({ games }) => games[side]) ?? [])].join(' '))
      .toSorted()
      .join();
  const isTwice = others.some((other) => {
    const days = Math.abs(Date.parse(dayOf(one)) - Date.parse(dayOf(other))) / 86_400_000;
    if (other.player_ids.toSorted().join() !== one.player_ids.toSorted().join()) return false;
    if (other.competition_id === one.competition_id) return days <= 2;
    return days === 0 && one.score !== undefined && result(one) === result(other);
  });
  const clashes = (player: string) =>
    others.some((other) => {
      const apart = Math.abs(instant(one) - instant(other));
      const elsewhere = other.venue_id !== one.venue_id;
      const bothPlayed = one.score && other.score && other.player_ids.includes(player);
      return bothPlayed && (apart === 0 || (elsewhere && apart < 3_600_000));
    });
  // Whoever retires is at 6-4 4-5, and is behind as the second of the two.
  const retiresBehind = (match: Drawn, player: string) =>
    match.retired_player_id === player && match.player_ids[1] === player;
  const isAbsent = (match: Drawn, player: string) =>
    !match.score && match.player_ids.includes(player) && match.winner_id !== player;
  const isLater = (match: Drawn) => instant(match) > instant(one);
  const givesUp = (player: string) => {
    const until = all.filter((match) => !isLater(match));
    const recent = until.filter((match) => instant(match) >= instant(one) - 90 * 86_400_000);
    return (
      (retiresBehind(one, player) &&
        recent.filter((match) => retiresBehind(match, player)).length > 2) ||
      (isAbsent(one, player) &&
        until.filter(
          (match) => match.competition_id === one.competition_id && isAbsent(match, player),
        ).length > 2)
    );
  };
  const [first = '', second = ''] = one.player_ids;
  const wrong: [string, boolean][] = [
    ['', isTwice],
    ['court_number', one.court_number > 2],
    ['played_at', dayOf(one) > '2026-06-30'],
    ['player_ids/0', clashes(first)],
    ['player_ids/0', givesUp(first)],
    ['player_ids/1', clashes(second)],
    ['player_ids/1', givesUp(second)],
    ['venue_id', one.venue_id === warszawianka],
  ];
  return wrong.flatMap(([member, isWrong]) => (isWrong ? [member] : []));
}

function membersIn(remarks: { line: number; member: string }[], lines: number): string[][] {
  return Array.from({ length: lines }, (_, index) =>
    remarks.flatMap(({ line, member }) => (line === index + 1 ? [member] : [])).toSorted(),
  );
}
