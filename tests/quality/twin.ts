// The quality of ratings computed once more, plainly: everything in memory, match by match, nothing shared with the
// module. It reads the tables as they are.
import { sql } from 'kysely';
import type { Db } from '../../shared/database/db.ts';

type Row = {
  readonly at: number;
  readonly competition: string;
  readonly status: 'completed' | 'retired';
  /** Both players: who, what was expected of each, where each stood and how sure that was. */
  readonly ids: readonly [string, string];
  readonly expected: readonly [number, number];
  readonly before: readonly [number, number];
  readonly after: readonly [number, number];
  readonly sure: readonly [number, number];
  readonly k: readonly [number, number];
  readonly actual: readonly [number, number];
  readonly won: 0 | 1;
  readonly late: boolean;
  /** What the baselines expected of the first player. */
  readonly level: number;
  readonly wins: number;
  readonly elo32: number;
};

/** The rated matches in the order in which they were rated. */
export async function rowsOf(db: Db): Promise<Row[]> {
  const { rows: levels } = await sql<{ id: string; ntrp: number }>`
    select id, self_assessed_ntrp as ntrp from player`.execute(db);
  // biome-ignore lint/suspicious/noExplicitAny: rows as they come
  const { rows } = await sql<any>`
    select match.*, one.expected_score e1, two.expected_score e2, one.value_before b1, two.value_before b2,
      one.value_after a1, two.value_after a2, one.confidence_before c1, two.confidence_before c2,
      one.k_factor k1, two.k_factor k2, one.actual_score s1, two.actual_score s2
    from match
    join rating_history one on one.match_id = match.id and one.player_id = first_player_id and one.reason = 'match_result'
    join rating_history two on two.match_id = match.id and two.player_id = second_player_id and two.reason = 'match_result'
    order by match.run, match.played_at, match.created_at, match.id`.execute(db);
  const start = new Map(levels.map(({ id, ntrp }) => [id, 1000 + (ntrp - 1.5) * 200]));
  const elo = new Map(start);
  const latest = new Map<string, number>();
  const tried = new Map<string, { won: number; played: number }>();
  const chance = (one: number, two: number) => 1 / (1 + 10 ** ((two - one) / 400));
  return rows.map((row): Row => {
    const [a, b]: [string, string] = [row.first_player_id, row.second_player_id];
    const at = Date.parse(row.played_at);
    const share = (id: string) => {
      const { won, played } = tried.get(id) ?? { won: 0, played: 0 };
      return (won + 1) / (played + 2);
    };
    const forecast = {
      late: [a, b].some((id) => (latest.get(id) ?? 0) > at),
      level: chance(start.get(a) ?? 0, start.get(b) ?? 0),
      wins: (share(a) * (1 - share(b))) / (share(a) * (1 - share(b)) + share(b) * (1 - share(a))),
      elo32: chance(elo.get(a) ?? 0, elo.get(b) ?? 0),
    };
    for (const id of [a, b]) latest.set(id, Math.max(latest.get(id) ?? 0, at));
    if (row.status === 'completed') {
      for (const id of [a, b]) {
        const { won, played } = tried.get(id) ?? { won: 0, played: 0 };
        tried.set(id, { won: won + (row.winner_id === id ? 1 : 0), played: played + 1 });
      }
      const moved = 32 * ((row.winner_id === a ? 1 : 0) - forecast.elo32);
      elo.set(a, (elo.get(a) ?? 0) + moved);
      elo.set(b, (elo.get(b) ?? 0) - moved);
    }
    return {
      at,
      competition: row.competition_id,
      status: row.status,
      ids: [a, b],
      expected: [row.e1, row.e2],
      before: [row.b1, row.b2],
      after: [row.a1, row.a2],
      sure: [row.c1, row.c2],
      k: [row.k1, row.k2],
      actual: [row.s1, row.s2],
      won: row.winner_id === a ? 0 : 1,
      ...forecast,
    };
  });
}

/** The side that was expected to win, and whether it did. */
const favouriteOf = ({ expected, won }: Row) => {
  const side = expected[0] >= expected[1] ? 0 : 1;
  return { p: expected[side], won: won === side };
};

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
const clip = (p: number) => Math.max(0.001, Math.min(0.999, p));
const surprise = (p: number, won: boolean) => -Math.log(won ? clip(p) : 1 - clip(p));

/** Log loss and Brier of forecasts of the first player. */
export function scoresOf(rows: readonly Row[], forecast: (row: Row) => number) {
  return {
    log_loss: mean(rows.map((row) => surprise(forecast(row), row.won === 0))),
    brier: mean(rows.map((row) => (forecast(row) - (row.won === 0 ? 1 : 0)) ** 2)),
  };
}

/** The interval's bounds are the roots of (share - x)² = z² x (1 - x) / n. */
function intervalOf(won: number, n: number): [number, number] {
  if (n === 0) return [0, 1];
  const [z2, share] = [1.959964 ** 2, won / n];
  const [a, b, c] = [1 + z2 / n, -(2 * share + z2 / n), share ** 2];
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  return [(-b - root) / (2 * a), (-b + root) / (2 * a)];
}

