import { hashSecret, insertClients, insertKeys } from '../../modules/auth/index.ts';
import { insertCompetitions, insertOrganizers } from '../../modules/competitions/index.ts';
import { insertMatches, type NewMatch } from '../../modules/matches/index.ts';
import { registerPlayers } from '../../modules/players/index.ts';
import {
  type HistoryEntry,
  insertHistory,
  insertStandings,
  type Replay,
} from '../../modules/ratings/index.ts';
import { insertVenues } from '../../modules/venues/index.ts';
import type { Transaction } from '../../shared/database/transaction.ts';
import { type MatchId, newId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import type { Collection, Kind, Numbered, Records } from './kinds.ts';
import { createParcel, type Parcel } from './parcel.ts';

/** The records as they wait to be stored: of a match, its row. */
type Stored = Omit<Records, 'match'> & { readonly match: NewMatch };
export type Cargo = { readonly [K in Kind]: Parcel<Stored[K]> };

/** A cargo without records. */
export function emptyCargo(): Cargo {
  return {
    organizer: createParcel(),
    client: createParcel(),
    api_key: createParcel(),
    venue: createParcel(),
    competition: createParcel(),
    player: createParcel(),
    match: createParcel(),
    history: createParcel(),
  };
}

/** Adds a portion, with its matches as they will be stored. */
export function load(cargo: Cargo, portion: Collection, matches: readonly NewMatch[]): void {
  const records = <T>(list: readonly Numbered<T>[]) => list.map(({ record }) => record);
  cargo.organizer.add(records(portion.organizer));
  cargo.client.add(records(portion.client));
  cargo.api_key.add(records(portion.api_key));
  cargo.venue.add(records(portion.venue));
  cargo.competition.add(records(portion.competition));
  cargo.player.add(records(portion.player));
  cargo.match.add(matches);
  cargo.history.add(records(portion.history));
}

/**
 * Writes the cargo, and where its history leaves the players. `stored` is told how many records were
 * written; `now` is in milliseconds.
 */
export async function writeCargo(
  tx: Transaction,
  cargo: Cargo,
  standings: Replay['standings'],
  now: number,
  stored: (count: number) => void,
): Promise<void> {
  const at = utc(now);
  const write = async <K extends Kind>(
    kind: K,
    insert: (records: readonly Stored[K][]) => Promise<unknown>,
  ) => {
    const parcel: Parcel<Stored[K]> = cargo[kind];
    for (const records of parcel.portions()) {
      await insert(records);
      stored(records.length);
    }
  };
  await write('organizer', (records) => insertOrganizers(tx.db, records, at));
  await write('client', (records) => insertClients(tx.db, records.map(hashedClient), at));
  await write('api_key', (records) => insertKeys(tx.db, records.map(hashedKey), at));
  await write('venue', (records) => insertVenues(tx.db, records));
  await write('competition', (records) => insertCompetitions(tx.db, records));
  const withHistory = new Set(standings.keys());
  await write('player', (records) => registerPlayers(tx, records, withHistory));
  await write('match', (records) => insertMatches(tx.db, records));
  await write('history', (records) => insertHistory(tx.db, records.map(storedEntry)));
  await writeStandings(tx, [...standings.values()]);
  await tx.publish('match.submitted', { count: cargo.match.count() });
}

async function writeStandings(
  tx: Transaction,
  standings: Parameters<typeof insertStandings>[1][number][],
): Promise<void> {
  while (standings.length > 0) {
    const some = standings.splice(0, 1_000);
    await insertStandings(tx.db, some);
    const players = some.map(({ playerId: id, value, confidence }) => ({ id, value, confidence }));
    await tx.publish('ratings.changed', { players });
  }
}

function hashedClient({ client_secret, client_secret_hash, ...rest }: Records['client']) {
  return { ...rest, client_secret_hash: client_secret_hash ?? hashSecret(client_secret ?? '') };
}

function hashedKey({ id, key, key_hash, label }: Records['api_key']) {
  return { id: id ?? newId('apiKey'), label, key_hash: key_hash ?? hashSecret(key ?? '') };
}

/** The entry of a history as it is stored. */
function storedEntry({ reason, change: _, ...entry }: HistoryEntry) {
  return {
    ...entry,
    occurred_at: Date.parse(entry.occurred_at),
    reason: reason.code,
    match_id: reason.match_id as MatchId | null,
    explanation: reason.explanation,
  };
}
