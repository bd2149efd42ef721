// The checks of a submitted result by hand: the body's shape, then the score of a completed match.

export type Result = {
  readonly competition_id: string;
  readonly venue_id: string;
  readonly court_number?: number | null;
  readonly played_at: string;
  readonly player_ids: readonly [string, string];
  readonly score: { sets: { games: Pair; tiebreak?: Pair }[]; match_tiebreak?: Pair };
};
type Pair = [number, number];
export type Format = { games_per_set: number; final_set: string };

const members = new Set([
  'competition_id',
  'venue_id',
  'court_number',
  'played_at',
  'player_ids',
  'status',
  'score',
]);
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The result that a body holds; undefined unless it is that of a completed match. */
// biome-ignore lint/suspicious/noExplicitAny: looks at whatever was sent
export function readResult(body: any): Result | undefined {
  const isSound =
    typeof body === 'object' &&
    body !== null &&
    Object.keys(body).every((name) => members.has(name)) &&
    isId(body.competition_id, 'cmp_') &&
    isId(body.venue_id, 'ven_') &&
    (body.court_number == null || isWhole(body.court_number, 1, 1_000)) &&
    typeof body.played_at === 'string' &&
    time.test(body.played_at) &&
    Date.parse(body.played_at) <= Date.now() + 300_000 &&
    Array.isArray(body.player_ids) &&
    body.player_ids.length === 2 &&
    body.player_ids.every((id: unknown) => isId(id, 'plr_')) &&
    body.player_ids[0] !== body.player_ids[1] &&
    body.status === 'completed' &&
    isScore(body.score);
  return isSound ? body : undefined;
}

function isId(value: unknown, prefix: string): boolean {
  return (
    typeof value === 'string' && value.startsWith(prefix) && /^[a-z0-9]{10}$/.test(value.slice(4))
  );
}

function isWhole(value: unknown, low: number, high: number): boolean {
  return Number.isInteger(value) && Number(value) >= low && Number(value) <= high;
}

// biome-ignore lint/suspicious/noExplicitAny: looks at whatever was sent
function isScore(score: any): boolean {
  const isPair = (pair: unknown) =>
    Array.isArray(pair) && pair.length === 2 && pair.every((n) => isWhole(n, 0, 1_000));
  return (
    Array.isArray(score?.sets) &&
    score.sets.length >= 2 &&
    score.sets.length <= 3 &&
    score.sets.every(
      // biome-ignore lint/suspicious/noExplicitAny: looks at whatever was sent
      (set: any) => isPair(set?.games) && (set.tiebreak === undefined || isPair(set.tiebreak)),
    ) &&
    (score.match_tiebreak === undefined || isPair(score.match_tiebreak))
  );
}

/** The place of the winner, 0 or 1; undefined where the score isn't possible in the format. */
export function winnerOf({ sets, match_tiebreak }: Result['score'], format: Format) {
  const wins: Pair = [0, 0];
  for (const [place, { games, tiebreak }] of sets.entries()) {
    if (Math.max(...wins) === 2 || (place === 2 && format.final_set !== 'full_set')) return;
    if (!isSet(games, format.games_per_set)) return;
    if (tiebreak && !isSetTiebreak(games, tiebreak, format)) return;
    wins[games[0] > games[1] ? 0 : 1] += 1;
  }
  if (match_tiebreak) {
    if (format.final_set === 'full_set' || wins[0] !== wins[1]) return;
    if (!isTiebreak(match_tiebreak, 10)) return;
    wins[match_tiebreak[0] > match_tiebreak[1] ? 0 : 1] += 1;
  }
  return Math.max(...wins) === 2 ? wins.indexOf(2) : undefined;
}

function isSet(games: Pair, target: number): boolean {
  const [high, low] = [Math.max(...games), Math.min(...games)];
  return (high === target && low <= target - 2) || (high === target + 1 && low >= target - 1);
}

function isSetTiebreak(games: Pair, points: Pair, { games_per_set }: Format): boolean {
  return (
    games_per_set === 6 &&
    Math.min(...games) === 6 &&
    isTiebreak(points, 7) &&
    points[0] > points[1] === games[0] > games[1]
  );
}

function isTiebreak(points: Pair, target: number): boolean {
  const [high, low] = [Math.max(...points), Math.min(...points)];
  return (high === target && low <= target - 2) || (high > target && high - low === 2);
}
