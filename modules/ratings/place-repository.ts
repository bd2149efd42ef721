import { sql } from 'kysely';
import { anyOf, type Db } from '../../shared/database/db.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';

type AppliedMatch = {
  readonly sequence: number;
  readonly occurred_at: string;
  readonly match_id: MatchId | null;
};

/** The first entry of a match that was applied at the moment or later; undefined where there is none. */
export function firstRatedSince(db: Db, moment: string) {
  return db
    .selectFrom('rating_history')
    .select(['sequence', 'occurred_at', 'match_id'])
    .where('match_id', 'is not', null)
    .where('occurred_at', '>=', moment)
    .orderBy('sequence')
    .limit(sql.lit(1))
    .executeTakeFirst();
}

/** The place after an entry of a match at which the first entries begin that were applied later. */
export async function firstAfter(
  db: Db,
  { sequence, occurred_at, match_id }: AppliedMatch,
): Promise<number | undefined> {
  const first = await db
    .selectFrom('rating_history')
    .select(['sequence', 'match_id'])
    .where('sequence', '>', sequence)
    .where('occurred_at', '>', occurred_at)
    // The two of one match may differ: no player's entry occurs before the one before it.
    .where('match_id', 'is distinct from', match_id)
    .orderBy('sequence')
    .limit(sql.lit(1))
    .executeTakeFirst();
  const [both] = first?.match_id ? await placesOf(db, first.match_id) : [];
  return both ?? first?.sequence;
}

/** A place after all entries. */
export async function newPlace(db: Db): Promise<number> {
  const next = sql<number>`nextval('rating_history_sequence_seq')::float8`.as('place');
  return (await db.selectNoFrom(next).executeTakeFirstOrThrow()).place;
}

/** The players' entries that were applied at the moment or later, in order, with their matches' order of play. */
export function appliedSince(db: Db, ids: readonly PlayerId[], moment: string) {
  return db
    .selectFrom('rating_history')
    .leftJoin('match', 'match.id', 'rating_history.match_id')
    .select(['rating_history.sequence', 'rating_history.player_id', 'rating_history.reason'])
    .select(['rating_history.occurred_at', 'rating_history.as_of', 'rating_history.match_id'])
    .select(['match.played_at', 'match.created_at'])
    .where('rating_history.player_id', '=', anyOf(ids))
    .where('rating_history.occurred_at', '>=', moment)
    .orderBy('rating_history.sequence')
    .execute();
}

/** The places of the match's entries, in order. */
export async function placesOf(db: Db, id: MatchId): Promise<number[]> {
  const rows = await db
    .selectFrom('rating_history')
    .select('sequence')
    .where('match_id', '=', id)
    .orderBy('sequence')
    .execute();
  return rows.map(({ sequence }) => sequence);
}

/** The place of the player's first entry. */
export async function firstPlaceOf(db: Db, id: PlayerId): Promise<number> {
  const { sequence } = await db
    .selectFrom('rating_history')
    .select('sequence')
    .where('player_id', '=', id)
    .orderBy('sequence')
    .limit(sql.lit(1))
    .executeTakeFirstOrThrow();
  return sequence;
}
