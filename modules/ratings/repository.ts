import { type ExpressionBuilder, sql } from 'kysely';
import {
  anyOf,
  changeExactly,
  type Db,
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
import type { Change, Standing } from './standing.ts';

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

/** Where the players stand, and their names. */
export function standingsOf(db: Db, ids: readonly PlayerId[]) {
  return db
    .selectFrom('rating')
    .innerJoin('player', 'player.id', 'rating.player_id')
    .selectAll('rating')
    .select('player.display_name')
    .where('rating.player_id', '=', anyOf(ids))
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

/** Stores where players stand now; throws unless each of them stood where the change began. */
export function updateStandings(db: Db, changes: readonly Change[]): Promise<void> {
  const given = sql`json_to_recordset(${JSON.stringify(changes)}::json)`;
  const was = <C extends keyof Standing>(column: C) => partOf('before', column);
  const is = <C extends keyof Standing>(column: C) => partOf('after', column);
  const update = db
    .updateTable('rating')
    .from(given.as<'given'>(sql`given("before" rating, "after" rating)`))
    .set({
      value: is('value'),
      confidence: is('confidence'),
      rated_matches: is('rated_matches'),
      last_rated_match_at: is('last_rated_match_at'),
      drops_applied: is('drops_applied'),
      updated_at: is('updated_at'),
    })
    .where('rating.player_id', '=', was('player_id'))
    .where('rating.value', '=', was('value'))
    .where('rating.rated_matches', '=', was('rated_matches'))
    .where('rating.drops_applied', '=', was('drops_applied'));
  return changeExactly(db, changes.length, update);
}

function partOf<C extends keyof Standing>(end: keyof Change, column: C) {
  return sql<Standing[C]>`(given.${sql.ref(end)}).${sql.ref(column)}`;
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
