import { beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { completed, ids, retired, testCity, walkover } from '../support/city.ts';
import { at, documentAt, membersAt } from '../support/document.ts';
import { expectProblem, page } from '../support/reads.ts';
import {
  load,
  onBothDatabases,
  runService,
  startTestService,
  type TestService,
} from '../support/service.ts';
import { many } from '../support/tier.ts';

type Query = Readonly<Record<string, string>>;
type List = { readonly path: string; readonly filters: readonly Query[] };

const [anna = '', bartek = '', celina = ''] = ids.players;

/** Each list with each combination of some of its filters. */
const lists: readonly List[] = [
  {
    path: '/v1/players',
    filters: combinations({
      min_rating: '1250',
      max_rating: '1700',
      venue_id: ids.venues[1],
    }),
  },
  { path: `/v1/players/${anna}/rating-history`, filters: [{}] },
  {
    path: '/v1/matches',
    filters: combinations({
      player_id: anna,
      competition_id: ids.league,
      status: 'completed',
      rating_status: 'pending',
      played_after: '2026-05-02T10:00:00+02:00',
      played_before: '2026-05-05T10:00:00Z',
    }),
  },
  {
    path: '/v1/competitions',
    filters: combinations({ type: 'league', season: '2030-spring', venue_id: ids.venues[0] }),
  },
  { path: '/v1/venues', filters: combinations({ district: 'Mokotów' }) },
];
const everyList = lists.flatMap(({ path, filters }) => filters.map((query) => ({ path, query })));

function combinations(values: Query): Query[] {
  let found: Query[] = [{}];
  for (const [name, value] of Object.entries(values)) {
    found = [...found, ...found.map((query) => ({ ...query, [name]: value }))];
  }
  return found;
}

let made = 0;
const newId = (prefix: string, place: string) => {
  made += 1;
  return `${prefix}_${place}${made.toString(36).padStart(9, '0')}`;
};

/** One more row of each kind; `place`, a letter, decides where in the order it comes to stand. */
function newRows(place: string): Record<string, unknown>[] {
  const turn = made / 4;
  const day = (place.charCodeAt(0) % 7) + 1;
  // Two turns share a moment, so that the id decides.
  const moment = Date.parse(`2026-05-0${day}T08:00:00Z`) + Math.floor(turn / 2) * 1_000;
  const form = [completed, retired, walkover][turn % 3] ?? completed;
  const match = form({
    competition_id: turn % 2 ? ids.league : ids.tiebreakLeague,
    player_ids: [place < 'm' ? anna : celina, bartek],
    played_at: new Date(moment).toISOString(),
    ...(form === walkover && { winner_id: bartek }),
  });
  return [
    {
      kind: 'venue',
      id: newId('ven', place),
      name: `${place} courts`,
      district: made % 2 ? 'Mokotów' : 'Wola',
      address: 'ul. Nowa 1',
      courts: [],
    },
    {
      kind: 'competition',
      id: newId('cmp', place),
      name: 'More',
      type: made % 2 ? 'league' : 'tournament',
      organizer_id: ids.organizer,
      season: '2026-spring',
      starts_on: `2026-03-0${day}`,
      ends_on: '2026-06-30',
      match_format: { games_per_set: 6, no_ad: false, final_set: 'full_set' },
      venue_ids: [ids.venues[0]],
    },
    {
      kind: 'player',
      id: newId('plr', place),
      display_name: `${place} N.`,
      self_assessed_ntrp: 2 + (made % 7) / 2,
      preferred_venue_ids: [ids.venues[1]],
      availability: [],
      created_at: '2026-01-01T10:00:00Z',
    },
    { ...match, kind: 'match', id: newId('mat', place) },
  ];
}

/** Each page asks for so many; before the next one something may happen. */
type Step = {
  readonly limit: number;
  readonly event: 'insert' | 'rate' | undefined;
  readonly place: string;
};
const steps = fc.array(
  fc.record({
    limit: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 7 })),
    event: fc.constantFrom('insert', 'rate', undefined),
    place: fc.constantFrom(...'abgkmtz'),
  }),
  { minLength: 1, maxLength: 6 },
);

