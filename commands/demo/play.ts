import type { Competition, Player, Town } from './city.ts';
import type { Draw } from './draw.ts';

export type Pair = readonly [Player, Player];
/** A body for `POST /matches`. */
export type Result = ReturnType<typeof playPairs>[number];

/** Has each pair play on a court of the competition; with mishaps one retires and one isn't there. */
export function playPairs(
  draw: Draw,
  { venues }: Town,
  { id: competition_id, venue_ids, match_format }: Competition,
  pairs: readonly Pair[],
  starts: readonly Temporal.ZonedDateTime[],
  hasMishaps: boolean,
) {
  const mishaps = hasMishaps ? (['retired', 'walkover'] as const) : [];
  const slots = venues
    .filter(({ id }) => venue_ids.includes(id))
    .flatMap(({ id, courts }) => courts.map(({ number }) => ({ id, number })))
    .flatMap((court) => starts.map((start) => ({ ...court, start })));
  return draw.deal(pairs, slots).map(([pair, { id, number, start }], place) => ({
    competition_id,
    venue_id: id,
    court_number: number,
    played_at: start.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
    player_ids: pair.map((player) => player.id),
    ...resultOf(draw, pair, match_format, mishaps[place]),
  }));
}

/** How a match ends: the stronger one wins more often. */
function resultOf(
  draw: Draw,
  [first, second]: Pair,
  { games_per_set: target, final_set }: Competition['match_format'],
  mishap?: 'retired' | 'walkover',
) {
  const edge = strengthOf(first) - strengthOf(second);
  const promised = 1 / (1 + 10 ** (-edge / 2)); // what ratings of these levels expect, rules 1.3
  const isFirst = draw.integer(1, 1_000) <= promised * 1_000;
  const [winner, loser] = isFirst ? [first, second] : [second, first];
  const winner_id = winner.id;
  if (mishap === 'walkover') return { status: mishap, winner_id };
  const inOrder = (won: number, lost: number): readonly [number, number] =>
    isFirst ? [won, lost] : [lost, won];
  const wonSet = () => {
    const lost = draw.integer(0, target);
    const games = inOrder(lost < target - 1 ? target : target + 1, lost);
    // rules 4.3: a short set's 5-4 takes no tiebreak; of the others, some organizers send none.
    if (lost < 6 || draw.integer(1, 5) === 1) return { games };
    return { games, tiebreak: inOrder(7, draw.integer(0, 5)) };
  };
  if (mishap === 'retired') {
    const unfinished = { games: inOrder(draw.integer(0, target - 1), draw.integer(0, target - 1)) };
    const score = { sets: [wonSet(), unfinished] };
    return { status: mishap, winner_id, score, retired_player_id: loser.id };
  }
  const completed = { status: 'completed' as const, winner_id };
  if (draw.integer(1, 5) <= 3) return { ...completed, score: { sets: [wonSet(), wonSet()] } };
  const lostSet = { games: inOrder(draw.integer(0, target - 2), target) };
  const sets = draw.some([wonSet(), lostSet]);
  if (final_set === 'full_set') return { ...completed, score: { sets: [...sets, wonSet()] } };
  return { ...completed, score: { sets, match_tiebreak: inOrder(10, draw.integer(2, 8)) } };
}

/** The NTRP level at which a player really plays: near the self-assessed one, hidden in the id. */
function strengthOf({ id, self_assessed_ntrp }: Player): number {
  return self_assessed_ntrp + Number.parseInt(id.slice(-4), 36) / 36 ** 4 - 0.5;
}
