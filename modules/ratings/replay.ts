// Follows a rating history entry by entry and computes each one again from its inputs, for
// `ratings verify` and for imports. rules 9.3
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import type { StoredMatch } from '../matches/index.ts';
import { startingConfidence } from '../players/index.ts';
import type { HistoryEntry } from './schema.ts';
import {
  type Assessed,
  assess,
  dropConfidence,
  dropsOwed,
  dropsOwedBefore,
  faultOf,
  rateSide,
  type Standing,
} from './standing.ts';

/** When drops were given before they were due, and what reports each of them as a fault. */
type Ahead = { readonly occurred_at: string; readonly refusals: readonly (() => void)[] };

/** Begins at an empty history; `players` says how each player was assessed. */
export function createReplay(players: (id: PlayerId) => Assessed | undefined) {
  /** Where the history leaves each player. */
  const standings = new Map<PlayerId, Standing>();
  /** For each match whose second entry is yet to come: both standings before it. */
  const open = new Map<MatchId, readonly [Standing, Standing]>();

  /** For players to whom drops were given before they were due: only a match can bring such drops. */
  const ahead = new Map<PlayerId, Ahead>();

  /** Takes the next entry of the history; reports what is wrong with it, sometimes only at a later entry. */
  function follow(
    entry: HistoryEntry,
    match: StoredMatch | undefined,
    report: (fault: string) => void,
  ): void {
    const { player_id, occurred_at } = entry;
    const own = standings.get(player_id);
    const expected = expect(entry, own, match);
    settleAhead(entry, own, match);
    if (typeof expected === 'string') {
      report(expected);
      return;
    }
    // Continues with what is stored, so that one fault isn't reported again with every later entry.
    standings.set(player_id, {
      ...expected.standing,
      value: entry.value_after,
      confidence: entry.confidence_after,
      updated_at: occurred_at,
    });
    if (own && isAhead(entry, own)) {
      const { refusals = [] } = ahead.get(player_id) ?? {};
      ahead.set(player_id, { occurred_at, refusals: [...refusals, () => report(notDue)] });
    }
    if (own && occurred_at < own.updated_at) {
      report('occurred_at is before that of the previous entry');
    }
    for (const [name, stored, computed] of differing(decided(entry), decided(expected.entry))) {
      report(`${name} is ${stored}, its inputs give ${computed}`);
    }
  }

  /** Drops given ahead are right if the player's next entry is the match that brought them. rules 2.5 */
  function settleAhead(entry: HistoryEntry, own: Standing | undefined, match?: StoredMatch): void {
    const given = ahead.get(entry.player_id);
    if (!given || !own) return;
    const isAlong = entry.occurred_at === given.occurred_at;
    if (isAlong && entry.reason.code === 'inactivity') return;
    ahead.delete(entry.player_id);
    const wereDue = match !== undefined && dropsOwedBefore(own, match) >= 0;
    if (!isAlong || !wereDue) for (const refuse of given.refusals) refuse();
  }

  /** To be called at the end of the history. */
  function finish(): void {
    for (const { refusals } of ahead.values()) for (const refuse of refusals) refuse();
  }

  function expect(entry: HistoryEntry, own: Standing | undefined, match?: StoredMatch) {
    if (entry.reason.code === 'initial_assessment') {
      const player = players(entry.player_id);
      if (own) return 'is a second initial assessment';
      return player ? assess(player) : 'has no such player';
    }
    if (!own) return 'comes before the initial assessment';
    if (entry.reason.code === 'match_result') {
      return match ? expectMatch(entry, own, match) : 'has no such match';
    }
    const { entries, standing } = dropConfidence(own, 1, entry.occurred_at);
    const [drop] = entries;
    return drop ? { entry: drop, standing } : notDue;
  }

  function expectMatch(entry: HistoryEntry, own: Standing, match: StoredMatch) {
    const side = match.first_player_id === entry.player_id ? 0 : 1;
    if (side === 1 && match.second_player_id !== entry.player_id) {
      return 'is of a player who did not play the match';
    }
    const before = open.get(match.id) ?? pair(match);
    if (!before) return 'has an opponent without an initial assessment';
    if (before[side] !== own) return 'does not stand beside the other entry of its match';
    if (!open.delete(match.id)) open.set(match.id, before);
    if (dropsOwedBefore(own, match) > 0 && own.confidence > startingConfidence) {
      return 'lacks a drop of confidence that was due before the match';
    }
    try {
      return rateSide(match, side, own, before[side === 0 ? 1 : 0], entry.occurred_at, '');
    } catch (error) {
      return `is of a match that can't be rated: ${faultOf(error)}`;
    }
  }

  function pair(match: StoredMatch): [Standing, Standing] | undefined {
    const standing = standings.get(match.first_player_id);
    const opponent = standings.get(match.second_player_id);
    return standing && opponent && [standing, opponent];
  }

  return { follow, finish, standings };
}

const notDue = 'is a drop that was not due';

/** Whether the entry is a drop that wasn't due yet when it was given. */
function isAhead({ reason, occurred_at }: HistoryEntry, own: Standing): boolean {
  return reason.code === 'inactivity' && dropsOwed(own, Date.parse(occurred_at)) < 1;
}

/** What an entry's inputs decide: all but its id, its wording and, unless it is the first, its moment. */
function decided({ reason, calculation, id: _, occurred_at, ...rest }: HistoryEntry): object {
  return {
    ...rest,
    ...(reason.code === 'initial_assessment' && { occurred_at }),
    match_id: reason.match_id,
    calculation: calculation === null ? 'none' : 'one',
    ...calculation,
  };
}

/** Where what was computed differs from what is given: its name, what is given and what was computed. */
export function differing(given: object, computed: object) {
  const found = new Map<string, unknown>(Object.entries(given));
  return Object.entries(computed)
    .map(([name, value]) => [name, found.get(name), value])
    .filter(([, stored, value]) => stored !== value);
}
