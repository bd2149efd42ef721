// Small worlds drawn from a seed, full of equal ratings, names and moments, and written straight into the tables.
import { sql } from 'kysely';
import type { Database } from '../../shared/database/connect.ts';
import { createDraw, type Draw } from '../ratings/random-season.ts';
import { many } from '../support/tier.ts';

/** How many players the worlds have, and how many worlds of that size are drawn. */
export const sizes: readonly (readonly [players: number, worlds: number])[] = [
  [0, 1],
  [1, many(4, 8)],
  [2, many(40, 60)],
  [3, many(30, 40)],
  [5, many(25, 40)],
  [12, many(10, 15)],
  [60, many(3, 5)],
  [2_000, 1],
];

export const now = Date.parse('2026-06-30T12:00:00Z');
const dayMs = 86_400_000;
const utc = (ms: number) => new Date(ms).toISOString();

export type Window = { readonly day: number; readonly start: number; readonly end: number };
export type Player = {
  readonly id: string;
  readonly name: string;
  readonly value: number;
  readonly confidence: number;
  /** Whether the player is on no public page. */
  readonly unlisted: boolean;
  readonly windows: readonly Window[];
  readonly venues: readonly string[];
  readonly played: number | null;
};
export type Match = {
  readonly id: string;
  readonly competition: string;
  readonly played: number;
  readonly players: readonly [string, string];
  readonly status: 'completed' | 'retired' | 'walkover';
  readonly rating: 'pending' | 'rated' | 'not_rated';
  readonly winner: string;
  /** What the rating did to each player, in their order; undefined unless it is rated. */
  readonly changes?: readonly [number, number] | undefined;
  readonly expected: number;
};
export type Competition = {
  readonly id: string;
  readonly type: 'league' | 'tournament';
  readonly season: string;
  readonly starts: string;
  readonly ends: string;
  readonly venues: readonly string[];
};
export type Venue = { readonly id: string; readonly name: string; readonly district: string };
export type World = {
  readonly players: readonly Player[];
  readonly matches: readonly Match[];
  readonly competitions: readonly Competition[];
  readonly venues: readonly Venue[];
};

const names = [
  'Anna K.',
  'anna k.',
  'Łucja Ż.',
  'Żaneta W.',
  'Ćwik A.',
  'Zofia Anna Nowak',
  'Jan O.',
  'Äke Ö.',
  'Anna',
];
const levels = [
  0, 1_000, 1_200, 1_390, 1_399, 1_400, 1_400, 1_401, 1_410, 1_550, 1_700, 1_900, 1_901,
];
const id = (prefix: string, draw: Draw, n: number) =>
  `${prefix}_${String((n * 7_919 + draw.below(7_919)) % 10_000_000).padStart(10, '0')}`;

/** Times that few, many or none of the others share; some touch, some overlap. */
function drawWindows(draw: Draw): Window[] {
  return Array.from({ length: draw.pick([0, 1, 1, 2, 3]) }, () => {
    const start = draw.pick([0, 540, 600, 1_080, 1_110, 1_111, 1_200]);
    return { day: draw.below(3), start, end: start + draw.pick([1, 30, 60, 90, 180]) };
  });
}

