// What growth.ts asks for: each read operation with each filter alone and with the pairs that may be slow, each
// list at its first page and far down; the pages of the website that read most; and the results that it submits.
import { createCursors, scopeOf } from '../shared/http/cursor.ts';
import { idOf, type Sizes } from './growth-city.ts';
import { keen, playerOfApi, type Visited, venue, visited } from './pages-visited.ts';

export const TOKEN_SECRET = 'the-secret-of-the-benchmark-that-signs';
const cursors = createCursors(async () => [TOKEN_SECRET]);

/** Players added to both cities: nobody shares the time of the first, and one in 180 that of the second. */
export const seekers = [
  { id: 'plr_bench00001', day: 'wednesday', start: '03:00', end: '04:00' },
  { id: 'plr_bench00002', day: 'monday', start: '07:30', end: '07:45' },
] as const;

/** The path of the nth request in a city of that size, or a result to be submitted. */
type Request = (n: number, sizes: Sizes) => Promise<string> | string;

export type Operation = {
  readonly name: string;
  readonly request: Request;
  /** How many milliseconds half of the requests may take; else twice as many as with fewer players. */
  readonly mostMs?: number;
};

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Math.floor(Date.now() / dayMs - days) * dayMs);
const iso = (days: number) => daysAgo(days).toISOString();

const player: Visited = (n, { players }) => idOf('plr', (n * 7_919) % players);
const competition: Visited = (n, { competitions }) => idOf('cmp', (n * 41) % competitions);
/** Each tenth venue is preferred by a thousand players, the others by two hundred. */
const popular: Visited = (n, { areas }) => idOf('ven', ((n * 37) % (areas / 10)) * 10);

const one = (name: string, request: Request): Operation => ({ name, request });
/** What is seldom asked, or reads as many rows as there are players of a kind. */
const slower = (all: readonly Operation[], mostMs = 50) => all.map((each) => ({ ...each, mostMs }));

type Filters = Readonly<Record<string, string | number | Visited>>;
/** The sort values after which a page begins. */
type Place = readonly (string | number)[];

/** The first page of a list with filters, in the order of the route's schema, and the one after a place. */
function pages(name: string, path: Visited, given: Filters, place?: Place): Operation[] {
  const request = async (n: number, sizes: Sizes, after?: Place) => {
    const filters = Object.entries(given).map(([filter, value]) => {
      return [filter, typeof value === 'function' ? value(n, sizes) : value] as const;
    });
    const asked = new URLSearchParams(filters.map(([filter, value]) => [filter, String(value)]));
    if (after) {
      // A cursor is bound to the filters as the route parses them.
      const parsed = filters.map(([filter, value]) => {
        return [filter, filter.startsWith('played_') ? Date.parse(String(value)) : value];
      });
      const scope = scopeOf(path(n, sizes), Object.fromEntries(parsed));
      asked.set('cursor', await cursors.encode(scope, after));
    }
    return `${path(n, sizes)}?${asked}`;
  };
  const first = one(name, (n, sizes) => request(n, sizes));
  if (!place) return [first];
  return [first, one(`${name}, far down`, (n, sizes) => request(n, sizes, place))];
}

const list = (of: string) => (filters: string, given: Filters, place?: Place) =>
  pages(`${of}${filters}`, () => `/v1/${of}`, given, place);
const players = list('players');
const matches = list('matches');
const competitions = list('competitions');
const venues = list('venues');

const lateName = ['Żaneta W.', ''];
const before = (days: number) => [iso(days), 'mat_'];
const early = before(1_600);
const suggestions = (id: Visited, query = '') => {
  return (n: number, sizes: Sizes) => `/v1/players/${id(n, sizes)}/match-suggestions${query}`;
};
const atVenue = (id: Visited) => (n: number, sizes: Sizes) =>
  suggestions(id, `?venue_id=${popular(n, sizes)}`)(n, sizes);

