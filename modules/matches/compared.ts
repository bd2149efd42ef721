// Results, as far as they look wrong only beside others. rules 5.8
import type { CompetitionId, PlayerId, VenueId } from '../../shared/ids.ts';
import { warsawDay } from '../../shared/time.ts';
import { type Score, type ScoreFormat, type Side, setsWon, swapped } from './score.ts';
import type { Pair } from './score-rules.ts';

/** A result, for comparison with others. */
export type Compared = {
  /** When it began, in milliseconds since the epoch. */
  readonly instant: number;
  readonly venue_id: VenueId;
  /** Its id, or the number of its line in a file. */
  readonly name: string | number;
  readonly competition_id: CompetitionId;
  readonly player_ids: readonly PlayerId[];
  /** Its day in Warsaw. */
  readonly day: string;
  /** The games of each set, from the side of the player whose id comes first; null if nobody played. */
  readonly games: string | null;
  /** Who retired while behind, or didn't come. */
  readonly gave_up: PlayerId | null;
};

type Result = Pick<Compared, 'instant' | 'venue_id' | 'competition_id' | 'player_ids'> & {
  readonly score?: Score | null | undefined;
  /** A walkover has it. */
  readonly winner_id?: PlayerId | null | undefined;
  readonly retired_player_id?: PlayerId | null | undefined;
};
type SetFormat = Pick<ScoreFormat, 'games_per_set'>;

/** The result under a name; the format is that of its competition. */
export function comparedOf(
  { instant, venue_id, competition_id, player_ids, score, ...ended }: Result,
  name: Compared['name'],
  format: SetFormat,
): Compared {
  const isTurned = player_ids.toSorted()[0] !== player_ids[0];
  const gave_up = player_ids.find((id, index) =>
    score
      ? id === ended.retired_player_id && isBehind(score, index === 0 ? 0 : 1, format)
      : id !== ended.winner_id,
  );
  return {
    ...{ name, instant, venue_id, competition_id, player_ids },
    day: warsawDay(instant),
    games: score ? gamesIn(isTurned ? swapped(score) : score) : null,
    gave_up: gave_up ?? null,
  };
}

function gamesIn({ sets, match_tiebreak }: Score): string {
  return [...sets.map(({ games }) => games.join('-')), match_tiebreak?.join('-')].join(' ');
}

/** Whether the side had won fewer sets, or as many, and fewer games of the set that was broken off. */
function isBehind(score: Score, side: Side, format: SetFormat): boolean {
  const sets = setsWon(score, format);
  const isBrokenOff = sets[0] + sets[1] < score.sets.length;
  const last = score.match_tiebreak ?? (isBrokenOff ? score.sets.at(-1)?.games : undefined);
  const lead = ([first, second]: Pair) => (side === 0 ? first - second : second - first);
  return (lead(sets) || lead(last ?? [0, 0])) < 0;
}

/** A result as one of a player's. */
export type Appearance = { readonly player: PlayerId; readonly result: Compared };

/** The results as those of each of their players. */
export function appearancesOf(results: readonly Compared[]): Appearance[] {
  return results.flatMap((result) => result.player_ids.map((player) => ({ player, result })));
}
