import { sql } from 'kysely';
import { changeExactly, type Db, insertRows, updateRows } from '../../shared/database/db.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { comesIn } from './pending-repository.ts';
import { betweenPlayers, type MatchRow, opponentOf, type Placed, twinsOf } from './repository.ts';

/** Voids a match at the moment, in UTC; throws if there is no such match. */
export async function moveToVoided(db: Db, id: MatchId, at: string): Promise<void> {
  const match = await db
    .deleteFrom('match')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertRows(db, 'voided_match', [{ ...match, voided_at: at }]);
}

/** Restores a voided match, as it is given. Throws if there is no such match. */
export async function moveFromVoided(db: Db, match: MatchRow): Promise<void> {
  const { id } = match;
  await changeExactly(db, 1, db.deleteFrom('voided_match').where('id', '=', id));
  await insertRows(db, 'match', [match]);
}

/** Gives matches, or voided ones, other places among runs and looks. */
export function placeMatches(
  db: Db,
  table: 'match' | 'voided_match',
  matches: readonly (Placed & { readonly id: MatchId })[],
): Promise<void> {
  return updateRows(db, table, ['id'], matches);
}

/** Replaces a stored match by the corrected one. If it begins to wait only now, it counts as received now. */
export function writeMatch(db: Db, { id, received_at: _, ...match }: MatchRow): Promise<void> {
  const change = db
    .updateTable('match')
    .set(({ case: either, eb, or, ref }) => ({
      ...match,
      ...(match.rating_status === 'pending' && {
        received_at: either()
          .when(or([eb('rating_status', '<>', 'pending'), eb('rating_fault', 'is not', null)]))
          .then(comesIn.received_at)
          .else(ref('received_at'))
          .end(),
      }),
    }))
    .where('id', '=', id);
  return changeExactly(db, 1, change);
}

/** Gives all matches of one player to the other. */
export async function moveMatches(db: Db, from: PlayerId, into: PlayerId): Promise<void> {
  for (const table of ['match', 'voided_match'] as const) {
    for (const column of ['first_player_id', 'second_player_id'] as const) {
      const moved = (name: 'winner_id' | 'retired_player_id') =>
        sql<PlayerId>`case ${sql.ref(name)} when ${from} then ${into} else ${sql.ref(name)} end`;
      const [winner_id, retired_player_id] = [moved('winner_id'), moved('retired_player_id')];
      await db
        .updateTable(table)
        .set({ [column]: into, winner_id, retired_player_id })
        .where(column, '=', from)
        .execute();
    }
  }
}

/** A match that the two players have played against each other. */
export function matchBetween(db: Db, one: PlayerId, other: PlayerId) {
  return db
    .selectFrom('match')
    .select('id')
    .where(betweenPlayers(one, other))
    .limit(sql.lit(1))
    .executeTakeFirst();
}

/** Two matches, one of each player, that would be the same if the players were the same. */
export async function wouldBeTwins(db: Db, one: PlayerId, other: PlayerId) {
  const matches = await db
    .selectFrom('match')
    .select(['id', 'competition_id', 'played_at', opponentOf(one).as('second_player_id')])
    .where(({ eb, or }) => or([eb('first_player_id', '=', one), eb('second_player_id', '=', one)]))
    .execute();
  const moved = matches.map((match) => ({ ...match, first_player_id: other }));
  const [twins] = await twinsOf(db, moved);
  return twins;
}
