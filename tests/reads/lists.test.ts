// Lists with their filters, alone and in pairs, page by page, beside a look at everything.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { listCompetitions } from '../../modules/competitions/repository.ts';
import { listMatches } from '../../modules/matches/repository.ts';
import { listPlayers } from '../../modules/players/list-repository.ts';
import { listHistory } from '../../modules/ratings/history-repository.ts';
import { listVenues } from '../../modules/venues/repository.ts';
import type { Db } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { createDraw, type Draw } from '../ratings/random-season.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { byName, drawWorld, makeWorld, now, sizes, type World } from './world.ts';

type Filters = Readonly<Record<string, unknown>>;
type Row = { readonly id: string };
type Position = readonly unknown[];

/** Filters with one value each that may be asked for. */
type Values = Readonly<Record<string, unknown>>;

/** A list: what it can be filtered by, what all of it is with filters, and how a page of it is read. */
type List<R extends Row> = {
  values(world: World, draw: Draw): Values;
  all(world: World, filters: Filters): R[];
  page(db: Db, filters: never, limit: number, after: Position | undefined): Promise<readonly Row[]>;
  position(row: R): Position;
};

const utc = (ms: number) => new Date(ms).toISOString();
const among = <T>(draw: Draw, items: readonly T[], otherwise: T) =>
  items.length > 0 ? draw.pick(items) : otherwise;
const isGiven = (value: unknown) => value !== undefined;
const equals = (wanted: unknown, value: unknown) => !isGiven(wanted) || wanted === value;

const players: List<World['players'][number]> = {
  values: ({ venues }, draw) => ({
    min_rating: draw.pick([0, 1_200, 1_400, 1_401, 1_901, 5_000_000_000]),
    max_rating: draw.pick([0, 1_000, 1_399, 1_400, 1_900, 5_000_000_000]),
    venue_id: among(
      draw,
      venues.map(({ id }) => id),
      'ven_nobody0000',
    ),
  }),
  all: ({ players }, { min_rating, max_rating, venue_id }) =>
    players
      .filter(({ value }) => !isGiven(min_rating) || value >= Number(min_rating))
      .filter(({ value }) => !isGiven(max_rating) || value <= Number(max_rating))
      .filter(({ venues }) => !isGiven(venue_id) || venues.includes(String(venue_id)))
      .sort((a, b) => byName(a, b)),
  page: listPlayers,
  position: ({ name, id }) => [name, id],
};

const matches: List<World['matches'][number]> = {
  values: ({ players, competitions, matches }, draw) => ({
    player_id: among(
      draw,
      players.map(({ id }) => id),
      'plr_nobody0000',
    ),
    competition_id: among(
      draw,
      competitions.map(({ id }) => id),
      'cmp_nobody0000',
    ),
    status: draw.pick(['completed', 'retired', 'walkover']),
    rating_status: draw.pick(['pending', 'rated', 'not_rated']),
    played_after:
      among(
        draw,
        matches.map(({ played }) => played),
        now,
      ) + draw.below(2),
    played_before:
      among(
        draw,
        matches.map(({ played }) => played),
        now,
      ) + draw.below(2),
  }),
  all: ({ matches }, filters) =>
    matches
      .filter(
        ({ players }) => !isGiven(filters.player_id) || players.includes(String(filters.player_id)),
      )
      .filter(({ competition }) => equals(filters.competition_id, competition))
      .filter(({ status }) => equals(filters.status, status))
      .filter(({ rating }) => equals(filters.rating_status, rating))
      .filter(
        ({ played }) => !isGiven(filters.played_after) || played >= Number(filters.played_after),
      )
      .filter(
        ({ played }) => !isGiven(filters.played_before) || played < Number(filters.played_before),
      )
      .sort((a, b) => b.played - a.played || (a.id < b.id ? 1 : -1)),
  page: listMatches,
  position: ({ played, id }) => [utc(played), id],
};

const competitions: List<World['competitions'][number]> = {
  values: ({ venues }, draw) => ({
    type: draw.pick(['league', 'tournament']),
    season: draw.pick(['2026-spring', '2026-summer', 'never']),
    venue_id: among(
      draw,
      venues.map(({ id }) => id),
      'ven_nobody0000',
    ),
  }),
  all: ({ competitions }, filters) =>
    competitions
      .filter(({ type }) => equals(filters.type, type))
      .filter(({ season }) => equals(filters.season, season))
      .filter(
        ({ venues }) => !isGiven(filters.venue_id) || venues.includes(String(filters.venue_id)),
      )
      .sort((a, b) =>
        a.starts === b.starts ? (a.id < b.id ? 1 : -1) : a.starts < b.starts ? 1 : -1,
      ),
  page: listCompetitions,
  position: ({ starts, id }) => [starts, id],
};

const venues: List<World['venues'][number]> = {
  values: (_, draw) => ({ district: draw.pick(['Wola', 'Mokotów', 'Wol']) }),
  all: ({ venues }, { district }) =>
    venues.filter((venue) => equals(district, venue.district)).sort((a, b) => byName(a, b)),
  page: listVenues,
  position: ({ name, id }) => [name, id],
};

/** Nothing, each filter alone, and each two of them. */
function combinations(values: Values): Filters[] {
  const names = Object.entries(values);
  const pairs = names.flatMap((one, n) => names.slice(n + 1).map((other) => [one, other]));
  return [[], ...names.map((one) => [one]), ...pairs].map((some) => Object.fromEntries(some));
}

/** Expects each page of a list to be its part of what a look at everything gives. */
async function expectPages<R extends Row>(
  db: Db,
  list: List<R>,
  world: World,
  filters: Filters,
  limit: number,
) {
  const all = list.all(world, filters);
  for (let from = 0; from <= Math.min(all.length, 12 * limit); from += limit) {
    const last = all[from - 1];
    const page = await list.page(db, filters as never, limit, last && list.position(last));
    const expected = all.slice(from, from + limit).map(({ id }) => id);
    const told = { size: world.players.length, filters, limit, from };
    expect([told, page.map(({ id }) => id)]).toEqual([told, expected]);
  }
}

onBothDatabases('lists', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { records: [] });
  });
  afterAll(() => service.stop());

  test.each(sizes)('of %i players are the parts of a look at everything', async (size, worlds) => {
    const draw = createDraw(size);
    const { db } = service.requests;
    for (let n = 0; n < Math.ceil(worlds / 2); n += 1) {
      const world = drawWorld(size * 1_000 + n, size);
      await makeWorld(service.workbench.database, world);
      const pages = async <R extends Row>(list: List<R>) => {
        for (const filters of combinations(list.values(world, draw))) {
          const limit = size > 60 ? draw.pick([20, 99, 100]) : draw.pick([1, 2, 3, 20]);
          await expectPages(db, list, world, filters, limit);
        }
      };
      await pages(players);
      await pages(matches);
      await pages(competitions);
      await pages(venues);
      for (const { id } of draw.shuffled(world.players).slice(0, 3)) {
        const entries = world.matches
          .filter(({ players, changes }) => changes && players.includes(id))
          .map((match) => match.id);
        const reasons = [...entries.toReversed(), null];
        let before: Parameters<typeof listHistory>[3];
        for (let from = 0; from < reasons.length; from += 2) {
          const page = await listHistory(db, id as PlayerId, 2, before);
          const found = page.map(({ entry }) => entry.reason.match_id as string | null);
          expect(found).toEqual(reasons.slice(from, from + 2));
          before = page.at(-1)?.at;
        }
      }
    }
  });
});
