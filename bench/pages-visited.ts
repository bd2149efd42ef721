// The pages that pages.ts asks for, in a city that growth-city.ts has made.
import { idOf, type Sizes } from './growth-city.ts';

/** The address of the nth visit in a city of that size. */
export type Visited = (n: number, sizes: Sizes) => string;

/** A player with many matches: the keenest of an area have the lowest numbers. */
export const keen: Visited = (n, { areas }) => idOf('plr', (n * 31) % areas);
/** The next keenest one of the same area. */
const rival: Visited = (n, { areas }) => idOf('plr', ((n * 31) % areas) + areas);
export const venue: Visited = (n, { areas }) => idOf('ven', (n * 37) % areas);
const lately = (n: number, { competitions }: Sizes) => {
  return competitions - 1 - ((n * 41) % Math.ceil(competitions / 20));
};
const match: Visited = (n, { matches }) => idOf('mat', matches - 201 - ((n * 104_729) % 10_000));

/** A competition of the organizer whose desk is visited. */
const ofDesk = (n: number, { competitions, organizers }: Sizes) =>
  idOf('cmp', 1 + organizers * (n % Math.floor((competitions - 1) / organizers)));

const names = ['anna', 'swieto', 'łuk', 'WIT Z', 'ar', 'zo', 'ewa b.', 'i'];

/** By name. */
export const visited = {
  ranking: () => '/',
  'ranking, a name': (n) => `/?q=${names[n % names.length]}`,
  'ranking, a name that nobody has': (n) => `/?q=xq${n}`,
  'ranking, a venue': (n, sizes) => `/?venue=${venue(n, sizes)}`,
  'ranking, a competition': (n, sizes) => `/?competition=${idOf('cmp', lately(n, sizes))}`,
  venues: () => '/venues',
  player: (n, sizes) => `/players/${keen(n, sizes)}`,
  'head to head': (n, sizes) => `/players/${keen(n, sizes)}/against/${rival(n, sizes)}`,
  'what if, whom': (n, sizes) => `/players/${keen(n, sizes)}/what-if`,
  'what if, a name': (n, sizes) =>
    `/players/${keen(n, sizes)}/what-if?q=${names[n % names.length]}`,
  'what if': (n, sizes) => `/players/${keen(n, sizes)}/what-if?opponent=${rival(n, sizes)}`,
  competitions: () => '/competitions',
  competition: (n, sizes) => `/competitions/${idOf('cmp', lately(n, sizes))}`,
  match: (n, sizes) => `/matches/${match(n, sizes)}`,
  rules: () => '/rules',
  'desk, new result': (n, sizes) => `/desk?competition=${ofDesk(n, sizes)}`,
  'desk, results': () => '/desk/results',
  'desk, results of a competition': (n, sizes) => `/desk/results?competition=${ofDesk(n, sizes)}`,
  'desk, results of a name': (n) => `/desk/results?name=${names[n % names.length]}`,
  'desk, new player': () => '/desk/player',
} satisfies Readonly<Record<string, Visited>>;

/** What the pages are measured against: the plainest read of the API. */
export const playerOfApi: Visited = (n, sizes) =>
  `/v1/players/${idOf('plr', (n * 7_919) % sizes.players)}`;