const url = (path: string, query: Query) => `${path}?${new URLSearchParams(query)}`;
const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => String(id));

/** Follows the cursors to the end, by the steps and from then on by the last step's limit. */
async function walk(
  service: TestService,
  { path, query }: { readonly path: string; readonly query: Query },
  plan: readonly Step[],
  afterEvent: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = '';
  for (let turn = 0; cursor !== null; turn += 1) {
    const step: Step = plan[turn] ?? {
      limit: plan.at(-1)?.limit ?? 1,
      event: undefined,
      place: 'a',
    };
    const more: Query = cursor === '' ? {} : { cursor };
    const { data, next } = await page(
      service,
      url(path, { ...query, limit: `${step.limit}`, ...more }),
    );
    // A page is full unless it is the last one.
    expect(data.length).toBe(next === null ? Math.min(data.length, step.limit) : step.limit);
    // At rest there is something on each page that a cursor leads to.
    if (turn > 0 && !plan.some(({ event }) => event)) expect(data).not.toBeEmpty();
    seen.push(...idsOf(data));
    cursor = next;
    if (step.event === 'insert') await load(service.workbench, newRows(step.place));
    if (step.event === 'rate') await service.rate();
    if (step.event) await afterEvent();
  }
  return seen;
}

const everything = (service: TestService, path: string, query: Query) =>
  walk(service, { path, query }, [{ limit: 100, event: undefined, place: 'a' }]);

