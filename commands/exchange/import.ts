import { hashSecret, insertClients, insertKeys } from '../../modules/auth/index.ts';
import { insertCompetitions, insertOrganizers } from '../../modules/competitions/index.ts';
import { insertMatches, type NewMatch } from '../../modules/matches/index.ts';
import { registerPlayers } from '../../modules/players/index.ts';
import { insertHistory, insertStandings } from '../../modules/ratings/index.ts';
import { insertVenues } from '../../modules/venues/index.ts';
import type { Database } from '../../shared/database/connect.ts';
import type { Transaction } from '../../shared/database/transaction.ts';
import { newId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { checkCollection } from './check.ts';
import { checkHistory, storedEntry } from './history.ts';
import { type Collection, type Kind, kinds, type Numbered, type Report } from './kinds.ts';
import { readCollection } from './read.ts';

const chunkSize = 2_000;

/** How many records of each kind came in; nothing did where there were faults. */
export type ImportResult =
  | { readonly ok: true; readonly counts: Readonly<Record<Kind, number>> }
  | { readonly ok: false; readonly faults: number };

/**
 * Imports a file in the exchange format: all of it, or nothing. It is checked in short steps, and
 * committed by one final transaction. `now` is in milliseconds since the epoch.
 */
export async function importRecords(
  database: Database,
  chunks: AsyncIterable<Uint8Array>,
  now: number,
  report: Report,
): Promise<ImportResult> {
  let faults = 0;
  const count: Report = (line, reason) => {
    faults += 1;
    report(line, reason);
  };
  const collection = await readCollection(chunks, count);
  const { matches } = await checkCollection(database.sql, collection, now, count);
  const replay = checkHistory(collection, matches, now, count);
  if (faults > 0) return { ok: false, faults };

  await database.longTransaction(async (tx) => {
    await insertParticipants(tx, collection, now);
    await insertResults(tx, collection, matches);
    const standings = [...replay.standings.values()];
    await inChunks(standings, (chunk) => insertStandings(tx.sql, chunk));
    await inChunks(standings, (chunk) =>
      tx.publish('ratings.changed', {
        players: chunk.map(({ playerId, value, confidence }) => ({
          id: playerId,
          value,
          confidence,
        })),
      }),
    );
    await tx.publish('match.submitted', { count: matches.length });
  });
  const counts = Object.fromEntries(kinds.map((kind) => [kind, collection[kind].length]));
  return { ok: true, counts: counts as Record<Kind, number> };
}

async function insertParticipants(tx: Transaction, collection: Collection, now: number) {
  const at = utc(now);
  const { organizer, client, api_key, venue, competition, player, history } = collection;
  await inChunks(records(organizer), (chunk) => insertOrganizers(tx.sql, chunk, at));
  const clients = records(client).map(({ client_secret, client_secret_hash, ...rest }) => ({
    ...rest,
    client_secret_hash: client_secret_hash ?? hashSecret(client_secret ?? ''),
  }));
  await inChunks(clients, (chunk) => insertClients(tx.sql, chunk, at));
  const keys = records(api_key).map(({ id, key, key_hash, label }) => ({
    id: id ?? newId('apiKey'),
    label,
    key_hash: key_hash ?? hashSecret(key ?? ''),
  }));
  await inChunks(keys, (chunk) => insertKeys(tx.sql, chunk, at));
  await inChunks(records(venue), (chunk) => insertVenues(tx.sql, chunk));
  await inChunks(records(competition), (chunk) => insertCompetitions(tx.sql, chunk));
  const withHistory = new Set(history.map(({ record }) => record.player_id));
  await inChunks(records(player), (chunk) => registerPlayers(tx, chunk, withHistory));
}

async function insertResults(
  tx: Transaction,
  { history }: Collection,
  matches: readonly Numbered<NewMatch>[],
) {
  await inChunks(records(matches), (chunk) => insertMatches(tx.sql, chunk));
  await inChunks(records(history), (chunk) => insertHistory(tx.sql, chunk.map(storedEntry)));
}

function records<T>(list: readonly Numbered<T>[]): T[] {
  return list.map(({ record }) => record);
}

async function inChunks<T>(list: readonly T[], work: (chunk: readonly T[]) => Promise<unknown>) {
  for (let start = 0; start < list.length; start += chunkSize) {
    await work(list.slice(start, start + chunkSize));
  }
}
