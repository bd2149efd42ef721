// Follows a rating history entry by entry and computes each one anew from its inputs: what
// `ratings verify` and an import go by. rules 9.3
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import type { RatableMatch } from '../matches/index.ts';
import { dropsDue, dropsDueBefore, startingConfidence } from './confidence.ts';
import type { HistoryEntry } from './schema.ts';
import { assess, dropConfidence, type Entry, rateSide, type Standing } from './standing.ts';

export type Assessed = {
  readonly id: PlayerId;
  readonly selfAssessedNtrp: number;
  readonly createdAt: number;
};

export type Replay = {
  /** What is wrong with the next entry of the history; nothing, if it follows from its inputs. */
  follow(entry: HistoryEntry, match: RatableMatch | undefined): string[];
  /** Where the history leaves each player. */
  readonly standings: ReadonlyMap<PlayerId, Standing>;
  /** Matches of which the history holds one entry alone. */
  halfRated(): MatchId[];
};

/** Begins at an empty history; `players` says how each player was assessed. */
export function createReplay(players: (id: PlayerId) => Assessed | undefined): Replay {
  const standings = new Map<PlayerId, Standing>();
  /** Of a match whose second entry is yet to come: both standings before it. */
  const open = new Map<MatchId, readonly [Standing, Standing]>();

  function follow(entry: HistoryEntry, match: RatableMatch | undefined): string[] {
    const own = standings.get(entry.player_id);
    const expected = expect(entry, own, match);
    if (typeof expected === 'string') return [expected];
    // Goes on with what is stored, so that one fault isn't reported again with every later entry.
    standings.set(entry.player_id, {
      ...expected.standing,
      value: entry.value_after,
      confidence: entry.confidence_after,
      updatedAt: Date.parse(entry.occurred_at),
    });
    const early = own !== undefined && Date.parse(entry.occurred_at) < own.updatedAt;
    return [
      ...(early ? ['occurred_at is before that of the previous entry'] : []),
      ...differences(entry, expected.entry),
    ];
  }

  function expect(entry: HistoryEntry, own: Standing | undefined, match?: RatableMatch) {
    const at = Date.parse(entry.occurred_at);
    if (entry.reason.code === 'initial_assessment') {
      const player = players(entry.player_id);
      if (own) return 'is a second initial assessment';
      return player ? assess(player) : 'has no such player';
    }
    if (!own) return 'comes before the initial assessment';
    if (entry.reason.code === 'match_result') {
      return match ? expectMatch(entry, own, match, at) : 'has no such match';
    }
    const owed = dropsDue(own.lastRatedMatchAt ?? at, at) - own.dropsApplied;
    const { entries, standing } = dropConfidence(own, Math.min(owed, 1), at);
    const [drop] = entries;
    return drop ? { entry: drop, standing } : 'is a drop that was not due';
  }

  function expectMatch(entry: HistoryEntry, own: Standing, match: RatableMatch, at: number) {
    const side = match.players[0] === entry.player_id ? 0 : 1;
    if (match.players[side] !== entry.player_id) return 'is of a player who did not play the match';
    const before = open.get(match.id) ?? pair(match);
    if (!before) return 'has an opponent without an initial assessment';
    if (before[side] !== own) return 'does not stand beside the other entry of its match';
    open.has(match.id) ? open.delete(match.id) : open.set(match.id, before);
    const { lastRatedMatchAt, dropsApplied, confidence } = own;
    const due = lastRatedMatchAt === null ? 0 : dropsDueBefore(lastRatedMatchAt, match.playedAt);
    if (due > dropsApplied && confidence > startingConfidence) {
      return 'lacks a drop of confidence that was due before the match';
    }
    const opponent = before[side === 0 ? 1 : 0];
    return rateSide(match, side, own, opponent, at, () => '');
  }

  function pair({ players: [first, second] }: RatableMatch): [Standing, Standing] | undefined {
    const standing = standings.get(first);
    const opponent = standings.get(second);
    return standing && opponent && [standing, opponent];
  }

  return { follow, standings, halfRated: () => [...open.keys()] };
}

function differences(entry: HistoryEntry, expected: Entry): string[] {
  const calculation = entry.calculation ?? {};
  const compared: [string, unknown, unknown][] = [
    ['match_id', entry.reason.match_id, expected.match_id],
    ['value_before', entry.value_before, expected.value_before],
    ['value_after', entry.value_after, expected.value_after],
    ['change', entry.change, changeOf(expected)],
    ['confidence_before', entry.confidence_before, expected.confidence_before],
    ['confidence_after', entry.confidence_after, expected.confidence_after],
    ['calculation', entry.calculation === null, expected.calculation === null],
    ...Object.entries(expected.calculation ?? {}).map(
      ([name, value]): [string, unknown, unknown] => [
        name,
        Object.entries(calculation).find(([member]) => member === name)?.[1],
        value,
      ],
    ),
  ];
  if (expected.reason === 'initial_assessment') {
    compared.push(['occurred_at', Date.parse(entry.occurred_at), expected.occurred_at]);
  }
  return compared.flatMap(([name, given, computed]) =>
    given === computed ? [] : [`${name} is ${given}, its inputs give ${computed}`],
  );
}

function changeOf({ value_before, value_after }: Entry): number | null {
  return value_before === null ? null : value_after - value_before;
}
