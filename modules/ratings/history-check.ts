import { type Check, type CheckContext, recordsOf } from '../../shared/exchange/kind.ts';
import { refusal } from '../../shared/problem.ts';
import { matchKind } from '../matches/index.ts';
import { playerKind } from '../players/index.ts';
import { runKind } from '../runs/index.ts';
import { historyFaults } from './rebuild.ts';
import { insertStandings } from './repository.ts';
import type { HistoryRecord } from './schema.ts';

/** How many standings are written at once. */
const portionSize = 1_000;

/**
 * Checks that a file's rating history follows from its own inputs: once all is in, it is recomputed from the
 * beginning, and the import is refused if anything differs. rules 9.3
 */
export function createHistoryCheck({ report }: CheckContext): Check<HistoryRecord> {
  /** The players of the file so far, and those of them with a history there. */
  const players = new Set<string>();
  const own = new Set<string>();
  let isNeeded = false;
  return {
    judge(entries, beside) {
      const results = recordsOf(beside, matchKind);
      isNeeded ||= entries.length + recordsOf(beside, runKind).length > 0;
      isNeeded ||= results.some(({ record }) => record.rating_status === 'rated');
      for (const { record } of recordsOf(beside, playerKind)) players.add(record.id);
      for (const { line, record } of entries) {
        const { player_id } = record;
        if (!players.has(player_id)) report(line, 'player_id', 'no such player in this file');
        own.add(player_id);
        for (const [place, fault] of faultsIn(record)) report(line, place, fault);
      }
      return entries;
    },
    async settle(tx) {
      if (!isNeeded) return;
      const { differences, standings } = await historyFaults(tx.db);
      const [first] = differences;
      if (first !== undefined) {
        const more = differences.length > 1 ? `, and ${differences.length - 1} more` : '';
        throw refusal(
          `The history does not follow from its own inputs; nothing was imported: ${first}${more}.`,
        );
      }
      const fresh = standings.filter(({ player_id }) => own.has(player_id));
      for (let start = 0; start < fresh.length; start += portionSize) {
        const some = fresh.slice(start, start + portionSize);
        await insertStandings(tx.db, some);
        await tx.publish('ratings.changed', { players: some });
      }
    },
  };
}

const resultsOnly = 'a match_result has one, nothing else has';
const notFirst = 'null in an initial_assessment, and nowhere else';

/** What an entry has that one of its kind doesn't have, or lacks. */
function* faultsIn(entry: HistoryRecord): Generator<readonly [place: string, fault: string]> {
  const { reason, calculation, look, with_match } = entry;
  const { value_before, value_after, confidence_before, change } = entry;
  const { code, match_id } = reason;
  const [isResult, isFirst] = [code === 'match_result', code === 'initial_assessment'];
  if ((match_id !== null) !== isResult) yield ['reason/match_id', resultsOnly];
  if ((calculation !== null) !== isResult) yield ['calculation', resultsOnly];
  if ((value_before === null) !== isFirst) yield ['value_before', notFirst];
  if ((confidence_before === null) !== isFirst) yield ['confidence_before', notFirst];
  const isGiven = (look === undefined) !== (with_match === undefined);
  if (isGiven !== (code === 'inactivity') || (look && with_match)) {
    yield ['look', 'a drop of confidence has this or with_match, nothing else has'];
  }
  if (change !== (value_before === null ? null : value_after - value_before)) {
    yield ['change', 'expected value_after less value_before'];
  }
}
