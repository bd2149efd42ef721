import { type NotNull, sql } from 'kysely';
import { type Db, insertRows } from '../../shared/database/db.ts';
import { inPages, pagesOf } from '../../shared/database/paging.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import type { HistoryEntry } from './schema.ts';

/** The history as it is stored; an entry with an opponent has the rest of the calculation, too. */
function storedHistory(db: Db) {
  return db.selectFrom('rating_history').selectAll().$narrowType<{
    opponent_rating: NotNull;
    expected_score: NotNull;
    actual_score: NotNull;
    k_factor: NotNull;
  }>();
}

type StoredEntry = Awaited<ReturnType<ReturnType<typeof storedHistory>['execute']>>[number];

function shown({
  sequence: _,
  reason,
  match_id,
  explanation,
  opponent_id,
  opponent_rating,
  expected_score,
  actual_score,
  k_factor,
  ...entry
}: StoredEntry): HistoryEntry {
  return {
    id: entry.id,
    player_id: entry.player_id,
    occurred_at: entry.occurred_at,
    reason: { code: reason, match_id, explanation },
    value_before: entry.value_before,
    value_after: entry.value_after,
    change: entry.value_before === null ? null : entry.value_after - entry.value_before,
    confidence_before: entry.confidence_before,
    confidence_after: entry.confidence_after,
    calculation: opponent_id && {
      opponent_id,
      opponent_rating,
      expected_score,
      actual_score,
      k_factor,
    },
  };
}

type Before = { readonly playerId: PlayerId; readonly before: number | undefined };

const newestFirst = prepared((db, { playerId, before }: Before, limit) => {
  const entries = storedHistory(db)
    .where('player_id', '=', playerId)
    .orderBy('sequence', 'desc')
    .limit(sql.lit(limit));
  return before === undefined ? entries : entries.where('sequence', '<', before);
});

/** Up to `limit` entries of the player, the newest first, from before the sequence number. */
export async function listHistory(
  db: Db,
  playerId: PlayerId,
  limit: number,
  before: number | undefined,
): Promise<{ readonly sequence: number; readonly entry: HistoryEntry }[]> {
  const rows = await newestFirst(db, { playerId, before }, limit);
  return rows.map((row) => ({ sequence: row.sequence, entry: shown(row) }));
}

/** The history in the order in which its entries were applied, a page at a time. */
export async function* historyPages(db: Db): AsyncGenerator<HistoryEntry[]> {
  for await (const page of pagesOf(storedHistory(db), 'sequence')) yield page.map(shown);
}

/** The same, entry by entry. */
export async function* exportHistory(db: Db): AsyncGenerator<HistoryEntry> {
  for await (const page of historyPages(db)) yield* page;
}

/** Adds the entries to the end of the history, in their order. */
export function insertHistory(db: Db, entries: readonly HistoryEntry[]): Promise<void> {
  const rows = entries.map(({ reason, change: _, calculation, ...entry }) => ({
    ...entry,
    reason: reason.code,
    match_id: reason.match_id,
    explanation: reason.explanation,
    opponent_id: calculation?.opponent_id ?? null,
    opponent_rating: calculation?.opponent_rating ?? null,
    expected_score: calculation?.expected_score ?? null,
    actual_score: calculation?.actual_score ?? null,
    k_factor: calculation?.k_factor ?? null,
  }));
  return insertRows(db, 'rating_history', rows);
}

/** The history's matches that aren't marked as rated, and rated ones without both entries. */
export function mismatchedMatches(
  db: Db,
): Promise<{ id: MatchId; rating_status: string; entries: number }[]> {
  return db
    .with('history', (given) =>
      given
        .selectFrom('rating_history')
        .select(({ fn }) => ['match_id', fn.countAll<number>().as('entries')])
        .where('match_id', 'is not', null)
        .groupBy('match_id'),
    )
    .selectFrom('match')
    .leftJoin('history', 'history.match_id', 'match.id')
    .select(({ fn, lit }) => ['id', 'rating_status', fn.coalesce('entries', lit(0)).as('entries')])
    .where(({ eb, fn, lit, case: when }) =>
      eb(
        fn.coalesce('entries', lit(0)),
        '<>',
        when('rating_status').when('rated').then(lit(2)).else(lit(0)).end(),
      ),
    )
    .orderBy('id')
    .execute();
}

/** When every match was played, by id: the moment, and how it was written. */
export function matchMoments(db: Db) {
  return inPages(db.selectFrom('match').select(['id', 'played_at', 'played_at_text']), 'id');
}
