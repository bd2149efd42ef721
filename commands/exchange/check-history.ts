import type { NewMatch } from '../../modules/matches/index.ts';
import { createReplay } from '../../modules/ratings/index.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { parseDateTime } from '../../shared/time.ts';
import type { Collection, Numbered, Report } from './kinds.ts';

/**
 * Follows a file's rating history, which must belong to players and matches of the same file, and
 * must follow from its own inputs; every rated match needs its two entries. `now` is in milliseconds.
 */
export function createHistoryCheck(now: number, report: Report) {
  const players = new Map<PlayerId, { selfAssessedNtrp: number; createdAt: number }>();
  const rated = new Map<MatchId, { line: number; row: NewMatch; entries: number }>();
  const replay = createReplay((id) => {
    const player = players.get(id);
    return player && { id, ...player };
  });
  return {
    standings: replay.standings,

    follow({ player, history }: Collection, matches: readonly Numbered<NewMatch>[]): void {
      for (const { record } of player) {
        players.set(record.id, {
          selfAssessedNtrp: record.self_assessed_ntrp,
          createdAt: record.created_at.instant,
        });
      }
      for (const { line, record } of matches) {
        if (record.rating_status === 'rated')
          rated.set(record.id, { line, row: record, entries: 0 });
      }
      for (const { line, record } of history) {
        const occurred = parseDateTime(record.occurred_at);
        if (!occurred) report(line, 'occurred_at', 'Expected a date and time with its UTC offset.');
        else if (occurred.instant > now) report(line, 'occurred_at', 'lies in the future');
        if (!occurred) continue;
        const result = record.reason.match_id ? rated.get(record.reason.match_id) : undefined;
        if (result) result.entries += 1;
        for (const fault of replay.follow(record, result && ratable(result.row))) {
          report(line, '', `the entry ${fault}`);
        }
      }
    },

    /** Reports the rated matches whose history is not in the file. */
    finish(): void {
      for (const { line, entries } of rated.values()) {
        if (entries === 2) continue;
        report(line, 'rating_status', 'a rated match needs its history in the file');
      }
    },
  };
}

function ratable(row: NewMatch) {
  if (row.status === 'walkover' || !row.score) return undefined;
  return {
    id: row.id,
    playedAt: Date.parse(row.played_at),
    players: [row.first_player_id, row.second_player_id] as const,
    status: row.status,
    score: row.score,
    winnerId: row.winner_id,
    retiredPlayerId: row.retired_player_id,
  };
}
