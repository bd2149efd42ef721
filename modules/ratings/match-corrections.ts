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
  ratedBy,
  type StoredMatch,
  storedMatches,
  whyMissing,
} from '../matches/index.ts';
import { type Done, nothingChanged } from './correction.ts';
import { lastLook } from './look-repository.ts';
import { cameIn, placeOfUnrated } from './place.ts';
import { firstPlaceOfMatch, placeBefore } from './place-repository.ts';
import type { Placed } from './placed.ts';
import { type ChangedData, type Recalculated, recalculate, type Work } from './recalculate.ts';
import { keepEntries, returnEntries, takeKeptEntries } from './voided-repository.ts';

/** Voids a match: all ratings are as if it had never been submitted. */
export async function voidMatch(work: Work, id: MatchId): Promise<Done> {
  const { tx, now } = work;
  const match = await matchOf(tx, id);
  const kept: Placed[] = [];
  const result = await recalculateFrom(work, [match], {
    gone: id,
    onRewriting: ({ removed }) => void kept.push(...removed),
  });
  await tx.publish('match.voided', { id, at: utc(now) });
  await keepEntries(tx.db, id, kept);
  return { result, notes: [{ action: 'match voided', subject: id, before: match }] };
}

/** Undoes the voiding of a match. */
export async function restoreMatch(work: Work, id: MatchId): Promise<Done> {
  const { tx, now } = work;
  const voided = await findVoided(tx.db, id);
  if (!voided) {
    await matchOf(tx, id);
    throw refusal(`${id} is not voided.`);
  }
  const { voided_at: _, received_at, rating_fault, ...match } = voided;
  await correctedMatch(tx.db, match, {}, now);
  const kept = await takeKeptEntries(tx.db, id);
  await tx.publish('match.restored', { id, at: utc(now) });
  await returnEntries(tx.db, kept);
  const { ratings, entries } = await recalculateFrom(work, [match], {}, kept[0]?.sequence);
  const result = { ratings, entries: { ...entries, added: entries.added + kept.length } };
  const notes = [{ action: 'match restored', subject: id, after: match }] as const;
  return { result: { ...result, ...(await countAnew(tx, match)) }, notes };
}

/** Corrects a match as if it had been submitted so, in its place in the order of rating. */
export async function correctMatch(work: Work, id: MatchId, correction: Correction): Promise<Done> {
  const { tx, now } = work;
  const before = await matchOf(tx, id);
  const corrected = await correctedMatch(tx.db, before, correction, now);
  const isPlayed = corrected.status !== 'walkover';
  const place =
    before.status === 'walkover' && isPlayed ? await placeOfUnrated(tx.db, corrected) : undefined;
  const isRated = isPlayed && (before.rating_status === 'rated' || place !== undefined);
  const after: StoredMatch = isRated ? { ...corrected, rating_status: 'rated' } : corrected;
  const [was, is] = differences(before, after);
  if (Object.keys(is).length === 0) throw refusal(`${id} is so already: nothing would change.`);
  await tx.publish('match.corrected', { match: after });
  const result = ratedBy.some((name) => name in is)
    ? await recalculateFrom(work, [before, after], {
        gone: isPlayed ? undefined : id,
        isReworded: ({ reason }) => reason.match_id === id,
        inserted: place && { match: after, ...place },
      })
    : nothingChanged;
  const told = { action: 'match corrected', subject: id, before: was, after: is } as const;
  return { result: { ...result, ...(await countAnew(tx, after)) }, notes: [told] };
}

/** Announces a match that waits for its rating; returns whether it does, and what looks wrong about it. */
async function countAnew(tx: Transaction, match: StoredMatch) {
  const waits = match.rating_status === 'pending';
  if (waits) await tx.publish('match.submitted', {});
  return { waits, doubts: await doubtsOfMatch(tx.db, match) };
}

/**
 * Recalculates from the place of a match that is or becomes rated, and from the last look if the match, as
 * it was or is, waited then: it may have held back drops of confidence. From any other match nothing follows.
 * After a rebuild in the order of play, a drop that has been put back may come before its match.
 */
async function recalculateFrom(
  work: Work,
  [match, corrected = match]: readonly [StoredMatch, StoredMatch?],
  change: Omit<ChangedData, 'from' | 'players'>,
  putBack = Number.POSITIVE_INFINITY,
): Promise<Recalculated> {
  const { tx } = work;
  const { inserted } = change;
  const own = await firstPlaceOfMatch(tx.db, match.id);
  const look = await lastLook(tx.db);
  const mayHaveWaited = [match, corrected].some(
    (one) => look && one.status !== 'walkover' && cameIn(one) <= look.ended_at,
  );
  const first = own && Math.min(own, putBack);
  const place = inserted ? (await placeBefore(tx.db, inserted.place)) + 1 : first;
  const waited = look && mayHaveWaited ? look.place + 1 : undefined;
  const starts = [place, waited].flatMap((start) => start ?? []);
  if (starts.length === 0) return nothingChanged;
  const from = Math.min(...starts);
  const players = [match.first_player_id, match.second_player_id];
  return recalculate(work, { ...change, from, players });
}

/** The match with the id. Throws if there is none, or it is voided. */
async function matchOf({ db }: Transaction, id: MatchId): Promise<StoredMatch> {
  const match = (await storedMatches(db, [id])).get(id);
  if (!match) throw await whyMissing(db, id);
  return match;
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
