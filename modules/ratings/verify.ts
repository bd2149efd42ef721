import type { Db } from '../../shared/database/db.ts';
import { parseDateTime, utc } from '../../shared/time.ts';
import { ratableMatches } from '../matches/index.ts';
import { playerRatings, type RatingCopy } from '../players/index.ts';
import { createReplay, type Replay } from './replay.ts';
import {
  exportHistory,
  exportStandings,
  type HistoryRow,
  matchMoments,
  mismatchedMatches,
} from './repository.ts';
import type { Standing } from './standing.ts';

/** How many players and rated matches were looked at, and a sentence for each thing that is wrong. */
export type Verification = {
  readonly players: number;
  readonly matches: number;
  readonly differences: readonly string[];
};

const chunkSize = 1_000;

/** Recomputes every rating from the history's inputs and compares it with every place it is kept. */
export async function verifyRatings(database: Db): Promise<Verification> {
  const differences: string[] = [];
  const players = new Map<string, RatingCopy>();
  for await (const player of playerRatings(database)) players.set(player.id, player);

  const replay = createReplay((id) => players.get(id));
  const rated = new Set<string>();
  for await (const chunk of chunks(exportHistory(database))) {
    const matchIds = chunk.flatMap(({ entry }) => entry.reason.match_id ?? []);
    const matches = new Map(
      (await ratableMatches(database, matchIds)).map((match) => [match.id, match]),
    );
    for (const { entry } of chunk) {
      const { match_id } = entry.reason;
      if (match_id) rated.add(match_id);
      const faults = replay.follow(entry, match_id ? matches.get(match_id) : undefined);
      differences.push(...faults.map((fault) => `${entry.player_id}: entry ${entry.id} ${fault}`));
    }
  }
  differences.push(...(await compareStandings(database, replay, players)));
  for (const { id, ratingStatus, entries } of await mismatchedMatches(database)) {
    differences.push(`${id}: is ${ratingStatus}, but the history has ${entries} entries of it`);
  }
  for await (const { id, playedAt, written } of matchMoments(database)) {
    if (parseDateTime(written)?.instant === playedAt) continue;
    differences.push(`${id}: played_at is ${utc(playedAt)}, but was written as ${written}`);
  }
  return { players: players.size, matches: rated.size, differences };
}

async function compareStandings(
  database: Db,
  replay: Replay,
  players: ReadonlyMap<string, RatingCopy>,
): Promise<string[]> {
  const differences: string[] = [];
  const stored = new Map<string, Standing>();
  for await (const standing of exportStandings(database)) stored.set(standing.playerId, standing);
  const report = (id: string, place: string, name: string, given: unknown, computed: unknown) => {
    if (given === computed) return;
    differences.push(`${id}: ${name} in ${place} is ${given}, the history gives ${computed}`);
  };
  for (const player of players.values()) {
    const standing = replay.standings.get(player.id);
    const rating = stored.get(player.id);
    if (!standing) differences.push(`${player.id}: has no initial assessment in the history`);
    if (!rating) differences.push(`${player.id}: has no rating`);
    if (!standing || !rating) continue;
    for (const [name, computed] of Object.entries(standing)) {
      const given = Object.entries(rating).find(([member]) => member === name)?.[1];
      report(player.id, 'the rating', name, given, computed);
    }
    report(player.id, "the player's copy", 'value', player.value, standing.value);
    report(player.id, "the player's copy", 'confidence', player.confidence, standing.confidence);
  }
  return differences;
}

async function* chunks(rows: AsyncIterable<HistoryRow>): AsyncGenerator<HistoryRow[]> {
  let chunk: HistoryRow[] = [];
  for await (const row of rows) {
    chunk.push(row);
    if (chunk.length < chunkSize) continue;
    yield chunk;
    chunk = [];
  }
  yield chunk;
}
