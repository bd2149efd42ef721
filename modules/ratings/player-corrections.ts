// Corrections of a player. Each is part of a transaction of its own. rules 11.3 to 11.5
import { lockRow, noSuchRow } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { refusal } from '../../shared/problem.ts';
import { eraseNames, loggedNames, wasDone } from '../audit/index.ts';
import { matchBetween, wouldBeTwins } from '../matches/index.ts';
import { findPlayer } from '../players/index.ts';
import { type Done, nothingChanged } from './correction.ts';
import { erasedName } from './name-repository.ts';
import { firstPlaceOf } from './place-repository.ts';
import { recalculate, type Work } from './recalculate.ts';
import { holdPlayer, moveHistory, peopleOf } from './recalculation-repository.ts';
import { reword } from './rewording-repository.ts';
import type { HistoryEntry } from './schema.ts';

/** Changes the level at which a player was assessed. */
export async function changeLevel(work: Work, id: PlayerId, level: number): Promise<Done> {
  const { tx } = work;
  const { self_assessed_ntrp } = await personOf(tx, id);
  if (self_assessed_ntrp === level) throw refusal(`${id} has the level ${level} already.`);
  await tx.publish('player.assessed', { id, self_assessed_ntrp: level });
  const from = await firstPlaceOf(tx.db, id);
  const result = await recalculate(work, { from, players: [id] });
  const told = {
    action: 'player updated',
    subject: id,
    before: { self_assessed_ntrp },
    after: { self_assessed_ntrp: level },
  } as const;
  return { result, notes: [told] };
}

/** Merges the players of one person who was registered twice: `into` stays. */
export async function mergePlayers(work: Work, from: PlayerId, into: PlayerId): Promise<Done> {
  const { tx } = work;
  if (from === into) throw refusal(`${from} can't be merged into itself.`);
  await holdPlayer(tx.db, from);
  await lockRow(tx.db, 'player', into);
  const before = await personOf(tx, from);
  const { display_name } = await personOf(tx, into);
  const between = await matchBetween(tx.db, from, into);
  if (between) throw refusal(`${from} and ${into} played each other, in ${between.id}.`);
  const twins = await wouldBeTwins(tx.db, from, into);
  if (twins) {
    const { id, twin } = twins;
    throw refusal(`${id} and ${twin} would be the same match: void the one that is wrong first.`);
  }
  await moveHistory(tx.db, from, into);
  await tx.publish('players.merged', { from, into });
  // What is kept of a voided match isn't recalculated: it comes back as it is.
  await reword(tx.db, 'voided_entry', into, display_name);
  const change = {
    from: await firstPlaceOf(tx.db, into),
    players: [into],
    isReworded: ({ calculation }: HistoryEntry) => calculation?.opponent_id === into,
  };
  const { ratings, entries } = await recalculate(work, change);
  // The first entry of the player who is removed has been removed, too.
  const result = { ratings, entries: { ...entries, removed: entries.removed + 1 } };
  const notes = [
    { action: 'players merged', subject: from, before, after: { into } },
    { action: 'players merged', subject: into, after: { from } },
  ] as const;
  return { result, notes };
}

/**
 * Removes a player's name from everything; matches and ratings stay. Can't be undone. The name of a player
 * who was removed is only in the audit log. rules 11.5
 */
export async function erasePlayer({ tx }: Work, id: PlayerId): Promise<Done> {
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
  await reword(tx.db, 'voided_entry', id, erasedName);
  const changed = await reword(tx.db, 'rating_history', id, erasedName);
  const result = { ...nothingChanged, entries: { ...nothingChanged.entries, changed } };
  return {
    result,
    notes: [{ action: 'player erased', subject: id }],
    // The reason for it may name the player, too.
    finish: () => eraseNames(tx.db, id, names, erasedName),
  };
}

async function personOf({ db }: Transaction, id: PlayerId) {
  const [person] = await peopleOf(db, [id]);
  if (person) return person;
  throw noSuchRow('player', id);
}