/** A world of so many players; every list of it has ties. */
export function drawWorld(seed: number, size: number): World {
  const draw = createDraw(seed);
  const venues = Array.from({ length: draw.below(4) }, (_, n) => ({
    id: id('ven', draw, n),
    name: draw.pick(['Korty', 'korty', 'Łazienki', 'Agrykola']),
    district: draw.pick(['Wola', 'Mokotów']),
  }));
  const some = () =>
    draw.shuffled(venues.map(({ id }) => id)).slice(0, draw.below(venues.length + 1));
  const competitions = Array.from({ length: venues.length > 0 ? draw.below(5) : 0 }, (_, n) => ({
    id: id('cmp', draw, n),
    type: draw.pick(['league', 'tournament'] as const),
    season: draw.pick(['2026-spring', '2026-summer']),
    starts: draw.pick(['2026-01-01', '2026-04-01', '2026-06-01']),
    ends: draw.pick(['2026-06-20', '2026-12-31']),
    venues: some(),
  }));
  const rated = new Map<string, number>();
  const ids = Array.from({ length: size }, (_, n) => id('plr', draw, n));
  const pairs = size > 1 && competitions.length > 0 ? draw.below(Math.min(3 * size, 400)) : 0;
  const matches = Array.from({ length: pairs }, (_, n): Match => {
    const first = draw.pick(ids);
    const second = draw.pick(ids.filter((id) => id !== first));
    const status = draw.pick([
      'completed',
      'completed',
      'completed',
      'retired',
      'walkover',
    ] as const);
    const rating =
      status === 'walkover' ? 'not_rated' : draw.pick(['rated', 'rated', 'pending'] as const);
    // Many at the same moment, told apart by the competition or the pair.
    const played =
      now - draw.pick([1, 1, 2, 3, 6, 7, 8, 20, 40, 364, 365, 366, 500]) * dayMs + (n % 3) * 1_000;
    if (rating === 'rated') {
      for (const id of [first, second]) rated.set(id, Math.max(rated.get(id) ?? 0, played));
    }
    return {
      id: id('mat', draw, n),
      competition: draw.pick(competitions).id,
      played,
      players: [first, second],
      status,
      rating,
      winner: draw.pick([first, second]),
      expected: draw.pick([0.1, 0.2, 0.2, 0.349, 0.35, 0.5, 0.9]),
      changes: rating === 'rated' ? [draw.below(61) - 30, draw.below(61) - 30] : undefined,
    };
  });
  const once = new Map(
    matches.map((match) => [
      `${match.competition} ${match.played} ${[...match.players].sort()}`,
      match,
    ]),
  );
  const players = ids.map(
    (id): Player => ({
      id,
      name: draw.pick(names),
      value: draw.pick(levels),
      confidence: draw.pick([20, 35, 40, 95]),
      unlisted: draw.below(8) === 0,
      windows: drawWindows(draw),
      venues: some(),
      played: rated.get(id) ?? null,
    }),
  );
  return { players, matches: [...once.values()], competitions, venues };
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
export const dayNames = ['monday', 'tuesday', 'wednesday'] as const;

/** A window as the API shows it. */
export const shownWindow = ({ day, start, end }: Window) => ({
  day: String(dayNames[day]),
  start: clock(start),
  end: clock(end),
});

const rangeOf = ({ day, start, end }: Window) => `[${day * 1_440 + start},${day * 1_440 + end})`;
const at = utc(now - 900 * dayMs);

/** The rows of each table, in an order in which they can be inserted. */
function rowsOf({
  players,
  matches,
  competitions,
  venues,
}: World): [table: string, rows: object[]][] {
  const initial = { occurred_at: at, reason: 'initial_assessment', explanation: 'You.' };
  const byId = new Map(players.map((player) => [player.id, player]));
  return [
    ['organizer', [{ id: 'org_1', name: 'Club', created_at: at }]],
    ['venue', venues.map((venue) => ({ ...venue, address: 'ul. 1', courts: [] }))],
    [
      'competition',
      competitions.map(({ starts, ends, venues: _, ...rest }) => ({
        ...{ ...rest, name: `Name of ${rest.id}`, organizer_id: 'org_1', starts_on: starts },
        ...{ ends_on: ends, games_per_set: 6, no_ad: false, final_set: 'full_set' },
      })),
    ],
    [
      'competition_venue',
      competitions.flatMap(({ id, venues }) =>
        venues.map((venue, position) => ({ competition_id: id, venue_id: venue, position })),
      ),
    ],
    [
      'player',
      players.map(({ id, name, value, confidence, unlisted, windows, venues }) => ({
        ...{ id, display_name: name, self_assessed_ntrp: 3.5, created_at: at, unlisted },
        ...{ availability: windows.map(shownWindow), week: `{${windows.map(rangeOf).join()}}` },
        ...{ rating_value: value, rating_confidence: confidence, preferred_venue_ids: venues },
      })),
    ],
    [
      'player_venue',
      players.flatMap(({ id, name, value, venues }) =>
        venues.map((venue) => ({
          ...{ player_id: id, venue_id: venue, display_name: name, rating_value: value },
        })),
      ),
    ],
    [
      'rating',
      players.map(({ id, value, confidence, played }) => ({
        ...{ player_id: id, value, confidence, rated_matches: played === null ? 0 : 1 },
        ...{ last_rated_match_at: played && utc(played), drops_applied: 0, updated_at: at },
      })),
    ],
    [
      'match',
      matches.map((match, n) => ({
        ...{ id: match.id, competition_id: match.competition, venue_id: venues[0]?.id },
        ...{ played_at: utc(match.played), played_at_text: utc(match.played) },
        ...{ first_player_id: match.players[0], second_player_id: match.players[1] },
        ...{ status: match.status, winner_id: match.winner, rating_status: match.rating },
        run: match.rating === 'rated' ? n + 1 : null,
        ...{ score: match.status === 'walkover' ? null : { sets: [{ games: [6, 4] }] } },
        retired_player_id:
          match.status === 'retired' ? match.players.find((id) => id !== match.winner) : null,
        ...{ created_at: utc(now), received_at: utc(now) },
      })),
    ],
    [
      'rating_history',
      players.map(({ id }, n) => ({
        ...{ ...initial, id: `rtg_${String(n).padStart(10, '0')}`, player_id: id },
        ...{ run: 0, at, sent_at: at, nth: 1, value_after: 1_400, confidence_after: 20 },
        ...{ rated_matches: 0, drops_applied: 0 },
      })),
    ],
    [
      'rating_history',
      matches.flatMap(({ id, players: two, played, changes, expected, winner }, n) =>
        (changes ?? []).map((change, side) => ({
          ...{ id: `rtg_${side}${String(n).padStart(9, 'm')}`, player_id: two[side] },
          ...{ run: n + 1, at: utc(played), sent_at: utc(now), nth: 99, occurred_at: utc(now) },
          ...{ reason: 'match_result', rated_matches: 1, drops_applied: 0 },
          ...{
            match_id: id,
            explanation: 'You.',
            value_before: 1_400,
            value_after: 1_400 + change,
          },
          ...{ confidence_before: 20, confidence_after: 30, opponent_id: two[1 - side] },
          ...{ opponent_rating: byId.get(two[side] ?? '')?.value, actual_score: 1, k_factor: 48 },
          expected_score: two[side] === winner ? expected : 1 - expected,
        })),
      ),
    ],
  ];
}

/** Makes the world all that the tables hold. */
export async function makeWorld({ transaction, db }: Database, world: World): Promise<void> {
  const rows = rowsOf(world);
  await transaction(async ({ db }) => {
    const tables = [...rows.map(([table]) => table), 'player_name'].map((name) => sql.table(name));
    await sql`truncate ${sql.join(tables)} cascade`.execute(db);
    for (const [table, given] of rows) {
      const columns = sql.join(Object.keys(given[0] ?? {}).map((name) => sql.ref(name)));
      if (given.length === 0) continue;
      await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
        from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(given)})`.execute(
        db,
      );
    }
    await sql`insert into player_name select id, fold_name(display_name) from player`.execute(db);
  });
  if (world.players.length > 100) await sql`vacuum analyze`.execute(db);
}

const { compare } = new Intl.Collator('und');

/** The order of lists by name; names that sort alike by the collation differ by their characters. */
export function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  if (a.name === b.name) return a.id < b.id ? -1 : 1;
  return compare(a.name, b.name) || (a.name < b.name ? -1 : 1);
}
