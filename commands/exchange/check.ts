import type { NewMatch } from '../../modules/matches/index.ts';
import type { Replay } from '../../modules/ratings/index.ts';
import type { Db } from '../../shared/database/db.ts';
import { createHistoryCheck } from './check-history.ts';
import { createKeyCheck } from './check-keys.ts';
import { createMatchCheck } from './check-matches.ts';
import { createReferenceCheck } from './check-references.ts';
import type { Collection, Report } from './kinds.ts';
import type { Stored } from './stored.ts';

/** Checks a file portion by portion, and keeps of it only what later portions are judged by. */
export type Checks = {
  /** Checks the records of the next lines; gives the matches that are sound, as they are stored. */
  check(portion: Collection): Promise<readonly NewMatch[]>;
  /** Reports what shows only at the end of the file. */
  finish(): void;
  /** Holds what is stored and matches were judged by; false where it has changed since. */
  holdRules(on: Db): Promise<boolean>;
  /** Where the file's history leaves each player. */
  readonly standings: Replay['standings'];
};

/**
 * Checks for everything that a record alone doesn't show: references that point backwards or to what
 * is stored, ids and names that are free, the rules of every result, and a history that follows from
 * its inputs. `now` is in milliseconds.
 */
export function createChecks(stored: Stored, now: number, report: Report): Checks {
  const references = createReferenceCheck(stored, report);
  const checkKeys = createKeyCheck(stored, report);
  const matches = createMatchCheck(stored, now, report);
  const history = createHistoryCheck(now, report);
  return {
    async check(portion) {
      await references.check(portion);
      await checkKeys(portion);
      checkPast(portion, now, report);
      const sound = await matches.check(portion);
      history.follow(portion, sound);
      return sound.map(({ record }) => record);
    },
    finish() {
      references.finish();
      history.finish();
    },
    holdRules: matches.holdRules,
    standings: history.standings,
  };
}

function checkPast({ player, match }: Collection, now: number, report: Report): void {
  for (const { line, record } of [...player, ...match]) {
    if (record.created_at && record.created_at.instant > now) {
      report(line, 'created_at', 'lies in the future');
    }
  }
}
