// What growth.ts asks for: each read operation with each single filter and some combinations, each
// list at its first page, in the middle and near the end; and the results that it submits.
import { createCursors } from '../shared/http/cursor.ts';
import { idOf, type Sizes } from './country.ts';

export const TOKEN_SECRET = 'the-secret-of-the-benchmark-that-signs';
const cursors = createCursors(async () => [TOKEN_SECRET]);

/** Players added to both countries: nobody shares the time of the first or the minutes of the second, and few the third's. */
export const seekers = [
  { id: 'plr_bench00001', day: 'wednesday', start: '03:00', end: '04:00' },
  { id: 'plr_bench00002', day: 'tuesday', start: '05:00', end: '05:09' },
  { id: 'plr_bench00003', day: 'monday', start: '07:30', end: '07:45' }, // one in 180
] as const;

/** Gives the path of the last page of the list that begins with a path, or of one far down. */
export type Follow = (path: string) => Promise<string>;

/** The path of the nth request of an operation in a country of that size, or a result to be submitted. */
export type Operation = (n: number, sizes: Sizes, follow: Follow) => Promise<string> | string;

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Math.floor(Date.now() / dayMs - days) * dayMs);
const iso = (days: number) => daysAgo(days).toISOString();

const player = (n: number, { players }: Sizes) => idOf('plr', (n * 7_919) % players);
/** A player with many matches: the keenest of an area have the lowest numbers. */
const keen = (n: number, { areas }: Sizes) => idOf('plr', (n * 31) % areas);
const venue = (n: number, { areas }: Sizes) => idOf('ven', (n * 37) % areas);
const popular = (n: number, { areas }: Sizes) =>
  idOf('ven', ((n * 37) % areas) - (((n * 37) % areas) % 10));
const competition = (n: number, { competitions }: Sizes) => idOf('cmp', (n * 41) % competitions);
const match = (n: number, { matches }: Sizes) => idOf('mat', (n * 104_729) % matches);

type Filters = Readonly<Record<string, string | number>>;
type Given = Filters | ((n: number, sizes: Sizes) => Filters);
type Place = readonly (string | number)[];
/** Where a page begins: after a place, or so that it is the last. */
type Position = Place | ((sizes: Sizes) => Place) | 'last';

/** Pages of a list with filters, whose members are in the order of the route's schema. */
function pages(
  name: string,
  at: string | ((n: number, sizes: Sizes) => string),
  given: Given,
  positions: Readonly<Record<string, Position>>,
): [string, Operation][] {
  const request =
    (position?: Position): Operation =>
    async (n, sizes, follow) => {
      const path = typeof at === 'function' ? at(n, sizes) : at;
      const filters = typeof given === 'function' ? given(n, sizes) : given;
      const asked = new URLSearchParams();
      for (const [name, value] of Object.entries(filters)) asked.set(name, String(value));
      if (position === 'last') return follow(`${path}?${asked}`);
      if (position) {
        // A cursor is bound to the filters as the route parses them.
        const understood = Object.entries(filters).map(([key, value]) => [
          key,
          key.startsWith('played_') ? Date.parse(String(value)) : value,
        ]);
        const scope = JSON.stringify([path, Object.fromEntries(understood)]);
        const place = typeof position === 'function' ? position(sizes) : position;
        asked.set('cursor', await cursors.encode(scope, place));
      }
      return `${path}?${asked}`;
    };
  return [
    [name, request()],
    ...Object.entries(positions).map(([page, position]): [string, Operation] => [
      `${name}, ${page}`,
      request(position),
    ]),
  ];
}

const byName = { middle: ['Olga A.', ''], end: ['Żaneta W.', ''] };
const ofFew = { end: 'last' } as const;
const before = (middle: number, end: number) => ({
  middle: [iso(middle), 'mat_'],
  end: [iso(end), 'mat_'],
});
const byTime = before(900, 1_850);
/** Places in the history, a thousand apart: all players' first entries, then ten times as many others. */
const historical = {
  middle: ({ players }: Sizes) => [players * 5_500],
  end: 'last',
} as const;
const byStart = { middle: [iso(900).slice(0, 10), 'cmp_'], end: [iso(1_850).slice(0, 10), 'cmp_'] };

