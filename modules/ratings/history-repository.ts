import { expressionBuilder, type InferResult, type NotNull, sql } from 'kysely';
import { anyOf, type Db, insertRows, type Tables } from '../../shared/database/db.ts';
import { inPages, listedBy, pagesOf } from '../../shared/database/paging.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import type { Placed } from './placed.ts';
import type { HistoryEntry, HistoryRecord } from './schema.ts';

/** An entry with an opponent has the rest of the calculation, too. */
export type Calculated = {
  opponent_rating: NotNull;
  expected_score: NotNull;
  actual_score: NotNull;
  k_factor: NotNull;
};

/** The history as it is stored. */
function storedHistory(db: Db) {
  return db.selectFrom('rating_history').selectAll().$narrowType<Calculated>();
}

type StoredEntry = InferResult<ReturnType<typeof storedHistory>>[number];

/** A stored entry as it is shown. */
export function shownEntry(entry: Omit<StoredEntry, 'sequence' | 'as_of'>): HistoryEntry {
  const { reason, match_id, explanation, value_before, value_after } = entry;
  const { opponent_id, opponent_rating, expected_score, actual_score, k_factor } = entry;
  const inputs = { opponent_rating, expected_score, actual_score, k_factor };
  return {
    id: entry.id,
    player_id: entry.player_id,
    occurred_at: entry.occurred_at,
    reason: { code: reason, match_id, explanation },
    inactive_days: entry.inactive_days,
    value_before,
    value_after,
    change: value_before === null ? null : value_after - value_before,
    confidence_before: entry.confidence_before,
    confidence_after: entry.confidence_after,
    calculation: opponent_id && { opponent_id, ...inputs },
  };
}

/** An entry, and where it stood: a correction can give it another place, or remove it. */
export type HistoryPlace = readonly [sequence: number, id: string];

/** The place of the entry now, also if it was voided, or where it stood if it is gone. */
export function placeNow([sequence, id]: HistoryPlace) {
  const { cast, fn, selectFrom, val } = expressionBuilder<Tables>();
  const placeIn = (table: 'rating_history' | 'voided_entry') =>
    selectFrom(table).select('sequence').where(sql.ref('id'), '=', id).$asScalar();
  const former = cast<number>(val(sequence), 'bigint');
  return fn.coalesce(placeIn('rating_history'), placeIn('voided_entry'), former);
}

type Before = { readonly playerId: PlayerId; readonly before: HistoryPlace | undefined };

const newestFirst = prepared((db, { playerId, before }: Before, limit) => {
  const entries = storedHistory(db)
    .where('player_id', '=', playerId)
    .orderBy('sequence', 'desc')
    .limit(sql.lit(limit));
  return before === undefined ? entries : entries.where('sequence', '<', placeNow(before));
});

/** Up to `limit` entries of the player, the newest first, all before the given one. */
export async function listHistory(
  db: Db,
  playerId: PlayerId,
  limit: number,
  before: HistoryPlace | undefined,
): Promise<Placed[]> {
  return (await newestFirst(db, { playerId, before }, limit)).map(placed);
}

/** The entries from the place on in the order in which they were applied, a page at a time. */
export async function* placedFrom(db: Db, sequence: number): AsyncGenerator<Placed[]> {
  const entries = storedHistory(db).where('sequence', '>=', sequence);
  for await (const page of pagesOf(entries, 'sequence')) yield page.map(placed);
}

/** The entries in the places. */
export async function placedAt(db: Db, sequences: readonly number[]): Promise<Placed[]> {
  const rows = storedHistory(db).where('sequence', '=', anyOf(sequences)).orderBy('sequence');
  return (await rows.execute()).map(placed);
}

function placed(row: StoredEntry): Placed {
  return { sequence: row.sequence, as_of: row.as_of, entry: shownEntry(row) };
}

const on = expressionBuilder<Tables, 'rating_history'>();

