import { type Expression, expressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { anyOf, changeExactly, type Db, givenRows, type Tables } from '../../shared/database/db.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { type MatchRow, type RatedMatch, ratedBy, type StoredMatch } from './repository.ts';

const { eb } = expressionBuilder<Tables, 'match'>();

/** A literal: with a parameter, a prepared statement couldn't use the index of pending matches. */
const pending = sql.lit('pending' as const);

/** Whether a match is pending. */
export const isPending = eb('match.rating_status', '=', pending);

function whatIsPending(db: Db) {
  return db.selectFrom('match').where('rating_status', '=', pending);
}

/**
 * The ids of the matches pending now, in the order in which they are rated, `size` at a time. The database
 * keeps them for the session, which can't ask for them twice at once. rules 3.2
 */
export async function* pendingMatchIds(session: Db, size: number): AsyncGenerator<MatchId[]> {
  const ids = inOrderOfPlay(whatIsPending(session)).select('id');
  await sql`declare pending cursor with hold for ${ids}`.execute(session);
  const next = sql<{ id: MatchId }>`fetch ${sql.lit(size)} from pending`;
  try {
    for (;;) {
      const { rows } = await next.execute(session);
      if (rows.length > 0) yield rows.map(({ id }) => id);
      if (rows.length < size) return;
    }
  } finally {
    await sql`close pending`.execute(session);
  }
}

/** Those of the matches that are pending, in the same order. */
export function pendingMatches(
  db: Db,
  ids: readonly MatchId[],
): Promise<(RatedMatch & Pick<StoredMatch, 'created_at'>)[]> {
  const matches = db.selectFrom('match').where('id', '=', anyOf(ids)).where(isPending);
  return inOrderOfPlay(matches).select(ratedBy).select('created_at').execute();
}

function inOrderOfPlay<Row>(matches: SelectQueryBuilder<Tables, 'match', Row>) {
  return matches.orderBy('played_at').orderBy('created_at').orderBy('id');
}

/** All that is stored of the match with the id, whatever its rating status. */
export function storedMatch(db: Db, id: MatchId): Promise<MatchRow | undefined> {
  return db.selectFrom('match').selectAll().where('id', '=', id).executeTakeFirst();
}

/** All that is stored of the player's matches. */
export function matchesOfPlayer(db: Db, id: PlayerId): Promise<MatchRow[]> {
  const isOf = expressionBuilder<Tables, 'match'>();
  return db
    .selectFrom('match')
    .selectAll()
    .where(isOf.or([isOf('first_player_id', '=', id), isOf('second_player_id', '=', id)]))
    .execute();
}

/** Notes that the look with the number leaves out the players of what is pending now. rules 2.5 */
export async function markWaiting(db: Db, look: number): Promise<void> {
  await db
    .updateTable('match')
    .set({ waited: sql<number[]>`waited || ${look}::int` })
    .where(isPending)
    .where('rating_fault', 'is', null)
    .execute();
}

/** The players whom the look left out, as long as nothing else has changed ratings. */
export async function waitingAtLook(db: Db, look: number): Promise<PlayerId[]> {
  const players = await whatIsPending(db)
    .select(sql<PlayerId>`unnest(array[first_player_id, second_player_id])`.as('id'))
    .where(sql<boolean>`${look} = any(waited)`)
    .execute();
  return players.map(({ id }) => id);
}

/** How long ago the first and the last waiting match came in, in milliseconds; null if none waits. */
export function waitingSince(db: Db) {
  const age = (moment: Expression<string>) =>
    sql<number | null>`extract(epoch from clock_timestamp() - ${moment}) * 1000`;
  return whatIsPending(db)
    .select(({ fn }) => [
      age(fn.min('received_at')).as('first'),
      age(fn.max('received_at')).as('last'),
    ])
    .where('rating_fault', 'is', null)
    .executeTakeFirstOrThrow();
}

/** How many matches wait for their rating, and how many of them can't be rated. */
export function pendingCounts(db: Db) {
  const pending = whatIsPending(db);
  const count = (matches: typeof pending) =>
    matches
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull();
  const unrateable = pending.where('rating_fault', 'is not', null);
  return db
    .selectNoFrom([count(pending).as('pending'), count(unrateable).as('unrateable')])
    .executeTakeFirstOrThrow();
}

/** Marks pending matches as rated by the run; throws unless each of them was pending. */
export function markRated(db: Db, ids: readonly MatchId[], run: number): Promise<void> {
  const marking = db
    .updateTable('match')
    .set({ rating_status: 'rated', rating_fault: null, run })
    .where('id', '=', anyOf(ids))
    .where(isPending);
  return changeExactly(db, ids.length, marking);
}

/** A match that waits from now on counts as just received: others of its day may be on their way. */
export const comesIn = {
  rating_status: 'pending',
  rating_fault: null,
  received_at: sql<string>`clock_timestamp()`,
} as const;

/** Why a pending match can't be rated; undefined if it can. */
export async function ratingFaultOf(db: Db, id: MatchId): Promise<string | undefined> {
  const row = await db
    .selectFrom('match')
    .select('rating_fault')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.rating_fault ?? undefined;
}

/** Makes matches that couldn't be rated wait again. */
export async function forgetFaults(db: Db): Promise<void> {
  await db
    .updateTable('match')
    .set(comesIn)
    .where('rating_status', '=', pending)
    .where('rating_fault', 'is not', null)
    .execute();
}

/** Notes why pending matches can't be rated; throws unless each of them was pending. */
export function markUnrateable(
  db: Db,
  matches: readonly { id: MatchId; fault: string }[],
): Promise<void> {
  const rows = matches.map(({ id, fault }) => ({ id, rating_fault: fault }));
  const marking = db
    .updateTable('match')
    .from(givenRows('match', rows))
    .set(({ ref }) => ({ rating_fault: ref('given.rating_fault') }))
    .whereRef('match.id', '=', 'given.id')
    .where(isPending);
  return changeExactly(db, rows.length, marking);
}
