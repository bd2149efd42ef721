import { type InferResult, type NotNull, type Selectable, sql } from 'kysely';
import { changeExactly, type Db, givenRows, type Tables } from '../../shared/database/db.ts';
import { beyond } from '../../shared/database/paging.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { type Made, type Place, resultNth } from './entries.ts';
import type { HistoryEntry } from './schema.ts';

type Row = Selectable<Tables['rating_history']>;

/** An entry with an opponent has the rest of the calculation, too. */
export type Calculated = {
  opponent_rating: NotNull;
  expected_score: NotNull;
  actual_score: NotNull;
  k_factor: NotNull;
};

/** The history as it is stored. */
export function storedHistory(db: Db) {
  return db.selectFrom('rating_history').selectAll().$narrowType<Calculated>();
}

type StoredEntry = InferResult<ReturnType<typeof storedHistory>>[number];

/** A stored entry as it is shown. */
function shownEntry(row: StoredEntry): HistoryEntry {
  const { reason, match_id, explanation, value_before, value_after } = row;
  const { opponent_id, opponent_rating, expected_score, actual_score, k_factor } = row;
  const inputs = { opponent_rating, expected_score, actual_score, k_factor };
  return {
    id: row.id,
    player_id: row.player_id,
    occurred_at: row.occurred_at,
    reason: { code: reason, match_id: reason === 'match_result' ? match_id : null, explanation },
    value_before,
    value_after,
    change: value_before === null ? null : value_after - value_before,
    confidence_before: row.confidence_before,
    confidence_after: row.confidence_after,
    calculation: opponent_id && { opponent_id, ...inputs },
  };
}

/** A stored entry in its place, with where it leaves its player. */
export function entryOf(row: StoredEntry): Made {
  const { player_id, run, at, sent_at, match_id, nth } = row;
  const { rated_matches, last_rated_match_at, drops_applied } = row;
  return {
    place: [run, at, sent_at, match_id ?? ''],
    match_id,
    nth,
    entry: shownEntry(row),
    after: {
      player_id,
      value: row.value_after,
      confidence: row.confidence_after,
      rated_matches,
      last_rated_match_at,
      drops_applied,
      updated_at: row.occurred_at,
    },
  };
}

const noCalculation = {
  opponent_id: null,
  opponent_rating: null,
  expected_score: null,
  actual_score: null,
  k_factor: null,
};

/** An entry as it is stored. */
export function rowOf({ place, match_id, nth, entry, after }: Made): Row {
  const { reason, change: _, calculation, ...facts } = entry;
  const [run, at, sent_at] = place;
  const { rated_matches, last_rated_match_at, drops_applied } = after;
  return {
    ...facts,
    ...{ run, at, sent_at, match_id, nth },
    ...{ reason: reason.code, explanation: reason.explanation },
    ...(calculation ?? noCalculation),
    ...{ rated_matches, last_rated_match_at, drops_applied },
  };
}

/** A place in a player's history: what `historyKeys` give, in their order. */
export type HistoryPlace = readonly [...Place, nth: number];

/** Whether an entry of `rating_history`, or its alias, is the result of a match. */
export function isResult(table = 'rating_history') {
  return sql<boolean>`${sql.ref(`${table}.nth`)} = ${sql.lit(resultNth)}`;
}

/** After all that a history can hold. */
export const endOfHistory: HistoryPlace = [2 ** 31 - 1, 'infinity', 'infinity', '', 0];

/** The place that a cursor holds. */
export function placeOfKeys([run, at, sentAt, match, nth]: readonly unknown[]): HistoryPlace {
  return [Number(run), String(at), String(sentAt), String(match), Number(nth)];
}

/** The columns of `rating_history`, or its alias, by which a player's history is ordered. rules 3.2 */
export function historyKeys(table = 'rating_history') {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const match = sql<string>`coalesce(${column('match_id')}, '')`;
  return [column('run'), column('at'), column('sent_at'), match, column('nth')];
}

/** Where the entry stands in its player's history. */
export function placeIn({ run, at, sent_at, match_id, nth }: Row): HistoryPlace {
  return [run, at, sent_at, match_id ?? '', nth];
}

type Before = { readonly playerId: PlayerId; readonly before: HistoryPlace | undefined };

const newestFirst = prepared((db, { playerId, before }: Before, limit) => {
  let entries = storedHistory(db).where('player_id', '=', playerId).limit(sql.lit(limit));
  for (const key of historyKeys()) entries = entries.orderBy(key, 'desc');
  return before === undefined ? entries : entries.where(beyond(historyKeys(), '<', before));
});

/** Up to `limit` entries of the player, the newest first, all before the given place. */
export async function listHistory(
  db: Db,
  playerId: PlayerId,
  limit: number,
  before: HistoryPlace | undefined,
): Promise<{ readonly at: HistoryPlace; readonly entry: HistoryEntry }[]> {
  const rows = await newestFirst(db, { playerId, before }, limit);
  return rows.map((row) => ({
    at: placeIn(row),
    entry: shownEntry(row),
  }));
}

/** Entries that one statement adds: for many more, the memory that it takes grows, and not its speed. */
const entriesAtOnce = 2_000;

/**
 * Adds the entries, in a transaction. One that was there before gets its id back; others get theirs. Throws
 * unless all of them are new.
 */
export async function insertEntries(db: Db, entries: readonly Made[]): Promise<void> {
  for (let start = 0; start < entries.length; start += entriesAtOnce) {
    const rows = entries.slice(start, start + entriesAtOnce).map(rowOf);
    const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'id');
    const others = sql.join(columns.map((name) => sql.ref(name)));
    const isFormer = sql`former.player_id = given.player_id and former.nth = given.nth
      and former.run = case when given.match_id is null then given.run else 0 end
      and former.match_id is not distinct from given.match_id`;
    const insertion = sql`
      with given as materialized (select * from ${givenRows('rating_history', rows)}),
      former as (
        delete from former_entry as former using given where ${isFormer}
        returning former.id as former_id, given.id as given_id)
      insert into rating_history (id, ${others})
      select coalesce(former_id, given.id), ${others}
      from given left join former on former.given_id = given.id`;
    await changeExactly(db, rows.length, insertion.compile(db));
  }
}

/** Removes the entries, and keeps their ids for when they come back. Throws unless all of them are there. */
export async function removeEntries(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const removal = sql`
    with gone as (
      delete from rating_history where id = any(${ids}) returning id, player_id, match_id, run, nth)
    insert into former_entry (id, player_id, match_id, run, nth)
    select id, player_id, match_id, case when match_id is null then run else 0 end, nth from gone`;
  await changeExactly(db, ids.length, removal.compile(db));
}

/** The entries that came with a match, whoever's they are. */
export async function entriesOfMatches(db: Db, matches: readonly string[]): Promise<Made[]> {
  if (matches.length === 0) return [];
  const ids = [...new Set(matches)];
  const rows = await storedHistory(db).where(sql.ref('match_id'), '=', sql`any(${ids})`).execute();
  return rows.map(entryOf);
}
