import { type ExpressionBuilder, sql } from 'kysely';
import { anyOf, type Db, insertRows, type Tables } from '../../shared/database/db.ts';
import { listedBy } from '../../shared/database/paging.ts';
import type { MatchId } from '../../shared/ids.ts';
import { type Calculated, rowOf, shownEntry } from './history-repository.ts';
import { roomBehind } from './order-repository.ts';
import type { Placed } from './placed.ts';
import type { VoidedEntryRecord } from './schema.ts';

/** Keeps the entries that are removed with a match for when it is restored. */
export function keepEntries(db: Db, id: MatchId, removed: readonly Placed[]): Promise<void> {
  const match = { voided_match_id: id };
  const rows = removed.map(({ entry, ...place }) => ({ ...match, ...place, ...rowOf(entry) }));
  return insertRows(db, 'voided_entry', rows);
}

/**
 * Leaves the drops that were given with other voided matches, and removed with this one, to those matches:
 * they come back with them.
 */
async function leaveDrops(db: Db, id: MatchId): Promise<void> {
  await db
    .updateTable('voided_entry')
    .set(({ ref }) => ({ voided_match_id: ref('match_id').$notNull() }))
    .where('voided_match_id', '=', id)
    .where('reason', '=', 'inactivity')
    .where('match_id', 'in', ({ selectFrom }) =>
      selectFrom('voided_match').select('voided_match.id'),
    )
    .execute();
}

/**
 * Takes out the entries that were kept for when the match is restored, in order; but drops that were given
 * with a match that is no longer rated are removed for good.
 */
export async function takeKeptEntries(db: Db, id: MatchId) {
  await leaveDrops(db, id);
  const kept = await db
    .deleteFrom('voided_entry')
    .where('voided_match_id', '=', id)
    .returningAll()
    .execute();
  const ids = kept.flatMap(({ match_id }) => match_id ?? []);
  const rated = db
    .selectFrom('rating_history')
    .select('match_id')
    .where('match_id', '=', anyOf(ids));
  const isRated = new Set((await rated.execute()).map(({ match_id }) => match_id))
    .add(null)
    .add(id);
  return kept
    .filter(({ match_id }) => isRated.has(match_id))
    .map(({ voided_match_id: _, match_id, ...entry }) => ({
      ...entry,
      match_id: entry.reason === 'inactivity' ? null : match_id,
    }))
    .sort((one, other) => one.sequence - other.sequence);
}

/** Puts entries back in their places, or in the next free ones. */
export async function returnEntries(
  db: Db,
  entries: Awaited<ReturnType<typeof takeKeptEntries>>,
): Promise<void> {
  for (const entry of entries) {
    let { sequence } = entry;
    const around = db
      .selectFrom('rating_history')
      .select('sequence')
      .where('sequence', '>=', sequence)
      .where('sequence', '<', sequence + 1_000);
    const taken = new Set((await around.execute()).map((one) => one.sequence));
    while (taken.has(sequence)) sequence += 1;
    await insertRows(db, 'rating_history', [{ ...entry, sequence }]);
  }
}

/**
 * The kept entries as an import takes them: with the history entry that each one follows, and its number
 * among those that follow the same one.
 */
function keptEntries(db: Db) {
  const before = (on: ExpressionBuilder<Tables, 'voided_entry'>) =>
    on
      .selectFrom('rating_history as before')
      .whereRef('before.sequence', '<', 'voided_entry.sequence');
  return db
    .selectFrom('voided_entry')
    .selectAll()
    .select((on) => [
      before(on)
        .select('before.id')
        .orderBy('before.sequence', 'desc')
        .limit(sql.lit(1))
        .as('after'),
      on
        .selectFrom('voided_entry as other')
        .select(on.fn.countAll<number>().as('count'))
        .whereRef('other.sequence', '<=', 'voided_entry.sequence')
        .where(
          'other.sequence',
          '>',
          on.fn.coalesce(
            before(on).select(({ fn }) => fn.max('before.sequence').as('last')),
            sql.lit(0),
          ),
        )
        .as('nth'),
    ])
    .$narrowType<Calculated>();
}

/** Kept entries by id, as an import takes them. */
export const listedKept = listedBy(
  keptEntries,
  'id',
  ({ after, nth, voided_match_id, as_of, ...row }): VoidedEntryRecord => ({
    ...shownEntry(row),
    voided_match_id,
    as_of,
    after,
    nth: nth ?? 0,
  }),
);

/** Adds entries as they were exported. */
export async function insertKept(db: Db, entries: readonly VoidedEntryRecord[]): Promise<void> {
  const ids = entries.flatMap(({ after }) => after ?? []);
  const live = db.selectFrom('rating_history').select(['id', 'sequence']);
  const places = await live.where('id', '=', anyOf(ids)).execute();
  const placeOf = new Map(places.map(({ id, sequence }) => [id, sequence]));
  const room = await roomBehind(db);
  const rows = entries.map(({ voided_match_id, as_of, after, nth, ...entry }) => {
    const sequence = (after === null ? 0 : (placeOf.get(after) ?? 0)) + Math.min(nth, room);
    return { voided_match_id, as_of, sequence, ...rowOf(entry) };
  });
  await insertRows(db, 'voided_entry', rows);
}
