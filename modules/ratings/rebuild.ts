// Everything from the beginning: verifying, and rebuilding what verifying finds. rules 11.6
import type { Db } from '../../shared/database/db.ts';
import { parseDateTime, utc } from '../../shared/time.ts';
import { storedPlayers } from '../players/index.ts';
import { runsAfter, takeBackLooks } from '../runs/index.ts';
import { type Done, recalculate, type Work } from './correction.ts';
import { type Made, resultNth } from './entries.ts';
import { removeEntries } from './history-repository.ts';
import { createPlacing } from './placing.ts';
import { allStandings } from './repository.ts';
import type { Standing } from './standing.ts';
import { beginning, type Change, type Rewriting, walk } from './walk.ts';
import {
  matchTexts,
  ratedMatches,
  sourceOn,
  strayEntries,
  unseenMatches,
} from './walk-repository.ts';

export const orders = ['applied', 'played'] as const;
export type Order = (typeof orders)[number];

const everything: Change = { from: beginning, players: 'all', anew: 'all' };

/** How many differences a rebuild reports in words. */
const mostTold = 100;

/**
 * Recalculates everything: in the order in which it was applied, which should give what is stored, so each
 * difference is reported; or as if each result had come in when it was played. rules 11.6
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
  await takeBackLooks(tx.db, utc(now));
  const strays = await strayEntries(tx.db);
  report(strays.map(strayInWords));
  await removeEntries(
    tx.db,
    strays.map(({ id }) => id),
  );
  if (order === 'played') await placeAsPlayed(work);
  const result = await recalculate(work, everything, strays.length, (rewriting) => {
    if (order === 'applied') report(differencesOf(rewriting));
  });
  if (untold > 0) differences.push(`and ${untold.toLocaleString('en')} more`);
  const { entries, ratings } = result;
  const after = { order, entries, players: ratings.length };
  return { result: { ...result, differences }, notes: [{ action: 'ratings rebuilt', after }] };
}

/** Places each rated result as if it had come in when it was played, or at the last rating run if that began before. */
async function placeAsPlayed({ tx }: Work): Promise<void> {
  const runs = await runsAfter(tx.db, 0);
  const last = runs.findLast(({ as_of }) => as_of === null);
  if (!last) return;
  const placing = createPlacing(runs);
  for (const table of ['match', 'voided_match'] as const) {
    for await (const page of ratedMatches(tx.db, table)) {
      const matches = page.map(({ id, played_at }) => {
        const came = utc(Math.min(Date.parse(played_at), Date.parse(last.began_at)));
        const { run, waited, came_after } = placing.after(placing.lastBefore(came));
        if (run !== null) return { id, run, waited, came_after };
        const before = waited.filter((number) => number < last.number);
        return { id, run: last.number, waited: before, came_after };
      });
      await tx.publish('matches.placed', { table, matches });
    }
  }
}

/** What is wrong with the history, and where it should leave the players; how many matches are rated. */
export async function historyFaults(db: Db, tell: (matches: number) => void = () => undefined) {
  const differences = [
    ...(await strayEntries(db)).map(strayInWords),
    ...(await unseenMatches(db)).map(({ id, run }) => `${id}: is rated by ${run}, which is no run`),
  ];
  let matches = 0;
  const standings = await walk(sourceOn(db), everything, async (rewriting, passed) => {
    differences.push(...differencesOf(rewriting));
    matches = passed;
    tell(passed);
  });
  return { differences: [...new Set(differences)], standings, matches };
}

/**
 * Recomputes every rating from the data and the runs, and compares it with every place it is kept. Gives how many
 * players and rated matches were looked at, and a sentence for each thing that is wrong. Tells meanwhile how many
 * matches are done.
 */
export async function verifyRatings(db: Db, tell: (matches: number) => void = () => undefined) {
  const { differences, standings, matches } = await historyFaults(db, tell);
  const seen = () => tell(matches);
  const computed = new Map(standings.map((standing) => [standing.player_id, standing]));
  const ratings = await mapOf(allStandings(db), ({ player_id }) => player_id, seen);
  for await (const player of storedPlayers(db)) {
    seen();
    const { id, rating_value, rating_confidence, values_at_venues } = player;
    const [standing, rating] = [computed.get(id), ratings.get(id)];
    if (!rating) differences.push(`${id}: has no rating`);
    if (!standing || !rating) continue;
    const copy = { ...standing, value: rating_value, confidence: rating_confidence };
    differences.push(...compare(id, 'the rating', rating, standing));
    differences.push(...compare(id, "the player's copy", copy, standing));
    for (const value of new Set(values_at_venues)) {
      differences.push(...compare(id, 'the copy at a venue', { value }, { value: standing.value }));
    }
  }
  for await (const { id, played_at, played_at_text } of matchTexts(db)) {
    seen();
    if (parseDateTime(played_at_text)?.instant === Date.parse(played_at)) continue;
    const way = 'give "matches correct" the right one as --played-at';
    differences.push(
      `${id}: played_at is ${played_at}, but was written as ${played_at_text}; ${way}`,
    );
  }
  return { players: computed.size, matches, differences };
}

/** What is wrong with the history: a sentence for each entry. */
function differencesOf({ changed, removed, added }: Rewriting): string[] {
  return [
    ...changed.map(({ before, after }) => {
      const parts = differing(factsOf(before), factsOf(after)).map(
        ([name, stored, value]) => `${name} is ${stored}, its inputs give ${value}`,
      );
      return `${nameOf(before)}: ${parts.join('; ')}`;
    }),
    ...removed.map((entry) => `${nameOf(entry)} follows from nothing`),
    ...added.map((entry) => `${entry.entry.player_id}: lacks ${missingInWords(entry)}`),
  ];
}

const nameOf = ({ entry }: Made) => `${entry.player_id}: entry ${entry.id}`;

const strayInWords = ({ id, player_id }: { id: string; player_id: string }) =>
  `${player_id}: entry ${id} follows from nothing`;

function missingInWords({ nth, match_id, place: [run], entry }: Made): string {
  if (nth === resultNth) return `the result of ${match_id}`;
  return run === 0 ? 'the first entry' : `a drop of confidence to ${entry.confidence_after}`;
}

/** What an entry's inputs decide, one by one. */
function factsOf({ place, entry, after }: Made): object {
  const { reason, calculation, id: _, ...facts } = entry;
  const { rated_matches, last_rated_match_at, drops_applied } = after;
  const standing = { rated_matches, last_rated_match_at, drops_applied };
  return { ...facts, reason: reason.code, ...calculation, ...standing, place: place.join(' ') };
}

function compare(id: string, where: string, given: Partial<Standing>, computed: Partial<Standing>) {
  return differing(given, computed).map(
    ([name, stored, value]) =>
      `${id}: ${name} in ${where} is ${stored}, the history gives ${value}`,
  );
}

/** Where what was computed differs from what is given: its name, what is given and what was computed. */
function differing(given: object, computed: object) {
  const found = new Map<string, unknown>(Object.entries(given));
  return Object.entries(computed)
    .map(([name, value]) => [name, found.get(name), value])
    .filter(([, stored, value]) => stored !== value);
}

async function mapOf<I, T>(
  rows: AsyncIterable<T>,
  idOf: (row: T) => I,
  seen: () => void,
): Promise<Map<I, T>> {
  const found = new Map<I, T>();
  for await (const row of rows) {
    seen();
    found.set(idOf(row), row);
  }
  return found;
}
