import { type CompetitionRules, competitionRules } from '../../modules/competitions/index.ts';
import {
  type NewMatch,
  newMatch,
  resultFaults,
  scoreFaults,
  twinsOf,
} from '../../modules/matches/index.ts';
import type { Sql } from '../../shared/database/sql.ts';
import { type CompetitionId, newId } from '../../shared/ids.ts';
import type { Collection, Numbered, Report } from './kinds.ts';
import { reasonOf } from './read.ts';

/**
 * Judges each match by its competition's rules, and looks for others of the same players at the same
 * moment; gives those that are sound as they will be stored. `now` is in milliseconds.
 */
export async function checkMatches(
  database: Sql,
  { competition, match }: Collection,
  now: number,
  report: Report,
): Promise<Numbered<NewMatch>[]> {
  const rules = new Map<CompetitionId, Pick<CompetitionRules, 'starts_on' | 'match_format'>>(
    competition.map(({ record }) => [record.id, record]),
  );
  const others = match.map(({ record }) => record.competition_id).filter((id) => !rules.has(id));
  for (const found of await competitionRules(database, others)) rules.set(found.id, found);

  const sound: Numbered<NewMatch>[] = [];
  for (const { line, record } of match) {
    const rule = rules.get(record.competition_id);
    if (!rule) continue;
    const faults = [
      ...resultFaults(record, rule.starts_on, now),
      ...scoreFaults(record, rule.match_format),
    ];
    for (const fault of faults) report(line, reasonOf(fault));
    const wanted = record.status === 'walkover' ? ['not_rated'] : ['pending', 'rated'];
    const status = record.rating_status ?? wanted[0];
    if (!status || !wanted.includes(status)) {
      report(line, `rating_status: a ${record.status} match can't be ${status}`);
    } else if (faults.length === 0) {
      const createdAt = record.created_at?.instant ?? now;
      const row = newMatch(record, { id: record.id ?? newId('match'), createdAt });
      sound.push({
        line,
        record: { ...row, rating_status: record.rating_status ?? row.rating_status },
      });
    }
  }
  await checkTwins(database, sound, report);
  return sound;
}

/** Matches of the same two players, in the same competition, at the same moment. */
async function checkTwins(
  database: Sql,
  matches: readonly Numbered<NewMatch>[],
  report: Report,
): Promise<void> {
  const lines = new Map<string, number>();
  for (const { line, record } of matches) {
    const pair = [record.first_player_id, record.second_player_id].sort();
    const key = [record.competition_id, record.played_at, ...pair].join(' ');
    const first = lines.get(key);
    if (first) report(line, `duplicate-match: the same match stands in line ${first} already`);
    else lines.set(key, line);
  }
  const lineOf = new Map(matches.map(({ line, record }) => [record.id, line]));
  for (let start = 0; start < matches.length; start += 2_000) {
    const rows = matches.slice(start, start + 2_000).map(({ record }) => record);
    for (const { id, twin } of await twinsOf(database, rows)) {
      report(lineOf.get(id) ?? 0, `duplicate-match: this match is in already, as ${twin}`);
    }
  }
}
