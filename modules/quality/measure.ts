// How good the forecasts were that the history holds, and what became of all points together: one pass through
// the rated matches in the order in which they were rated. Only what is known of each player is kept in memory.
import type { Database } from '../../shared/database/connect.ts';
import type { Db } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { hourMs, warsawDay } from '../../shared/time.ts';
import { startingRating } from '../players/index.ts';
import { atRest } from '../ratings/index.ts';
import { createBaselines, learn, type Past } from './baselines.ts';
import { count, createTally, figuresOf, type Tally } from './figures.ts';
import { confidenceGroups, forEach, gapGroups, groupOf } from './groups.ts';
import { createPoints } from './points.ts';
import { createPool, type Member } from './pool.ts';
import { levelsOf, type Rated, ratedPages } from './repository.ts';
import type { Quality } from './result.ts';

/** Which matches are judged: those played from a moment on, before another, or in a competition. */
export type Asked = {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly competition?: string | undefined;
};

type Known = Past & Member;

/** How many matches are read at once: on the embedded database requests wait for each page. */
const pageSizes = { embedded: 1_000, server: 5_000 };

/** Measures it while nothing changes the ratings; stops and gives undefined if told to. rules 13.7 */
export function measureQuality(
  database: Database,
  asked: Asked = {},
  stopping: (matches: number) => boolean = () => false,
): Promise<Quality | undefined> {
  return atRest(database, (db) => measure(db, pageSizes[database.kind], asked, stopping));
}

/**
 * Measures it; stops and gives undefined if told to. The order of application decides what each forecast could know.
 * Late is a match that was played before one of either player that was rated earlier.
 */
async function measure(
  db: Db,
  pageSize: number,
  asked: Asked,
  stopping: (matches: number) => boolean,
): Promise<Quality | undefined> {
  const players = new Map<string, Known>();
  const monthOf = createMonths();
  const pool = createPool(players, monthOf);
  const points = createPoints();
  const baselines = createBaselines();
  const all = createTally();
  const apart = { retired: createTally(), late: createTally() };
  const groups = {
    confidence: forEach(confidenceGroups, createTally),
    gap: forEach(gapGroups, createTally),
    months: new Map<string, Tally>(),
  };

  function take(match: Rated): void {
    const [first, second] = [players.get(match.first_id), players.get(match.second_id)];
    if (!first || !second)
      throw new Error(`A player of ${match.first_id} and ${match.second_id} is unknown`);
    const at = Date.parse(match.played_at);
    const isLate = at < Math.max(first.latest, second.latest);
    const isCompleted = match.status === 'completed';
    if (isAskedFor(asked, match, at)) {
      const judge = judgeOf(match);
      if (!isCompleted) judge(apart.retired);
      else if (isLate) judge(apart.late);
      else {
        judge(all);
        judge(groups.confidence[groupOf(confidenceGroups, match.lower_confidence)]);
        judge(groups.gap[groupOf(gapGroups, Math.abs(match.first_before - match.second_before))]);
        judge(groups.months.getOrInsertComputed(monthOf(at), createTally));
        baselines.score(first, second, match.first_won);
      }
      points.take(match);
    }
    if (isCompleted) learn(first, second, match.first_won);
    pool.take(match, at, first, second);
  }

  let matches = 0;
  for await (const page of ratedPages(db, pageSize, asked.competition)) {
    await meet(db, players, page);
    for (const match of page) take(match);
    matches += page.length;
    if (stopping(matches)) return undefined;
  }
  const [retired, late] = [figuresOf(apart.retired), figuresOf(apart.late)];
  const months = [...groups.months].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    ...figuresOf(all),
    by_confidence: forEach(confidenceGroups, (group) => figuresOf(groups.confidence[group])),
    by_gap: forEach(gapGroups, (group) => figuresOf(groups.gap[group])),
    by_month: Object.fromEntries(months.map(([month, tally]) => [month, figuresOf(tally)])),
    baselines: baselines.figures(),
    retired: retired.matches,
    late: late.matches,
    apart: { retired, late },
    points: points.figures(),
    pool: pool.figures(),
  };
}

function isAskedFor({ since, until }: Asked, match: Rated, at: number): boolean {
  return (
    (since === undefined || at >= since) &&
    (until === undefined || at < until) &&
    match.is_asked_for
  );
}

/** Counts the match in a tally, for its favourite: at equal chances the first player. */
function judgeOf(match: Rated) {
  const first = Math.round(match.first_expected * 1000);
  const second = Math.round(match.second_expected * 1000);
  return (tally: Tally) =>
    first >= second
      ? count(tally, first, second, match.first_won)
      : count(tally, second, first, !match.first_won);
}

/** Reads the levels of players whose first match this is. */
async function meet(db: Db, players: Map<string, Known>, page: readonly Rated[]): Promise<void> {
  const strangers: PlayerId[] = [];
  for (const { first_id, second_id } of page) {
    if (!players.has(first_id)) strangers.push(first_id);
    if (!players.has(second_id)) strangers.push(second_id);
  }
  for (const { id, level } of await levelsOf(db, strangers)) {
    const start = startingRating(level);
    const past = { start, matches: 0, wins: 0, elo: start };
    const member = { level, played: 0, value: start, latest: Number.NEGATIVE_INFINITY };
    players.set(id, { ...past, ...member });
  }
}

/** Tells the month in Warsaw, `YYYY-MM`, in which a moment falls: it begins at a full hour. */
function createMonths() {
  const known = new Map<number, string>();
  return (at: number): string => {
    const hour = Math.floor(at / hourMs);
    return known.getOrInsertComputed(hour, () => warsawDay(hour * hourMs).slice(0, 7));
  };
}
