// A batch of matches is read and rated first, then stored in one transaction.
import type { Db } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { pendingMatches } from '../matches/index.ts';
import { type Made, matchEntries } from './entries.ts';
import { insertEntries } from './history-repository.ts';
import { standingsOf, updateStandings } from './repository.ts';
import { faultOf, type Standing, type StandingChange } from './standing.ts';

type Standings = ReadonlyMap<PlayerId, Standing>;

/** The number of a run, and when it began. */
export type RunAtWork = { readonly number: number; readonly began_at: string };

/** What becomes of some matches: those that are rated, what they change, and those that can't be rated. */
export type Batch = Awaited<ReturnType<typeof rateBatch>>;

/**
 * Rates those of the matches that are pending, in the run, and stores nothing. `ahead` has the standings that are
 * still on their way into the database.
 */
export async function rateBatch(
  db: Db,
  ids: readonly MatchId[],
  { number, began_at }: RunAtWork,
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
  const entries: Made[] = [];
  const faults: { readonly id: MatchId; readonly fault: string }[] = [];
  for (const match of matches) {
    try {
      const step = { ...match, run: number, began_at };
      const made = matchEntries(step, standings, (id) => names.get(id) ?? '');
      for (const { after } of made) standings.set(after.player_id, after);
      entries.push(...made);
      rated.push(match.id);
    } catch (error) {
      faults.push({ id: match.id, fault: faultOf(error) });
    }
  }
  const changes = [...before].flatMap(([id, was]) => {
    const after = standings.get(id);
    return after && after !== was ? [{ before: was, after }] : [];
  });
  return { ids, run: number, rated, entries, standings, changes, faults };
}

/** Stores a batch, and tells other modules. Throws unless everything is as it was when it was read. */
export async function storeBatch(tx: Transaction, batch: Batch): Promise<void> {
  await storeChanges(tx, batch.entries, batch.changes);
  await tx.publish('matches.rated', { matchIds: batch.rated, run: batch.run });
  if (batch.faults.length > 0) await tx.publish('matches.faulted', { matches: batch.faults });
}

/** Stores changes of ratings, and tells other modules. */
export async function storeChanges(
  tx: Transaction,
  entries: readonly Made[],
  changes: readonly StandingChange[],
): Promise<void> {
  await insertEntries(tx.db, entries);
  await updateStandings(tx.db, changes);
  await tx.publish('ratings.changed', { players: changes.map(({ after }) => after) });
}
