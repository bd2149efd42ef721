// A season drawn from a seed: every format, retirements, walkovers, long gaps and equal times.
import { Oracle, type OracleMatch, type OraclePlayer } from '../support/oracle.ts';

type Pair = [number, number];
type Format = {
  readonly games_per_set: 6 | 4;
  readonly no_ad?: boolean;
  readonly final_set: 'full_set' | 'match_tiebreak';
};
type SetScore = { games: Pair; tiebreak?: Pair };
type Result = { status: 'completed' | 'retired'; winner: 0 | 1; sets: SetScore[]; last?: Pair };

/** A match as an import takes it, and as the oracle does. */
export type Fixture = { readonly record: Record<string, unknown>; readonly match: OracleMatch };

export type Season = {
  /** Organizer, client, key, venue, competitions, players. */
  readonly records: readonly Record<string, unknown>[];
  readonly players: readonly OraclePlayer[];
  readonly matches: readonly Fixture[];
};

export const seasonKey = 'key-of-the-season-reader-001';
const dayMs = 86_400_000;
const firstDay = Date.parse('2024-01-02T00:00:00Z');
const joined = Date.parse('2023-11-05T08:30:00.250Z');
const alphabet = [...'abcdefghijklmnopqrstuvwxyz0123456789'];

export type Draw = ReturnType<typeof createDraw>;

