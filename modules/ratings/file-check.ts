import {
  type Check,
  type CheckContext,
  type Numbered,
  recordsOf,
} from '../../shared/exchange/kind.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { parseDateTime, utc } from '../../shared/time.ts';
import { matchKind, newMatch, type StoredMatch } from '../matches/index.ts';
import { playerKind } from '../players/index.ts';
import { createReplay } from './replay.ts';
import { insertStandings } from './repository.ts';
import type { HistoryEntry } from './schema.ts';
import type { Assessed } from './standing.ts';

/** How many standings are written at once. */
const portionSize = 1_000;

/**
 * Follows a file's rating history, which must belong to players and matches of the same file, and
 * must follow from its own inputs; every rated match needs its two entries. rules 9.3
 */
export function createHistoryCheck({ report, now }: CheckContext): Check<HistoryEntry> {
  const players = new Map<PlayerId, Assessed>();
  const rated = new Map<MatchId, { line: number; match: StoredMatch; entries: number }>();
  const replay = createReplay((id) => players.get(id));

  function follow({ line, record }: Numbered<HistoryEntry>): void {
    if (!parseDateTime(record.occurred_at)) {
      report(line, 'occurred_at', 'Expected a date and time with its UTC offset.');
      return;
    }
    const result = record.reason.match_id ? rated.get(record.reason.match_id) : undefined;
    if (result) result.entries += 1;
    for (const fault of replay.follow(record, result?.match)) {
      report(line, '', `the entry ${fault}`);
    }
  }

  return {
    judge(entries, beside) {
      for (const { record } of recordsOf(beside, playerKind)) {
        const { id, self_assessed_ntrp, created_at } = record;
        players.set(id, { id, self_assessed_ntrp, created_at: utc(created_at.instant) });
      }
      for (const { line, record } of recordsOf(beside, matchKind)) {
        if (record.rating_status !== 'rated') continue;
        const match = newMatch(record, { id: record.id, createdAt: now });
        rated.set(record.id, { line, match, entries: 0 });
      }
      entries.forEach(follow);
      return entries;
    },
    finish() {
      for (const { line, entries } of rated.values()) {
        if (entries !== 2) {
          report(line, 'rating_status', 'a rated match needs its history in the file');
        }
      }
    },
    async settle(tx) {
      const standings = [...replay.standings.values()];
      while (standings.length > 0) {
        const some = standings.splice(0, portionSize);
        await insertStandings(tx.db, some);
        await tx.publish('ratings.changed', { players: some });
      }
    },
  };
}
