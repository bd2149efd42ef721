import * as v from 'valibot';
import { hasRows, insertRows } from '../../shared/database/db.ts';
import type { Kind } from '../../shared/exchange/kind.ts';
import { runIdSchema, runNumber } from '../../shared/ids.ts';
import { closed, utcMoment } from '../../shared/schema.ts';
import { listedRuns } from './repository.ts';

const RunRecordSchema = closed({
  id: runIdSchema(),
  began_at: utcMoment(),
  as_of: v.nullable(utcMoment()),
  done: v.boolean(),
});

type RunRecord = v.InferOutput<typeof RunRecordSchema>;

/** Runs and looks as a kind of record. rules 9.2 */
export const runKind: Kind<RunRecord> = {
  name: 'run',
  words: ['rating run', 'rating runs'],
  table: 'run',
  marksExport: true,
  schema: RunRecordSchema,
  past: ['began_at'],
  onlyFirst:
    'this database has a history of its own, and no other one can stand beside it: import into a new database, or only what is not rated',
  /** The numbers have no gaps; the first one is told. rules 9.3 */
  createCheck({ report }) {
    let last = 0;
    let isWhole = true;
    return {
      judge(runs) {
        for (const { line, record } of runs) {
          last += 1;
          if (record.id === `run_${last}` || !isWhole) continue;
          isWhole = false;
          report(line, 'id', `expected run_${last} here`);
        }
        return runs;
      },
      async hold(db) {
        return last === 0 || !(await hasRows(db, 'run'));
      },
    };
  },
  insert: (tx, runs) =>
    insertRows(
      tx.db,
      'run',
      runs.map((run) => ({ ...run, number: runNumber(run.id) })),
    ),
  ...listedRuns,
};
