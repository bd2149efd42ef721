import { anyOf, changeExactly, type Db, givenRows, updateRows } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import { toMultirange } from './availability.ts';
import type { PlayerRecord } from './schema.ts';

/** The part of a player that may change at any time. */
type Profile = Pick<
  PlayerRecord,
  'id' | 'display_name' | 'preferred_venue_ids' | 'availability' | 'unlisted'
>;

/**
 * Adds the rows that go with players who are stored already: their venues, and their names in a form that
 * an index can search.
 */
export async function insertParts(db: Db, players: readonly Profile[]): Promise<void> {
  const preferred = players.flatMap(({ id, preferred_venue_ids }) =>
    preferred_venue_ids.map((venue_id) => ({ player_id: id, venue_id })),
  );
  const venues = db
    .insertInto('player_venue')
    .columns(['player_id', 'venue_id', 'display_name', 'rating_value'])
    .expression(({ selectFrom }) =>
      selectFrom(givenRows('player_venue', preferred))
        .innerJoin('player', 'player.id', 'given.player_id')
        .select(['player.id', 'given.venue_id', 'player.display_name', 'player.rating_value']),
    );
  await changeExactly(db, preferred.length, venues);
  const stored = db.selectFrom('player').where('id', '=', anyOf(players.map(({ id }) => id)));
  const names = db
    .insertInto('player_name')
    .columns(['player_id', 'folded'])
    .expression(
      stored.select(({ fn }) => ['id', fn<string>('fold_name', ['display_name']).as('folded')]),
    );
  await changeExactly(db, players.length, names);
}

/**
 * Stores what may change of a player at any time: name, venues and availability, and whether the player is
 * unlisted, if that is said. Throws unless there
 * is a player with the id. The player's row is written even if only venues change, so that a
 * rating is copied to them whenever it changes (docs/decisions/0007-copies-by-events.md).
 */
export async function updatePlayer({ db }: Transaction, player: Profile): Promise<void> {
  const { id, display_name, preferred_venue_ids, availability, unlisted } = player;
  const week = toMultirange(availability);
  const listing = unlisted === undefined ? {} : { unlisted };
  const row = { id, display_name, preferred_venue_ids, availability, week, ...listing };
  await updateRows(db, 'player', ['id'], [row]);
  // The rows that go with the player are replaced.
  for (const part of ['player_venue', 'player_name'] as const) {
    await db.deleteFrom(part).where('player_id', '=', id).execute();
  }
  await insertParts(db, [player]);
}
