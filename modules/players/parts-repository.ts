import { sql } from 'kysely';
import { changeExactly, type Db, givenRows, insertRows } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import { toMultirange } from './availability.ts';
import type { PlayerRecord } from './schema.ts';

/** What may change of a player at any time. */
type Profile = Pick<PlayerRecord, 'id' | 'display_name' | 'preferred_venue_ids' | 'availability'>;

/** What of a player is stored beside the player's own row. */
type Parts = Profile & { readonly rating_value: number };

/** Adds what stands beside the players: their venues, and their time and names as an index looks for them. */
export async function insertParts(db: Db, players: readonly Parts[]): Promise<void> {
  const venues = players.flatMap(({ id, preferred_venue_ids, display_name, rating_value }) =>
    preferred_venue_ids.map((venue_id, position) => ({
      player_id: id,
      venue_id,
      position,
      display_name,
      rating_value,
    })),
  );
  await insertRows(db, 'player_venue', venues);
  const parts = players.map(({ id, display_name, availability }) => ({
    id,
    display_name,
    week: toMultirange(availability),
  }));
  const given = givenRows('player', parts);
  const times = db
    .insertInto('player_time')
    .columns(['player_id', 'blocks'])
    .expression(({ selectFrom }) =>
      selectFrom(given).select(({ ref }) => [
        'given.id',
        sql<number[]>`week_blocks(${ref('given.week')})`.as('blocks'),
      ]),
    );
  await changeExactly(db, players.length, times);
  const names = db
    .insertInto('player_name')
    .columns(['player_id', 'folded'])
    .expression(({ selectFrom }) =>
      selectFrom(given).select(({ ref }) => [
        'given.id',
        sql<string>`fold_name(${ref('given.display_name')})`.as('folded'),
      ]),
    );
  await changeExactly(db, players.length, names);
}

/**
 * Stores what may change of a player at any time: name, venues and availability. Throws unless there
 * is a player with the id. The player's row is written even where venues alone change, so that a
 * rating is copied to them whenever it changes (docs/decisions/0007-copies-by-events.md).
 */
export async function updatePlayer({ db }: Transaction, player: Profile): Promise<void> {
  const { id, display_name, availability } = player;
  const row = { id, display_name, availability, week: toMultirange(availability) };
  const { rating_value } = await db
    .updateTable('player')
    .from(givenRows('player', [row]))
    .set(({ ref }) => ({
      display_name: ref('given.display_name'),
      availability: ref('given.availability'),
      week: ref('given.week'),
    }))
    .whereRef('player.id', '=', 'given.id')
    .returning('player.rating_value')
    .executeTakeFirstOrThrow();
  // What stands beside the player is stored anew.
  for (const part of ['player_venue', 'player_time', 'player_name'] as const) {
    await db.deleteFrom(part).where('player_id', '=', id).execute();
  }
  await insertParts(db, [{ ...player, rating_value }]);
}