/** By going uphill in small steps, which takes its time. */
export function slopeOf(rows: readonly Row[]): { slope: number; intercept: number } {
  const points = rows.flatMap(({ expected, won }) =>
    expected.map((p, side) => ({ x: Math.log(clip(p) / (1 - clip(p))), y: won === side ? 1 : 0 })),
  );
  let [slope, intercept] = [1, 0];
  for (let step = 0; step < 3_000; step += 1) {
    let [up, over] = [0, 0];
    for (const { x, y } of points) {
      const miss = y - 1 / (1 + Math.exp(-(intercept + slope * x)));
      up += miss / points.length;
      over += (miss * x) / points.length;
    }
    intercept += up;
    slope += over;
  }
  return { slope, intercept };
}

export function figuresOf(rows: readonly Row[]) {
  const favourites = rows.map(favouriteOf);
  const won = favourites.filter((favourite) => favourite.won).length;
  const bins = Array.from({ length: 10 }, (_, n) => {
    const [from, to] = [0.5 + n * 0.05, 0.55 + n * 0.05];
    const within = favourites.filter(
      ({ p }) => p > from - 1e-9 && (p < to - 1e-9 || (n === 9 && p <= 1)),
    );
    const wins = within.filter((one) => one.won).length;
    const [low, high] = intervalOf(wins, within.length);
    const expected = mean(within.map(({ p }) => p));
    return {
      from,
      to,
      matches: within.length,
      expected,
      won: within.length === 0 ? null : wins / within.length,
      low,
      high,
    };
  });
  const [favourite_won_low, favourite_won_high] = intervalOf(won, rows.length);
  return {
    matches: rows.length,
    favourite_won: rows.length === 0 ? null : won / rows.length,
    favourite_won_low,
    favourite_won_high,
    ...scoresOf(rows, ({ expected: [first] }) => first),
    calibration_error:
      rows.length === 0
        ? null
        : bins.reduce(
            (sum, bin) =>
              sum + (Math.abs((bin.won ?? 0) - (bin.expected ?? 0)) * bin.matches) / rows.length,
            0,
          ),
    bins,
  };
}

/** `YYYY-MM` in Warsaw. */
export const monthOf = (at: number) =>
  new Intl.DateTimeFormat('sv', {
    timeZone: 'Europe/Warsaw',
    year: 'numeric',
    month: '2-digit',
  }).format(at);

/** The months of the pool, each computed from all matches that were rated up to its last one. */
export function poolOf(rows: readonly Row[]) {
  const months = rows.map((_, place) =>
    monthOf(Math.max(...rows.slice(0, place + 1).map(({ at }) => at))),
  );
  return [...new Set(months)].map((month) => {
    const before = rows.slice(0, months.lastIndexOf(month) + 1);
    const own = before.filter((_, place) => months[place] === month);
    const end = Math.max(...before.map(({ at }) => at));
    const values = new Map<string, number>();
    for (const { ids, after } of before) {
      values.set(ids[0], after[0]);
      values.set(ids[1], after[1]);
    }
    const recent = before.filter(({ at }) => at > end - 90 * 86_400_000).flatMap(({ ids }) => ids);
    const active = [...values]
      .filter(([id]) => recent.includes(id))
      .map(([, value]) => value)
      .sort((one, other) => one - other);
    const moved = own.map(({ before, after, k, actual, expected }) => {
      const kept = ([0, 1] as const).map((side) => {
        const wanted = Math.round(k[side] * (actual[side] - expected[side]));
        return Math.max(0, -(before[side] + wanted));
      });
      const floor = mean(kept) ?? 0;
      return { floor: 2 * floor, net: after[0] + after[1] - before[0] - before[1] - 2 * floor };
    });
    const seen = new Set(rows.slice(0, months.indexOf(month)).flatMap(({ ids }) => ids));
    const half = (active.length - 1) / 2;
    return {
      month,
      players: active.length,
      mean: mean(active),
      median: mean(active.slice(Math.floor(half), Math.ceil(half) + 1)),
      created: moved.reduce((sum, { net }) => sum + Math.max(0, net), 0),
      destroyed: moved.reduce((sum, { net }) => sum + Math.max(0, -net), 0),
      floor: moved.reduce((sum, { floor }) => sum + floor, 0),
      newcomers: new Set(own.flatMap(({ ids }) => ids).filter((id) => !seen.has(id))).size,
    };
  });
}

/** What the first ten matches of a player changed, for the player and for the opponents. */
export function firstTenOf(rows: readonly Row[], id: string) {
  const own = rows.filter(({ ids }) => ids.includes(id)).slice(0, 10);
  const sum = (mine: boolean) =>
    own.reduce((all, { ids, before, after }) => {
      const side = (ids[0] === id) === mine ? 0 : 1;
      return all + after[side] - before[side];
    }, 0);
  return { matches: own.length, own_change: sum(true), others_change: sum(false) };
}
