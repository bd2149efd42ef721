import { beforeAll, describe, expect, test } from 'bun:test';
import { completed, ids, retired, testCity, walkover } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

type Body = Record<string, unknown>;

const now = Date.parse('2026-12-01T12:00:00.000Z');
const minute = 60_000;
const [anna = '', bartek = '', celina = ''] = ids.players;

/** A cup that starts on that day. */
const cup = (id: string, starts_on: string) => ({
  kind: 'competition',
  id,
  name: `Cup of ${starts_on}`,
  type: 'tournament',
  organizer_id: ids.organizer,
  season: '2026-special',
  starts_on,
  ends_on: '2026-12-31',
  match_format: { games_per_set: 6, no_ad: false, final_set: 'full_set' },
  venue_ids: [ids.venues[0]],
});
const marchChange = 'cmp_startmarch'; // on this day clocks go forward
const octoberChange = 'cmp_startoctob'; // on this day clocks go back
const records = [...testCity(), cup(marchChange, '2026-03-29'), cup(octoberChange, '2026-10-25')];

const sets = (...games: unknown[]) => ({ sets: games.map((pair) => ({ games: pair })) });
const score = (more: Body) => ({ ...sets([6, 4], [6, 3]), ...more });
const without = (name: string, { [name]: _, ...body }: Body) => body;

/** What a problem says: its status, its type, and what it points at. */
async function verdict(response: Response): Promise<string> {
  const body = await json(response);
  if (response.ok) return String(response.status);
  const pointers = (body.errors ?? []).map(({ pointer }: { pointer: string }) => pointer);
  const type = String(body.type).split('#')[1];
  return [response.status, type, ...pointers.sort()].join(' ');
}
const wrong = (...pointers: string[]) => ['422 validation-failed', ...pointers].join(' ');
const wrongScore = (...pointers: string[]) => ['422 invalid-score', ...pointers].join(' ');

