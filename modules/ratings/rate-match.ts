import type { PlayerId } from '../../shared/ids.ts';
import type { RatedMatch } from '../matches/index.ts';
import { dropConfidence, dropsOwedBefore, rateSide, type Standing } from './standing.ts';

/**
 * Rates a match: first the drops of confidence that were due strictly before it was played, so that the
 * K-factor doesn't depend on when the schedule ran, then both sides. Throws if it can't be rated.
 * rules 1.7, 2.5
 */
export function rateMatch(
  match: RatedMatch,
  standings: ReadonlyMap<PlayerId, Standing>,
  now: string,
  nameOf: (id: PlayerId) => string,
) {
  const dropped = (id: PlayerId) => {
    const standing = standings.get(id);
    if (!standing) throw new Error(`The player ${id} has no rating.`);
    return dropConfidence(standing, dropsOwedBefore(standing, match), now);
  };
  const first = dropped(match.first_player_id);
  const second = dropped(match.second_player_id);
  const sides = [
    rateSide(match, 0, first.standing, second.standing, now, nameOf(match.second_player_id)),
    rateSide(match, 1, second.standing, first.standing, now, nameOf(match.first_player_id)),
  ] as const;
  return {
    entries: [...first.entries, ...second.entries, ...sides.map(({ entry }) => entry)],
    sides,
    standings: sides.map(({ standing }) => standing),
  };
}
