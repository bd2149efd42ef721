// A league of four whose table and ratings are worked out by hand, and a larger one for longer lists.
import { person } from '../support/city.ts';
import { load, type TestService } from '../support/service.ts';
import { score } from './score.ts';

const [a, b, c, d, e] = [...'abcde'].map((end) => `plr_leaguexxx${end}`) as [
  ...[string, string, string, string, string],
];

export const ids = {
  /** Of whom the last one doesn't play. */
  players: { a, b, c, d, e },
  league: 'cmp_leaguexxx1',
  large: 'cmp_leaguexxx2',
  cup: 'cmp_leaguexxx3',
  venue: 'ven_leaguexxx1',
  first: 'mat_leaguexxx1',
  surprise: 'mat_leaguexxx2',
  retired: 'mat_leaguexxx3',
  walkover: 'mat_leaguexxx4',
  pending: 'mat_leaguexxx5',
} as const;

/** The moment at which the pages are looked at: on 20 May 2026, at two in Warsaw. */
export const now = Date.parse('2026-05-20T12:00:00Z');

const competition = (id: string, name: string, more: object = {}) => ({
  kind: 'competition',
  id,
  name,
  type: 'league',
  organizer_id: 'org_league',
  season: '2026-spring',
  starts_on: '2026-05-01',
  ends_on: '2026-06-30',
  match_format: { games_per_set: 6, no_ad: true, final_set: 'match_tiebreak' },
  venue_ids: [ids.venue],
  ...more,
});

/** A match in the league of four. */
export const match = (id: string, players: readonly string[], played_at: string, more: object) => ({
  kind: 'match',
  id,
  competition_id: ids.league,
  venue_id: ids.venue,
  court_number: 2,
  played_at,
  player_ids: players,
  status: 'completed',
  created_at: '2026-05-19T12:00:00Z',
  ...more,
});
const won = { score: score('6-4 6-3') };

const onMondays = {
  preferred_venue_ids: [ids.venue],
  availability: [{ day: 'monday', start: '18:00', end: '20:00' }],
};

/** `n` as the last characters of an id. */
const numbered = (prefix: string, n: number) => `${prefix}_large${String(n).padStart(5, '0')}`;

/** 52 players, of whom each has one match, and 64 matches more: 26 pairs, and 90 results. */
const largePlayers = Array.from({ length: 52 }, (_, n) =>
  person(numbered('plr', n), `Player ${String(n).padStart(2, '0')}`, 3),
);
const largeMatches = Array.from({ length: 90 }, (_, n) =>
  match(
    numbered('mat', n),
    [numbered('plr', (2 * n) % 52), numbered('plr', (2 * n + 1) % 52)],
    new Date(Date.parse('2026-05-02T08:00:00Z') + Math.floor(n / 4) * 3_600_000).toISOString(),
    { competition_id: ids.large, ...won },
  ),
);

/**
 * Fills a service. Rated are, in this order: A beats B, both at 1400 (+24, −24). D, at 1200 and expected
 * to score 0.216, beats A at 1424 (+38, −38). C, at 1400, wins when B retires at 1376, after 8 of 13
 * games instead of the 0.534 expected (+4, −4). A walkover against C, and a win of B over D that waits.
 */
export async function fillLeague({ workbench, rate }: TestService): Promise<void> {
  await load(workbench, [
    { kind: 'organizer', id: 'org_league', name: 'Klub Ósemka' },
    {
      kind: 'venue',
      id: ids.venue,
      name: 'Korty Zachodnie',
      district: 'Wola',
      address: 'ul. Kortowa 1',
      courts: [
        { number: 1, surface: 'hard', indoor: false },
        { number: 2, surface: 'clay', indoor: true },
      ],
    },
    competition(ids.league, 'Liga Czterech'),
    competition(ids.large, 'Liga Wielu', { starts_on: '2026-04-01', ends_on: '2026-05-19' }),
    competition(ids.cup, 'Puchar Lata', {
      type: 'tournament',
      season: '2026-cup',
      starts_on: '2026-05-21',
      match_format: { games_per_set: 4, no_ad: false, final_set: 'full_set' },
      venue_ids: [],
    }),
    person(a, 'Anna K.', 3.5, onMondays),
    person(b, 'Bartek Ł.', 3.5, onMondays),
    person(c, 'Celina Ż.', 3.5),
    person(d, 'Dawid P.', 2.5),
    person(e, 'Ewa Ś.', 5, onMondays),
    match(ids.first, [a, b], '2026-05-02T18:00:00+02:00', won),
    match(ids.surprise, [a, d], '2026-05-16T10:00:00+02:00', {
      score: score('6-7(5-7) 6-3 [8-10]'),
    }),
    match(ids.retired, [b, c], '2026-05-17T10:00:00+02:00', {
      status: 'retired',
      score: score('4-6 1-2'),
      retired_player_id: b,
    }),
    match(ids.walkover, [a, c], '2026-05-18T18:00:00+02:00', { status: 'walkover', winner_id: a }),
  ]);
  await rate();
  await load(workbench, [
    match(ids.pending, [b, d], '2026-05-18T22:30:00Z', {
      score: score('6-0 6-0'),
      court_number: 9,
    }),
  ]);
}

/** Fills the larger league; its results wait for their rating. */
export async function fillLarge({ workbench }: TestService): Promise<void> {
  await load(workbench, [...largePlayers, ...largeMatches]);
}
