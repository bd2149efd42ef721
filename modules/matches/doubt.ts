// What looks wrong in a result that is taken all the same. rules 5.8
import type { CompetitionId, PlayerId, VenueId } from '../../shared/ids.ts';
import { dayMs, hourMs, warsawDay, warsawMinute } from '../../shared/time.ts';
import { type Pair, type Score, type ScoreFormat, type Side, setsWon, swapped } from './score.ts';

/** What looks wrong, and at which member; '' for the result as a whole. */
export type Doubt = { readonly member: string; readonly reason: string };

/** The part of a competition that says when and where it is played. */
export type Plan = { readonly ends_on: string; readonly venue_ids: readonly VenueId[] };

type Setting = {
  /** When it began, in milliseconds since the epoch. */
  readonly instant: number;
  readonly venue_id: VenueId;
  readonly court_number?: number | null | undefined;
};

/** What looks wrong about when and where a match was played; `courts` are those of its venue. */
export function doubtsOf(
  { instant, venue_id, court_number }: Setting,
  { ends_on, venue_ids }: Plan,
  courts: readonly { readonly number: number }[],
): Doubt[] {
  // An empty list says nothing.
  const isUnlisted = (item: unknown, list: readonly unknown[]) =>
    list.length > 0 && !list.includes(item);
  const doubts: Doubt[] = [];
  if (warsawDay(instant) > ends_on) {
    doubts.push({ member: 'played_at', reason: `after the competition's last day, ${ends_on}` });
  }
  if (isUnlisted(venue_id, venue_ids)) {
    doubts.push({ member: 'venue_id', reason: 'not a venue of the competition' });
  }
  const numbers = courts.map(({ number }) => number);
  if (court_number && isUnlisted(court_number, numbers)) {
    doubts.push({ member: 'court_number', reason: `the venue lists no court ${court_number}` });
  }
  return doubts;
}

/** A result, for comparison with others. */
export type Compared = Pick<Setting, 'instant' | 'venue_id'> & {
  /** Its id, or the number of its line in a file. */
  readonly name: string | number;
  readonly competition_id: CompetitionId;
  readonly player_ids: readonly PlayerId[];
  /** Its day in Warsaw. */
  readonly day: string;
  /** The games of each set, from the side of the player whose id comes first; null if nobody played. */
  readonly games: string | null;
  /** Who retired while behind, or didn't come. */
  readonly gave_up: PlayerId | null;
};

type Result = Pick<Compared, 'instant' | 'venue_id' | 'competition_id' | 'player_ids'> & {
  readonly score?: Score | null | undefined;
  /** A walkover has it. */
  readonly winner_id?: PlayerId | null | undefined;
  readonly retired_player_id?: PlayerId | null | undefined;
};
type SetFormat = Pick<ScoreFormat, 'games_per_set'>;

/** The result under a name; the format is that of its competition. */
export function comparedOf(
  { instant, venue_id, competition_id, player_ids, score, ...ended }: Result,
  name: Compared['name'],
  format: SetFormat,
): Compared {
  const isTurned = player_ids.toSorted()[0] !== player_ids[0];
  const gave_up = player_ids.find((id, index) =>
    score
      ? id === ended.retired_player_id && isBehind(score, index === 0 ? 0 : 1, format)
      : id !== ended.winner_id,
  );
  return {
    ...{ name, instant, venue_id, competition_id, player_ids },
    day: warsawDay(instant),
    games: score ? gamesIn(isTurned ? swapped(score) : score) : null,
    gave_up: gave_up ?? null,
  };
}

function gamesIn({ sets, match_tiebreak }: Score): string {
  return [...sets.map(({ games }) => games.join('-')), match_tiebreak?.join('-')].join(' ');
}

/** Whether the side had won fewer sets, or as many, and fewer games of the set that was broken off. */
function isBehind(score: Score, side: Side, format: SetFormat): boolean {
  const sets = setsWon(score, format);
  const isBrokenOff = sets[0] + sets[1] < score.sets.length;
  const last = score.match_tiebreak ?? (isBrokenOff ? score.sets.at(-1)?.games : undefined);
  const lead = ([first, second]: Pair) => (side === 0 ? first - second : second - first);
  return (lead(sets) || lead(last ?? [0, 0])) < 0;
}

/** A result as one of a player's. */
export type Appearance = { readonly player: PlayerId; readonly result: Compared };

