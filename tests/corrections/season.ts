// Seasons of a few players as fast-check draws them: late results, retirements, walkovers, results that
// wait, idle months, and looks for drops of confidence at any time. A shrunk one has fewer steps.
import fc from 'fast-check';
import { createDraw, playMatch } from '../ratings/random-season.ts';

export type Pair = readonly [number, number];

/** What can come of a match: how it ended, its sets, and the side that won. */
export type Result = {
  readonly status: 'completed' | 'retired' | 'walkover';
  readonly winner: 0 | 1;
  readonly sets: readonly Pair[];
  readonly matchTiebreak?: Pair;
};

/** A match between two of the players, by their numbers; moments are milliseconds since the epoch. */
export type Played = {
  readonly players: Pair;
  readonly playedAt: number;
  readonly submittedAt: number;
  readonly venue: number;
  readonly result: Result;
  /** Whether the result comes in by an import, as one that was noted a day and a half before. */
  readonly imported?: boolean;
};

/** What happens in a season, one after another, each at a moment of its own. */
export type Step =
  | { readonly at: number; readonly does: 'submit'; readonly match: number }
  | { readonly at: number; readonly does: 'run' }
  | { readonly at: number; readonly does: 'look' };

export type Season = {
  /** The level of each player. */
  readonly levels: readonly number[];
  readonly matches: readonly Played[];
  readonly steps: readonly Step[];
};

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;
/** Between two steps of a day: room for what is done between them. */
export const stepMs = 100;
/** The first day of the season, from its midnight in UTC. */
export const firstDay = Date.parse('2024-03-01T00:00:00Z');

export const straight: Result = {
  status: 'completed',
  winner: 0,
  sets: [
    [6, 4],
    [7, 5],
  ],
};
export const walkedOver: Result = { status: 'walkover', winner: 0, sets: [] };
const ofTheLeague = { games_per_set: 6, final_set: 'match_tiebreak' } as const;
const drawn = fc.nat().map((seed): Result => {
  const { last, sets, ...result } = playMatch(createDraw(seed), ofTheLeague);
  return { ...result, sets: sets.map(({ games }) => games), ...(last && { matchTiebreak: last }) };
});
export const result: fc.Arbitrary<Result> = fc.oneof(
  fc.constantFrom(straight, walkedOver, { ...walkedOver, winner: 1 as const }),
  { weight: 2, arbitrary: drawn },
);
export const level = fc.integer({ min: 3, max: 11 }).map((halves) => halves / 2);
export const slot = fc.nat(2);

/**
 * A day and what is done on it: a result comes in (of that day, late, or a walkover that is announced), results
 * are rated, drops looked for.
 */
const day = fc.record({
  gap: fc.oneof(
    { weight: 6, arbitrary: fc.nat(6) },
    { weight: 3, arbitrary: fc.constantFrom(30, 59, 60, 61, 90, 150) },
  ),
  result: fc.option(result, { freq: 8 }),
  first: fc.nat(5),
  second: fc.nat(4),
  lateDays: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(130)),
  announcedDays: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat(90)),
  slot,
  venue: fc.nat(1),
  imported: fc.nat(3).map((n) => n === 0),
  later: fc.constantFrom('run', 'run', 'run', '', 'look', 'run look', 'look run'),
});

/** The moment of play on the nth day, none before the first; drops fall due at the same hours. */
export const momentOf = (dayOfPlay: number, slot: number) =>
  firstDay + Math.max(0, dayOfPlay) * dayMs + (10 + slot) * hourMs;

/** The moment of play so many days from another, on the day of the latest moment at most. */
export function slotOf(playedAt: number, days: number, slot: number, latest: number): number {
  const dayOf = (moment: number) => Math.floor((moment - firstDay) / dayMs);
  return momentOf(Math.min(dayOf(playedAt) + days, dayOf(latest)), slot);
}

/** Whether the two matches would be one: the same two players at the same moment. rules 5.4 */
export function isSame(one: Played, other: Played): boolean {
  const [a, b] = one.players;
  return one.playedAt === other.playedAt && other.players.includes(a) && other.players.includes(b);
}

/** A season of so many days on which something is done. */
export function seasons(mostDays: number, fewestDays = 2): fc.Arbitrary<Season> {
  return fc
    .record({
      levels: fc.array(level, { minLength: 4, maxLength: 6 }),
      days: fc.array(day, { minLength: fewestDays, maxLength: mostDays }),
    })
    .map(({ levels, days }) => {
      const matches: Played[] = [];
      const steps: Step[] = [];
      let today = 0;
      for (const {
        gap,
        result,
        lateDays,
        announcedDays,
        slot,
        venue,
        imported,
        later,
        ...pair
      } of days) {
        today += gap;
        const now = () => firstDay + today * dayMs + 22 * hourMs + steps.length * stepMs;
        const first = pair.first % levels.length;
        const match: Played = {
          players: [first, (first + 1 + (pair.second % (levels.length - 1))) % levels.length],
          playedAt: momentOf(today - (result === walkedOver ? -announcedDays : lateDays), slot),
          submittedAt: now(),
          venue,
          imported,
          result: result ?? straight,
        };
        if (result && !matches.some((other) => isSame(match, other))) {
          steps.push({ at: now(), does: 'submit', match: matches.push(match) - 1 });
        }
        for (const does of later.split(' ')) {
          if (does === 'run' || does === 'look') steps.push({ at: now(), does });
        }
      }
      return { levels, matches, steps };
    });
}
