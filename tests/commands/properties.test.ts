// What comes in by an import or the API is what the API shows and an export writes.
import { beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { newId } from '../../shared/ids.ts';
import { longestText } from '../../shared/schema.ts';
import { isVisible } from '../../shared/text.ts';
import { ids } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { many } from '../support/tier.ts';
import { exportFrom, importInto, recordsIn } from './exchange.ts';

const controls = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const odd = [
  'Łódź ↔ Żółć',
  'e\u0301 is not é', // combining mark
  'ليلى ב.', // right to left
  '\u202eabc\u202c', // an override
  '👩‍👧‍👦🎾🇵🇱',
  '"quoted", \\ and /',
  "Robert'); drop table player;--",
  '\ufffe\u{10ffff}',
  ' spaces  around ',
  '%_*',
  'null',
];
const text = fc.oneof(
  fc.constantFrom(...odd, 'x'.repeat(longestText), '🎾'.repeat(longestText / 2)),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((value) => isVisible(value) && !controls.test(value) && value.length <= longestText),
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: 40 })
    .filter((value) => isVisible(value) && !controls.test(value)),
);

const venueIds = fc
  .subarray([...ids.venues])
  .chain((list) => fc.shuffledSubarray(list, { minLength: list.length }));
const two = (number: number) => String(number).padStart(2, '0');
const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
const clock = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const window = fc
  .tuple(fc.constantFrom(...weekdays), minutes, minutes)
  .filter(([, start, end]) => start < end)
  .map(([day, start, end]) => ({ day, start: clock(start), end: clock(end) }));
const day = fc
  .integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.UTC(9998, 11, 31) })
  .map((instant) => new Date(instant).toISOString().slice(0, 10));

/** A moment as people and programs may write it, between two instants. */
function written(min: number, max: number) {
  const offset = fc.integer({ min: -(24 * 60 - 1), max: 24 * 60 - 1 });
  return fc
    .record({
      instant: fc.integer({ min, max }),
      offset: fc.oneof(fc.constant(undefined), fc.constantFrom(60, 120, 345, -210), offset),
      digits: fc.integer({ min: 0, max: 9 }),
      small: fc.boolean(),
    })
    .map(({ instant, offset, digits, small }) => {
      const local = new Date(instant + (offset ?? 0) * 60_000).toISOString();
      const fraction = `${local.slice(20, 23)}456789`.slice(0, digits);
      const zone =
        offset === undefined ? 'Z' : `${offset < 0 ? '-' : '+'}${clock(Math.abs(offset))}`;
      const time = `${local.slice(0, 19)}${fraction && `.${fraction}`}${zone}`;
      return small ? time.toLowerCase() : time;
    });
}
/** The same moment as it is shown again: capitals, cut to milliseconds, no digits added. */
const shownTime = (time: string) => time.toUpperCase().replace(/(\.\d{3})\d+/, '$1');

