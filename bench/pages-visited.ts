// The pages that pages.ts asks for, in a country that country.ts has made.
import { idOf, type Sizes } from './country.ts';

/** The address of the nth visit in a country of that size. */
export type Visited = (n: number, sizes: Sizes) => string;

/** One who has played much: the keenest of an area have the lowest numbers. */
const keen: Visited = (n, { areas }) => idOf('plr', (n * 31) % areas);
/** The next keenest one of the same area. */
const rival: Visited = (n, { areas }) => idOf('plr', ((n * 31) % areas) + areas);
const venue: Visited = (n, { areas }) => idOf('ven', (n * 37) % areas);
const lately = (n: number, { competitions }: Sizes) => {
  return competitions - 1 - ((n * 41) % Math.ceil(competitions / 20));
};
const match: Visited = (n, { matches }) => idOf('mat', matches - 201 - ((n * 104_729) % 10_000));

/** By name; `next page` is the one to which the page before it leads. */
export const visited: Readonly<Record<string, Visited>> = {
  ranking: () => '/',
};
void [keen, rival, venue, lately, match];

/** What the pages are measured against: the plainest read of the API. */
export const playerOfApi: Visited = (n, sizes) =>
  `/v1/players/${idOf('plr', (n * 7_919) % sizes.players)}`;
