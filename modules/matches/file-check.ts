import {
  type Check,
  type CheckContext,
  type Numbered,
  type Portion,
  recordsOf,
} from '../../shared/exchange/kind.ts';
import type { CompetitionId } from '../../shared/ids.ts';
import { placeOf } from '../../shared/problem.ts';
import {
  type CompetitionRecord,
  competitionKind,
  competitionRules,
  finalSets,
  setLengths,
} from '../competitions/index.ts';
import { createFileDoubts } from './file-doubts.ts';
import { createJoiningCheck } from './file-joining.ts';
import { newMatch } from './judging.ts';
import type { MatchRecord, VoidedRecord } from './record-schema.ts';
import { ownFaults, type Rules, ratingStatusFaults, resultFaults } from './result.ts';
import { type ScoreFormat, scoreFaults } from './score.ts';
import { voidedLike } from './voided-repository.ts';

/** Judges the matches of a file by their competitions' rules. */
export function createMatchCheck(context: CheckContext): Check<MatchRecord> {
  const { stored, now, latest, report, remark } = context;
  const doubts = remark && createFileDoubts(context, remark);
  const joining = remark && stored && createJoiningCheck(stored, remark);
  const rules = new Map<CompetitionId, CompetitionRecord>();
  /** The rules of stored competitions, as text, by which matches were judged. */
  const judgedBy = new Map<CompetitionId, string>();

  async function learnRules(matches: readonly Numbered<MatchRecord>[], beside: Portion) {
    for (const { record } of recordsOf(beside, competitionKind)) rules.set(record.id, record);
    const ids = matches.map(({ record }) => record.competition_id).filter((id) => !rules.has(id));
    for (const found of stored && ids.length > 0 ? await competitionRules(stored, ids) : []) {
      rules.set(found.id, found);
      judgedBy.set(found.id, textOf(found));
    }
  }

  function isSound({ line, record }: Numbered<MatchRecord>): boolean {
    const rule = rules.get(record.competition_id);
    if (!rule) return false;
    const faults = [
      ...resultFaults(record, rule, latest),
      ...scoreFaults(record, rule.match_format),
      ...ratingStatusFaults(record),
    ];
    for (const { pointer, detail } of faults) report(line, placeOf(pointer), detail);
    return faults.length === 0;
  }

  /** Refuses the id of a voided match, which then couldn't be restored; remarks on what was voided before. */
  async function checkVoided(matches: readonly Numbered<MatchRecord>[]): Promise<void> {
    if (!stored || matches.length === 0) return;
    const rows = matches.map(({ record }) => newMatch(record, { id: record.id, createdAt: now }));
    const voided = Map.groupBy(await voidedLike(stored, rows), ({ id }) => id);
    for (const { line, record } of matches) {
      const likes = voided.get(record.id)?.map(({ like }) => like) ?? [];
      if (likes.includes(record.id)) report(line, 'id', `the match ${record.id} is voided`);
      else if (likes[0]) remark?.(line, '', `this match was voided, as ${likes[0]}`);
    }
  }

  return {
    async judge(matches, beside) {
      await learnRules(matches, beside);
      const sound = matches.filter(isSound);
      await checkVoided(sound);
      await doubts?.note(sound, beside, rules);
      joining?.note(sound);
      return sound;
    },
    async finish() {
      await doubts?.finish();
      await joining?.finish();
    },
    async hold(db) {
      const held = await competitionRules(db, [...judgedBy.keys()], true);
      const same = held.filter((rule) => textOf(rule) === judgedBy.get(rule.id));
      return same.length === judgedBy.size;
    },
  };
}

/** All by which a match can be scored; of those with equally few faults, the first tells its own. */
const formats: readonly ScoreFormat[] = setLengths.flatMap((games_per_set) =>
  finalSets.toReversed().map((final_set) => ({ games_per_set, final_set })),
);

/**
 * Judges the voided matches of a file. Their competition may have another match format by now, and their
 * players may have been merged, so each must be a valid result in some format, whoever played it.
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

function textOf({ starts_on, match_format }: Rules): string {
  return JSON.stringify([starts_on, match_format]);
}
