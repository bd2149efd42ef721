import { expressionBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import {
  anyOf,
  arrayOf,
  changeExactly,
  collated,
  type Db,
  givenRows,
  insertRows,
  type Tables,
  updateRows,
} from '../../shared/database/db.ts';
import { inPages } from '../../shared/database/paging.ts';
import { preparedById } from '../../shared/database/prepared.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { comparableName } from '../../shared/names.ts';
import { utc } from '../../shared/time.ts';
import { toMultirange } from './availability.ts';
import { insertParts } from './parts-repository.ts';
import type { PlayerRecord, PlayerShown } from './schema.ts';
import { startingConfidence, startingRating } from './starting-rating.ts';

const profile = [
  'id',
  'player.display_name',
  'self_assessed_ntrp',
  'preferred_venue_ids',
  'availability',
  'created_at',
] as const;

/** Players as the API shows them. */
export function shownPlayers(db: Db) {
  return db.selectFrom('player').select((eb) => [
    ...profile,
    jsonBuildObject({
      value: eb.ref('player.rating_value'),
      confidence: eb.ref('rating_confidence'),
    }).as('rating'),
  ]);
}

/** The player with the id. */
export const findPlayer = preparedById<PlayerId, PlayerShown>((db, id) =>
  shownPlayers(db).where('id', '=', id),
);

/** Players as the operator is shown them: who is unlisted, too, which the API doesn't say. */
const playersInFull = (db: Db) => shownPlayers(db).select('unlisted');

/** A player without what goes without saying: that somebody is listed. */
export function withoutListed<P extends { readonly unlisted: boolean }>({
  unlisted,
  ...player
}: P) {
  return unlisted ? { ...player, unlisted } : player;
}

/** The player with the id, as the operator is shown it. */
export async function findPlayerInFull(db: Db, id: PlayerId) {
  const player = await playersInFull(db).where('id', '=', id).executeTakeFirst();
  return player && withoutListed(player);
}

/** The players who have one of the names, as it is given or as it is compared. */
export function namesakesOf(db: Db, names: readonly string[]) {
  const spellings = [...new Set(names.flatMap((name) => [name, comparableName(name)]))];
  return db
    .selectFrom('player')
    .select(['id', 'display_name'])
    .where(({ eb, ref }) => eb(collated(ref('display_name')), 'in', spellings))
    .execute();
}

/** Into whom players were merged last, by their ids, as the audit log says. rules 11.4 */
export async function mergedInto(
  db: Db,
  ids: readonly PlayerId[],
): Promise<ReadonlyMap<PlayerId, PlayerId>> {
  const { ref } = expressionBuilder<Tables, 'audit_entry'>();
  const into = sql<PlayerId | null>`${ref('after')} ->> 'into'`;
  const merges = await db
    .selectFrom('audit_entry')
    .select([ref('subject').$castTo<PlayerId>().as('id'), into.$notNull().as('into')])
    .where('subject', '=', anyOf(ids))
    .where('action', '=', 'players merged')
    .where(into, 'is not', null)
    .orderBy('sequence')
    .execute();
  return new Map(merges.map(({ id, into }) => [id, into]));
}

/** The names that players had before, or had who were merged into them, as the audit log says. rules 11.4 */
export async function formerNames(db: Db): Promise<{ id: PlayerId; name: string }[]> {
  const { ref } = expressionBuilder<Tables, 'audit_entry'>();
  const name = sql<string | null>`${ref('before')} ->> 'display_name'`;
  const entries = await db
    .selectFrom('audit_entry')
    .select([ref('subject').$castTo<PlayerId>().as('id'), name.as('name')])
    .select(sql<PlayerId | null>`${ref('after')} ->> 'into'`.as('into'))
    .where('action', '<>', sql.lit('match submitted')) // which an index leaves out
    .where('action', 'in', ['player updated', 'players merged'])
    .where('subject', 'is not', null)
    .orderBy('sequence')
    .execute();
  const merged = new Map(entries.flatMap(({ id, into }) => (into ? [[id, into]] : [])));
  const heir = (id: PlayerId): PlayerId => {
    const into = merged.get(id);
    return into ? heir(into) : id;
  };
  return entries.flatMap(({ id, name }) => (name === null ? [] : [{ id: heir(id), name }]));
}

/** Adds the players with the rating that their level gives; throws unless all of them are new. */
export async function insertPlayers(db: Db, players: readonly PlayerRecord[]): Promise<void> {
  const rows = players.map(({ created_at, unlisted = false, ...player }) => ({
    ...player,
    unlisted,
    week: toMultirange(player.availability),
    created_at: utc(created_at.instant),
    rating_value: startingRating(player.self_assessed_ntrp),
    rating_confidence: startingConfidence,
  }));
  await insertRows(db, 'player', rows);
  await insertParts(db, players);
}

/** Brings this module's copies of the ratings up to date. */
export async function copyRatings(
  db: Db,
  ratings: readonly { player_id: PlayerId; value: number; confidence: number }[],
): Promise<void> {
  if (ratings.length === 0) return;
  const rows = ratings.map(({ player_id, value, confidence }) => ({
    id: player_id,
    rating_value: value,
    rating_confidence: confidence,
  }));
  await updateRows(db, 'player', ['id'], rows);
  // After the players are locked, so that it also finds venues that somebody has just given them.
  await db
    .updateTable('player_venue')
    .from(givenRows('player', rows))
    .set(({ ref }) => ({ rating_value: ref('given.rating_value') }))
    .whereRef('player_venue.player_id', '=', 'given.id')
    .whereRef('player_venue.rating_value', '<>', 'given.rating_value')
    .execute();
}

/** Changes the level at which the player was assessed; throws if there is no such player. */
export function writeLevel(db: Db, id: PlayerId, self_assessed_ntrp: number): Promise<void> {
  const change = db.updateTable('player').set({ self_assessed_ntrp }).where('id', '=', id);
  return changeExactly(db, 1, change);
}

/** Changes when the player joined; throws if there is no such player. */
export function writeJoining(db: Db, id: PlayerId, created_at: string): Promise<void> {
  return changeExactly(db, 1, db.updateTable('player').set({ created_at }).where('id', '=', id));
}

/** Keeps the player unlisted into whom an unlisted one is merged. */
export async function keepUnlisted(db: Db, from: PlayerId, into: PlayerId): Promise<void> {
  const unlisted = db
    .selectFrom('player')
    .where('id', 'in', [from, into])
    .where('unlisted', '=', true);
  await db
    .updateTable('player')
    .set({ unlisted: true })
    .where('id', '=', into)
    .where(({ exists }) => exists(unlisted.select('id')))
    .execute();
}

/** Players, as an import takes them; `created_at` is text. */
export function recordedPlayers(db: Db) {
  return db.selectFrom('player').select([...profile, 'unlisted']);
}

/** Every player, or those with the ids, by id, as the operator is shown them. */
export async function* listedPlayers(db: Db, ids?: readonly PlayerId[]) {
  const players = playersInFull(db);
  const all = inPages(ids ? players.where('id', '=', anyOf(ids)) : players, 'id');
  for await (const player of all) yield withoutListed(player);
}

/** Every player by id, as stored: how they were assessed, and this module's copies of the rating. */
export function storedPlayers(db: Db) {
  const players = db
    .selectFrom('player')
    .select(['id', 'self_assessed_ntrp', 'created_at', 'rating_value', 'rating_confidence'])
    .select(({ selectFrom }) =>
      arrayOf(
        selectFrom('player_venue').select('rating_value').whereRef('player_id', '=', 'player.id'),
      ).as('values_at_venues'),
    );
  return inPages(players, 'id');
}
