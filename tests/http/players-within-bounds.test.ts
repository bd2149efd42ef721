// Players by name within bounds of their ratings, among so many that PostgreSQL may choose how it finds them.
import { beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { listPlayers } from '../../modules/players/list-repository.ts';
import type { VenueId } from '../../shared/ids.ts';
import { ids, testCity } from '../support/city.ts';
import { entriesRead } from '../support/index-reads.ts';
import { page } from '../support/reads.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const [venue] = ids.venues;

/** By name; every third one is rated 1400, the last of each hundred 1800, the others 1200. Every other one prefers the venue. */
const players = Array.from({ length: 3_600 }, (_, n) => ({
  id: `plr_${String((n * 7_919) % 3_600).padStart(10, '0')}`,
  name: `Player ${String(Math.floor(n / 2)).padStart(4, '0')}`,
  rating: n % 100 === 99 ? 1_800 : n % 3 === 0 ? 1_400 : 1_200,
  venues: n % 2 ? [venue] : [],
})).toSorted((a, b) => (a.name + a.id < b.name + b.id ? -1 : 1));
const levels: Readonly<Record<number, number>> = { 1200: 2.5, 1400: 3.5, 1800: 5.5 };

onBothDatabases('players within bounds', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    const city = testCity().filter(({ kind }) => kind !== 'player');
    const records = players.map(({ id, name, rating, venues }) => ({
      kind: 'player',
      id,
      display_name: name,
      self_assessed_ntrp: levels[rating],
      preferred_venue_ids: venues,
      availability: [],
      created_at: '2026-01-01T10:00:00Z',
    }));
    service = await startTestService(kind, { records: [...city, ...records] });
  });

  const bounds = [
    ['min_rating=1400', 1_400, 9_999],
    ['min_rating=1401', 1_401, 9_999],
    ['max_rating=1399', 0, 1_399],
    ['max_rating=1799', 0, 1_799],
    ['min_rating=1400&max_rating=1400', 1_400, 1_400],
    ['min_rating=1201&max_rating=1399', 1_201, 1_399],
    ['min_rating=0', 0, 9_999],
  ] as const;
  test.each([
    ...bounds.map(([query, least, most]) => ({ query, least, most, isOfVenue: false })),
    ...bounds.map(([query, least, most]) => ({
      query: `${query}&venue_id=${venue}`,
      least,
      most,
      isOfVenue: true,
    })),
  ])('$query: all of them, page by page', async ({ query, least, most, isOfVenue }) => {
    const expected = players.filter(
      ({ rating, venues }) =>
        rating >= least && rating <= most && (!isOfVenue || venues.length > 0),
    );
    const listed: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const { data, next } = await page(service, `/v1/players?limit=100&${query}${more}`);
      listed.push(...data.map(({ id }) => id));
      cursor = next;
    }
    expect(listed).toEqual(expected.map(({ id }) => id));
  });

  test('of many, only those of the page are taken from the index of names', async () => {
    const { database } = service.workbench;
    const taken = await database.transaction(async ({ db }) => {
      await sql`analyze player`.execute(db);
      const before = await entriesRead(db, 'player_by_name');
      const bounds = { min_rating: 1_400, max_rating: 1_400 };
      expect(await listPlayers(db, bounds, 20, undefined)).toHaveLength(20);
      return (await entriesRead(db, 'player_by_name')) - before;
    });
    expect(taken).toBe(20);
  });

  test('of a venue’s players, the few within the bounds are not looked for by name', async () => {
    const { database } = service.workbench;
    const [walked, found] = await database.transaction(async ({ db }) => {
      await sql`analyze player, player_venue`.execute(db);
      const before = await entriesRead(db, 'player_venue_by_name');
      const wanted = { min_rating: 1_401, max_rating: undefined, venue_id: venue as VenueId };
      const found = await listPlayers(db, wanted, 20, undefined);
      return [(await entriesRead(db, 'player_venue_by_name')) - before, found.length];
    });
    expect([walked, found]).toEqual([0, 20]);
  });
});