onBothDatabases('cursors', (kind) => {
  test('each filter that the document names is tried', () => {
    for (const { path, filters } of lists) {
      const place = path.replace('/v1', '').replace(anna, '{player_id}');
      const named = membersAt(
        documentAt('http://localhost:3000'),
        'paths',
        place,
        'get',
        'parameters',
      ).flatMap(([, parameter]) =>
        at(parameter, 'in') === 'query' ? String(at(parameter, 'name')) : [],
      );
      const tried = Object.keys(filters.at(-1) ?? {});
      expect(named.toSorted()).toEqual(['cursor', 'limit', ...tried].toSorted());
    }
  });

  let service: TestService;
  beforeAll(async () => {
    made = 0;
    const records = [...testCity(), ...[...'hhcpaa'].flatMap(newRows)];
    service = await startTestService(kind, { records });
    await service.rate();
    await load(service.workbench, [...'gtk'].flatMap(newRows));
  });

  test('each filter leaves something out', async () => {
    for (const { path, filters } of lists) {
      const all = await everything(service, path, {});
      for (const query of filters.filter((each) => Object.keys(each).length === 1)) {
        const some = await everything(service, path, query);
        expect([query, some.length < all.length]).toEqual([query, true]);
      }
    }
  });

  test('at rest, following them one by one gives each list as it is, whatever the filters', async () => {
    let found = 0;
    for (const { path, query } of everyList) {
      const all = await everything(service, path, query);
      found += all.length;
      expect(
        await walk(service, { path, query }, [{ limit: 1, event: undefined, place: 'a' }]),
      ).toEqual(all);
    }
    expect(found).toBeGreaterThan(everyList.length);
  });

  test('what is there throughout comes once and in order, whatever is inserted and rated', async () => {
    const filtered = fc
      .constantFrom(...lists)
      .chain(({ path, filters }) => fc.constantFrom(...filters.map((query) => ({ path, query }))));
    const property = fc.asyncProperty(filtered, steps, async (list, plan) => {
      const look = () => everything(service, list.path, list.query);
      let throughout = await look();
      // A rating may leave a filter's range, and come back.
      const seen = await walk(service, list, plan, async () => {
        const there = await look();
        throughout = there.filter((id) => throughout.includes(id));
      });
      expect(seen).toHaveLength(new Set(seen).size);
      expect(seen.filter((id) => throughout.includes(id))).toEqual(throughout);
      const order = await everything(service, list.path, {});
      expect(seen).toEqual(order.filter((id) => seen.includes(id)));
    });
    await fc.assert(property, { numRuns: many(15, 30) });
  });

  const nextOf = async (path: string, query: Query) =>
    (await page(service, url(path, { ...query, limit: '1' }))).next ?? '';

  test('a cursor goes on where its page ended, with another limit and its filters in any order', async () => {
    const filters = { status: 'completed', player_id: bartek };
    const cursor = await nextOf('/v1/matches', filters);
    const all = await everything(service, '/v1/matches', filters);
    const rest = await page(
      service,
      `/v1/matches?limit=100&cursor=${cursor}&player_id=${bartek}&status=completed`,
    );
    expect(idsOf(rest.data)).toEqual(all.slice(1));
  });

  const history = (id: string) => `/v1/players/${id}/rating-history`;
  test('one is bound to what the path says, however that is percent-encoded', async () => {
    const written = history(anna).replace('_', '%5F');
    for (const [from, to] of [
      [history(anna), written],
      [written, history(anna)],
    ] as const) {
      const cursor = await nextOf(from, {});
      expect(cursor).not.toBe('');
      expect((await service.get(url(to, { cursor }))).status).toBe(200);
    }
  });

  const strangers: readonly (readonly [
    what: string,
    from: string,
    of: Query,
    to: string,
    by: Query,
  ])[] = [
    ['another operation', '/v1/players', {}, '/v1/venues', {}],
    ['another operation with like positions', '/v1/competitions', {}, '/v1/matches', {}],
    ['another path', history(anna), {}, history(bartek), {}],
    ['a filter more', '/v1/players', {}, '/v1/players', { min_rating: '0' }],
    ['a filter less', '/v1/players', { min_rating: '0' }, '/v1/players', {}],
    [
      'another value of a filter',
      '/v1/players',
      { min_rating: '1' },
      '/v1/players',
      { min_rating: '2' },
    ],
    [
      'the value in another filter',
      '/v1/players',
      { min_rating: '1300' },
      '/v1/players',
      { max_rating: '1300' },
    ],
    [
      'another status',
      '/v1/matches',
      { status: 'completed' },
      '/v1/matches',
      { status: 'retired' },
    ],
    [
      'another season',
      '/v1/competitions',
      { season: '2026-spring' },
      '/v1/competitions',
      { season: '2026' },
    ],
  ];
  for (const [what, from, of, to, by] of strangers) {
    test(`one that is used with ${what} is 400`, async () => {
      const cursor = await nextOf(from, of);
      expect(cursor).not.toBe('');
      await expectProblem(await service.get(url(to, { ...by, cursor })), 400, ['#/cursor']);
    });
  }

  test('one that is altered in any character, cut or extended is 400', async () => {
    const cursor = await nextOf('/v1/matches', {});
    expect((await service.get(url('/v1/matches', { cursor }))).status).toBe(200);
    const altered = [...cursor].map((character, index) => {
      const other = character === 'A' ? 'B' : 'A';
      return cursor.slice(0, index) + other + cursor.slice(index + 1);
    });
    const last = cursor.slice(-1);
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
    const others = alphabet
      .filter((other) => other !== last)
      .map((other) => cursor.slice(0, -1) + other);
    const around = ['', ' ', 'A', '=', '.', '\0', '\n'].flatMap((more) => [
      more + cursor,
      cursor + more,
    ]);
    const wrong = [
      ...altered,
      ...others,
      cursor.slice(0, -1),
      cursor.slice(1),
      cursor.repeat(2),
      '',
    ]
      .concat(around)
      .filter((text) => text !== cursor);
    for (const text of wrong) {
      await expectProblem(await service.get(url('/v1/matches', { cursor: text })), 400, [
        '#/cursor',
      ]);
    }
  });

  test('one outlives a restart of the installation, and is nothing to another one', async () => {
    const first = await startTestService(kind);
    const { next } = await page(first, '/v1/players?limit=1');
    await expectProblem(await service.get(`/v1/players?cursor=${next}`), 400, ['#/cursor']);
    const all = await everything(first, '/v1/players', {});
    await first.stop();
    const again = await runService(first.workbench.settings, { records: [] });
    const rest = await page(again, `/v1/players?limit=100&cursor=${next}`);
    expect(idsOf(rest.data)).toEqual(all.slice(1));
  });
});