/** The results as those of each of their players. */
export function appearancesOf(results: readonly Compared[]): Appearance[] {
  return results.flatMap((result) => result.player_ids.map((player) => ({ player, result })));
}

/** What looks wrong when the results of each player are compared: for each, the first doubt of a kind. */
export function* doubtsAmong(
  appearances: readonly Appearance[],
): Generator<readonly [Compared, Doubt]> {
  for (const [player, own] of Map.groupBy(appearances, (one) => one.player)) {
    const results = own.map(({ result }) => result);
    results.sort((one, other) => one.instant - other.instant);
    for (const [index, one] of results.entries()) {
      const member = `player_ids/${one.player_ids.indexOf(player)}`;
      const doubts = [
        // Both players of a pair have the two results; one of them is enough to say so.
        {
          member: '',
          reason: player === one.player_ids.toSorted()[0] && sentTwice(results, index),
        },
        { member, reason: inTwoPlaces(results, index) },
        { member, reason: one.gave_up === player && givingUp(results, one) },
      ];
      for (const { member, reason } of doubts) if (reason) yield [one, { member, reason }];
    }
  }
}

/** The results less than the time, in milliseconds, before the one at the index, then those after it. */
function* near(results: readonly Compared[], index: number, span: number): Generator<Compared> {
  const one = results[index];
  for (const step of [-1, 1]) {
    for (let at = index + step; one; at += step) {
      const other = results[at];
      if (!other || Math.abs(other.instant - one.instant) >= span) break;
      yield other;
    }
  }
}

/** So many days in Warsaw may be between what was sent twice. */
const daysApart = 2;
/** More than that, in milliseconds: a day may have 25 hours. */
export const mostApart = (daysApart + 1) * dayMs + hourMs;

/** Whether two results may be one that was sent twice, whatever was sent of it. */
export function areAlike(one: Compared, other: Compared): boolean {
  if (!one.player_ids.every((id) => other.player_ids.includes(id))) return false;
  const days = Math.abs(Date.parse(one.day) - Date.parse(other.day)) / dayMs;
  if (one.competition_id === other.competition_id) return days <= daysApart;
  return days === 0 && one.games !== null && one.games === other.games;
}

function sentTwice(results: readonly Compared[], index: number): string | undefined {
  const one = results[index];
  if (!one) return undefined;
  const apart = ({ instant }: Compared) => Math.abs(instant - one.instant);
  const alike = near(results, index, mostApart).filter((each) => areAlike(one, each));
  const [other] = [...alike].sort((first, second) => apart(first) - apart(second));
  if (!other) return undefined;
  const shared = one.competition_id === other.competition_id ? 'competition' : 'score';
  return `sent twice? ${matchNamed(other)} is of the same players and ${shared}, at ${warsawMinute(other.instant)}`;
}

function inTwoPlaces(results: readonly Compared[], index: number): string | undefined {
  const one = results[index];
  if (!one || one.games === null) return undefined;
  const isElsewhere = ({ instant, venue_id, games }: Compared) =>
    games !== null && (instant === one.instant || venue_id !== one.venue_id);
  const other = near(results, index, hourMs).find(isElsewhere);
  if (!other) return undefined;
  const place = other.venue_id === one.venue_id ? 'began' : 'began at another venue';
  const time = warsawMinute(other.instant);
  return `in two places at once: ${matchNamed(other)} ${place} at ${time}`;
}

/** How often a player may give up. */
const oftenEnough = 2;
/** Within so many days, if it is by retiring. */
const retiringDays = 90;

function givingUp(results: readonly Compared[], one: Compared): string | undefined {
  const before = results.filter(
    ({ gave_up, instant }) => gave_up === one.gave_up && instant <= one.instant,
  );
  const walkovers = before.filter(
    ({ games, competition_id }) => games === null && competition_id === one.competition_id,
  );
  const retirements = before.filter(
    ({ games, instant }) => games !== null && instant >= one.instant - retiringDays * dayMs,
  );
  const { length } = one.games === null ? walkovers : retirements;
  if (length <= oftenEnough) return undefined;
  return one.games === null
    ? `has given ${length} walkovers in this competition`
    : `has retired while behind ${length} times within ${retiringDays} days`;
}

function matchNamed({ name }: Compared): string {
  return typeof name === 'number' ? `the match in line ${name}` : `the match ${name}`;
}
