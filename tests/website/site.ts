// A city for the pages: names that try to break out of them, and every kind of result.
import { refreshQuality } from '../../modules/quality/index.ts';
import { load, type TestService } from '../support/service.ts';
import { score } from './score.ts';

/** Names that try to be more than text. */
export const hostileNames = {
  script: '<script>alert(1)</script>',
  attribute: '"><img src=x onerror=alert(1)>',
  title: '</title></bdi></a></td><h1>Mine</h1>',
  escaped: '&amp;&lt;b&gt; \' " `&quot;',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as whoever tries it would write it
  template: '{{7*7}} ${7*7} %s javascript:alert(1) ]]>',
  reversed: '\u202E.K annA\u202B\u2066',
  arabic: 'محمد علي بن يوسف',
  emoji: '👩‍👩‍👧‍👦 🎾 e\u0301\u0302\u0303\u0304',
  unbroken: 'WŹ'.repeat(100),
} as const;

/** Of who holds the competitions. */
export const organizerName = '<b onclick="alert(1)">Klub</b>';

const long = 'Wawrzyniec Brzęczyszczykiewicz-Chrząszczyżewoszycki ze Szczebrzeszyna';
const names = [
  'Anna K.',
  ...Object.values(hostileNames),
  long,
  'Świętosława Gżegżółka-Źdźbło',
  'Bartek Ł.',
  'Celina Ż.',
  'Ola P.',
];

const id = (prefix: string, n: number) => `${prefix}_site${String(n).padStart(6, '0')}`;

/** What the addresses of the pages are made of. */
export const ids = {
  /** Who has played everybody, more matches than a page shows. */
  anna: id('plr', 0),
  /** Named by `hostileNames.script`. */
  script: id('plr', 1),
  reversed: id('plr', 6),
  unbroken: id('plr', 9),
  /** The one with the long Polish name. */
  long: id('plr', 10),
  bartek: id('plr', 12),
  /** Who hasn't played. */
  unplayed: id('plr', 14),
  league: id('cmp', 0),
  cup: id('cmp', 1),
  /** In which nothing was played. */
  unplayedCup: id('cmp', 2),
  venue: id('ven', 0),
  retired: id('mat', 5),
  walkover: id('mat', 8),
  tiebreak: id('mat', 3),
  latest: id('mat', 93),
  pending: id('mat', 900),
} as const;

/** The moment at which the pages are looked at. */
export const now = Date.parse('2026-06-20T12:00:00Z');
const dayMs = 86_400_000;

function competition(n: number, name: string, type: string, final_set: string) {
  return {
    kind: 'competition',
    id: id('cmp', n),
    name,
    type,
    organizer_id: 'org_site',
    season: n === 2 ? `2026-${hostileNames.unbroken.slice(0, 195)}` : '2026-spring',
    starts_on: '2025-09-01',
    ends_on: '2026-06-30',
    match_format: { games_per_set: 6, no_ad: false, final_set },
    venue_ids: [id('ven', 0), id('ven', 1)],
  };
}

const places = [
  { kind: 'organizer', id: 'org_site', name: organizerName },
  ...[`Korty ${hostileNames.attribute}`, hostileNames.unbroken, hostileNames.reversed].map(
    (name, n) => ({
      kind: 'venue',
      id: id('ven', n),
      name,
      district: n === 0 ? hostileNames.title : 'Śródmieście',
      address: `ul. ${hostileNames.escaped} ${n}`,
      courts: [
        { number: 1, surface: 'clay', indoor: false },
        { number: 2, surface: 'hard', indoor: true },
      ],
    }),
  ),
  competition(0, `Liga ${hostileNames.title}`, 'league', 'match_tiebreak'),
  competition(1, hostileNames.unbroken, 'tournament', 'full_set'),
  competition(2, `${hostileNames.reversed} Cup`, 'tournament', 'full_set'),
];