const venue = fc.record({
  name: text,
  district: text,
  address: text,
  courts: fc.array(
    fc.record({
      number: fc.integer({ min: 1, max: 1_000 }),
      surface: fc.constantFrom('clay', 'hard', 'grass', 'carpet', 'artificial_grass'),
      indoor: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
});
const competition = fc
  .record({
    name: text,
    type: fc.constantFrom('league', 'tournament'),
    organizer_id: fc.constant(ids.organizer),
    season: fc
      .tuple(
        fc.integer({ min: 0, max: 9999 }),
        fc.constantFrom('spring', 'jesień 🍂', 'e\u0301t\u0301'),
      )
      .map(([year, name]) => `${String(year).padStart(4, '0')}-${name}`),
    days: fc.tuple(day, day).map((days) => days.toSorted()),
    match_format: fc.record({
      games_per_set: fc.constantFrom(6, 4),
      no_ad: fc.boolean(),
      final_set: fc.constantFrom('full_set', 'match_tiebreak'),
    }),
    venue_ids: venueIds,
  })
  .map(({ days: [starts_on, ends_on], ...rest }) => ({ ...rest, starts_on, ends_on }));
const player = fc.record({
  display_name: text,
  self_assessed_ntrp: fc.integer({ min: 3, max: 11 }).map((halves) => halves / 2),
  preferred_venue_ids: venueIds,
  availability: fc.array(window, { maxLength: 5 }),
  created_at: written(Date.parse('0002-01-01T00:00:00Z'), Date.now() - 1_000),
});
const tiebreak = { sets: [{ games: [7, 6], tiebreak: [12, 10] }, { games: [6, 0] }] };
const results = fc.constantFrom<[object, 0 | 1, 0 | 1 | null]>(
  [{ status: 'completed', score: sets([6, 4], [7, 5]) }, 0, null],
  [{ status: 'completed', score: sets([4, 6], [7, 6], [0, 6]) }, 1, null],
  [{ status: 'completed', score: tiebreak }, 0, null],
  [{ status: 'retired', score: sets([6, 4], [6, 6]) }, 1, 0],
  [{ status: 'retired', score: sets([0, 1]) }, 0, 1],
  [{ status: 'walkover', score: null }, 1, null],
);
const match = fc
  .record({
    venue_id: fc.constantFrom(...ids.venues),
    court_number: fc.option(fc.integer({ min: 1, max: 1_000 })),
    played_at: written(Date.parse('2026-03-03T00:00:00Z'), Date.now() - 1_000),
    player_ids: fc.shuffledSubarray([...ids.players], { minLength: 2, maxLength: 2 }),
    result: results,
  })
  .map(({ result: [result, winner, retired], player_ids, ...rest }) => ({
    competition_id: ids.league,
    ...rest,
    player_ids,
    ...result,
    winner_id: player_ids[winner],
    retired_player_id: retired === null ? null : player_ids[retired],
  }));

function sets(...games: [number, number][]) {
  return { sets: games.map((pair) => ({ games: pair })) };
}

const runs = { numRuns: many(6, 12) };
const several = { minLength: 1, maxLength: 12 };

onBothDatabases('unchanged through import, API and export goes', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });
  const show = async (path: string) => json(await service.get(`/v1/${path}`));
  /** Imports the records; gives each beside what the export writes of it. */
  async function exported<R extends { readonly id: string }>(name: string, records: readonly R[]) {
    const lines = records.map((record) => ({ kind: name, ...record }));
    expect(await importInto(service.workbench, lines)).toEqual({ ok: true, faults: [] });
    const all = recordsIn(await exportFrom(service.workbench));
    const found = new Map(all.map(({ kind: _, ...record }) => [record.id, record]));
    return records.map((record) => [record, found.get(record.id)] as const);
  }

  /** Several new records, each beside what the export writes of it. */
  const holds = <M extends object>(
    kind: 'venue' | 'competition' | 'player',
    arbitrary: fc.Arbitrary<M>,
    check: (record: M & { id: string }, line: object | undefined) => Promise<void>,
  ) =>
    fc.assert(
      fc.asyncProperty(fc.array(arbitrary, several), async (made) => {
        const records = made.map((record) => ({ id: newId(kind), ...record }));
        for (const [record, line] of await exported(kind, records)) await check(record, line);
      }),
      runs,
    );

  test('a venue', () =>
    holds('venue', venue, async (record, line) => {
      expect(line).toEqual(record);
      expect(await show(`venues/${record.id}`)).toEqual(record);
    }));

  test('a competition', () =>
    holds('competition', competition, async (record, line) => {
      expect(line).toEqual(record);
      const { organizer_id: id, ...rest } = record;
      const shown = { ...rest, organizer: { id, name: 'First Club' } };
      expect(await show(`competitions/${record.id}`)).toEqual(shown);
    }));

  test('a player', () =>
    holds('player', player, async (record, line) => {
      const instant = Date.parse(shownTime(record.created_at));
      const expected = { ...record, created_at: new Date(instant).toISOString() };
      expect(line).toEqual(expected);
      const value = 1000 + (record.self_assessed_ntrp - 1.5) * 200;
      const rating = { value, confidence: 20 };
      expect(await show(`players/${record.id}`)).toEqual({ ...expected, rating });
    }));

  const instants = new Set<number>();
  /** No two matches at one instant: they might be the same. */
  const fresh = (record: { played_at: string }) => {
    const instant = Date.parse(shownTime(record.played_at));
    return !instants.has(instant) && instants.add(instant);
  };

  test('a match that is imported', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(match, several), async (made) => {
        const records = made.filter(fresh).map((record) => ({ id: newId('match'), ...record }));
        for (const [record, line] of await exported('match', records)) {
          const expected = { ...record, played_at: shownTime(record.played_at) };
          expect(line).toMatchObject(expected);
          const shown = await show(`matches/${record.id}`);
          expect(line).toEqual({ ...shown, came_after: null });
        }
      }),
      runs,
    );
  });

  test('a match that is submitted', async () => {
    await fc.assert(
      fc.asyncProperty(match, async (body) => {
        if (!fresh(body)) return;
        const answer = await service.submit(body);
        expect(answer.status).toBe(201);
        const shown = await json(answer);
        expect(shown).toMatchObject({ ...body, played_at: shownTime(body.played_at) });
        const lines = recordsIn(await exportFrom(service.workbench));
        expect(lines.find(({ id }) => id === shown.id)).toEqual({
          ...{ kind: 'match', ...shown },
          came_after: null,
        });
      }),
      { numRuns: many(10, 20) },
    );
  });

  test('all of it is the same bytes once it went through another database', async () => {
    const given = await exportFrom(service.workbench);
    const other = await startTestService(kind, { records: [] });
    expect(await importInto(other.workbench, given.split('\n'))).toEqual({ ok: true, faults: [] });
    expect((await exportFrom(other.workbench)) === given).toBe(true);
  });
});