/** A new result of two players in one of the last competitions of the bench's organizer. */
const result: Request = (n, sizes) => {
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

export const onePlayer = one('one player', playerOfApi);

export const operations: readonly Operation[] = [
  onePlayer,
  one('rating', (n, sizes) => `/v1/players/${player(n, sizes)}/rating`),
  one('one match', (n, { matches }) => `/v1/matches/${idOf('mat', (n * 104_729) % matches)}`),
  one('one competition', (n, sizes) => `/v1/competitions/${competition(n, sizes)}`),
  one('one venue', (n, sizes) => `/v1/venues/${venue(n, sizes)}`),
  one('history', (n, sizes) => `/v1/players/${keen(n, sizes)}/rating-history`),
  one('a result', result),

  ...slower(
    [
      one('suggestions', suggestions(player)),
      one('suggestions, widest', suggestions(player, '?limit=10&max_rating_gap=500')),
      one('suggestions at a venue', atVenue(player)),
    ],
    2,
  ),
  ...slower(
    [
      one(
        'suggestions, time of nobody',
        suggestions(() => seekers[0].id),
      ),
      one(
        'suggestions, time of nobody, widest',
        suggestions(() => seekers[0].id, '?max_rating_gap=500'),
      ),
    ],
    150,
  ),
  ...slower([
    one(
      'suggestions at a venue, time of nobody',
      atVenue(() => seekers[0].id),
    ),
    one(
      'suggestions, time of few',
      suggestions(() => seekers[1].id),
    ),
  ]),

  ...players('', {}, lateName),
  ...players(' min_rating, half', { min_rating: 1_400 }, lateName),
  ...players(' max_rating, half', { max_rating: 1_400 }, lateName),
  ...players(' venue_id', { venue_id: venue }),
  ...players(' venue_id, popular', { venue_id: popular }, lateName),
  ...slower([
    ...players(' min_rating, 1 in 100', { min_rating: 1_950 }, lateName),
    ...players(' min_rating, hardly any', { min_rating: 2_200 }),
    ...players(' min_rating+max_rating', { min_rating: 1_395, max_rating: 1_405 }, lateName),
    ...players(' min_rating+venue_id', { min_rating: 1_950, venue_id: popular }),
  ]),

  ...matches('', {}, early),
  ...matches(' player_id', { player_id: player }),
  ...matches(' player_id, keen', { player_id: keen }, early),
  ...matches(' competition_id', { competition_id: competition }),
  ...matches(' status=completed', { status: 'completed' }, early),
  ...matches(' status=retired', { status: 'retired' }, early),
  ...matches(' rating_status=pending', { rating_status: 'pending' }),
  ...matches(' rating_status=rated', { rating_status: 'rated' }, early),
  ...matches(' rating_status=not_rated', { rating_status: 'not_rated' }, early),
  ...matches(' played_after', { played_after: iso(1_000) }, before(990)),
  ...matches(' played_before', { played_before: iso(1_000) }, early),
  ...slower([
    ...matches(' player_id+competition_id', { player_id: keen, competition_id: competition }),
    ...matches(' player_id+status', { player_id: keen, status: 'retired' }),
    ...matches(' player_id+rating_status', { player_id: keen, rating_status: 'not_rated' }),
    ...matches(' player_id+played_before', { player_id: keen, played_before: iso(400) }),
    ...matches(' competition_id+status', { competition_id: competition, status: 'retired' }),
    ...matches(' status+played_before', { status: 'walkover', played_before: iso(1_000) }),
  ]),

  ...competitions('', {}, [iso(1_600).slice(0, 10), 'cmp_']),
  ...competitions(' type', { type: 'tournament' }),
  ...competitions(' season', { season: '2023-summer' }),
  ...competitions(' venue_id', { venue_id: venue }),
  ...competitions(' type+season', { type: 'tournament', season: '2023-summer' }),
  ...venues('', {}, ['Court e', '']),
  ...venues(' district', { district: 'Wola 0' }),

  one('page of the ranking', visited.ranking),
  one('page of the ranking, far down', async () => {
    const place = [1_200, 'plr_0000000000', 60_000, 60_000];
    return `/?cursor=${await cursors.encode(scopeOf('', {}), place)}`;
  }),
  one('page of a competition', visited.competition),
  ...slower([
    one('page of the ranking, a venue', visited['ranking, a venue']),
    one('page of the ranking, a competition', visited['ranking, a competition']),
    one('page of the ranking, a name of one in 20', () => '/?q=anna'),
    one('page of the ranking, a name of one in 500', () => '/?q=ewa+b'),
    one('page of the ranking, a name of nobody', visited['ranking, a name that nobody has']),
    one('page of a player', visited.player),
  ]),
  one('metrics', () => '/metrics'),
];
