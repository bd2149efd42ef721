// The city of the fault harness: three organizers with a format each, and results of every kind.
import type { Draw } from '../ratings/random-season.ts';

type Pair = readonly [number, number];
type Score = {
  readonly sets: readonly { readonly games: Pair; readonly tiebreak?: Pair }[];
  readonly match_tiebreak?: Pair;
};

const dayMs = 86_400_000;
const digits = (n: number, length: number) => n.toString(36).padStart(length, '0');
const set = (...games: [number, number]) => ({ games });

export const readerKey = 'key-of-the-faults-reader-0001';
export const playerIds = Array.from({ length: 24 }, (_, n) => `plr_${digits(n, 10)}`);
/** They played long ago only, so that inactivity drops are due whenever they are rated. */
const resting = playerIds.slice(-6);
const active = playerIds.slice(0, -6);
const venue = 'ven_0000000000';

const formats = [
  {
    format: { games_per_set: 6, final_set: 'full_set' },
    scores: [
      { sets: [set(6, 4), set(6, 3)] },
      { sets: [{ games: [7, 6], tiebreak: [7, 5] }, set(3, 6), set(6, 4)] },
    ],
    abandoned: { sets: [set(6, 4), set(2, 1)] },
    wrong: { sets: [set(6, 5), set(6, 3)] },
  },
  {
    format: { games_per_set: 6, final_set: 'match_tiebreak' },
    scores: [
      { sets: [set(6, 4), set(3, 6)], match_tiebreak: [10, 7] },
      { sets: [set(7, 5), set(6, 0)] },
    ],
    abandoned: { sets: [set(3, 6), set(7, 5)], match_tiebreak: [4, 8] },
    wrong: { sets: [set(6, 4), set(3, 6), set(6, 2)] },
  },
  {
    format: { games_per_set: 4, final_set: 'full_set' },
    scores: [{ sets: [set(4, 2), set(5, 4)] }, { sets: [set(4, 1), set(3, 5), set(5, 3)] }],
    abandoned: { sets: [set(4, 2), set(1, 2)] },
    wrong: { sets: [set(4, 3), set(4, 1)] },
  },
] as const satisfies readonly {
  readonly format: object;
  readonly scores: readonly Score[];
  readonly abandoned: Score;
  readonly wrong: Score;
}[];

export const organizers = formats.map((_, n) => ({
  id: `org_${n}`,
  competition: `cmp_${digits(n, 10)}`,
  client: `client_${n}`,
  secret: `secret-of-the-faults-client-${n}`,
}));

/** A player as an import takes it; everybody joined before the first match. */
export function playerRecord(id: string, n: number) {
  return {
    kind: 'player',
    id,
    display_name: `Player ${n} A.`,
    self_assessed_ntrp: 1.5 + (n % 9) / 2,
    preferred_venue_ids: [venue],
    availability: [],
    created_at: '2023-01-01T00:00:00.000Z',
  };
}

/** The city as the lines of an import. */
export function cityLines(): string {
  const records = [
    ...organizers.map(({ id }) => ({ kind: 'organizer', id, name: `Club ${id}` })),
    ...organizers.map(({ id, client, secret }) => ({
      kind: 'client',
      client_id: client,
      client_secret: secret,
      organizer_id: id,
      scopes: ['matches:write'],
    })),
    { kind: 'api_key', key: readerKey, label: 'faults' },
    { kind: 'venue', id: venue, name: 'Park', district: 'Wola', address: 'Kortowa 1', courts: [] },
    ...organizers.map(({ id, competition }, n) => ({
      kind: 'competition',
      id: competition,
      name: `Cup ${n}`,
      type: 'league',
      organizer_id: id,
      season: '2024-all',
      starts_on: '2024-01-01',
      ends_on: '2034-12-31',
      match_format: { ...formats[n]?.format, no_ad: false },
      venue_ids: [venue],
    })),
    ...playerIds.map(playerRecord),
  ];
  return lines(records);
}

/** Records as the lines of an import. */
export function lines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** When the result with the number was played: each at another second, recently or long ago. */
function playedAt(number: number, start: number, isOld: boolean): string {
  return new Date(start - (isOld ? 200 : 50) * dayMs + number * 1_000).toISOString();
}

/** The times between which the results from one number to another were played. */
export function windows(from: number, to: number, start: number) {
  return [true, false].map((isOld) => ({
    after: playedAt(from, start, isOld),
    before: playedAt(to, start, isOld),
  }));
}

/** A result of the organizer's competition; `start` is when the database was made. */
export function drawResult(draw: Draw, organizer: number, number: number, start: number) {
  const { scores, abandoned } = formats[organizer] ?? formats[0];
  const isOld = draw.chance(0.2);
  const [one = '', other = ''] = draw.shuffled(isOld ? resting : active);
  const body = {
    competition_id: organizers[organizer]?.competition ?? '',
    venue_id: venue,
    court_number: draw.chance(0.5) ? 1 + draw.below(9) : null,
    played_at: playedAt(number, start, isOld),
    player_ids: [one, other],
  };
  if (draw.chance(0.1)) return { ...body, status: 'walkover', winner_id: other };
  if (draw.chance(0.15)) {
    const retired_player_id = draw.pick([one, other]);
    return { ...body, status: 'retired', score: abandoned, retired_player_id };
  }
  return { ...body, status: 'completed', score: draw.pick<Score>(scores) };
}

export type Result = ReturnType<typeof drawResult>;

/** What makes a good result one that is refused, by the type of the problem. */
export const spoilers: Readonly<Record<string, (result: Result, organizer: number) => object>> = {
  'invalid-score': (result, organizer) => ({
    ...result,
    status: 'completed',
    score: (formats[organizer] ?? formats[0]).wrong,
    winner_id: null,
    retired_player_id: null,
  }),
  'not-competition-organizer': (result, organizer) => ({
    ...result,
    competition_id: organizers[(organizer + 1) % organizers.length]?.competition,
  }),
  'validation-failed': (result) => ({ ...result, player_ids: [active[0], 'plr_nobodyhere'] }),
};
