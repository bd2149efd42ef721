// Follows a rating history entry by entry and computes each one anew from its inputs: what
// `ratings verify` and an import go by. rules 9.3
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import type { StoredMatch } from '../matches/index.ts';
import { startingConfidence } from '../players/index.ts';
import { dropsDueBefore } from './confidence.ts';
import type { HistoryEntry } from './schema.ts';
import {
  type Assessed,
  assess,
  dropConfidence,
  dropsOwed,
  rateSide,
  type Standing,
} from './standing.ts';

/** Begins at an empty history; `players` says how each player was assessed. */
export function createReplay(players: (id: PlayerId) => Assessed | undefined) {
  /** Where the history leaves each player. */
  const standings = new Map<PlayerId, Standing>();
  /** Of a match whose second entry is yet to come: both standings before it. */
  const open = new Map<MatchId, readonly [Standing, Standing]>();

  /** What is wrong with the next entry of the history; nothing, if it follows from its inputs. */
  function follow(entry: HistoryEntry, match: StoredMatch | undefined): string[] {
    const own = standings.get(entry.player_id);
    const occurred_at = new Date(entry.occurred_at).toISOString();
    const expected = expect({ ...entry, occurred_at }, own, match);
    if (typeof expected === 'string') return [expected];
    // Goes on with what is stored, so that one fault isn't reported again with every later entry.
    standings.set(entry.player_id, {
      ...expected.standing,
      value: entry.value_after,
      confidence: entry.confidence_after,
      updated_at: occurred_at,
    });
    const early = own !== undefined && occurred_at < own.updated_at;
    return [
      ...(early ? ['occurred_at is before that of the previous entry'] : []),
      ...differences({ ...entry, occurred_at }, expected.entry),
    ];
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
    const owed = dropsOwed(own, Date.parse(entry.occurred_at));
    const { entries, standing } = dropConfidence(own, Math.min(owed, 1), entry.occurred_at);
    const [drop] = entries;
    return drop ? { entry: drop, standing } : 'is a drop that was not due';
  }

  function expectMatch(entry: HistoryEntry, own: Standing, match: StoredMatch) {
    const side = match.first_player_id === entry.player_id ? 0 : 1;
    if (side === 1 && match.second_player_id !== entry.player_id) {
      return 'is of a player who did not play the match';
    }
    const before = open.get(match.id) ?? pair(match);
    if (!before) return 'has an opponent without an initial assessment';
    if (before[side] !== own) return 'does not stand beside the other entry of its match';
    open.has(match.id) ? open.delete(match.id) : open.set(match.id, before);
    if (
      dropsOwed(own, Date.parse(match.played_at), dropsDueBefore) > 0 &&
      own.confidence > startingConfidence
    ) {
      return 'lacks a drop of confidence that was due before the match';
    }
    return rateSide(match, side, own, before[side === 0 ? 1 : 0], entry.occurred_at, () => '');
  }

  function pair(match: StoredMatch): [Standing, Standing] | undefined {
    const standing = standings.get(match.first_player_id);
    const opponent = standings.get(match.second_player_id);
    return standing && opponent && [standing, opponent];
  }

  return { follow, standings };
}

/** What an entry has by its inputs: all but its id, its wording and, later, its moment. */
function decided({ reason, calculation, id: _, occurred_at, ...rest }: HistoryEntry): object {
  return {
    ...rest,
    ...(reason.code === 'initial_assessment' && { occurred_at }),
    match_id: reason.match_id,
    calculation: calculation === null ? 'none' : 'one',
    ...calculation,
  };
}

function differences(entry: HistoryEntry, expected: HistoryEntry): string[] {
  const given = new Map<string, unknown>(Object.entries(decided(entry)));
  return Object.entries(decided(expected)).flatMap(([name, computed]) =>
    given.get(name) === computed
      ? []
      : [`${name} is ${given.get(name)}, its inputs give ${computed}`],
  );
}
