// What looks wrong in a result that is taken all the same. rules 5.8
import type { PlayerId, VenueId } from '../../shared/ids.ts';
import { hourMs, warsawDay, warsawMinute } from '../../shared/time.ts';
import { type Score, swapped } from './score.ts';

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

/** A match that took place, for comparison with others. */
export type Played = Pick<Setting, 'instant' | 'venue_id'> & {
  /** Its id, or the number of its line in a file. */
  readonly name: string | number;
  readonly player_ids: readonly PlayerId[];
  /** What no other match should share: its players, its day in Warsaw, its score without the next. */
  readonly likeness: string;
  /** The points of each set's tiebreak, as far as they were written down. */
  readonly points: readonly (string | null)[];
};

type Result = Pick<Played, 'instant' | 'venue_id' | 'player_ids'> & {
  readonly score?: Score | null | undefined;
};

/** The match under a name; undefined if nobody played. */
export function playedOf(
  { instant, venue_id, player_ids, score }: Result,
  name: Played['name'],
): Played | undefined {
  if (!score) return undefined;
  const players = player_ids.toSorted();
  const { sets, match_tiebreak } = players[0] === player_ids[0] ? score : swapped(score);
  const pairs = [...sets.map(({ games }) => games), match_tiebreak];
  const written = pairs.map((pair) => pair?.join('-'));
  const likeness = [warsawDay(instant), ...players, ...written].join(' ');
  const points = sets.map(({ tiebreak }) => tiebreak?.join('-') ?? null);
  return { name, instant, venue_id, player_ids, likeness, points };
}

/** Whether no set's tiebreak tells the two apart: its points may be left out. rules 4.3 */
function haveSamePoints({ points }: Played, other: Played): boolean {
  return points.every((own, set) => (own ?? other.points[set]) === (other.points[set] ?? own));
}

/** What looks wrong when matches are compared: for each match, the first doubt of a kind. */
export function* doubtsAmong(played: readonly Played[]): Generator<readonly [Played, Doubt]> {
  for (const alike of Map.groupBy(played, ({ likeness }) => likeness).values()) {
    for (const one of alike) {
      const other = alike.find((each) => each !== one && haveSamePoints(one, each));
      if (!other) continue;
      const reason = `the same players and score as ${matchNamed(other)}, on the same day`;
      yield [one, { member: '', reason }];
    }
  }
  const inOrder = played.toSorted((one, other) => one.instant - other.instant);
  const ofPlayers = Map.groupBy(
    inOrder.flatMap((one) => one.player_ids.map((player) => ({ player, one }))),
    ({ player }) => player,
  );
  for (const [player, all] of ofPlayers) {
    const matches = all.map(({ one }) => one);
    for (const [index, one] of matches.entries()) {
      const other = clashing(matches, index, -1) ?? clashing(matches, index, 1);
      if (!other) continue;
      const place = other.venue_id === one.venue_id ? 'began' : 'began at another venue';
      const time = warsawMinute(other.instant);
      const reason = `in two places at once: ${matchNamed(other)} ${place} at ${time}`;
      yield [one, { member: `player_ids/${one.player_ids.indexOf(player)}`, reason }];
    }
  }
}

/** The nearest match of a player in that direction that nobody could play besides the one at the index. */
function clashing(matches: readonly Played[], index: number, step: 1 | -1): Played | undefined {
  const one = matches[index];
  for (let at = index + step; one; at += step) {
    const other = matches[at];
    if (!other || Math.abs(other.instant - one.instant) >= hourMs) return undefined;
    if (other.instant === one.instant || other.venue_id !== one.venue_id) return other;
  }
  return undefined;
}

function matchNamed({ name }: Played): string {
  return typeof name === 'number' ? `the match in line ${name}` : `the match ${name}`;
}
