import type { Db } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import type { Done } from './correction.ts';
import { entriesMeant, matchEntries, removeEntriesOf } from './history-repository.ts';
import { makeRoom, orderAsPlayed } from './order-repository.ts';
import { firstPlace } from './place-repository.ts';
import { areAlike, type Placed, type Rewriting } from './placed.ts';
import { recalculate, type Work } from './recalculate.ts';
import { rewriteHistory, unassessed } from './recalculation-repository.ts';
import { addMissingStandings, shownOtherwise } from './repository.ts';
import { assess } from './standing.ts';

export const orders = ['applied', 'played'] as const;
export type Order = (typeof orders)[number];

/** How many differences are reported in words. */
const mostTold = 100;

/**
 * Recalculates everything: in the order in which it was applied, which should give what is stored, so each
 * difference is reported; or in the order of play, as if nothing had come late. rules 11.6
 */
export async function rebuild(work: Work, order: Order): Promise<Done> {
  const { tx, now } = work;
  const differences: string[] = [];
  let untold = 0;
  const report = (more: readonly string[]) => {
    const told = more.slice(0, mostTold - differences.length);
    differences.push(...told);
    untold += more.length - told.length;
  };
  report(await mendStatuses(work));
  report((await assessAgain(tx.db)).map((id) => `${id}: had no initial assessment`));
  report((await addMissingStandings(tx.db, utc(now))).map((id) => `${id}: had no rating`));
  if (order === 'played') await orderAsPlayed(tx.db);
  const onRewriting = (rewriting: Rewriting) => {
    if (order === 'applied') report(differencesOf(rewriting, now));
  };
  const result = await recalculate(work, { from: 0, players: 'all', onRewriting });
  report(await renewCopies(tx));
  if (untold > 0) differences.push(`and ${untold.toLocaleString('en')} more`);
  const { entries, ratings } = result;
  const after = { order, entries, players: ratings.length };
  return { result: { ...result, differences }, notes: [{ action: 'ratings rebuilt', after }] };
}

/**
 * Marks each match that has both its entries as rated, and each one that lacks an entry as pending, and takes
 * away the entries of those that aren't rated; reports which were otherwise, as a change by hand may leave
 * them. rules 11.6
 */
async function mendStatuses({ tx, tell }: Work): Promise<string[]> {
  const differences: string[] = [];
  const matchIds = { rated: [] as MatchId[], unrated: [] as MatchId[], never: [] as MatchId[] };
  for await (const { id, rating_status: status, entries } of matchEntries(tx.db)) {
    tell(0);
    if (entries === entriesMeant(status)) continue;
    differences.push(`${id}: was ${status}, but the history had ${entries} entries of it`);
    const fitting = entries === 2 ? 'rated' : 'unrated';
    matchIds[status === 'not_rated' ? 'never' : fitting].push(id);
  }
  if (differences.length === 0) return [];
  await removeEntriesOf(tx.db, [...matchIds.unrated, ...matchIds.never]);
  await tx.publish('matches.rated', { matchIds: matchIds.rated });
  await tx.publish('matches.unrated', { matchIds: matchIds.unrated });
  return differences;
}

/** Assesses each player whose first entry is gone, before all of the history; returns their ids. */
async function assessAgain(db: Db): Promise<PlayerId[]> {
  const players = await unassessed(db);
  if (players.length === 0) return [];
  const begin = (await firstPlace(db)) - players.length;
  const added = players.map((person, index) => {
    return { entry: assess(person).entry, as_of: null, sequence: begin + index };
  });
  await rewriteHistory(db, { changed: [], removed: [], added });
  await makeRoom(db); // their places may be below 0
  return players.map(({ id }) => id);
}

/** Makes the players show the ratings that they have; reports who showed another. */
async function renewCopies(tx: Transaction): Promise<string[]> {
  const players = await shownOtherwise(tx.db);
  await tx.publish('ratings.changed', { players });
  return players.map(
    ({ player_id, value, confidence }) =>
      `${player_id}: showed another rating than ${value} with confidence ${confidence}`,
  );
}

function differencesOf({ changed, removed, added }: Rewriting, now: number): string[] {
  const named = ({ entry }: Pick<Placed, 'entry'>) => `${entry.player_id}: entry ${entry.id}`;
  return [
    ...changed.map(({ before, after }) =>
      areAlike(before.entry, after)
        ? `${named(before)} is worded otherwise than by its inputs`
        : `${named(before)} leads to ${stated(before.entry)}, its inputs give ${stated(after)}`,
    ),
    ...removed.map((drop) => `${named(drop)} is a drop that was not due by ${utc(now)}`),
    ...added.map(({ entry }) => `${entry.player_id}: lacks a drop to ${entry.confidence_after}`),
  ];
}

function stated({ value_after, confidence_after }: Placed['entry']): string {
  return `${value_after} with confidence ${confidence_after}`;
}
