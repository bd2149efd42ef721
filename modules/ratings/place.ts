import type { Db } from '../../shared/database/db.ts';
import type { StoredMatch } from '../matches/index.ts';
import { placedAt } from './history-repository.ts';
import type { Placed } from './placed.ts';
import { appliedSince } from './recalculation-repository.ts';

/**
 * The entry before which a match comes that was a walkover and turns out to have been played: before the
 * first one of its players that was applied since it came in, but for matches that were played and
 * submitted before it, which came before it in its run, too. Undefined where it comes after all of them.
 * rules 3.2, 11.2
 */
export async function placeOfUnrated(db: Db, match: StoredMatch): Promise<Placed | undefined> {
  const ids = [match.first_player_id, match.second_player_id];
  const entries = await appliedSince(db, ids, match.created_at);
  const next = entries.find(
    ({ played_at, created_at }) =>
      played_at !== null &&
      created_at !== null &&
      !(played_at < match.played_at && created_at <= match.created_at),
  );
  if (!next) return undefined;
  // The drops that were given along with that match come with it.
  const first = entries.find(
    ({ sequence, reason, as_of, occurred_at }) =>
      sequence === next.sequence ||
      (reason === 'inactivity' && as_of === null && occurred_at === next.occurred_at),
  );
  return (await placedAt(db, first ? [first.sequence] : []))[0];
}
