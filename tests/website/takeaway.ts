// A city whose names a spreadsheet would run, with more results than one statement reads.
import type { PlayerId } from '../../shared/ids.ts';
import { person, secrets } from '../support/city.ts';
import { load, type TestService } from '../support/service.ts';
import { score } from './score.ts';
import { hostileNames } from './site.ts';

/** Names that are formulas, in one way of splitting a line or another. */
const formulas = [
  `=HYPERLINK("http://x.example","Anna")`,
  '+48 600 100 200',
  '-2+3',
  '@SUM(1)',
  '＝1+1',
  '－1',
  'Anna;=1+1',
  'Anna," =1+1',
  "'Anna",
];

const names = [...formulas, ...Object.values(hostileNames), 'Anna K.', 'Bartek Ł.', 'Celina Ż.'];
const idOf = (n: number) => `plr_takeaway${String(n).padStart(2, '0')}`;

/** Everybody's; the last one doesn't play. */
const everybody = [...names, 'Ola P.'];

/** The players by their names. */
export const players: ReadonlyMap<string, PlayerId> = new Map(
  everybody.map((name, n) => [name, idOf(n) as PlayerId]),
);
export const [anna, bartek, celina] = [-3, -2, -1].map((n) => idOf(names.length + n)) as [
  PlayerId,
  PlayerId,
  PlayerId,
];

export const league = 'cmp_takeaway01';
export const cup = 'cmp_takeaway02';
export const matchOf = (n: number) => `mat_taken${String(n).padStart(5, '0')}`;

/** The moment at which all is looked at. */
export const now = Date.parse('2026-06-01T12:00:00Z');

/** More than one statement reads. */
export const mostResults = 1_005;

const scores = ['6-4 6-3', '7-6(7-4) 2-6 6-1', '4-6 6-7(10-12)', '6-4 3-6 6-0'];

/** The nth result of Anna against Bartek, in the half-hour after the one before. */
const meeting = (n: number) => ({
  ...match(n, anna, bartek),
  played_at: new Date(Date.parse('2026-05-02T06:00:00Z') + n * 1_800_000).toISOString(),
});

const match = (n: number, first: string, second: string) => ({
  kind: 'match',
  id: matchOf(n),
  competition_id: league,
  venue_id: 'ven_takeaway01',
  played_at: '2026-05-30T10:00:00Z',
  player_ids: [first, second],
  status: 'completed',
  score: score(scores[n % 4] ?? ''),
  created_at: '2026-05-30T12:00:00Z',
});

const competition = (id: string, name: string, type: string) => ({
  kind: 'competition',
  id,
  name,
  type,
  organizer_id: 'org_takeaway',
  season: '2026-spring',
  starts_on: '2026-05-01',
  ends_on: '2026-06-30',
  match_format: { games_per_set: 6, no_ad: false, final_set: 'full_set' },
  venue_ids: ['ven_takeaway01'],
});

/** One result of each with the next one, of which every seventh is a walkover, then all those of Anna and Bartek. */
const chain = names.slice(1).map((_, n) => ({
  ...match(n + 2_000, idOf(n), idOf(n + 1)),
  ...(n % 7 === 3 && { status: 'walkover', winner_id: idOf(n), score: undefined }),
}));

const records = [
  { kind: 'api_key', key: secrets.key, label: 'tests' },
  { kind: 'organizer', id: 'org_takeaway', name: 'Klub' },
  {
    ...{ kind: 'venue', id: 'ven_takeaway01', name: 'Korty', district: 'Wola' },
    ...{ address: 'ul. Kortowa 1', courts: [] },
  },
  competition(league, '=Liga & <Przyjaciół>', 'league'),
  competition(cup, 'Puchar ]]>', 'tournament'),
  ...everybody.map((name, n) => person(idOf(n), name, 2 + (n % 6) / 2)),
  ...chain,
  ...Array.from({ length: mostResults }, (_, n) => meeting(n)),
  // As it is played at Warsaw's midnight, it is the next day's there.
  { ...match(3_000, celina, anna), competition_id: cup, played_at: '2026-05-30T22:00:00Z' },
];

/** Fills a service with the city, and rates it. */
export async function fill({ workbench, rate }: TestService): Promise<void> {
  await load(workbench, records);
  await rate();
}

/** Takes the player off the public pages. */
export async function unlist({ workbench }: TestService, id: PlayerId, unlisted = true) {
  const { db } = workbench.database;
  await db.updateTable('player').set({ unlisted }).where('id', '=', id).execute();
}
