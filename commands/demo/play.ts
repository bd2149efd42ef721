import { readScore } from '../../modules/matches/index.ts';
import type { Competition, Player, Town } from './city.ts';
import type { Draw } from './draw.ts';
import { scores } from './tables.ts';

export type Pair = readonly [Player, Player];
/** A body for `POST /matches`. */
export type Result = ReturnType<typeof playPairs>[number];

/** Has each pair play on a court of the competition; with mishaps one retires and one isn't there. */
export function playPairs(
  draw: Draw,
  { venues }: Town,
  { id: competition_id, venue_ids, match_format: { games_per_set, final_set } }: Competition,
  pairs: readonly Pair[],
  starts: readonly Temporal.ZonedDateTime[],
  hasMishaps: boolean,
) {
  const mishaps = hasMishaps ? (['retired', 'walkover'] as const) : [];
  const slots = venues
    .filter(({ id }) => venue_ids.includes(id))
    .flatMap(({ id, courts }) => courts.map(({ number }) => ({ id, number })))
    .flatMap((court) => starts.map((start) => ({ ...court, start })));
  return draw.deal(pairs, slots).map(([[first, second], { id, number, start }], place) => {
    // The stronger one wins as often as ratings of these levels promise. rules 1.3
    const edge = strengthOf(first) - strengthOf(second);
    const isFirst = draw.integer(1, 1_000) <= 1_000 / (1 + 10 ** (-edge / 2));
    const [winner, loser] = isFirst ? [first, second] : [second, first];
    const match = {
      competition_id,
      venue_id: id,
      court_number: number,
      played_at: start.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
      player_ids: [first.id, second.id],
      winner_id: winner.id,
    };
    const mishap = mishaps[place];
    if (mishap === 'walkover') return { ...match, status: mishap };
    const texts = scores[mishap ?? `${games_per_set} ${final_set}`].split(',');
    const [text = ''] = draw.some(texts, 1);
    const score = readScore(isFirst ? text : text.replaceAll(/(\d+)-(\d+)/g, '$2-$1'));
    if ('fault' in score) throw new Error(score.fault);
    const played = { ...match, score: score.value };
    if (mishap) return { ...played, status: mishap, retired_player_id: loser.id };
    return { ...played, status: 'completed' as const };
  });
}

/** The NTRP level at which a player really plays: near the self-assessed one, hidden in the id. */
function strengthOf({ id, self_assessed_ntrp }: Player): number {
  return self_assessed_ntrp + Number.parseInt(id.slice(-4), 36) / 36 ** 4 - 0.5;
}
