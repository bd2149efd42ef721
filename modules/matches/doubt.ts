// What looks wrong in a result that is taken all the same. rules 5.8
import type { VenueId } from '../../shared/ids.ts';
import { dayMs, hourMs, warsawDay, warsawMinute } from '../../shared/time.ts';
import type { Appearance, Compared } from './compared.ts';

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

/** What looks wrong when the results of each player are compared: for each, the first doubt of a kind. */
export function* doubtsAmong(
  appearances: readonly Appearance[],
): Generator<readonly [Compared, Doubt]> {
  for (const [player, own] of Map.groupBy(appearances, (one) => one.player)) {
    const results = own.map(({ result }) => result);
    results.sort((one, other) => one.instant - other.instant);
    // Both players of a pair have its results; one of them is enough to compare those.
    const asFirst = results.filter(({ player_ids }) => player_ids.every((id) => id >= player));
    for (const [one, reason] of sentTwice(asFirst)) yield [one, { member: '', reason }];
    const givenUp = results.filter(({ gave_up }) => gave_up === player);
    for (const [one, reason] of [...inTwoPlaces(results), ...givingUp(givenUp)]) {
      yield [one, { member: `player_ids/${one.player_ids.indexOf(player)}`, reason }];
    }
  }
}

type Found = readonly [Compared, reason: string];

/** So many days in Warsaw may be between what was sent twice. */
const daysApart = 2;
/** More than that, in milliseconds: a day may have 25 hours. */
export const mostApart = (daysApart + 1) * dayMs + hourMs;

const pairOf = ({ player_ids }: Compared) => player_ids.toSorted().join(' ');

/** Whether two results are of one pair and one competition, on days so near that they may be one. */
export function mayBeOne(one: Compared, other: Compared): boolean {
  const days = Math.abs(Date.parse(one.day) - Date.parse(other.day)) / dayMs;
  const isSame = one.competition_id === other.competition_id && pairOf(one) === pairOf(other);
  return isSame && days <= daysApart;
}

/** What may have been sent twice, in the order of time: to the same competition, or with the same games on one day. */
function* sentTwice(results: readonly Compared[]): Generator<Found> {
  const told = new Set<Compared>();
  const ofCompetitions = Map.groupBy(results, (one) => `${pairOf(one)} ${one.competition_id}`);
  const played = results.filter(({ games }) => games !== null);
  const ofDays = Map.groupBy(played, (one) => `${pairOf(one)} ${one.day} ${one.games}`);
  for (const [shared, groups, isAlike] of [
    ['competition', ofCompetitions, mayBeOne],
    ['score', ofDays, () => true],
  ] as const) {
    for (const alike of groups.values()) {
      for (const [index, one] of alike.entries()) {
        const other = nearest(alike, index, isAlike);
        if (!other || told.has(one)) continue;
        told.add(one);
        const time = warsawMinute(other.instant);
        const what = `${matchNamed(other)} is of the same players and ${shared}, at ${time}`;
        yield [one, `sent twice? ${what}`];
      }
    }
  }
}

/** Of results in the order of time the one before or after that of the index, the nearer one of those that may be it. */
function nearest(
  results: readonly Compared[],
  index: number,
  isAlike: (one: Compared, other: Compared) => boolean,
): Compared | undefined {
  const [before, one, after] = [results[index - 1], results[index], results[index + 1]];
  if (!one) return undefined;
  const apart = ({ instant }: Compared) => Math.abs(instant - one.instant);
  return [before, after]
    .flatMap((other) => (other && isAlike(one, other) ? [other] : []))
    .sort((first, second) => apart(first) - apart(second))[0];
}

/** Where a player was in two places at once, of the player's results in the order of time. */
function* inTwoPlaces(results: readonly Compared[]): Generator<Found> {
  const played = results.filter(({ games }) => games !== null);
  for (const [index, one] of played.entries()) {
    const other = clashing(played, index, -1) ?? clashing(played, index, 1);
    if (!other) continue;
    const place = other.venue_id === one.venue_id ? 'began' : 'began at another venue';
    const time = warsawMinute(other.instant);
    yield [one, `in two places at once: ${matchNamed(other)} ${place} at ${time}`];
  }
}

/** The nearest match of a player in that direction that nobody could play besides the one at the index. */
function clashing(matches: readonly Compared[], index: number, step: 1 | -1): Compared | undefined {
  const one = matches[index];
  for (let at = index + step; one; at += step) {
    const other = matches[at];
    if (!other || Math.abs(other.instant - one.instant) >= hourMs) return undefined;
    if (other.instant === one.instant || other.venue_id !== one.venue_id) return other;
  }
  return undefined;
}

/** How often a player may give up, and within how many days, if it is by retiring. */
const oftenEnough = 2;
const retiringDays = 90;

/** Where a player gave up once too often, of all that the player gave up, in the order of time. */
function* givingUp(results: readonly Compared[]): Generator<Found> {
  const byKind = Map.groupBy(results, ({ games, competition_id }) =>
    games === null ? competition_id : 'retired',
  );
  for (const [kind, all] of byKind) {
    const [span, words] =
      kind === 'retired'
        ? [
            retiringDays * dayMs,
            (times: number) =>
              `has retired while behind ${times} times within ${retiringDays} days`,
          ]
        : [
            Number.POSITIVE_INFINITY,
            (times: number) => `has given ${times} walkovers in this competition`,
          ];
    const instants = all.map(({ instant }) => instant);
    let [from, to] = [0, 0];
    for (const one of all) {
      while ((instants[from] ?? one.instant) < one.instant - span) from += 1;
      while ((instants[to] ?? Number.POSITIVE_INFINITY) <= one.instant) to += 1;
      if (to - from > oftenEnough) yield [one, words(to - from)];
    }
  }
}

function matchNamed({ name }: Compared): string {
  return typeof name === 'number' ? `the match in line ${name}` : `the match ${name}`;
}
