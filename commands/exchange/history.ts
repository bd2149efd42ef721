import type { NewMatch } from '../../modules/matches/index.ts';
import { createReplay, type HistoryEntry, type Replay } from '../../modules/ratings/index.ts';
import type { MatchId } from '../../shared/ids.ts';
import { parseDateTime } from '../../shared/time.ts';
import type { Collection, Numbered, Report } from './kinds.ts';

/**
 * Follows the file's rating history, which must belong to players and matches of the same file, and
 * must follow from its own inputs; every rated match needs its two entries.
 */
export function checkHistory(
  { player, history }: Collection,
  matches: readonly Numbered<NewMatch>[],
  now: number,
  report: Report,
): Replay {
  const players = new Map(player.map(({ record }) => [record.id, record]));
  const replay = createReplay((id) => {
    const record = players.get(id);
    return (
      record && {
        id,
        selfAssessedNtrp: record.self_assessed_ntrp,
        createdAt: record.created_at.instant,
      }
    );
  });
  const rated = new Map(
    matches
      .filter(({ record }) => record.rating_status === 'rated')
      .map(({ line, record }) => [record.id, { line, match: ratable(record), entries: 0 }]),
  );
  for (const { line, record } of history) {
    const occurred = parseDateTime(record.occurred_at);
    if (!occurred) report(line, 'occurred_at: Expected a date and time with its UTC offset.');
    else if (occurred.instant > now) report(line, 'occurred_at: lies in the future');
    if (!occurred) continue;
    const result = record.reason.match_id ? rated.get(record.reason.match_id) : undefined;
    if (result) result.entries += 1;
    for (const fault of replay.follow(record, result?.match)) report(line, `the entry ${fault}`);
  }
  for (const { line, entries } of rated.values()) {
    if (entries !== 2) report(line, 'rating_status: a rated match needs its history in the file');
  }
  return replay;
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

/** The entry of a history as it is stored. */
export function storedEntry({ reason, change: _, ...entry }: HistoryEntry) {
  return {
    ...entry,
    occurred_at: Date.parse(entry.occurred_at),
    reason: reason.code,
    match_id: reason.match_id as MatchId | null,
    explanation: reason.explanation,
  };
}