/** A new result of two players in one of the last competitions of the bench's organizer. */
const result: Operation = (n, sizes) => {
  const { areas, competitions, organizers } = sizes;
  const last = Math.floor((competitions - 1) / organizers) - (n % 10);
  const number = last * organizers;
  const begin = daysAgo(1_860 - Math.round((number / competitions) * 1_770) - 2).getTime();
  return JSON.stringify({
    competition_id: idOf('cmp', number),
    venue_id: idOf('ven', number % areas),
    played_at: new Date(begin + Math.floor(Math.random() * 10 * dayMs)).toISOString(),
    player_ids: [player(n, sizes), player(n + 1, sizes)],
    status: 'completed',
    score: { sets: [{ games: [6, 4] }, { games: [6, 3] }] },
  });
};

type Positions = Parameters<typeof pages>[3];
const players = (name: string, given: Given, positions: Positions = byName) =>
  pages(`players${name}`, '/v1/players', given, positions);
const matches = (name: string, given: Given, positions: Positions = byTime) =>
  pages(`matches${name}`, '/v1/matches', given, positions);
const competitions = (name: string, given: Given, positions: Positions = ofFew) =>
  pages(`competitions${name}`, '/v1/competitions', given, positions);

const suggestions = (id: typeof player, query = ''): Operation => {
  return (n, sizes) => `/v1/players/${id(n, sizes)}/match-suggestions${query}`;
};

/**
 * Combinations that need only take no more than 50 ms; and a search that reads each who prefers a venue, of whom
 * a city has fewer.
 */
const others: [string, Operation][] = [
  [
    'suggestions at a venue, time when nobody has',
    (n, sizes) => `/v1/players/${seekers[0].id}/match-suggestions?venue_id=${popular(n, sizes)}`,
  ],
  ...players(
    ' min_rating+max_rating+venue_id',
    (n, sizes) => ({ min_rating: 1_395, max_rating: 1_405, venue_id: popular(n, sizes) }),
    {},
  ),
  ...players(' limit=100', { limit: 100 }, {}),
  ...matches(
    ' player_id+competition_id',
    (n, sizes) => ({ player_id: keen(n, sizes), competition_id: competition(n, sizes) }),
    {},
  ),
  ...matches(
    ' player_id+rating_status',
    (n, sizes) => ({ player_id: keen(n, sizes), rating_status: 'not_rated' }),
    {},
  ),
  ...matches(
    ' player_id+status+played_after+played_before',
    (n, sizes) => ({
      player_id: keen(n, sizes),
      status: 'retired',
      played_after: iso(1_000),
      played_before: iso(400),
    }),
    {},
  ),
  ...matches(
    ' competition_id+played_after',
    (n, sizes) => ({ competition_id: competition(n, sizes), played_after: iso(1_000) }),
    {},
  ),
  ...matches(
    ' rating_status+played_before',
    { rating_status: 'not_rated', played_before: iso(1_000) },
    {},
  ),
  ...matches(' status+rating_status', { status: 'retired', rating_status: 'rated' }, {}),
  ...matches(' limit=100', { limit: 100 }, {}),
  ...competitions(
    ' season+venue_id',
    (n, sizes) => ({ season: '2023-summer', venue_id: venue(n, sizes) }),
    {},
  ),
  ...competitions(
    ' type+season+venue_id',
    (n, sizes) => ({ type: 'league', season: '2023-summer', venue_id: venue(n, sizes) }),
    {},
  ),
];

/** The names of those that may take 50 ms. */
export const slower: ReadonlySet<string> = new Set(others.map(([name]) => name));

