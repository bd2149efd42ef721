import type { Db } from '../../shared/database/db.ts';
import { parseDateTime } from '../../shared/time.ts';
import { storedMatches } from '../matches/index.ts';
import { storedPlayers } from '../players/index.ts';
import { entriesMeant, matchEntries, placedFrom } from './history-repository.ts';
import { createReplay, differing } from './replay.ts';
import { allStandings } from './repository.ts';
import type { Standing } from './standing.ts';

/**
 * Recomputes every rating from the history's inputs and compares it with every place it is kept. Gives how many
 * players and rated matches were looked at, and a sentence for each thing that is wrong. Tells meanwhile how many
 * entries are done.
 */
export async function verifyRatings(db: Db, tell: (entries: number) => void = () => undefined) {
  const differences: string[] = [];
  let followed = 0;
  const seen = () => tell(followed);
  const players = await mapOf(storedPlayers(db), ({ id }) => id, seen);
  const replay = createReplay((id) => players.get(id));
  let rated = 0;
  for await (const page of placedFrom(db, 0)) {
    const ids = page.flatMap(({ entry }) => entry.reason.match_id ?? []);
    const matches = await storedMatches(db, ids);
    for (const { entry } of page) {
      replay.follow(entry, matches.get(entry.reason.match_id), (fault) =>
        differences.push(`${entry.player_id}: entry ${entry.id} ${fault}`),
      );
    }
    followed += page.length;
    seen();
  }
  replay.finish();

  const ratings = await mapOf(allStandings(db), ({ player_id }) => player_id, seen);
  for (const { id, rating_value, rating_confidence, values_at_venues } of players.values()) {
    const standing = replay.standings.get(id);
    const rating = ratings.get(id);
    if (!standing) differences.push(`${id}: has no initial assessment in the history`);
    if (!rating) differences.push(`${id}: has no rating`);
    if (!standing || !rating) continue;
    const copy = { ...standing, value: rating_value, confidence: rating_confidence };
    differences.push(...compare(id, 'the rating', rating, standing));
    differences.push(...compare(id, "the player's copy", copy, standing));
    for (const value of new Set(values_at_venues)) {
      differences.push(...compare(id, 'the copy at a venue', { value }, { value: standing.value }));
    }
  }
  for await (const { id, played_at, played_at_text, ...match } of matchEntries(db)) {
    seen();
    const { rating_status: status, entries } = match;
    if (entries) rated += 1;
    if (entries !== entriesMeant(status)) {
      differences.push(`${id}: is ${status}, but the history has ${entries} entries of it`);
    }
    if (parseDateTime(played_at_text)?.instant !== Date.parse(played_at)) {
      const way = 'give "matches correct" the right one as --played-at';
      differences.push(
        `${id}: played_at is ${played_at}, but was written as ${played_at_text}; ${way}`,
      );
    }
  }
  return { players: players.size, matches: rated, differences };
}

function compare(id: string, place: string, given: Partial<Standing>, computed: Partial<Standing>) {
  return differing(given, computed).map(
    ([name, stored, value]) =>
      `${id}: ${name} in ${place} is ${stored}, the history gives ${value}`,
  );
}

async function mapOf<I, T>(
  rows: AsyncIterable<T>,
  idOf: (row: T) => I,
  seen: () => void,
): Promise<Map<I, T>> {
  const found = new Map<I, T>();
  for await (const row of rows) {
    seen();
    found.set(idOf(row), row);
  }
  return found;
}
