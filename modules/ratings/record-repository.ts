import { sql } from 'kysely';
import { anyOf, type Db } from '../../shared/database/db.ts';
import { beyond, listedBy } from '../../shared/database/paging.ts';
import { runId } from '../../shared/ids.ts';
import type { Made, Place } from './entries.ts';
import {
  entryOf,
  historyKeys,
  insertEntries,
  placeIn,
  storedHistory,
} from './history-repository.ts';
import type { FormerRecord, HistoryRecord } from './schema.ts';

/** How many entries are read at once. */
const pageSize = 1_000;

/** An entry as an import takes it. */
function recordOf({ place: [run], match_id, nth, entry, after }: Made): HistoryRecord {
  const { rated_matches, last_rated_match_at, drops_applied } = after;
  const isDrop = entry.reason.code === 'inactivity';
  return {
    ...entry,
    ...(isDrop && (match_id ? { with_match: match_id } : { look: runId(run) })),
    nth,
    rated_matches,
    last_rated_match_at,
    drops_applied,
  };
}

/** The history as an import takes it: player by player, each in the order in which it was applied. */
export const listedHistory = {
  async *list(db: Db): AsyncGenerator<HistoryRecord> {
    const keys = [sql.ref('player_id'), ...historyKeys()];
    let page = storedHistory(db).limit(sql.lit(pageSize));
    for (const key of keys) page = page.orderBy(key);
    for (let rows = await page.execute(); ; ) {
      yield* rows.map(entryOf).map(recordOf);
      const last = rows.at(-1);
      if (!last || rows.length < pageSize) return;
      const place = [last.player_id, ...placeIn(last)];
      rows = await page.where(beyond(keys, '>', place)).execute();
    }
  },
  async some(db: Db, ids: readonly string[]): Promise<HistoryRecord[]> {
    const rows = await storedHistory(db).where(sql.ref('id'), '=', anyOf(ids)).execute();
    return rows.map(entryOf).map(recordOf);
  },
};

/** The ids of former entries as an import takes them, by id. */
export const listedFormer = listedBy(
  (db) => db.selectFrom('former_entry').selectAll(),
  'id',
  ({ run, ...entry }): FormerRecord => ({ ...entry, look: run > 0 ? runId(run) : null }),
);

/** Adds entries as they were exported, once their matches and runs are in; of what isn't rated, in the first run. */
export async function insertRecords(db: Db, records: readonly HistoryRecord[]): Promise<void> {
  const matchOf = ({ reason, with_match }: HistoryRecord) => reason.match_id ?? with_match ?? null;
  const matches = await db
    .selectFrom('match')
    .select(['id', 'run', 'played_at', 'created_at'])
    .where('id', '=', anyOf(records.flatMap((record) => matchOf(record) ?? [])))
    .execute();
  const looks = await db
    .selectFrom('run')
    .select(['id', 'number', 'began_at'])
    .where('id', '=', anyOf(records.flatMap(({ look }) => look ?? [])))
    .execute();
  const places = new Map<string | null, Place>([
    ...matches.map(
      ({ id, run, played_at, created_at }) => [id, [run ?? 1, played_at, created_at, id]] as const,
    ),
    ...looks.map(({ id, number, began_at }) => [id, [number, began_at, began_at, '']] as const),
  ]);
  const entries = records.map((record): Made => {
    const { look, with_match: _, nth, ...more } = record;
    const { rated_matches, last_rated_match_at, drops_applied, ...entry } = more;
    const { player_id, value_after: value, confidence_after: confidence, occurred_at } = entry;
    const match_id = matchOf(record);
    const standing = { rated_matches, last_rated_match_at, drops_applied };
    return {
      place: places.get(match_id ?? look ?? null) ?? [0, occurred_at, occurred_at, ''],
      match_id,
      nth,
      entry,
      after: { player_id, value, confidence, ...standing, updated_at: occurred_at },
    };
  });
  await insertEntries(db, entries);
}