/** The match whose moment a drop has: that of the player's next other entry, if that is of the same moment. */
export const matchOfItsMoment = on
  .selectFrom(
    on
      .selectFrom('rating_history as later')
      .select(['later.match_id', 'later.occurred_at'])
      .whereRef('later.player_id', '=', 'rating_history.player_id')
      .whereRef('later.sequence', '>', 'rating_history.sequence')
      .where('later.reason', '<>', 'inactivity')
      .orderBy('later.sequence')
      .limit(sql.lit(1))
      .as('next'),
  )
  .select('next.match_id')
  .where('rating_history.reason', '=', 'inactivity')
  .whereRef('next.occurred_at', '=', 'rating_history.occurred_at');

/** The stored entries, with the moment of the look where an import would not know that one gave the drop. */
function exportedHistory(db: Db) {
  const moment = matchOfItsMoment.clearSelect().select('rating_history.as_of');
  return storedHistory(db).select(
    moment.whereRef('rating_history.as_of', '<', 'rating_history.occurred_at').as('look'),
  );
}

/** The history in its order, as an import takes it. */
export const listedHistory = listedBy(
  exportedHistory,
  'sequence',
  ({ look, ...row }): HistoryRecord => ({ ...shownEntry(row), ...(look && { as_of: look }) }),
);

const noCalculation = {
  opponent_id: null,
  opponent_rating: null,
  expected_score: null,
  actual_score: null,
  k_factor: null,
};

/** An entry as it is stored. */
export function rowOf({ reason, change: _, calculation, ...entry }: HistoryEntry) {
  return {
    ...entry,
    reason: reason.code,
    match_id: reason.match_id,
    explanation: reason.explanation,
    ...(calculation ?? noCalculation),
  };
}

/** Entries that one statement adds: for many more, the memory that it takes grows, and not its speed. */
const entriesAtOnce = 2_000;

/**
 * Adds the entries to the end of the history, in order, in a transaction; `as_of` is the moment that counted
 * for drops that don't tell it.
 */
export async function insertHistory(
  db: Db,
  entries: readonly HistoryRecord[],
  as_of: string | null = null,
): Promise<void> {
  for (let start = 0; start < entries.length; start += entriesAtOnce) {
    const some = entries.slice(start, start + entriesAtOnce);
    const rows = some.map((entry) => ({ ...rowOf(entry), as_of: entry.as_of ?? as_of }));
    await insertRows(db, 'rating_history', rows);
  }
}

/**
 * Marks the drops from a place on that seem to be given without a match as given by a look: when they were given
 * counts for them from now on, even if the entries' own moment changes.
 */
export async function noteLooks(db: Db, place: number): Promise<void> {
  await db
    .updateTable('rating_history')
    .set(({ ref }) => ({ as_of: ref('occurred_at') }))
    .where('sequence', '>=', place)
    .where('reason', '=', 'inactivity')
    .where('as_of', 'is', null)
    .where(on.not(on.exists(matchOfItsMoment)))
    .execute();
}

/** How many entries the history should have of a match with the status. */
export const entriesMeant = (status: Tables['match']['rating_status']) =>
  status === 'rated' ? 2 : 0;

/** Every match by id: when it was played, and how many entries the history has of it. */
export function matchEntries(db: Db) {
  const matches = db
    .selectFrom('match')
    .select(['id', 'played_at', 'played_at_text', 'rating_status'])
    .select(({ selectFrom, fn }) =>
      selectFrom('rating_history')
        .whereRef('match_id', '=', 'match.id')
        .select(fn.countAll<number>().as('count'))
        .as('entries'),
    );
  return inPages(matches, 'id');
}

/** Removes the entries of the matches. */
export async function removeEntriesOf(db: Db, matchIds: readonly MatchId[]): Promise<void> {
  await db.deleteFrom('rating_history').where('match_id', '=', anyOf(matchIds)).execute();
}
