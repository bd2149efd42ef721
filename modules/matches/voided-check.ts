import type { Check, CheckContext } from '../../shared/exchange/kind.ts';
import { placeOf } from '../../shared/problem.ts';
import { ownFaults, ratingStatusFaults } from './result.ts';
import type { VoidedRecord } from './schema.ts';
import { type MatchFormat, scoreFaults } from './score.ts';

const formats: readonly MatchFormat[] = ([6, 4] as const).flatMap((games_per_set) =>
  (['match_tiebreak', 'full_set'] as const).map((final_set) => ({ games_per_set, final_set })),
);

/**
 * Judges the voided matches of a file. Their competition may have another match format by now, and their players may
 * be one person: so each must be a result by some format, whoever played it.
 */
export function createVoidedCheck({ report }: CheckContext): Check<VoidedRecord> {
  return {
    judge: (matches) =>
      matches.filter(({ line, record }) => {
        const [wrong = []] = formats
          .map((format) => [...ownFaults(record, format), ...scoreFaults(record, format)])
          .sort((one, other) => one.length - other.length);
        const faults = [...wrong, ...ratingStatusFaults(record)];
        for (const { pointer, detail } of faults) report(line, placeOf(pointer), detail);
        return faults.length === 0;
      }),
  };
}
