// A player gets other venues while a rating changes: what stands beside the venues is the rating.
import { afterAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { updatePlayer } from '../../modules/players/parts-repository.ts';
import type { Db } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import type { PlayerId, VenueId } from '../../shared/ids.ts';
import { ids } from '../support/city.ts';
import { cleanUp, startTestService, type TestService } from '../support/service.ts';
import { untilWaiting } from '../support/waiting.ts';

afterAll(cleanUp);

const [player_id] = ids.players as unknown as readonly [PlayerId];

const rate = (tx: Transaction) =>
  tx.publish('ratings.changed', { players: [{ player_id, value: 1777, confidence: 30 }] });

const prefer =
  (...venues: string[]) =>
  (tx: Transaction) =>
    updatePlayer(tx, {
      id: player_id,
      display_name: 'Anna K.',
      preferred_venue_ids: venues as VenueId[],
      availability: [],
    });
const move = prefer(...ids.venues);
const moved = ids.venues.map((venue_id) => ({ venue_id, rating_value: 1777 }));

const copiesIn = async (db: Db) => {
  const { rows } = await sql<{
    venue_id: string;
    rating_value: number;
  }>`select venue_id, player_venue.rating_value from player_venue join player on id = player_id
    where player_id = ${player_id} order by array_position(preferred_venue_ids, venue_id)`.execute(
    db,
  );
  return rows;
};

/** Does the one within a transaction, and the other one meanwhile; the ratings then beside the venues. */
async function inTurn(
  { workbench: { database } }: TestService,
  first: typeof rate,
  second: typeof rate,
) {
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holder = database.transaction(async (tx) => {
    await first(tx);
    begun.resolve();
    await held.promise;
  });
  await begun.promise;
  const other = database.transaction(second);
  await untilWaiting(database.db, 1);
  held.resolve();
  await Promise.all([holder, other]);
  return copiesIn(database.db);
}

test.each([
  ['the rating', rate, move],
  ['the venues', move, rate],
] as const)('%s first', async (_, first, second) => {
  const rows = await inTurn(await startTestService('server'), first, second);
  expect(rows).toEqual(moved);
});
