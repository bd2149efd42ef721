// Corrections of a player. Each is part of a transaction of its own. rules 11.3 to 11.5
import { lockRow, noSuchRow } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { refusal } from '../../shared/problem.ts';
import { utc, warsawDay } from '../../shared/time.ts';
import { eraseNames, loggedNames, wasDone } from '../audit/index.ts';
import { matchBetween, matchesOfPlayer, wouldBeTwins } from '../matches/index.ts';
import { findPlayer, findPlayerInFull } from '../players/index.ts';
import { type Done, firstOf, recalculate, type Work } from './correction.ts';
import type { Made } from './entries.ts';
import { erasedName } from './name-repository.ts';
import { findPerson, holdPerson, moveHistory } from './people-repository.ts';

/** Changes the level at which a player was assessed. */
export async function changeLevel(work: Work, id: PlayerId, level: number): Promise<Done> {
  const { tx } = work;
  const { self_assessed_ntrp } = await personOf(tx, id);
  if (self_assessed_ntrp === level) throw refusal(`${id} has the level ${level} already.`);
  await tx.publish('player.assessed', { id, self_assessed_ntrp: level });
  const result = await follow(work, id);
  const told = {
    action: 'player updated',
    subject: id,
    before: { self_assessed_ntrp },
    after: { self_assessed_ntrp: level },
  } as const;
  return { result, notes: [told] };
}

/** Changes when a player joined, in milliseconds: the first entry of the history moves. */
export async function changeJoining(work: Work, id: PlayerId, joined: number): Promise<Done> {
  const { tx, now } = work;
  const { created_at } = await personOf(tx, id);
  if (joined > now) throw refusal(`${warsawDay(joined)} lies in the future.`);
  const after = { created_at: utc(joined) };
  if (Date.parse(created_at) === joined) {
    throw refusal(`${id} joined on ${warsawDay(joined)} already.`);
  }
  await tx.publish('player.joined', { id, ...after });
  const result = await follow(work, id);
  const told = { action: 'player updated', subject: id, before: { created_at }, after } as const;
  return { result, notes: [told] };
}

/** Merges the players of one person who was registered twice: `into` stays. */
export async function mergePlayers(work: Work, from: PlayerId, into: PlayerId): Promise<Done> {
  const { tx } = work;
  if (from === into) throw refusal(`${from} can't be merged into itself.`);
  const before = await personOf(tx, from, holdPerson);
  await lockRow(tx.db, 'player', into);
  await personOf(tx, into);
  const between = await matchBetween(tx.db, from, into);
  if (between) throw refusal(`${from} and ${into} played each other, in ${between.id}.`);
  const twins = await wouldBeTwins(tx.db, from, into);
  if (twins) {
    const { id, twin } = twins;
    throw refusal(`${id} and ${twin} would be the same match: void the one that is wrong first.`);
  }
  const removed = await moveHistory(tx.db, from, into);
  await tx.publish('players.merged', { from, into });
  const result = await follow(work, into, removed);
  const kept = await findPlayerInFull(tx.db, into);
  const listing = kept && 'unlisted' in kept ? { unlisted: true } : {};
  const notes = [
    { action: 'players merged', subject: from, before, after: { into } },
    { action: 'players merged', subject: into, after: { from, ...listing } },
  ] as const;
  return { result, notes };
}

/**
 * Removes a player's name from everything; matches and ratings stay. Can't be undone. The name of a player
 * who was removed is only in the audit log. rules 11.5
 */
export async function erasePlayer(work: Work, id: PlayerId): Promise<Done> {
  const { tx } = work;
  await lockRow(tx.db, 'player', id);
  const person = await findPlayer(tx.db, id);
  if (!person && !(await wasDone(tx.db, 'player removed', id))) throw noSuchRow('player', id);
  // Somebody who was merged into a player whose name is erased had a name, too.
  const names = [...(person ? [person.display_name] : []), ...(await loggedNames(tx.db, id))];
  const habits = [...(person?.preferred_venue_ids ?? []), ...(person?.availability ?? [])];
  const isNameless = names.every((name) => name === erasedName);
  if (isNameless && habits.length === 0 && (await wasDone(tx.db, 'player erased', id))) {
    throw refusal(`${id} is erased already.`);
  }
  if (person) await tx.publish('player.erased', { id, display_name: erasedName });
  const result = await follow(work, id);
  return {
    result,
    notes: [{ action: 'player erased', subject: id }],
    // The reason for it may name the player, too.
    finish: () => eraseNames(tx.db, id, names, erasedName),
  };
}

/**
 * Recalculates from the player's first entry on; opponents are told anew whom they met. A removed player has no
 * entry left.
 */
async function follow(work: Work, id: PlayerId, removed = 0) {
  const { db } = work.tx;
  const from = firstOf(await matchesOfPlayer(db, id));
  const isReworded = ({ entry }: Made) => entry.calculation?.opponent_id === id;
  return recalculate(work, { from, players: [id], anew: [id], isReworded }, removed);
}

async function personOf({ db }: Transaction, id: PlayerId, find = findPerson) {
  const person = await find(db, id);
  if (person) return person;
  throw noSuchRow('player', id);
}
