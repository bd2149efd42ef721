import { newSecret } from '../../modules/auth/index.ts';

// A small city for tests: every match format, two organizers, players of known levels.
export const ids = {
  organizer: 'org_first',
  otherOrganizer: 'org_second',
  client: 'client_first',
  otherClient: 'client_second',
  scopelessClient: 'client_scopeless',
  venues: ['ven_aaaaaaaaa1', 'ven_aaaaaaaaa2', 'ven_aaaaaaaaa3'],
  players: Array.from({ length: 12 }, (_, n) => `plr_aaaaaaaa${String(n + 1).padStart(2, '0')}`),
  /** Full sets, and a full third one. */
  league: 'cmp_aaaaaaaaa1',
  /** Full sets, and a match tiebreak. */
  tiebreakLeague: 'cmp_aaaaaaaaa2',
  /** Short sets, and a short third one. */
  shortCup: 'cmp_aaaaaaaaa3',
  /** Short sets, and a match tiebreak. */
  shortTiebreakCup: 'cmp_aaaaaaaaa4',
  /** Run by the other organizer. */
  foreignCup: 'cmp_aaaaaaaaa5',
} as const;

export const secrets = {
  key: 'test-key-for-reading-0000001',
  otherKey: 'test-key-for-reading-0000002',
  client: 'test-secret-of-first-client-1',
  otherClient: 'test-secret-of-second-client-2',
  scopelessClient: 'test-secret-of-scopeless-client-3',
} as const;

const names = [
  'Anna K.',
  'Bartek Ł.',
  'Celina Ż.',
  'Łukasz W.',
  'Zofia N.',
  'Maria D.',
  'Ola P.',
  'Piotr S.',
  'Ewa Ś.',
  'Jan Ć.',
  'Róża O.',
  'Tomek G.',
];

const competition = (
  id: string,
  name: string,
  more: Record<string, unknown>,
  format: Record<string, unknown>,
) => ({
  kind: 'competition',
  id,
  name,
  type: 'league',
  organizer_id: ids.organizer,
  season: '2026-spring',
  starts_on: '2026-03-01',
  ends_on: '2026-06-30',
  match_format: { games_per_set: 6, no_ad: false, final_set: 'full_set', ...format },
  venue_ids: [ids.venues[0], ids.venues[1]],
  ...more,
});

const short = { games_per_set: 4, no_ad: true };
const tiebreak = { final_set: 'match_tiebreak' };

/** The city as the records of an import. */
export function testCity(): Record<string, unknown>[] {
  const client = (
    client_id: string,
    client_secret: string,
    organizer_id: string,
    scopes: string[],
  ) => ({ kind: 'client', client_id, client_secret, organizer_id, scopes });
  return [
    { kind: 'organizer', id: ids.organizer, name: 'First Club' },
    { kind: 'organizer', id: ids.otherOrganizer, name: 'Second Club' },
    client(ids.client, secrets.client, ids.organizer, ['matches:write']),
    client(ids.otherClient, secrets.otherClient, ids.otherOrganizer, ['matches:write']),
    client(ids.scopelessClient, secrets.scopelessClient, ids.organizer, []),
    { kind: 'api_key', key: secrets.key, label: 'tests' },
    { kind: 'api_key', key: secrets.otherKey, label: 'more tests' },
    ...['Agrykola', 'Łazienki', 'Warszawianka'].map((name, index) => ({
      kind: 'venue',
      id: ids.venues[index],
      name,
      district: index === 2 ? 'Mokotów' : 'Śródmieście',
      address: `ul. Kortowa ${index + 1}, Warszawa`,
      courts: [
        { number: 1, surface: 'clay', indoor: false },
        { number: 2, surface: 'hard', indoor: true },
      ],
    })),
    competition(ids.league, 'League', {}, {}),
    competition(ids.tiebreakLeague, 'Tiebreak League', {}, tiebreak),
    competition(ids.shortCup, 'Short Cup', { type: 'tournament', starts_on: '2026-04-01' }, short),
    competition(
      ids.shortTiebreakCup,
      'Short Tiebreak Cup',
      { type: 'tournament', venue_ids: [ids.venues[2]] },
      { ...short, ...tiebreak },
    ),
    competition(ids.foreignCup, 'Foreign Cup', { organizer_id: ids.otherOrganizer }, {}),
    ...names.map((display_name, index) => ({
      kind: 'player',
      id: ids.players[index],
      display_name,
      // 3.0, 3.0, 3.5, 4.0, …: ratings 1300, 1300, 1400, 1500, …
      self_assessed_ntrp: [3, 3, 3.5, 4, 1.5, 5.5, 3, 3.5, 2.5, 2, 4.5, 5][index],
      preferred_venue_ids: index % 2 === 0 ? [ids.venues[0]] : [ids.venues[1], ids.venues[0]],
      availability:
        index % 3 === 2
          ? [{ day: 'saturday', start: '09:00', end: '12:00' }]
          : [
              { day: 'monday', start: '18:00', end: '20:00' },
              { day: 'saturday', start: '10:00', end: '14:00' },
            ],
      created_at: '2026-01-01T10:00:00.000Z',
    })),
  ];
}

/** The record of a player without preferences, unless more is told. */
export const person = (
  id: string,
  display_name: string,
  self_assessed_ntrp: number,
  more: Record<string, unknown> = {},
) => ({
  kind: 'player',
  id,
  display_name,
  self_assessed_ntrp,
  preferred_venue_ids: [],
  availability: [],
  created_at: '2026-01-01T10:00:00Z',
  ...more,
});

/** The record of a pass to all of the first organizer's desk, unless more is told. */
export const pass = (more: Record<string, unknown> = {}) => ({
  kind: 'pass',
  organizer_id: ids.organizer,
  competition_id: null,
  may_correct: false,
  ends_on: null,
  label: 'desk',
  pass: newSecret('trp_'),
  ...more,
});

/** A time of the inactivity drops that doesn't come upon a test. */
export const leapDays = '0 3 29 2 *';

let moment = Date.parse('2026-05-01T10:00:00Z');

/** The body of a completed match that Anna K. won against Bartek Ł., at a time no other has. */
export function completed(more: Record<string, unknown> = {}): Record<string, unknown> {
  moment += 1_000;
  return {
    competition_id: ids.league,
    venue_id: ids.venues[0],
    played_at: new Date(moment).toISOString(),
    player_ids: [ids.players[0], ids.players[1]],
    status: 'completed',
    score: { sets: [{ games: [6, 4] }, { games: [6, 3] }] },
    ...more,
  };
}

/** The body of a match in which Bartek Ł. retired. */
export function retired(more: Record<string, unknown> = {}): Record<string, unknown> {
  const score = { sets: [{ games: [6, 4] }, { games: [2, 1] }] };
  return completed({ status: 'retired', score, retired_player_id: ids.players[1], ...more });
}

/** The body of a match to which Bartek Ł. didn't come. */
export function walkover(more: Record<string, unknown> = {}): Record<string, unknown> {
  const { score: _, ...body } = completed({ status: 'walkover', winner_id: ids.players[0] });
  return { ...body, ...more };
}
