// What every correction works with: the data is changed first, and one walk makes the history follow. rules 11.7
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../shared/events.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { compareNames } from '../../shared/names.ts';
import type { AuditNote } from '../audit/index.ts';
import type { Doubt, MatchRow, MatchShown } from '../matches/index.ts';
import { storeChanges } from './batch.ts';
import type { Place } from './entries.ts';
import { entriesOfMatches, removeEntries } from './history-repository.ts';
import { standingsOf } from './repository.ts';
import type { Standing } from './standing.ts';
import { type Change, type Rewriting, walk } from './walk.ts';
import { end, rewrite, sourceOn } from './walk-repository.ts';

/** How many players' ratings are brought up to date at once. */
const portionSize = 1_000;

/** The transaction of a correction, and its moment, in milliseconds. */
export type Work = {
  readonly tx: Transaction;
  readonly now: number;
  /** Called now and then, with how many matches were passed; throws if nobody waits for it any more. */
  readonly tell: (matches: number) => void;
};

type Rated = Pick<Standing, 'value' | 'confidence'>;

type ChangedRating = {
  readonly player_id: PlayerId;
  readonly display_name: string;
  readonly before: Rated;
  readonly after: Rated;
};

/** The ratings that changed, by the players' names, and how many entries of the history. */
type Recalculated = {
  readonly ratings: readonly ChangedRating[];
  readonly entries: { readonly changed: number; readonly removed: number; readonly added: number };
};

/**
 * What a correction changed; its match as it is now, whether that waits for its rating, and what looks wrong about it;
 * and for a rebuild, what was stored that shouldn't have been.
 */
export type Corrected = Recalculated & {
  readonly match?: MatchShown;
  readonly waits?: boolean;
  readonly doubts?: readonly Doubt[];
  readonly differences?: readonly string[];
};

/** What came of a correction in its transaction, and what the audit log says of it. */
export type Done = {
  readonly result: Corrected;
  readonly notes: readonly AuditNote[];
  /** Does what is left to do after the audit log is written. */
  finish?(): Promise<unknown>;
};

/** Where a match first matters: at the first look at which it waited, or where it is rated; `end` if nowhere. */
function firstPlace({ waited, run, played_at, created_at, id }: MatchRow): Place {
  const [look] = waited;
  if (look !== undefined) return [look, '', '', ''];
  return run === null ? end : [run, played_at, created_at, `${id.slice(0, -1)}`];
}

/** The first place at which one of the matches, each as it was or as it is, matters. */
export function firstOf(matches: readonly MatchRow[]): Place {
  return matches.map(firstPlace).reduce((one, other) => (isBefore(other, one) ? other : one), end);
}

function isBefore(one: Place, other: Place): boolean {
  const index = one.findIndex((part, n) => part !== other[n]);
  const [a, b] = [one[index], other[index]];
  return a !== undefined && b !== undefined && a < b;
}

/** Removes the entries that came with the match; returns how many. */
export async function removeEntriesOf({ db }: Transaction, id: MatchId): Promise<number> {
  const entries = await entriesOfMatches(db, [id]);
  await removeEntries(
    db,
    entries.map(({ entry }) => entry.id),
  );
  return entries.length;
}

/**
 * Makes the history and all ratings what follows from the changed data. `removed` says how many entries have gone
 * already, and `onRewriting` is called with what becomes of the others, part by part, before it is written.
 */
export async function recalculate(
  { tx, tell }: Work,
  change: Change,
  removed = 0,
  onRewriting: (rewriting: Rewriting) => void = () => undefined,
): Promise<Recalculated> {
  const entries = { changed: 0, removed, added: 0 };
  const standings = await walk(sourceOn(tx.db), change, async (rewriting, passed) => {
    entries.changed += rewriting.changed.length;
    entries.removed += rewriting.removed.length;
    entries.added += rewriting.added.length;
    onRewriting(rewriting);
    tell(passed);
    await rewrite(tx.db, rewriting);
  });
  const ratings: ChangedRating[] = [];
  for (let start = 0; start < standings.length; start += portionSize) {
    ratings.push(...(await storeStandings(tx, standings.slice(start, start + portionSize))));
  }
  return { ratings: ratings.sort(byName), entries };
}

/** Stores where the players stand now; returns those whose rating or confidence is another than before. */
async function storeStandings(tx: Transaction, standings: readonly Standing[]) {
  const now = new Map(standings.map((standing) => [standing.player_id, standing]));
  const stored = await standingsOf(tx.db, [...now.keys()]);
  const changes = stored.flatMap(({ display_name, ...before }) => {
    const after = now.get(before.player_id);
    const isSame = !after || isDeepStrictEqual(after, before);
    return isSame ? [] : [{ display_name, before, after }];
  });
  await storeChanges(tx, [], changes);
  return changes
    .map(({ display_name, before, after }) => ({
      player_id: before.player_id,
      display_name,
      before: ratedOf(before),
      after: ratedOf(after),
    }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
}

const ratedOf = ({ value, confidence }: Standing): Rated => ({ value, confidence });

function byName(one: ChangedRating, other: ChangedRating): number {
  return compareNames([one.display_name, one.player_id], [other.display_name, other.player_id]);
}
