import { type ExpressionBuilder, sql } from 'kysely';
import {
  anyOf,
  changeExactly,
  type Db,
  givenRows,
  insertRows,
  isoMoment,
  type Tables,
} from '../../shared/database/db.ts';
import { inPages } from '../../shared/database/paging.ts';
import { preparedRows } from '../../shared/database/prepared.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { startingConfidence } from '../players/index.ts';
import { dropIntervalDays, firstDropDays } from './confidence.ts';
import type { Standing } from './standing.ts';

const ratingOf = preparedRows((db, { playerId }: { playerId: PlayerId }) =>
  db
    .selectFrom('rating')
    .select(['player_id', 'value', 'confidence', 'rated_matches'])
    .select(({ ref }) => [
      isoMoment(ref('last_rated_match_at')).as('last_rated_match_at'),
      isoMoment(ref('updated_at')).as('updated_at'),
    ])
    .where('player_id', '=', playerId),
);

/** The player's rating, without the K-factor, which follows from the confidence. */
export async function findRating(db: Db, playerId: PlayerId) {
  return (await ratingOf(db, { playerId }))[0];
}

/** Where the players stand, held until the transaction ends so that nothing else moves them. */
export function lockStandings(db: Db, ids: readonly PlayerId[]): Promise<Standing[]> {
  return db
    .selectFrom('rating')
    .selectAll()
    .where('player_id', '=', anyOf(ids))
    .orderBy('player_id')
    .forUpdate()
    .execute();
}

/** Where every player stands, by id. */
export function exportStandings(db: Db): AsyncGenerator<Standing> {
  return inPages(db.selectFrom('rating').selectAll(), 'player_id');
}

/** Adds the standings of new players. */
export function insertStandings(db: Db, standings: readonly Standing[]): Promise<void> {
  return insertRows(db, 'rating', standings);
}

/** Stores the standings of players who have one already. */
export function updateStandings(db: Db, standings: readonly Standing[]): Promise<void> {
  const update = db
    .updateTable('rating')
    .from(givenRows('rating', standings))
    .set(({ ref }) => ({
      value: ref('given.value'),
      confidence: ref('given.confidence'),
      rated_matches: ref('given.rated_matches'),
      last_rated_match_at: ref('given.last_rated_match_at'),
      drops_applied: ref('given.drops_applied'),
      updated_at: ref('given.updated_at'),
    }))
    .whereRef('rating.player_id', '=', 'given.player_id');
  return changeExactly(db, standings.length, update);
}

/**
 * Up to `limit` standings, by player id after `last`, that a drop is due for at the moment, held until
 * the transaction ends. Players with a match that waits for its rating are left out: the condition
 * stands in the statement that locks, so that a match submitted before it counts. rules 2.2 to 2.5
 */
export function lockIdleStandings(
  db: Db,
  asOf: number,
  last: PlayerId | undefined,
  limit: number,
): Promise<Standing[]> {
  const waits =
    (side: 'first_player_id' | 'second_player_id') =>
    ({ exists, selectFrom }: ExpressionBuilder<Tables, 'rating'>) =>
      exists(
        selectFrom('match')
          .whereRef(side, '=', 'rating.player_id')
          .where('rating_status', '=', sql.lit('pending'))
          .where('rating_fault', 'is', null),
      );
  const before = (days: unknown) =>
    sql<string>`${utc(asOf)}::timestamptz - ${days} * interval '24 hours'`;
  let query = db
    .selectFrom('rating')
    .selectAll()
    // As a literal, or a prepared statement couldn't use the index of those who may drop.
    .where('confidence', '>', sql.lit(startingConfidence))
    .where('last_rated_match_at', '<=', before(firstDropDays))
    .where(({ eb, ref }) => {
      const days = sql`(${firstDropDays} + ${dropIntervalDays} * ${ref('drops_applied')})`;
      return eb('last_rated_match_at', '<=', before(days));
    })
    .where(({ not }) => not(waits('first_player_id')))
    .where(({ not }) => not(waits('second_player_id')))
    .orderBy('player_id')
    .limit(sql.lit(limit))
    .forUpdate();
  if (last !== undefined) query = query.where('player_id', '>', last);
  return query.execute();
}

/** Display names of the players. */
export async function displayNames(
  db: Db,
  ids: readonly PlayerId[],
): Promise<ReadonlyMap<PlayerId, string>> {
  const players = await db
    .selectFrom('player')
    .select(['id', 'display_name'])
    .where('id', '=', anyOf(ids))
    .execute();
  return new Map(players.map(({ id, display_name }) => [id, display_name]));
}
