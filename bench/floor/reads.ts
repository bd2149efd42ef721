// The five reads, by hand: each gives the answer's value, undefined where there is no such player.
import type { Access } from './access.ts';
import type { Database, Row } from './database.ts';

export function createReads({ query }: Database, { hmac }: Access) {
  function page(found: Row[], position: (row: Row) => unknown[], scope: string) {
    const data = found.slice(0, 20);
    const last = found.length > 20 ? data.at(-1) : undefined;
    const payload = last && Buffer.from(JSON.stringify(position(last))).toString('base64url');
    return { data, next_cursor: payload ? `${payload}.${hmac(scope + payload)}` : null };
  }

  return {
    player: async (id: string) => (await query('player', [id]))[0],

    list: async () =>
      page(await query('list', []), ({ display_name, id }) => [display_name, id], 'list'),

    async history(id: string) {
      const found = await query('history', [id]);
      if (found.length === 0) return undefined;
      const placeOf = ({ run, at, sent_at, match_id, nth }: Row) => [
        run,
        at,
        sent_at,
        match_id,
        nth,
      ];
      const { data, next_cursor } = page(found, placeOf, id);
      return { data: data.map(historyEntry), next_cursor };
    },

    async suggestions(id: string) {
      const found = await query('suggestions', [id]);
      if (found.length === 0) return undefined;
      return { data: found.filter((row) => row.id !== null).map(suggestion) };
    },

    matches: async (player: string) =>
      page(await query('matches', [player]), ({ played_at, id }) => [played_at, id], player),
  };
}

function historyEntry(row: Row): Row {
  const { opponent_id, opponent_rating, expected_score, actual_score, k_factor } = row;
  const calculation = { opponent_id, opponent_rating, expected_score, actual_score, k_factor };
  return {
    id: row.id,
    player_id: row.player_id,
    occurred_at: row.occurred_at,
    reason: {
      code: row.reason,
      match_id: row.nth === 99 ? row.match_id : null,
      explanation: row.explanation,
    },
    value_before: row.value_before,
    value_after: row.value_after,
    change: row.value_before === null ? null : row.value_after - row.value_before,
    confidence_before: row.confidence_before,
    confidence_after: row.confidence_after,
    calculation: row.reason === 'match_result' ? calculation : null,
  };
}

function suggestion(row: Row): Row {
  return {
    player: {
      id: row.id,
      display_name: row.display_name,
      rating: { value: row.rating_value, confidence: row.rating_confidence },
    },
    rating_gap: row.gap,
    overlapping_availability: overlaps(row.mine, row.availability),
    shared_venue_ids: row.venues.filter((id: string) => row.preferred_venue_ids.includes(id)),
  };
}

type Window = { day: string; start: string; end: string };
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function overlaps(mine: Window[], theirs: Window[]): Window[] {
  const shared = mine.flatMap((a) =>
    theirs
      .filter((b) => b.day === a.day)
      .map((b) => ({
        day: a.day,
        start: (a.start > b.start ? a : b).start,
        end: (a.end < b.end ? a : b).end,
      }))
      .filter(({ start, end }) => start < end),
  );
  return shared.sort(
    (a, b) => days.indexOf(a.day) - days.indexOf(b.day) || (a.start < b.start ? -1 : 1),
  );
}
