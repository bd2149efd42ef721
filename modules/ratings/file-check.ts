import {
  type Check,
  type CheckContext,
  type Numbered,
  recordsOf,
} from '../../shared/exchange/kind.ts';
import { createLineOrder, drawerNumbers, drawerOf } from '../../shared/exchange/spread.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { matchKind, newMatch, type StoredMatch } from '../matches/index.ts';
import { playerKind } from '../players/index.ts';
import { noteLooks } from './history-repository.ts';
import { firstPlaceOf } from './place-repository.ts';
import { createReplay } from './replay.ts';
import { insertStandings } from './repository.ts';
import type { HistoryRecord } from './schema.ts';
import type { Assessed } from './standing.ts';

/** How many standings are written at once. */
const portionSize = 1_000;

/** A rated match of the file, and its line. */
type Result = { readonly line: number; readonly match: StoredMatch };

/** A line of the history, and its match, if that is on an earlier line. */
type HistoryLine = Numbered<HistoryRecord> & { readonly match?: StoredMatch | undefined };

/**
 * Replays a file's rating history, which must belong to players and matches of the same file, and must
 * follow from its own inputs; every rated match needs its two entries. It is replayed at the end of the
 * file: until then matches and entries wait on the disk, where they are joined. rules 9.3
 */
export function createHistoryCheck(context: CheckContext): Check<HistoryRecord> {
  const { drawers, report, now, pause } = context;
  const players = new Map<PlayerId, Assessed>();
  const replay = createReplay((id) => players.get(id));
  const history = createLineOrder<HistoryLine>(drawers, 'history');

  function keep({ line, record }: Numbered<HistoryRecord>): void {
    const { match_id } = record.reason;
    if (match_id) drawers.put(`entries ${drawerOf(match_id)}`, { line, record });
    else history.put({ line, record });
  }

  /** Joins the matches of a drawer with their entries. */
  async function join(number: number): Promise<void> {
    const results = [...drawers.take<Result>(`results ${number}`)].flat();
    const byId = new Map(results.map((result) => [result.match.id, { ...result, entries: 0 }]));
    for (const part of drawers.take<Numbered<HistoryRecord>>(`entries ${number}`)) {
      for (const entry of part) {
        const { match_id } = entry.record.reason;
        const result = match_id ? byId.get(match_id) : undefined;
        const isBefore = result && result.line < entry.line;
        if (isBefore) result.entries += 1;
        history.put({ ...entry, match: isBefore ? result.match : undefined });
      }
      await pause();
    }
    for (const { line, entries } of byId.values()) {
      if (entries === 2) continue;
      report(line, 'rating_status', 'a rated match needs its history in the file');
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
        drawers.put(`results ${drawerOf(record.id)}`, { line, match });
      }
      entries.forEach(keep);
      return entries;
    },
    async finish() {
      for (const number of drawerNumbers) await join(number);
      for (const lines of history.take()) {
        for (const { line, record, match } of lines) {
          replay.follow(record, match, (fault) => report(line, '', `the entry ${fault}`));
          await pause();
        }
      }
      replay.finish();
    },
    async settle(tx) {
      const [first] = replay.standings.keys();
      if (first) await noteLooks(tx.db, await firstPlaceOf(tx.db, first));
      const standings = [...replay.standings.values()];
      while (standings.length > 0) {
        const some = standings.splice(0, portionSize);
        await insertStandings(tx.db, some);
        await tx.publish('ratings.changed', { players: some });
      }
    },
  };
}
