import { exportClients, exportKeys } from '../../modules/auth/index.ts';
import { exportCompetitions, exportOrganizers } from '../../modules/competitions/index.ts';
import { exportMatches } from '../../modules/matches/index.ts';
import { exportPlayers } from '../../modules/players/index.ts';
import { exportHistory } from '../../modules/ratings/index.ts';
import { exportVenues } from '../../modules/venues/index.ts';
import type { Database } from '../../shared/database/connect.ts';
import type { Db } from '../../shared/database/db.ts';
import type { Kind } from './kinds.ts';

const bufferedLength = 64 * 1024;

/** Writes everything that isn't revoked in the exchange format, as it was at one moment. */
export function exportRecords(
  database: Database,
  write: (text: string) => Promise<void>,
): Promise<number> {
  return database.atOneMoment(async (moment) => {
    let count = 0;
    let buffer = '';
    for await (const [kind, record] of recordsOf(moment)) {
      count += 1;
      buffer += `${JSON.stringify({ kind, ...record })}\n`;
      if (buffer.length < bufferedLength) continue;
      await write(buffer);
      buffer = '';
    }
    await write(buffer);
    return count;
  });
}

async function* recordsOf(database: Db): AsyncGenerator<[Kind, object]> {
  yield* tagged('organizer', exportOrganizers(database));
  for await (const row of exportClients(database)) {
    const { client_id, client_secret_hash, organizer_id, scopes } = row;
    yield ['client', { client_id, client_secret_hash, organizer_id, scopes }];
  }
  for await (const { id, key_hash, label } of exportKeys(database)) {
    yield ['api_key', { id, key_hash, label }];
  }
  yield* tagged('venue', exportVenues(database));
  yield* tagged('competition', exportCompetitions(database));
  yield* tagged('player', exportPlayers(database));
  yield* tagged('match', exportMatches(database));
  for await (const { entry } of exportHistory(database)) yield ['history', entry];
}

async function* tagged(kind: Kind, records: AsyncIterable<object>): AsyncGenerator<[Kind, object]> {
  for await (const record of records) yield [kind, record];
}
