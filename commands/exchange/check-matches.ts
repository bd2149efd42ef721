import { type CompetitionRules, holdCompetitionRules } from '../../modules/competitions/index.ts';
import { type NewMatch, newMatch, resultFaults, scoreFaults } from '../../modules/matches/index.ts';
import type { Db } from '../../shared/database/db.ts';
import { type CompetitionId, newId } from '../../shared/ids.ts';
import type { Collection, Numbered, Report } from './kinds.ts';
import { placeOf } from './read.ts';
import type { Stored } from './stored.ts';

type Rules = Pick<CompetitionRules, 'starts_on' | 'match_format'>;

export type MatchCheck = {
  /** Judges the matches of a portion; gives those that are sound as they will be stored. */
  check(portion: Collection): Promise<readonly Numbered<NewMatch>[]>;
  /** Holds the competitions that matches were judged by; false where one has changed since. */
  holdRules(on: Db): Promise<boolean>;
};

/**
 * Judges matches by their competitions' rules, and looks for others of the same players at the same
 * moment. `now` is in milliseconds.
 */
export function createMatchCheck(stored: Stored, now: number, report: Report): MatchCheck {
  const rules = new Map<CompetitionId, Rules>();
  const judgedBy = new Map<CompetitionId, string>();
  const lines = new Map<string, number>();

  function judge({ line, record }: Collection['match'][number]): NewMatch | undefined {
    const rule = rules.get(record.competition_id);
    if (!rule) return undefined;
    const faults = [...resultFaults(record, rule, now), ...scoreFaults(record, rule.match_format)];
    for (const { pointer, detail } of faults) report(line, placeOf(pointer), detail);
    const wanted = record.status === 'walkover' ? ['not_rated'] : ['pending', 'rated'];
    const status = record.rating_status ?? wanted[0];
    if (!status || !wanted.includes(status)) {
      report(line, 'rating_status', `a ${record.status} match can't be ${status}`);
      return undefined;
    }
    if (faults.length > 0) return undefined;
    const createdAt = record.created_at?.instant ?? now;
    const row = newMatch(record, { id: record.id ?? newId('match'), createdAt });
    return { ...row, rating_status: record.rating_status ?? row.rating_status };
  }

  /** Matches of the same two players, in the same competition, at the same moment. */
  async function checkTwins(matches: readonly Numbered<NewMatch>[]): Promise<void> {
    for (const { line, record } of matches) {
      const pair = [record.first_player_id, record.second_player_id].sort();
      const key = [record.competition_id, record.played_at, ...pair].join(' ');
      const first = lines.get(key);
      if (first)
        report(line, '', `duplicate-match: the same match stands in line ${first} already`);
      else lines.set(key, line);
    }
    const lineOf = new Map(matches.map(({ line, record }) => [record.id, line]));
    const rows = matches.map(({ record }) => record);
    for (const { id, twin } of await stored.twinsOf(rows)) {
      report(lineOf.get(id) ?? 0, '', `duplicate-match: this match is in already, as ${twin}`);
    }
  }

  return {
    async check({ competition, match }) {
      for (const { record } of competition) rules.set(record.id, record);
      if (match.length === 0) return [];
      const others = match
        .map(({ record }) => record.competition_id)
        .filter((id) => !rules.has(id));
      for (const found of others.length > 0 ? await stored.competitionRules(others) : []) {
        rules.set(found.id, found);
        judgedBy.set(found.id, JSON.stringify(found));
      }
      const sound = match.flatMap(({ line, record }) => {
        const row = judge({ line, record });
        return row ? [{ line, record: row }] : [];
      });
      await checkTwins(sound);
      return sound;
    },
    async holdRules(on) {
      const held = await holdCompetitionRules(on, [...judgedBy.keys()]);
      const same = held.filter((rule) => JSON.stringify(rule) === judgedBy.get(rule.id));
      return same.length === judgedBy.size;
    },
  };
}
