// What each step of the history gives its players, each entry with its key and place. Pure; runs, looks and the
// walk share it.
import type { HistoryId, MatchId, PlayerId } from '../../shared/ids.ts';
import type { RatedMatch } from '../matches/index.ts';
import type { Look } from '../runs/index.ts';
import { rateMatch } from './rate-match.ts';
import type { HistoryEntry } from './schema.ts';
import {
  type Assessed,
  assess,
  dropConfidence,
  dropsOwed,
  faultOf,
  type Standing,
  standingAfter,
} from './standing.ts';

/**
 * A place in the order of application: in a run, where the match stands by when it was played and sent. A look, or
 * a whole run, comes before all places with its number; players' first entries come before all numbers. rules 3.2
 */
export type Place = readonly [run: number, at: string, sent_at: string, match: string];

/**
 * An entry: its place, and its number among the player's entries of that place. `match_id` is the match that it
 * came with, if one did, and `after` is where it leaves the player.
 */
export type Made = {
  readonly place: Place;
  readonly match_id: MatchId | null;
  readonly nth: number;
  readonly entry: HistoryEntry;
  readonly after: Standing;
};

/** A rated match, and the number and beginning of the run that rated it. */
export type Step = RatedMatch & {
  readonly created_at: string;
  readonly run: number;
  readonly began_at: string;
};

/** A result comes after the drops that are given with it, which are fewer. */
export const resultNth = 99;

/** What tells an entry apart for good: player and nth with a match, or with a look; or player. rules 11.7 */
export function keyOf({ place: [run], match_id, nth, entry }: Made): string {
  return `${match_id ?? run} ${entry.player_id} ${nth}`;
}

/** Where the match stands in the order of application. */
export function placeOfMatch({ run, played_at, created_at, id }: Omit<Step, 'began_at'>): Place {
  return [run, played_at, created_at, id];
}

/** The entries from where a player stood, with the match or at the place. */
function placed(
  entries: readonly HistoryEntry[],
  before: Standing | undefined,
  { place, match }: { readonly place: Place; readonly match?: RatedMatch },
): Made[] {
  let standing = before;
  return entries.map((entry, index) => {
    const isResult = entry.reason.code === 'match_result';
    standing = standingAfter(standing, { ...entry, played_at: isResult ? place[1] : null });
    const nth = isResult ? resultNth : index + 1;
    return { place, match_id: match?.id ?? null, nth, entry, after: standing };
  });
}

/** The first entry of a player. rules 1.1 */
export function firstEntry(person: Assessed): Made[] {
  const { created_at } = person;
  return placed([assess(person).entry], undefined, { place: [0, created_at, created_at, ''] });
}

/**
 * The entries of both players for a match: the drops that were due strictly before it was played, and the results.
 * Throws if it can't be rated. rules 1.7, 2.5
 */
export function matchEntries(
  match: Step,
  standings: ReadonlyMap<PlayerId, Standing>,
  nameOf: (id: PlayerId) => string,
): Made[] {
  const { entries } = rateMatch(match, standings, match.began_at, nameOf);
  return [match.first_player_id, match.second_player_id].flatMap((id) => {
    const own = entries.filter(({ player_id }) => player_id === id);
    return placed(own, standings.get(id), { match, place: placeOfMatch(match) });
  });
}

/** The same for a match that is rated already. Throws an error that names it, where it can't be rated any more. */
export const entriesAgain: typeof matchEntries = (match, ...given) => {
  try {
    return matchEntries(match, ...given);
  } catch (error) {
    throw new Error(`The match ${match.id} can't be rated: ${faultOf(error)}`);
  }
};

/** The drops that a look gives a player who doesn't wait for a rating. rules 2.3 */
export function lookEntries(standing: Standing, { number, began_at, as_of }: Look): Made[] {
  const owed = dropsOwed(standing, Date.parse(as_of));
  const { entries } = dropConfidence(standing, owed, began_at);
  return placed(entries, standing, { place: [number, began_at, began_at, ''] });
}

/** The entry under the id of a stored one. */
export function underId(made: Made, id: HistoryId): Made {
  return { ...made, entry: { ...made.entry, id } };
}