const players = names.map((display_name, n) => ({
  kind: 'player',
  id: id('plr', n),
  display_name,
  self_assessed_ntrp: 2 + (n % 6) / 2,
  preferred_venue_ids: [id('ven', n % 3)],
  availability: [
    { day: 'saturday', start: '09:00', end: '12:30' },
    ...(n % 2 ? [{ day: 'monday', start: '18:00', end: '21:00' }] : []),
  ],
  created_at: '2025-08-01T10:00:00Z',
}));

const scores = ['6-4 6-3', '7-6(7-4) 2-6 6-1', '0-6 6-7(10-12)', '6-4 3-6 [10-7]'].map(score);

/** The nth match: one in nine is a walkover, one in seven ended by a retirement. */
function match(n: number, first: number, second: number) {
  const isCup = n % 4 === 1 || n % 4 === 2;
  const base = {
    kind: 'match',
    id: id('mat', n),
    competition_id: id('cmp', isCup ? 1 : 0),
    venue_id: id('ven', n % 2),
    ...(n % 3 && { court_number: (n % 2) + 1 }),
    played_at: new Date(now - (201 - 2 * n) * dayMs - (n % 7) * 3_600_000).toISOString(),
    player_ids: [id('plr', first), id('plr', second)],
  };
  const created_at = new Date(Date.parse(base.played_at) + 3 * 3_600_000).toISOString();
  if (n % 9 === 8) {
    const winner_id = id('plr', n % 2 ? first : second);
    return { ...base, status: 'walkover', winner_id, created_at };
  }
  if (n % 7 === 5) {
    const more = { score: score('6-4 2-3'), retired_player_id: id('plr', second) };
    return { ...base, status: 'retired', ...more, created_at };
  }
  return { ...base, status: 'completed', score: scores[n % 4], created_at };
}

const mostPlayers = names.length - 1; // the last one doesn't play
const rated = Array.from({ length: 96 }, (_, n) => {
  const first = n % 3 === 2 ? 1 + (n % (mostPlayers - 1)) : 0;
  const second = 1 + ((n * 5 + (first === 0 ? 0 : 1)) % (mostPlayers - 1));
  return match(n, first, second === first ? 1 + (second % (mostPlayers - 1)) : second);
});

/** Fills a service with the city, rates what was played, and leaves one match pending. */
export async function fillSite({ workbench, rate }: TestService): Promise<void> {
  await load(workbench, [...places, ...players, ...rated]);
  await rate();
  await refreshQuality(workbench);
  await load(workbench, [{ ...match(100, 0, 12), id: ids.pending }]);
}

const named = (paths: Readonly<Record<string, string>>) =>
  Object.entries(paths).map(([name, path]) => ({ name, path }));
const whatIf = `/players/${ids.anna}/what-if`;

/** Every page, at an address where it has something to show. */
export const pages = named({
  ranking: '/',
  search: '/?q=a',
  'search in vain': '/?q=xyz&competition=cmp_site000002',
  venues: '/venues',
  player: `/players/${ids.anna}`,
  'player without matches': `/players/${ids.unplayed}`,
  'head to head': `/players/${ids.anna}/against/${ids.bartek}`,
  'choice of what if': `${whatIf}?q=a`,
  'what if': `${whatIf}?opponent=${ids.long}`,
  competitions: '/competitions',
  league: `/competitions/${ids.league}`,
  cup: `/competitions/${ids.cup}`,
  match: `/matches/${ids.tiebreak}`,
  'pending match': `/matches/${ids.pending}`,
  rules: '/rules',
  'all rules': '/rules/all',
  quality: '/quality',
});

/** The same ones, with something else to show. */
export const variants = named({
  'search for nothing': '/?q=&venue=&competition=&cursor=',
  'what if among suggestions': whatIf,
  'player of 200 letters': `/players/${ids.unbroken}`,
  'wrong what if': `${whatIf}?q=%3Cb%3E`,
  walkover: `/matches/${ids.walkover}`,
  retirement: `/matches/${ids.retired}`,
});

/** The languages of the pages. */
export const languages = ['en', 'pl'] as const;

/** Texts that are right in both languages. */
export const sameInBoth: readonly string[] = ['Ranking', 'Start', 'Set', 'M'];

/** A text as it stands in HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
