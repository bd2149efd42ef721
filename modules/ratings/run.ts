import type { Database } from '../../shared/database/connect.ts';
import { problemOfDatabase } from '../../shared/database/outage.ts';
import type { Transaction } from '../../shared/database/transaction.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { lockPendingMatches, pendingMatchIds, type StoredMatch } from '../matches/index.ts';
import { dropsDueBefore } from './confidence.ts';
import { insertHistory } from './history-repository.ts';
import { noteRun } from './job-repository.ts';
import { displayNames, lockStandings, updateStandings } from './repository.ts';
import type { HistoryEntry } from './schema.ts';
import { dropConfidence, dropsOwed, type Names, rateSide, type Standing } from './standing.ts';

/** Everything that changes ratings holds this lock, so that one run at a time does. */
export const ratingLock = 'ratings';

const batchSize = 250;

export type RunResult = { readonly rated: number; readonly unrateable: number };

type Dependencies = {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly reportUnrateable: (id: MatchId, fault: string) => void;
};

/**
 * Rating runs. One takes what is pending when it starts, in the order of play, and holds the lock to
 * its end; all that a match changes is one transaction. A match that can't be rated stays pending,
 * and its fault is noted. A run ends early, between matches, once `stopping` says so.
 */
export function createRatingRun({ database, clock, reportUnrateable }: Dependencies) {
  return (stopping: () => boolean = () => false): Promise<RunResult> =>
    database.locked(ratingLock, async () => {
      const ids = await pendingMatchIds(database.db);
      const total = { rated: 0, unrateable: 0 };
      for (let start = 0; start < ids.length && !stopping(); start += batchSize) {
        const { rated, faults } = await rateBatch(ids.slice(start, start + batchSize));
        total.rated += rated;
        total.unrateable += faults.length;
        for (const { id, fault } of faults) reportUnrateable(id, fault);
      }
      if (ids.length > 0) await noteRun(database.db, 'rating run', clock(), total);
      return total;
    });

  async function rateBatch(ids: readonly MatchId[]): Promise<BatchResult> {
    try {
      return await database.transaction((tx) => rate(tx, ids, utc(clock())));
    } catch (error) {
      if (problemOfDatabase(error)) throw error;
      // The database refuses something of this batch: find out which match it is.
      if (ids.length > 1) return rateHalves(ids);
      const faults = ids.map((id) => ({ id, fault: faultOf(error) }));
      await database.transaction((tx) => tx.publish('matches.faulted', { matches: faults }));
      return { rated: 0, faults };
    }
  }

  async function rateHalves(ids: readonly MatchId[]): Promise<BatchResult> {
    const middle = Math.ceil(ids.length / 2);
    const first = await rateBatch(ids.slice(0, middle));
    const second = await rateBatch(ids.slice(middle));
    return { rated: first.rated + second.rated, faults: [...first.faults, ...second.faults] };
  }
}

type Fault = { readonly id: MatchId; readonly fault: string };
type BatchResult = { readonly rated: number; readonly faults: readonly Fault[] };

function faultOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Rates those of the matches that are pending, in this transaction. */
async function rate(tx: Transaction, ids: readonly MatchId[], now: string): Promise<BatchResult> {
  const matches = await lockPendingMatches(tx.db, ids);
  const playerIds = matches.flatMap((match) => [match.first_player_id, match.second_player_id]);
  const before = await lockStandings(tx.db, playerIds);
  const names = await displayNames(tx.db, playerIds);
  const standings = new Map(before.map((standing) => [standing.player_id, standing]));
  const nameOf = (id: PlayerId) => names.get(id) ?? '';

  const matchIds: MatchId[] = [];
  const entries: HistoryEntry[] = [];
  const faults: Fault[] = [];
  for (const match of matches) {
    try {
      const result = rateMatch(match, standings, now, nameOf);
      for (const standing of result.standings) standings.set(standing.player_id, standing);
      entries.push(...result.entries);
      matchIds.push(match.id);
    } catch (error) {
      faults.push({ id: match.id, fault: faultOf(error) });
    }
  }
  await storeChanges(tx, entries, [...standings.values()]);
  await tx.publish('matches.rated', { matchIds });
  if (faults.length > 0) await tx.publish('matches.faulted', { matches: faults });
  return { rated: matchIds.length, faults };
}

/** Stores what changed of ratings, and tells the others. */
export async function storeChanges(
  tx: Transaction,
  entries: readonly HistoryEntry[],
  standings: readonly Standing[],
): Promise<void> {
  await insertHistory(tx.db, entries);
  await updateStandings(tx.db, standings);
  await tx.publish('ratings.changed', { players: standings });
}

/**
 * One match: first the drops of confidence that were due strictly before it was played, so that the
 * K-factor doesn't depend on when the schedule ran, then both sides. Throws where it can't be rated.
 * rules 1.7, 2.5
 */
function rateMatch(
  match: StoredMatch,
  standings: ReadonlyMap<PlayerId, Standing>,
  now: string,
  nameOf: Names,
) {
  const playedAt = Date.parse(match.played_at);
  const dropped = (id: PlayerId) => {
    const standing = standings.get(id);
    if (!standing) throw new Error(`The player ${id} has no rating.`);
    return dropConfidence(standing, dropsOwed(standing, playedAt, dropsDueBefore), now);
  };
  const first = dropped(match.first_player_id);
  const second = dropped(match.second_player_id);
  const sides = [
    rateSide(match, 0, first.standing, second.standing, now, nameOf),
    rateSide(match, 1, second.standing, first.standing, now, nameOf),
  ];
  return {
    entries: [...first.entries, ...second.entries, ...sides.map(({ entry }) => entry)],
    standings: sides.map(({ standing }) => standing),
  };
}
