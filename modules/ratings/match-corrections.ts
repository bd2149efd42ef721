// Corrections of a match. Each is part of a transaction of its own. rules 11.1, 11.2
import type { Transaction } from '../../shared/events.ts';
import type { MatchId } from '../../shared/ids.ts';
import { refusal } from '../../shared/problem.ts';
import { utc } from '../../shared/time.ts';
import {
  type Correction,
  correctedMatch,
  doubtsOfMatch,
  findVoided,
  gamesWon,
  type MatchRow,
  ratedBy,
  type StoredMatch,
  shownMatch,
  storedMatch,
  whyMissing,
} from '../matches/index.ts';
import { runsAfter } from '../runs/index.ts';
import { type Done, firstOf, recalculate, removeEntriesOf, type Work } from './correction.ts';
import type { Made } from './entries.ts';
import { createPlacing } from './placing.ts';
import { actualScore } from './rating.ts';
import { faultOf } from './standing.ts';
import { end } from './walk-repository.ts';

/** Voids a match: all ratings are as if it had never been submitted. */
export async function voidMatch(work: Work, id: MatchId): Promise<Done> {
  const { tx, now } = work;
  const match = await matchOf(tx, id);
  const removed = await removeEntriesOf(tx, id);
  await tx.publish('match.voided', { id, at: utc(now) });
  const result = await follow(work, [match], { removed });
  return { result, notes: [{ action: 'match voided', subject: id, before: submitted(match) }] };
}

/** Undoes the voiding of a match. */
export async function restoreMatch(work: Work, id: MatchId): Promise<Done> {
  const { tx, now } = work;
  const voided = await findVoided(tx.db, id);
  if (!voided) {
    await matchOf(tx, id);
    throw refusal(`${id} is not voided.`);
  }
  const { voided_at: _, ...before } = voided;
  await correctedMatch(tx.db, before, {}, now);
  const waits = before.rating_status === 'pending' && before.rating_fault === null;
  const match = waits ? await comingIn(tx, { ...before, received_at: utc(now) }) : before;
  await tx.publish('match.restored', { match });
  const result = await follow(work, [match]);
  const notes = [{ action: 'match restored', subject: id, after: submitted(before) }] as const;
  return { result: { ...result, ...(await announced(tx, match)) }, notes };
}

/** Corrects a match as if it had been submitted so; once it is rated, it stays in its run. */
export async function correctMatch(work: Work, id: MatchId, correction: Correction): Promise<Done> {
  const { tx, now } = work;
  const before = await matchOf(tx, id);
  const { rating_status: _, ...corrected } = await correctedMatch(tx.db, before, correction, now);
  const after = await counted(tx, before, { ...before, ...corrected });
  const [was, is] = differences(submitted(before), submitted(after));
  if (Object.keys(is).length === 0) throw refusal(`${id} is so already: nothing would change.`);
  const removed = after.run === null ? await removeEntriesOf(tx, id) : 0;
  await tx.publish('match.corrected', { match: after });
  const isOther = ratedBy.some((name) => name in is) || 'rating_status' in is;
  const isReworded = ({ match_id }: Made) => match_id === id;
  const matches = isOther ? [before, after] : [];
  const result = await follow(work, matches, { removed, isReworded });
  const told = { action: 'match corrected', subject: id, before: was, after: is } as const;
  const match = shownMatch(after);
  return { result: { ...result, match, ...(await announced(tx, after)) }, notes: [told] };
}

/** How the corrected match counts: in its run, in none, or in the one that would have rated it. rules 11.2 */
async function counted(tx: Transaction, before: MatchRow, after: MatchRow): Promise<MatchRow> {
  if (after.status === 'walkover') {
    return { ...after, rating_status: 'not_rated', rating_fault: null, run: null, waited: [] };
  }
  if (before.status === 'walkover') return comingIn(tx, after, after.played_at);
  return before.rating_fault === null ? after : comingIn(tx, after);
}

/**
 * The match in the run that would have rated it, had it come to count when it came in, and with the looks at which
 * it would have waited; pending if there was no such run. What was sent before it was played came in with its play.
 */
async function comingIn(tx: Transaction, match: MatchRow, playedAt = ''): Promise<MatchRow> {
  const placing = createPlacing(await runsAfter(tx.db, match.came_after));
  const place = placing.after(Math.max(match.came_after, placing.lastBefore(playedAt)));
  const rating_fault = place.run === null ? null : faultIn(match);
  const isRated = place.run !== null && rating_fault === null;
  const run = isRated ? place.run : null;
  return { ...match, ...place, run, rating_fault, rating_status: isRated ? 'rated' : 'pending' };
}

/** Why the match can't be rated; null if it can. */
function faultIn({ status, score }: MatchRow): string | null {
  try {
    if (status === 'retired' && score) actualScore(0, { status, games: gamesWon(score) });
    return null;
  } catch (error) {
    return faultOf(error);
  }
}

/** Announces a match that waits for its rating; returns whether it does, and what looks wrong about it. */
async function announced(tx: Transaction, match: MatchRow) {
  const waits = match.rating_status === 'pending';
  if (waits) await tx.publish('match.submitted', {});
  return { waits, doubts: await doubtsOfMatch(tx.db, match) };
}

type More = { readonly removed?: number; readonly isReworded?: (entry: Made) => boolean };

/** Recalculates from where the matches, as they were and as they are, first matter. */
async function follow(
  work: Work,
  matches: readonly MatchRow[],
  { removed = 0, ...more }: More = {},
) {
  const from = firstOf(matches);
  if (from === end) return { ratings: [], entries: { changed: 0, removed, added: 0 } };
  const players = matches.flatMap((match) => [match.first_player_id, match.second_player_id]);
  return recalculate(work, { ...more, from, players: [...new Set(players)] }, removed);
}

/** The match with the id. Throws if there is none, or it is voided. */
async function matchOf({ db }: Transaction, id: MatchId): Promise<MatchRow> {
  const match = await storedMatch(db, id);
  if (!match) throw await whyMissing(db, id);
  return match;
}

/** The match without what its place among the runs is. */
function submitted(match: MatchRow): StoredMatch {
  const { received_at, rating_fault, run, waited, came_after, ...rest } = match;
  return rest;
}

/** The members in which two matches differ, as the one has them, and as the other has them. */
function differences(one: StoredMatch, other: StoredMatch): readonly [object, object] {
  const [was, is] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  const names = [...is.keys()].filter(
    (name) => JSON.stringify(was.get(name)) !== JSON.stringify(is.get(name)),
  );
  const of = (members: ReadonlyMap<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, members.get(name)]));
  return [of(was), of(is)];
}
