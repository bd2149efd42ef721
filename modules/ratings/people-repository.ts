import { sql } from 'kysely';
import { anyOf, type Db } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import type { Person, Players } from './walk.ts';

const people = (db: Db) =>
  db.selectFrom('player').select(['id', 'display_name', 'self_assessed_ntrp', 'created_at']);

/** The player's name, and how the player was assessed. */
export function findPerson(db: Db, id: PlayerId) {
  return people(db).where('id', '=', id).executeTakeFirst();
}

/** The same, once the player's results that are coming in are in; no more come until the transaction ends. */
export function holdPerson(db: Db, id: PlayerId) {
  return people(db).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The players, and the looks that left them out because of a match. */
export async function peopleOf(db: Db, players: Players): Promise<Person[]> {
  const isMeant = (column: string) =>
    players === 'all' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${anyOf(players)}`;
  const waits = (side: 'first_player_id' | 'second_player_id') =>
    db
      .selectFrom('match')
      .select([`${side} as id`, 'waited'])
      .where(sql<boolean>`waited <> '{}'`)
      .where(isMeant(side));
  const waited = await waits('first_player_id').unionAll(waits('second_player_id')).execute();
  const matchesOf = Map.groupBy(waited, ({ id }) => id);
  const found = await people(db).where(isMeant('id')).execute();
  return found.map((person) => {
    const looks = (matchesOf.get(person.id) ?? []).flatMap((match) => match.waited);
    return { ...person, waited: new Set(looks) };
  });
}

/**
 * Gives one player's entries to the other, but for the first one, and for drops of looks that gave the other player
 * as many; returns how many entries are gone.
 */
export async function moveHistory(db: Db, from: PlayerId, into: PlayerId): Promise<number> {
  const isOwn = sql`own.player_id = ${into} and own.run = moved.run and own.nth = moved.nth
    and own.match_id is not distinct from moved.match_id`;
  const gone = await sql`
    delete from rating_history as moved where player_id = ${from} and match_id is null
      and (run = 0 or exists (select from rating_history as own where ${isOwn}))`.execute(db);
  await sql`
    delete from former_entry as moved where player_id = ${from}
      and exists (select from former_entry as own where ${isOwn})`.execute(db);
  for (const table of ['rating_history', 'former_entry'] as const) {
    await db.updateTable(table).set({ player_id: into }).where('player_id', '=', from).execute();
  }
  await db
    .updateTable('rating_history')
    .set({ opponent_id: into })
    .where('opponent_id', '=', from)
    .where('match_id', 'in', ({ selectFrom }) =>
      selectFrom('rating_history').select('match_id').where('player_id', '=', into),
    )
    .execute();
  return Number(gone.numAffectedRows);
}
