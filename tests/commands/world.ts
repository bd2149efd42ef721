import { completed, ids, retired, testCity, walkover } from '../support/city.ts';

const [anna = '', bartek = '', celina = '', lukasz = ''] = ids.players;

/** When commands are given. */
export const now = Date.parse('2026-06-01T10:00:00Z');

/** A match of each kind, some at the edges of a day in Warsaw; the newest first. */
export const played = {
  evening: completed({
    id: 'mat_evening000',
    competition_id: ids.tiebreakLeague,
    played_at: '2026-05-10T23:59:59+02:00',
    score: {
      sets: [{ games: [6, 4] }, { games: [6, 7], tiebreak: [5, 7] }],
      match_tiebreak: [10, 8],
    },
  }),
  midnight: retired({
    id: 'mat_midnight00',
    played_at: '2026-05-01T22:00:00Z',
    player_ids: [celina, anna],
    retired_player_id: anna,
  }),
  cup: completed({
    id: 'mat_cup0000000',
    competition_id: ids.shortCup,
    venue_id: ids.venues[1],
    court_number: 2,
    played_at: '2026-04-10T10:00:00Z',
    player_ids: [celina, bartek],
    score: { sets: [{ games: [4, 1] }, { games: [4, 2] }] },
  }),
  nobody: walkover({
    id: 'mat_nobody0000',
    played_at: '2026-03-29T23:59:00+02:00',
    player_ids: [bartek, lukasz],
    winner_id: lukasz,
  }),
} as const;

/** The city with ids of its keys, and with these matches, which came in a day after they were played. */
export const playedCity = () => [
  ...testCity().map((record, n) =>
    record.kind === 'api_key' ? { ...record, id: `key_aaaaaaaaa${n}` } : record,
  ),
  ...Object.values(played).map((match) => ({
    kind: 'match',
    ...match,
    created_at: new Date(Date.parse(String(match.played_at)) + 86_400_000).toISOString(),
  })),
];
