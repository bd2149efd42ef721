// Suggestions among so many players that not all of them are looked at, beside what a search through all
// of them gives.
import { beforeAll, expect, test } from 'bun:test';
import { matchSuggestions } from '../../modules/players/index.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { createDraw } from '../ratings/random-season.ts';
import { testCity } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const days = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
type Window = { readonly day: (typeof days)[number]; readonly start: number; readonly end: number };
type Player = { id: string; ntrp: number; windows: Window[]; venues: string[] };

const draw = createDraw(23);
const venues = ['ven_aaaaaaaaa1', 'ven_aaaaaaaaa2', 'ven_aaaaaaaaa3'];
const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);
const id = (n: number) => `plr_${String(n * 7_919 + 1).padStart(10, '0')}`;
const on = (day: Window['day'], start: number, length: number): Window => ({
  day,
  start,
  end: start + length,
});

// Most have time at a full hour from noon on; some at night, and then by the minute.
const anyWindow = () =>
  draw.chance(0.997)
    ? on(draw.pick(days), (12 + draw.below(8)) * 60 + 10, 60 + 30 * draw.below(4))
    : on(draw.pick(days), 120 + draw.below(240), 1 + draw.below(9));
const many = Array.from(
  { length: 3_000 },
  (_, n): Player => ({
    id: id(n),
    ntrp: 1.5 + 0.5 * draw.below(9),
    windows: Array.from({ length: draw.below(3) }, anyWindow),
    venues: draw.shuffled(venues).slice(0, draw.below(3)),
  }),
);
// A minute of three: one is near, and of two at one gap, the one above has the lower id, but more than a
// thousand players are nearer from above.
const rare = on('thursday', 60, 1);
for (const [n, ntrp] of [
  [10, 3.5],
  [2_000, 5],
  [2_500, 2],
] as const) {
  many[n] = { id: id(n), ntrp, windows: [rare], venues };
}
// Of the highest level there are so few that all of them are looked at; who has time with one of them is below.
const fromTheTop = on('wednesday', 100, 1);
for (const [n, player] of many.entries()) if (player.ntrp === 5.5 && n % 3 === 0) player.ntrp = 5;
many[11] = { id: id(11), ntrp: 3.5, windows: [fromTheTop], venues };

/** Among them those whose time few or none of the others share. */
const seekers: readonly (readonly [what: string, windows: Window[], ntrp?: number])[] = [
  ['no time at all', []],
  ['time when nobody has', [on('tuesday', 60, 45)]],
  ['half hours of many, minutes of none', days.map((day) => on(day, 12 * 60, 10))],
  ['a minute of few', [on('friday', 240, 1), on('sunday', 250, 3)]],
  ['minutes of one in two hundred', [on('friday', 21 * 60 + 20, 20)]],
  ['a minute of three', [rare]],
  ['a minute of one far below the top', [fromTheTop], 5.5],
  ['the nights', days.map((day) => on(day, 120, 240))],
  ['the time of many', [on('monday', 18 * 60, 90), on('saturday', 13 * 60 + 7, 31)]],
];
const players = [
  ...many,
  ...seekers.map(
    ([, windows, ntrp = 3.5], n): Player => ({ id: id(5_000 + n), ntrp, windows, venues }),
  ),
];

type Query = { limit: number; max_rating_gap: number; venue_id?: string };

/** The minutes of the week at which the players have time. */
const minutes = new Map(
  players.map(({ id, windows }) => [
    id,
    new Set(
      windows.flatMap(({ day, start, end }) =>
        Array.from({ length: end - start }, (_, n) => days.indexOf(day) * 1_440 + start + n),
      ),
    ),
  ]),
);
const shared = (a: Player, b: Player) => {
  const theirs = minutes.get(b.id) ?? new Set();
  return [...(minutes.get(a.id) ?? [])].filter((minute) => theirs.has(minute)).length;
};

/** What a search through all players gives: id, gap, and how many minutes a week both have time. */
function expected(seeker: Player, { limit, max_rating_gap, venue_id }: Query) {
  return players
    .filter(({ id, venues }) => id !== seeker.id && (!venue_id || venues.includes(venue_id)))
    .map((player) => ({ player, gap: Math.abs(player.ntrp - seeker.ntrp) * 200 }))
    .filter(({ gap }) => gap <= max_rating_gap)
    .map(({ player, gap }) => ({ id: player.id, gap, minutes: shared(seeker, player) }))
    .filter(({ minutes }) => minutes > 0)
    .sort((a, b) => a.gap - b.gap || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

onBothDatabases('match suggestions among many', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    const records = players.map(({ id, ntrp, windows, venues }) => ({
      kind: 'player',
      id,
      display_name: 'Anna K.',
      self_assessed_ntrp: ntrp,
      preferred_venue_ids: venues,
      availability: windows.map(({ day, start, end }) => ({
        day,
        start: clock(start),
        end: clock(end),
      })),
      created_at: '2026-01-01T10:00:00Z',
    }));
    const city = testCity().filter(({ kind }) => kind !== 'player');
    service = await startTestService(kind, { records: [...city, ...records] });
  });

  /** By the API, and as a page asks, for the last players at once. */
  async function suggested(seeker: Player, query: Query) {
    const { db } = service.workbench.database;
    const withLast = await matchSuggestions(db, seeker.id as PlayerId, {
      ...(query as Parameters<typeof matchSuggestions>[2]),
    });
    const text = new URLSearchParams(JSON.parse(JSON.stringify(query)));
    const path = `/v1/players/${seeker.id}/match-suggestions?${text}`;
    const { data } = await json(await service.get(path));
    expect(withLast as unknown).toEqual(data);
    const length = ({ start, end }: { start: string; end: string }) =>
      (Date.parse(`2026-01-01T${end}Z`) - Date.parse(`2026-01-01T${start}Z`)) / 60_000;
    // biome-ignore lint/suspicious/noExplicitAny: other tests check the shape
    return data.map(({ player, rating_gap, overlapping_availability }: any) => ({
      id: player.id,
      gap: rating_gap,
      minutes: overlapping_availability.map(length).reduce((a: number, b: number) => a + b),
    }));
  }

  const queries: Query[] = [
    { limit: 5, max_rating_gap: 150 },
    { limit: 10, max_rating_gap: 500 },
    { limit: 1, max_rating_gap: 0 },
    { limit: 10, max_rating_gap: 500, venue_id: 'ven_aaaaaaaaa2' },
  ];
  test.each(seekers.map(([what], n) => [what, n] as const))('for %s', async (_, n) => {
    const seeker = players[many.length + n];
    if (!seeker) throw new Error('no seeker');
    const fewer = Array.from({ length: 9 }, (_, n) => ({ limit: n + 1, max_rating_gap: 500 }));
    for (const query of [...queries, ...fewer]) {
      expect(await suggested(seeker, query)).toEqual(expected(seeker, query));
    }
  });

  test('for anybody', async () => {
    for (const seeker of draw.shuffled(many).slice(0, 40)) {
      for (const query of queries) {
        expect(await suggested(seeker, query)).toEqual(expected(seeker, query));
      }
    }
  });
});