/** By name. */
export const operations: Readonly<Record<string, Operation>> = Object.fromEntries([
  ['one player', (n, sizes) => `/v1/players/${player(n, sizes)}`],
  ['rating', (n, sizes) => `/v1/players/${player(n, sizes)}/rating`],
  ['one match', (n, sizes) => `/v1/matches/${match(n, sizes)}`],
  ['one competition', (n, sizes) => `/v1/competitions/${competition(n, sizes)}`],
  ['one venue', (n, sizes) => `/v1/venues/${venue(n, sizes)}`],

  ...pages('history', (n, sizes) => `/v1/players/${keen(n, sizes)}/rating-history`, {}, historical),
  ['a result', result],
  ['suggestions', suggestions(player)],
  ['suggestions, widest', suggestions(player, '?limit=10&max_rating_gap=500')],
  ['suggestions, equals', suggestions(player, '?max_rating_gap=0')],
  [
    'suggestions at a venue',
    (n, sizes) => `/v1/players/${player(n, sizes)}/match-suggestions?venue_id=${popular(n, sizes)}`,
  ],
  ['suggestions, time when nobody has', suggestions(() => seekers[0].id)],
  ['suggestions, minutes of nobody', suggestions(() => seekers[1].id)],
  ['suggestions, time of few', suggestions(() => seekers[2].id)],

  ...players('', {}),
  ...players(' min_rating, half', { min_rating: 1_400 }),
  ...players(' min_rating, 1 in 100', { min_rating: 1_950 }),
  ...players(' min_rating, hardly any', { min_rating: 2_200 }, ofFew),
  ...players(' min_rating, none', { min_rating: 3_000 }, {}),
  ...players(' max_rating, half', { max_rating: 1_400 }),
  ...players(' max_rating, hardly any', { max_rating: 600 }, ofFew),
  ...players(' min_rating+max_rating', { min_rating: 1_395, max_rating: 1_405 }),
  ...players(' venue_id', (n, sizes) => ({ venue_id: venue(n, sizes) }), ofFew),
  ...players(' venue_id, popular', (n, sizes) => ({ venue_id: popular(n, sizes) }), {
    ...byName,
    ...ofFew,
  }),
  ...players(
    ' min_rating+venue_id',
    (n, sizes) => ({ min_rating: 1_700, venue_id: venue(n, sizes) }),
    ofFew,
  ),

  ...matches('', {}),
  ...matches(' player_id', (n, sizes) => ({ player_id: player(n, sizes) }), ofFew),
  ...matches(' player_id, keen', (n, sizes) => ({ player_id: keen(n, sizes) }), ofFew),
  ...matches(' competition_id', (n, sizes) => ({ competition_id: competition(n, sizes) }), ofFew),
  ...['completed', 'retired', 'walkover'].flatMap((status) =>
    matches(` status=${status}`, { status }),
  ),
  ...matches(' rating_status=pending', { rating_status: 'pending' }, ofFew),
  ...['rated', 'not_rated'].flatMap((rating_status) =>
    matches(` rating_status=${rating_status}`, { rating_status }),
  ),
  ...matches(' played_after', { played_after: iso(1_000) }, before(500, 990)),
  ...matches(' played_before', { played_before: iso(1_000) }, before(1_400, 1_850)),
  ...matches(
    ' player_id+status',
    (n, sizes) => ({ player_id: keen(n, sizes), status: 'completed' }),
    ofFew,
  ),
  ...matches(
    ' player_id+played_before',
    (n, sizes) => ({ player_id: keen(n, sizes), played_before: iso(400) }),
    ofFew,
  ),
  ...matches(
    ' competition_id+rating_status',
    (n, sizes) => ({ competition_id: competition(n, sizes), rating_status: 'not_rated' }),
    ofFew,
  ),
  ...matches(
    ' competition_id+status',
    (n, sizes) => ({ competition_id: competition(n, sizes), status: 'retired' }),
    ofFew,
  ),
  ...matches(
    ' status+played_before',
    { status: 'walkover', played_before: iso(1_000) },
    before(1_400, 1_850),
  ),
  ...matches(
    ' played_after+played_before',
    { played_after: iso(1_000), played_before: iso(999) },
    ofFew,
  ),

  ...competitions('', {}, byStart),
  ...competitions(' type', { type: 'tournament' }, byStart),
  ...competitions(' season', { season: '2023-summer' }),
  ...competitions(' venue_id', (n, sizes) => ({ venue_id: venue(n, sizes) })),
  ...competitions(' type+season', { type: 'tournament', season: '2023-summer' }),

  ...pages('venues', '/v1/venues', {}, { middle: ['Court 8', ''], end: 'last' }),
  ...pages('venues district', '/v1/venues', { district: 'Wola 0' }, ofFew),
  ...others,
  ['readyz', () => '/readyz'],
  ['metrics', () => '/metrics'],
] satisfies [string, Operation][]);
