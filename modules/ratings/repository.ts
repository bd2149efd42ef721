import { expressionBuilder, sql } from 'kysely';
import {
  anyOf,
  changeExactly,
  type Db,
  insertRows,
  type Tables,
} from '../../shared/database/db.ts';
import { beyond, inPages } from '../../shared/database/paging.ts';
import { preparedById } from '../../shared/database/prepared.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { isPending } from '../matches/index.ts';
import { startingConfidence } from '../players/index.ts';
import { dropIntervalDays } from './confidence.ts';
import { nextDrop } from './entity.ts';
import type { Standing, StandingChange } from './standing.ts';

/** The player's rating, without the K-factor, which follows from the confidence. */
export const findRating = preparedById((db, playerId: PlayerId) =>
  db
    .selectFrom('rating')
    .select(['player_id', 'value', 'confidence', 'rated_matches'])
    .select(['last_rated_match_at', 'updated_at'])
    .where('player_id', '=', playerId),
);

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
export function allStandings(db: Db): AsyncGenerator<Standing> {
  return inPages(db.selectFrom('rating').selectAll(), 'player_id');
}

/** Adds the standings of new players. */
export function insertStandings(db: Db, standings: readonly Standing[]): Promise<void> {
  return insertRows(db, 'rating', standings);
}

/** A standing, and the former values that must still be stored: as plain columns, which are read fastest. */
type Step = Standing & Record<'value_before' | 'rated_before' | 'drops_before', number>;

const steps = sql`given(player_id text, value int, confidence int, rated_matches int,
  last_rated_match_at timestamptz, drops_applied int, updated_at timestamptz,
  value_before int, rated_before int, drops_before int)`;

/** Stores where players stand now; throws unless each of them still stood where the change began. */
export function updateStandings(db: Db, changes: readonly StandingChange[]): Promise<void> {
  const given = changes.map(
    ({ before, after }): Step => ({
      ...after,
      value_before: before.value,
      rated_before: before.rated_matches,
      drops_before: before.drops_applied,
    }),
  );
  const update = db
    .updateTable('rating')
    .from(sql<Step>`json_to_recordset(${JSON.stringify(given)}::json)`.as<'given'>(steps))
    .set(({ ref }) => ({
      value: ref('given.value'),
      confidence: ref('given.confidence'),
      rated_matches: ref('given.rated_matches'),
      last_rated_match_at: ref('given.last_rated_match_at'),
      drops_applied: ref('given.drops_applied'),
      updated_at: ref('given.updated_at'),
    }))
    .whereRef('rating.player_id', '=', 'given.player_id')
    .whereRef('rating.value', '=', 'given.value_before')
    .whereRef('rating.rated_matches', '=', 'given.rated_before')
    .whereRef('rating.drops_applied', '=', 'given.drops_before');
  return changeExactly(db, changes.length, update);
}

const { exists, or, selectFrom } = expressionBuilder<Tables, 'rating'>();

const waitsOn = (side: 'first_player_id' | 'second_player_id') =>
  exists(
    selectFrom('match')
      .whereRef(side, '=', 'rating.player_id')
      .where(isPending)
      .where('rating_fault', 'is', null),
  );

/** Whether a match of the rating's player waits to be rated. */
export const waits = or([waitsOn('first_player_id'), waitsOn('second_player_id')]);

/** When the newest of the drops since the last rated match was due, in UTC; null if there is none. */
const lastDrop = sql<string | null>`case when drops_applied > 0
  then ${sql.raw(nextDrop)} - ${sql.lit(dropIntervalDays)} * interval '24 hours' end`;

/** Whether a match waits that was played before a rated match of the same player, or before a drop. rules 3.2 */
export async function somethingIsLate(db: Db): Promise<boolean> {
  const { exists, or, selectFrom } = expressionBuilder<Tables, 'match'>();
  const isRatedSince = (side: 'first_player_id' | 'second_player_id') =>
    exists(
      selectFrom('rating')
        .whereRef('rating.player_id', '=', side)
        .where(({ eb, ref, or }) =>
          or([
            eb('last_rated_match_at', '>', ref('match.played_at')),
            eb(lastDrop, '>', sql<string>`${ref('match.played_at')} at time zone 'UTC'`),
          ]),
        ),
    );
  const late = db
    .selectFrom('match')
    .select('id')
    .where('rating_status', '=', sql.lit('pending' as const))
    .where('rating_fault', 'is', null)
    .where(or([isRatedSince('first_player_id'), isRatedSince('second_player_id')]));
  return (await late.limit(sql.lit(1)).executeTakeFirst()) !== undefined;
}

/** A place among the standings that may drop: when that is due, in UTC, and whose standing it is. */
export type DropPlace = { readonly due: string; readonly player_id: PlayerId };

/**
 * Up to `limit` standings for which a drop is `due` at the moment, the longest due first, after the place,
 * locked until the transaction ends. rules 2.2 to 2.5
 */
export function lockIdleStandings(
  db: Db,
  asOf: number,
  after: DropPlace | undefined,
  limit: number,
) {
  const due = sql<string>`(${sql.raw(nextDrop)})`;
  const utcTime = (moment: string) => sql<string>`${moment}::timestamptz at time zone 'UTC'`;
  let query = db
    .selectFrom('rating')
    .selectAll()
    .select(sql<string>`${due} at time zone 'UTC'`.as('due'))
    // A literal: with a parameter, a prepared statement couldn't use the index of those who may drop.
    .where('confidence', '>', sql.lit(startingConfidence))
    .where(due, '<=', utcTime(utc(asOf)))
    .orderBy(due)
    .orderBy('player_id')
    .limit(sql.lit(limit))
    .forUpdate();
  if (after) {
    const place = [utcTime(after.due), after.player_id];
    query = query.where(({ ref }) => beyond([due, ref('player_id')], '>', place));
  }
  return query.execute();
}