onBothDatabases('POST /matches', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records, clock: () => now });
  });

  const table = (name: string, cases: readonly (readonly [string, Body | string, string])[]) =>
    describe(name, () => {
      test.each(cases)('%s', async (_, body, expected) => {
        expect(await verdict(await service.submit(body))).toBe(expected);
      });
    });

  test('a completed match is taken in, shown at its Location, and rated, which changes nothing else of it', async () => {
    const response = await service.submit(completed());
    expect(response.status).toBe(201);
    const match = await json(response);
    const location = response.headers.get('location') ?? '';
    expect(location).toEndWith(`/v1/matches/${match.id}`);
    expect(await service.rate()).toEqual({ rated: 1, unrateable: 0 });
    const rated = await json(await service.get(new URL(location).pathname));
    expect(rated).toEqual({ ...match, rating_status: 'rated' });
    const rating = await json(await service.get(`/v1/players/${ids.players[0]}/rating`));
    expect(rating).toMatchObject({ value: 1324, confidence: 30, k_factor: 48, rated_matches: 1 });
  });

  // rules 5
  describe('the match that a result becomes', () => {
    const created = { id: expect.stringMatching(/^mat_[a-z0-9]{10}$/) };
    const shown = (body: Body, more: Body) => ({
      ...created,
      court_number: null,
      retired_player_id: null,
      rating_status: 'pending',
      created_at: '2026-12-01T12:00:00.000Z',
      ...body,
      ...more,
    });
    const tiebreaks = {
      sets: [{ games: [6, 7], tiebreak: [5, 7] }, { games: [6, 4] }],
      match_tiebreak: [8, 10],
    };
    const cases: [string, Body, Body][] = [
      ['completed', completed({ court_number: 2 }), { winner_id: anna }],
      [
        'completed, won by the second',
        completed({ score: sets([1, 6], [4, 6]) }),
        { winner_id: bartek },
      ],
      [
        'decided by a third set',
        completed({ score: sets([6, 1], [4, 6], [0, 6]) }),
        { winner_id: bartek },
      ],
      [
        'decided by a match tiebreak, the third set',
        completed({ competition_id: ids.tiebreakLeague, score: tiebreaks }),
        { winner_id: bartek },
      ],
      ['retired', retired(), { winner_id: anna, retired_player_id: bartek }],
      ['retired by the leader', retired({ retired_player_id: anna }), { winner_id: bartek }],
      ['walkover', walkover(), { score: null, rating_status: 'not_rated', winner_id: anna }],
    ];
    test.each(cases)('%s, answered as it is read, to the letter', async (_, body, more) => {
      const response = await service.submit(body);
      const { pathname } = new URL(response.headers.get('location') ?? '');
      const text = await response.text();
      expect(JSON.parse(text)).toEqual(shown(body, more));
      expect(await (await service.get(pathname)).text()).toBe(text);
    });

    test('null for an optional member is the same as leaving it out', async () => {
      const nothing = { court_number: null, winner_id: null, retired_player_id: null };
      const games = [
        { games: [6, 4], tiebreak: null },
        { games: [6, 3], tiebreak: null },
      ];
      const body = completed({ ...nothing, score: { sets: games, match_tiebreak: null } });
      const match = await json(await service.submit(body));
      expect(match).toEqual(shown(body, { winner_id: anna, score: score({}) }));
      const absent = walkover({ score: null, retired_player_id: null });
      expect(await verdict(await service.submit(absent))).toBe('201');
    });

    test('numbers count by value: 6.0 is 6', async () => {
      const text = JSON.stringify(completed({ court_number: 2 }));
      const spelled = text
        .replaceAll('[6,', '[6.0,')
        .replace(',4]', ',40e-1]')
        .replace(',3]', ',-0]');
      const match = await json(
        await service.submit(spelled.replace('"court_number":2', '"court_number":2.0')),
      );
      expect(match).toMatchObject({ score: sets([6, 4], [6, 0]), court_number: 2 });
    });
  });

  const bodies = { completed, retired, walkover };
  const required = {
    completed: ['competition_id', 'venue_id', 'played_at', 'player_ids', 'status', 'score'],
    retired: ['score', 'retired_player_id'],
    walkover: ['winner_id'],
  };
  table('a required member is pointed at where it should be, missing or null', [
    ...(['completed', 'retired', 'walkover'] as const).flatMap((status) =>
      required[status].flatMap((name) => [
        [`${status} without ${name}`, without(name, bodies[status]()), wrong(`#/${name}`)] as const,
        [`${status}, ${name} null`, bodies[status]({ [name]: null }), wrong(`#/${name}`)] as const,
      ]),
    ),
    ['no sets', completed({ score: {} }), wrong('#/score/sets')],
    ['no games', completed({ score: { sets: [{}] } }), wrong('#/score/sets/0/games')],
    [
      'nothing at all',
      {},
      wrong(
        ...required.completed
          .map((name) => `#/${name}`)
          .filter((name) => name !== '#/score')
          .sort(),
      ),
    ],
  ]);

  const values = { number: 7, text: 'seven', list: [], object: {}, flag: true };
  const members = [...required.completed, 'court_number', 'winner_id'];
  table(
    'a member of a wrong type is pointed at',
    members.flatMap((name) =>
      Object.entries(values).flatMap(([type, value]) => {
        if (name === 'score' && type === 'object') return []; // lacks its sets instead
        if (name === 'court_number' && type === 'number') return []; // right
        return [[`${name}: ${type}`, completed({ [name]: value }), wrong(`#/${name}`)] as const];
      }),
    ),
  );

  table('a pointer names the deepest wrong member', [
    ...['[]', '7', '"seven"', 'null', 'true'].map(
      (text) => [`a body that is no object: ${text}`, text, wrong('#')] as const,
    ),
    ['no player', completed({ player_ids: [] }), wrong('#/player_ids')],
    ['one player', completed({ player_ids: [anna] }), wrong('#/player_ids')],
    ['three players', completed({ player_ids: [anna, bartek, celina] }), wrong('#/player_ids')],
    ['a malformed id', completed({ player_ids: [anna, 'plr_X'] }), wrong('#/player_ids/1')],
    ['two malformed', completed({ player_ids: [1, 2] }), wrong('#/player_ids/0', '#/player_ids/1')],
    ['the same player twice', completed({ player_ids: [anna, anna] }), wrong('#/player_ids/1')],
    ['no set', completed({ score: sets() }), wrong('#/score/sets')],
    [
      'four sets',
      completed({ score: sets([6, 4], [4, 6], [6, 4], [6, 4]) }),
      wrong('#/score/sets'),
    ],
    ['sets that are an object', completed({ score: { sets: {} } }), wrong('#/score/sets')],
    ['a set that is a list', completed({ score: { sets: [[6, 4]] } }), wrong('#/score/sets/0')],
    ['a set that is null', completed({ score: { sets: [null] } }), wrong('#/score/sets/0')],
    ['one number of games', completed({ score: sets([6]) }), wrong('#/score/sets/0/games')],
    ['three of them', completed({ score: sets([6, 4, 1]) }), wrong('#/score/sets/0/games')],
    ['games that are text', completed({ score: sets(['6', 4]) }), wrong('#/score/sets/0/games/0')],
    ['negative games', completed({ score: sets([6, -1]) }), wrong('#/score/sets/0/games/1')],
    ['half a game', completed({ score: sets([6, 4], [6, 1.5]) }), wrong('#/score/sets/1/games/1')],
    ['too many to count', completed({ score: sets([1e300, 4]) }), wrong('#/score/sets/0/games/0')],
    [
      'a tiebreak of one number',
      completed({ score: { sets: [{ games: [7, 6], tiebreak: [7] }, { games: [6, 3] }] } }),
      wrong('#/score/sets/0/tiebreak'),
    ],
    [
      'a match tiebreak of three',
      completed({ score: score({ match_tiebreak: [10, 8, 1] }) }),
      wrong('#/score/match_tiebreak'),
    ],
    ['an unknown status', completed({ status: 'abandoned' }), wrong('#/status')],
    ['court 0', completed({ court_number: 0 }), wrong('#/court_number')],
    ['court 1001', completed({ court_number: 1001 }), wrong('#/court_number')],
    ['court 1.5', completed({ court_number: 1.5 }), wrong('#/court_number')],
    [
      'everything that is wrong, at once',
      completed({ venue_id: 'ven_', played_at: 'today', court_number: -1, player_ids: [anna] }),
      wrong('#/court_number', '#/played_at', '#/player_ids', '#/venue_id'),
    ],
  ]);

  const text = () => JSON.stringify(completed());
  table('an unknown member is refused', [
    ['a mistyped one', completed({ court_nummer: 3 }), wrong('#/court_nummer')],
    ['one of the response', completed({ rating_status: 'pending' }), wrong('#/rating_status')],
    ['an id', walkover({ id: 'mat_aaaaaaaaaa' }), wrong('#/id')],
    ['__proto__', text().replace('{', '{"__proto__":{},'), wrong('#/__proto__')],
    ['constructor', text().replace('{', '{"constructor":1,'), wrong('#/constructor')],
    ['toString', text().replace('{', '{"toString":null,'), wrong('#/toString')],
    ['in the score', completed({ score: score({ winner: 0 }) }), wrong('#/score/winner')],
    [
      '__proto__ in the score',
      text().replace('"sets"', '"__proto__":null,"sets"'),
      wrong('#/score/__proto__'),
    ],
    [
      'in a set',
      completed({ score: { sets: [{ games: [6, 4] }, { games: [6, 4], points: 1 }] } }),
      wrong('#/score/sets/1/points'),
    ],
    [
      'constructor in a set',
      text().replace('"games"', '"constructor":1,"games"'),
      wrong('#/score/sets/0/constructor'),
    ],
    ['a name that a pointer escapes', completed({ 'a/b~c d': 1 }), wrong('#/a~1b~0c%20d')],
    ['several, all named', retired({ one: 1, two: 2 }), wrong('#/one', '#/two')],
    ['beside a wrong one', completed({ one: 1, venue_id: null }), wrong('#/one', '#/venue_id')],
  ]);

  table('winner_id follows from the result, and must agree where it is sent', [
    ['agreeing', completed({ winner_id: anna }), '201'],
    ['the loser', completed({ winner_id: bartek }), wrong('#/winner_id')],
    ['somebody else', completed({ winner_id: celina }), wrong('#/winner_id')],
    ['malformed', completed({ winner_id: 'Anna' }), wrong('#/winner_id')],
    ['agreeing with a retirement', retired({ winner_id: anna }), '201'],
    ['the one who retired', retired({ winner_id: bartek }), wrong('#/winner_id')],
    [
      'open since set 2 is missing',
      completed({ winner_id: bartek, score: sets([6, 4]) }),
      wrongScore('#/score/sets'),
    ],
    [
      'open since a set was not finished',
      completed({ winner_id: bartek, score: sets([6, 4], [3, 3]) }),
      wrongScore('#/score/sets/1'),
    ],
  ]);

  table('retired_player_id is one of the two players, and only of a retired match', [
    ['somebody else', retired({ retired_player_id: celina }), wrong('#/retired_player_id')],
    ['malformed', retired({ retired_player_id: 2 }), wrong('#/retired_player_id')],
    ['completed', completed({ retired_player_id: bartek }), wrong('#/retired_player_id')],
    ['walkover', walkover({ retired_player_id: bartek }), wrong('#/retired_player_id')],
    [
      'somebody else, beside a winner who can then not be judged',
      retired({ retired_player_id: celina, winner_id: bartek }),
      wrong('#/retired_player_id'),
    ],
    ['a match without a game', retired({ score: sets([0, 0]) }), wrongScore('#/score/sets/0')],
  ]);

  table('a walkover has no score and says who was there', [
    ['a score', walkover({ score: sets([6, 4], [6, 3]) }), wrong('#/score')],
    ['an empty score', walkover({ score: {} }), wrong('#/score')],
    ['somebody else', walkover({ winner_id: celina }), wrong('#/winner_id')],
    ['the second player', walkover({ winner_id: bartek }), '201'],
  ]);

  describe('played_at comes back as it was sent, with capital T and Z, cut to milliseconds', () => {
    test.each([
      ['2026-04-02T10:00:00Z', '2026-04-02T10:00:00Z'],
      ['2026-04-02t10:01:00z', '2026-04-02T10:01:00Z'],
      ['2026-04-02T10:02:00.5+02:00', '2026-04-02T10:02:00.5+02:00'],
      ['2026-04-02t10:03:00.123999999-11:30', '2026-04-02T10:03:00.123-11:30'],
      ['2026-04-02T10:04:00.000+00:00', '2026-04-02T10:04:00.000+00:00'],
      ['2026-04-02T10:05:59.9999-00:00', '2026-04-02T10:05:59.999-00:00'],
    ])('%s', async (played_at, expected) => {
      const { id } = await json(await service.submit(completed({ played_at })));
      expect(await json(await service.get(`/v1/matches/${id}`))).toMatchObject({
        played_at: expected,
      });
    });
  });

  table('played_at is a date and time with its offset', [
    ...[
      '2026-05-02T10:00:00',
      '2026-05-02 10:00:00Z',
      '2026-05-02',
      '2026-02-29T10:00:00Z',
      '2026-05-02T24:00:00Z',
      '2026-05-02T10:00:60Z',
      '2026-06-30T23:59:60Z',
      '2026-05-02T10:60:00Z',
      '2026-05-02T10:00:00.Z',
      '2026-05-02T10:00:00+2:00',
      '2026-05-02T10:00:00+0200',
      '2026-05-02T10:00:00+24:00',
      '2026-05-02T10:00Z',
      '+002026-05-02T10:00:00Z',
      ' 2026-05-02T10:00:00Z',
      '',
    ].map((played_at) => [played_at, completed({ played_at }), wrong('#/played_at')] as const),
  ]);

  const at = (ms: number) => ({ played_at: new Date(ms).toISOString() });
  table('a match lies at most 5 minutes ahead, walkovers excepted', [
    ['5 minutes', completed(at(now + 5 * minute)), '201'],
    ['a millisecond more', completed(at(now + 5 * minute + 1)), wrong('#/played_at')],
    ['retired, a millisecond more', retired(at(now + 5 * minute + 1)), wrong('#/played_at')],
    ['a walkover next month', walkover(at(now + 30 * 24 * 60 * minute)), '201'],
  ]);

  const on = (competition_id: string, played_at: string) =>
    completed({ competition_id, played_at });
  table('its day in Europe/Warsaw is not before the competition starts', [
    ['just before midnight', on(ids.league, '2026-02-28T23:59:59.999+01:00'), wrong('#/played_at')],
    ['midnight', on(ids.league, '2026-03-01T00:00:00+01:00'), '201'],
    [
      'the first day elsewhere, not here',
      on(ids.league, '2026-03-01T00:30:00+05:00'),
      wrong('#/played_at'),
    ],
    ['the day before elsewhere, not here', on(ids.league, '2026-02-28T20:00:00-05:00'), '201'],
    [
      'just before midnight in summer',
      on(ids.shortCup, '2026-03-31T21:59:59.999Z'),
      wrong('#/played_at'),
    ],
    ['before clocks go forward', on(marchChange, '2026-03-28T22:59:59.999Z'), wrong('#/played_at')],
    ['the day when clocks go forward', on(marchChange, '2026-03-28T23:00:00Z'), '201'],
    ['before clocks go back', on(octoberChange, '2026-10-24T21:59:59.999Z'), wrong('#/played_at')],
    ['the day when clocks go back', on(octoberChange, '2026-10-24T22:00:00Z'), '201'],
    ['long before', on(ids.league, '0999-01-01T00:00:00Z'), wrong('#/played_at')],
  ]);

  table('what is out of plan but was played is accepted', [
    ['after the last day', completed({ played_at: '2026-07-15T10:00:00Z' }), '201'],
    ['a venue that is not the competition’s', completed({ venue_id: ids.venues[2] }), '201'],
    ['a court that the venue does not list', completed({ court_number: 1000 }), '201'],
    ['court 1', completed({ court_number: 1 }), '201'],
  ]);

  const noVenue = { venue_id: 'ven_zzzzzzzzzz' };
  const nobody = 'plr_zzzzzzzzzz';
  table('an unknown id is pointed at', [
    ['competition', completed({ competition_id: 'cmp_zzzzzzzzzz' }), wrong('#/competition_id')],
    ['venue', completed(noVenue), wrong('#/venue_id')],
    ['first player', completed({ player_ids: [nobody, bartek] }), wrong('#/player_ids/0')],
    ['second player', walkover({ player_ids: [anna, nobody] }), wrong('#/player_ids/1')],
    [
      'both',
      completed({ player_ids: [nobody, 'plr_yyyyyyyyyy'] }),
      wrong('#/player_ids/0', '#/player_ids/1'),
    ],
    [
      'all references and rules at once',
      retired({
        ...noVenue,
        player_ids: [anna, nobody],
        played_at: '2026-02-01T10:00:00Z',
        winner_id: bartek,
        retired_player_id: celina,
      }),
      wrong('#/played_at', '#/player_ids/1', '#/retired_player_id', '#/venue_id', '#/winner_id'),
    ],
  ]);

  test('an unknown player who stands twice is unknown once, and twice there', async () => {
    const answer = await json(await service.submit(completed({ player_ids: [nobody, nobody] })));
    expect(answer.errors).toEqual([
      { pointer: '#/player_ids/0', detail: `There is no player with the id ${nobody}.` },
      { pointer: '#/player_ids/1', detail: 'The same player stands twice in player_ids.' },
    ]);
  });

  table('wrong sets are named all at once, and never beside another fault', [
    [
      'two sets',
      completed({ score: sets([6, 5], [9, 1]) }),
      wrongScore('#/score/sets/0', '#/score/sets/1'),
    ],
    [
      'a set and a match tiebreak that is not played here',
      completed({ score: { ...sets([6, 5], [4, 6]), match_tiebreak: [10, 8] } }),
      wrongScore('#/score/match_tiebreak', '#/score/sets/0'),
    ],
    [
      'a missing match tiebreak',
      completed({ competition_id: ids.tiebreakLeague, score: sets([6, 4], [4, 6]) }),
      wrongScore('#/score/match_tiebreak'),
    ],
    [
      'beside an unknown venue',
      completed({ ...noVenue, score: sets([6, 5], [9, 1]) }),
      wrong('#/venue_id'),
    ],
  ]);

  describe('the same two players at the same instant of a competition are one match', () => {
    const played_at = '2026-05-20T18:00:00.250+02:00';
    let id = '';
    test('the first is taken in', async () => {
      id = (await json(await service.submit(completed({ played_at })))).id;
    });

    const turned = { played_at, player_ids: [bartek, anna] };
    test.each([
      ['again', completed({ played_at })],
      ['in the other order', completed({ ...turned, score: sets([4, 6], [3, 6]) })],
      ['in another offset', completed({ played_at: '2026-05-20T16:00:00.250Z' })],
      ['in digits that are cut off', completed({ played_at: '2026-05-20T16:00:00.250999Z' })],
      ['with another score', completed({ played_at, score: sets([1, 6], [1, 6]) })],
      ['as a retired match', retired(turned)],
      ['as a walkover elsewhere', walkover({ played_at, venue_id: ids.venues[1] })],
    ])('%s: refused, and the detail names the first', async (_, body) => {
      const response = await service.submit(body);
      const problem = await json(response);
      expect([response.status, problem.type]).toEqual([
        409,
        expect.stringMatching(/#duplicate-match$/),
      ]);
      expect(problem.detail).toContain(id);
      expect(problem).not.toHaveProperty('errors');
    });

    test.each([
      ['a millisecond later', completed({ played_at: '2026-05-20T16:00:00.251Z' })],
      [
        'another competition',
        completed({ played_at, competition_id: ids.shortTiebreakCup, score: sets([4, 1], [4, 2]) }),
      ],
      ['another player', completed({ played_at, player_ids: [anna, celina] })],
    ])('%s: another match', async (_, body) => {
      expect(await verdict(await service.submit(body))).toBe('201');
    });
  });
});
