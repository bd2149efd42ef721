// A batch of matches is read and rated first, then stored in one transaction.
import type { Db } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { pendingMatches } from '../matches/index.ts';
import { insertHistory } from './history-repository.ts';
import { rateMatch } from './rate-match.ts';
import { standingsOf, updateStandings } from './repository.ts';
import type { HistoryEntry } from './schema.ts';
import { faultOf, type Standing, type StandingChange } from './standing.ts';

type Standings = ReadonlyMap<PlayerId, Standing>;

/** What becomes of some matches: those that are rated, what they change, and those that can't be rated. */
export type Batch = Awaited<ReturnType<typeof rateBatch>>;

/**
 * Rates those of the matches that are pending, at the moment `now`, and stores nothing. `ahead` has the
 * standings that are still on their way into the database.
 */
export async function rateBatch(
  db: Db,
  ids: readonly MatchId[],
  now: string,
  ahead: Standings = new Map(),
) {
  const matches = await pendingMatches(db, ids);
  const players = matches.flatMap((match) => [match.first_player_id, match.second_player_id]);
  const before = new Map<PlayerId, Standing>();
  const names = new Map<PlayerId, string>();
  for (const { display_name, ...stored } of await standingsOf(db, players)) {
    before.set(stored.player_id, ahead.get(stored.player_id) ?? stored);
    names.set(stored.player_id, display_name);
  }
  const standings = new Map(before);
  const rated: MatchId[] = [];
  const entries: HistoryEntry[] = [];
  const faults: { readonly id: MatchId; readonly fault: string }[] = [];
  for (const match of matches) {
    try {
      const result = rateMatch(match, standings, now, (id) => names.get(id) ?? '');
      for (const standing of result.standings) standings.set(standing.player_id, standing);
      entries.push(...result.entries);
      rated.push(match.id);
    } catch (error) {
      faults.push({ id: match.id, fault: faultOf(error) });
    }
  }
  const changes = [...before].flatMap(([id, was]) => {
    const after = standings.get(id);
    return after && after !== was ? [{ before: was, after }] : [];
  });
  return { ids, rated, entries, standings, changes, faults };
}

/** Stores a batch, and tells other modules. Throws unless everything is as it was when it was read. */
export async function storeBatch(tx: Transaction, batch: Batch): Promise<void> {
  await storeChanges(tx, batch.entries, batch.changes);
  await tx.publish('matches.rated', { matchIds: batch.rated });
  if (batch.faults.length > 0) await tx.publish('matches.faulted', { matches: batch.faults });
}

/** Stores changes of ratings, and tells other modules; `asOf` is the moment that counted for drops. */
export async function storeChanges(
  tx: Transaction,
  entries: readonly HistoryEntry[],
  changes: readonly StandingChange[],
  asOf?: string,
): Promise<void> {
  await insertHistory(tx.db, entries, asOf);
  await updateStandings(tx.db, changes);
  await tx.publish('ratings.changed', { players: changes.map(({ after }) => after) });
}