/** Random numbers that the seed decides (mulberry32). */
export function createDraw(seed: number) {
  let state = seed >>> 0;
  const real = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(real() * bound);
  return {
    chance: (share: number) => real() < share,
    below,
    pick<T>(items: readonly T[]): T {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    shuffled: <T>(items: readonly T[]) =>
      items
        .map((item) => [real(), item] as const)
        .sort((a, b) => a[0] - b[0])
        .map(([, item]) => item),
  };
}

/** A season of so many players and matches over so many days. */
export function randomSeason(seed: number, players: number, matches: number, days: number): Season {
  const draw = createDraw(seed);
  const taken = new Set<string>();
  const newId = (prefix: string): string => {
    const id = `${prefix}_${Array.from({ length: 10 }, () => draw.pick(alphabet)).join('')}`;
    if (taken.has(id)) return newId(prefix);
    taken.add(id);
    return id;
  };
  const venue = newId('ven');
  const formats = ([6, 4] as const).flatMap((games_per_set) =>
    (['full_set', 'match_tiebreak'] as const).map(
      (final_set): Format => ({ games_per_set, final_set, no_ad: draw.chance(0.5) }),
    ),
  );
  const competitions = formats.map((format) => ({ id: newId('cmp'), format }));
  const people = Array.from({ length: players }, () => ({
    id: newId('plr'),
    ntrp: 1.5 + draw.below(9) / 2,
    createdAt: joined + draw.below(40) * dayMs + draw.below(1_000),
    // Nobody plays all the time: whole quarters without a match make confidence drop.
    quarters: Array.from({ length: Math.ceil(days / 91) }, () => draw.chance(0.45)),
  }));
  const records = [
    { kind: 'organizer', id: 'org_season', name: 'Season' },
    { kind: 'api_key', key: seasonKey, label: 'season' },
    { kind: 'venue', id: venue, name: 'Park', district: 'Wola', address: 'Kortowa 1', courts: [] },
    ...competitions.map(({ id, format }, place) => ({
      kind: 'competition',
      id,
      name: `Cup ${place}`,
      type: place % 2 === 0 ? 'league' : 'tournament',
      organizer_id: 'org_season',
      season: '2024-all',
      starts_on: '2024-01-01',
      ends_on: '2026-12-31',
      match_format: format,
      venue_ids: [venue],
    })),
    ...people.map(({ id, ntrp, createdAt }, place) => ({
      kind: 'player',
      id,
      display_name: `Player ${place} A.`,
      self_assessed_ntrp: ntrp,
      preferred_venue_ids: [],
      availability: [],
      created_at: new Date(createdAt).toISOString(),
    })),
  ];

  const fixtures: Fixture[] = [];
  const used = new Set<string>();
  let last: OracleMatch | undefined;
  while (fixtures.length < matches) {
    const dayOfPlay = draw.below(days);
    // Now and then at the very moment of the match before, with one of its players.
    const twin = draw.chance(0.08) ? last : undefined;
    const playedAt =
      twin?.playedAt ?? firstDay + dayOfPlay * dayMs + (8 + draw.below(12)) * 3_600_000;
    const active = people.filter(({ quarters }) => quarters[Math.floor(dayOfPlay / 91)]);
    if (active.length < 2) continue;
    const pair: [string, string] = [twin?.players[0] ?? draw.pick(active).id, draw.pick(active).id];
    const { id: competition, format } = draw.pick(competitions);
    const once = [competition, playedAt, ...pair.toSorted()].join();
    if (pair[0] === pair[1] || used.has(once)) continue;
    used.add(once);
    const createdAt =
      twin && draw.chance(0.5) ? twin.createdAt : playedAt + draw.below(72) * 3_600_000;
    const result = draw.chance(0.04) ? undefined : playMatch(draw, format);
    const winner = pair[result?.winner ?? draw.below(2)] ?? pair[0];
    const id = newId('mat');
    const loser = winner === pair[0] ? pair[1] : pair[0];
    const status = result?.status ?? 'walkover';
    last = {
      id,
      playedAt,
      createdAt,
      players: pair,
      status,
      winner,
      sets: result?.sets.map(({ games }) => games) ?? [],
      matchTiebreak: result?.last,
    };
    const record = {
      kind: 'match',
      id,
      competition_id: competition,
      venue_id: venue,
      court_number: draw.chance(0.5) ? 1 + draw.below(9) : null,
      played_at: written(draw, playedAt),
      player_ids: pair,
      status,
      score: result && { sets: result.sets, ...(result.last && { match_tiebreak: result.last }) },
      ...(status === 'walkover' && { winner_id: winner, score: null }),
      ...(status === 'retired' && { retired_player_id: loser }),
      created_at: new Date(createdAt).toISOString(),
    };
    fixtures.push({ record, match: last });
  }
  return { records, players: people, matches: fixtures };
}

/** The oracle of a season whose results have all come in. */
export function oracleOf({ players, matches }: Season): Oracle {
  const oracle = new Oracle();
  for (const player of players) oracle.register(player);
  for (const { match } of matches) oracle.submit(match);
  return oracle;
}

/** How many matches of the season are rated. */
export function ratableIn({ matches }: Season): number {
  return matches.filter(({ match }) => match.status !== 'walkover').length;
}

/** The moment as an organizer might write it. */
function written(draw: Draw, moment: number): string {
  if (draw.chance(0.5)) return new Date(moment).toISOString();
  return `${new Date(moment + 2 * 3_600_000).toISOString().slice(0, 19)}+02:00`;
}

/** Plays game by game until the match is decided or somebody retires. */
export function playMatch(draw: Draw, { games_per_set: target, final_set }: Format): Result {
  const strength = 0.25 + draw.below(50) / 100;
  const side = (): 0 | 1 => (draw.chance(strength) ? 0 : 1);
  let gamesLeft = draw.chance(0.12) ? 1 + draw.below(18) : Number.POSITIVE_INFINITY;
  const sets: SetScore[] = [];
  const won: Pair = [0, 0];
  const retire = (last?: Pair): Result => ({
    status: 'retired',
    winner: side(),
    sets,
    ...(last && { last }),
  });
  while (Math.max(...won) < 2) {
    if (sets.length === 2 && final_set === 'match_tiebreak') {
      const stops = Number.isFinite(gamesLeft);
      const last = playTiebreak(side, 10, stops ? draw.below(30) : Number.POSITIVE_INFINITY);
      if (stops) return retire(last);
      return { status: 'completed', winner: last[0] > last[1] ? 0 : 1, sets, last };
    }
    const games: Pair = [0, 0];
    const set: SetScore = { games };
    sets.push(set);
    while (!isOver(games, target)) {
      if (gamesLeft-- <= 0) {
        // The set that nobody has begun may be left out.
        if (Math.max(...games) === 0 && draw.chance(0.5)) sets.pop();
        return retire();
      }
      games[side()] += 1;
    }
    const winner = games[0] > games[1] ? 0 : 1;
    won[winner] += 1;
    if (target === 6 && games[0] + games[1] === 13 && draw.chance(0.5)) {
      const points = playTiebreak(side, 7, Number.POSITIVE_INFINITY);
      const fits = points[0] > points[1] === (winner === 0);
      set.tiebreak = fits ? points : [points[1], points[0]];
    }
  }
  return { status: 'completed', winner: won[0] === 2 ? 0 : 1, sets };
}

function isOver([a, b]: Pair, target: number): boolean {
  return Math.max(a, b) > target || (Math.max(a, b) === target && Math.abs(a - b) >= 2);
}

function playTiebreak(side: () => 0 | 1, target: number, pointsLeft: number): Pair {
  const points: Pair = [0, 0];
  while (
    pointsLeft-- > 0 &&
    (Math.max(...points) < target || Math.abs(points[0] - points[1]) < 2)
  ) {
    points[side()] += 1;
  }
  return points;
}
