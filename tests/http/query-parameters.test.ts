import { beforeAll, describe, expect, test } from 'bun:test';
import { completed, ids, secrets } from '../support/city.ts';
import { rawRequest } from '../support/raw-http.ts';
import { expectProblem } from '../support/reads.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const player = `/v1/players/${ids.players[0]}`;
const history = `${player}/rating-history`;
const suggestions = `${player}/match-suggestions`;
const lists = ['/v1/players', history, '/v1/matches', '/v1/competitions', '/v1/venues'];
const strict = [...lists, suggestions];

/** Bad queries of every operation that takes parameters. rules 8.2 */
const badEverywhere: readonly (readonly [
  what: string,
  query: string,
  pointers: readonly string[],
])[] = [
  ['an unknown parameter', 'limits=5', ['#/limits']],
  ['a known one in capitals', 'Limit=5', ['#/Limit']],
  ['an unknown one without a value', 'all', ['#/all']],
  ['a value without a name', '=5', ['#/']],
  [
    'the name of a property of objects',
    '__proto__=1&constructor=1',
    ['#/__proto__', '#/constructor'],
  ],
  ['a name with characters that a pointer escapes', 'a/b~c=1', ['#/a~1b~0c']],
  [
    'a name with characters that a fragment encodes',
    'r%C3%B3%C5%BCa+1=1',
    ['#/r%C3%B3%C5%BCa%201'],
  ],
  ['a repeated parameter', 'limit=5&limit=6', ['#/limit']],
  ['a repeated one with the same value', 'limit=5&limit=5', ['#/limit']],
  ['a repeated one that is encoded once', 'limit=5&%6Cimit=6', ['#/limit']],
  ['an empty parameter', 'limit=', ['#/limit']],
  ['a parameter without a value', 'limit', ['#/limit']],
  ['half a percent-encoding', 'limit=5%', ['#/limit']],
  ['a broken percent-encoding', 'limit=%zz', ['#/limit']],
  ['a broken percent-encoding in a name', '%zz=5', ['#/%25zz']],
  ['bytes that are not UTF-8', 'limit=%ff', ['#/limit']],
  ['a surrogate in UTF-8', 'limit=%ED%A0%80', ['#/limit']],
  ['a NUL character', 'limit=5%00', ['#/limit']],
  ['several mistakes, each pointed at', 'limit=0&foo=1&bar=2', ['#/limit', '#/foo', '#/bar']],
  ...[
    '0',
    '-1',
    '1.5',
    '1e1',
    '0x5',
    '5,0',
    'ten',
    '%205',
    '+5',
    '5%0A',
    '1=0',
    'null',
    '%D9%A5',
    '9'.repeat(400),
  ].map((value) => [`a limit of ${value.slice(0, 9)}`, `limit=${value}`, ['#/limit']] as const),
];

const notIds = (prefix: string) =>
  [
    'anna',
    `${prefix}_`,
    `${prefix}_aaaaaaaaa`,
    `${prefix}_aaaaaaaaaaa`,
    `${prefix}_AAAAAAAAAA`,
  ].concat(
    `${prefix}_aaaaaaaaa%0A`,
    `x${prefix}_aaaaaaaaaa`,
    'org_aaaaaaaaaa',
    `${prefix}_aaaaaaaaa%C4%85`,
  );
const notTimes = [
  'yesterday',
  '2026-05-01',
  '2026-05-01T10:00:00',
  '2026-05-01T10:00Z',
  '2026-05-01%2010:00:00Z',
  '2026-02-29T10:00:00Z',
  '2026-05-01T24:00:00Z',
  '2026-05-01T10:00:60Z',
  '2026-05-01T10:00:00.Z',
  '2026-05-01T10:00:00+2:00',
  '2026-05-01T10:00:00++02:00',
  '2026-05-01T10:00:00%2B24:00',
  '1777629600',
  '%2B002026-05-01T10:00:00Z',
];
const notRatings = ['-1', '-0', '1.5', 'high', '1e3', '0x10', '%2B5', '9.0', '-', '--1'];

/** Values that the parameters of single operations don't take. */
const badValues: readonly (readonly [path: string, name: string, values: readonly string[]])[] = [
  ...lists.map((path) => [path, 'limit', ['101', '1000']] as const),
  ...lists.map((path) => [path, 'cursor', ['', 'x', '%00', '.', 'W10.W10', 'null']] as const),
  ['/v1/players', 'min_rating', notRatings],
  ['/v1/players', 'max_rating', notRatings],
  ['/v1/players', 'venue_id', notIds('ven')],
  [suggestions, 'limit', ['11', '100']],
  [suggestions, 'max_rating_gap', ['-1', '501', '1.5', '150.0', 'wide', '9'.repeat(40)]],
  [suggestions, 'venue_id', notIds('ven')],
  [suggestions, 'cursor', ['x']],
  ['/v1/matches', 'player_id', notIds('plr')],
  ['/v1/matches', 'competition_id', notIds('cmp')],
  ['/v1/matches', 'status', ['played', 'COMPLETED', 'completed,retired', 'pending']],
  ['/v1/matches', 'rating_status', ['unrated', 'Pending', 'walkover']],
  ['/v1/matches', 'played_after', notTimes],
  ['/v1/matches', 'played_before', notTimes],
  ['/v1/matches', 'venue_id', [ids.venues[0]]],
  ['/v1/competitions', 'type', ['cup', 'League', 'league,tournament']],
  ['/v1/competitions', 'season', ['', '2026-spring%00', '%C3']],
  ['/v1/competitions', 'venue_id', notIds('ven')],
  ['/v1/venues', 'district', ['', 'Wola%00', '%C5']],
  ['/v1/venues', 'venue_id', [ids.venues[0]]],
  [history, 'min_rating', ['1000']],
];

const good: readonly string[] = [
  ...lists.flatMap((path) => [
    `${path}?limit=1`,
    `${path}?limit=100`,
    `${path}?`,
    `${path}?limit=007`,
  ]),
  ...strict.map((path) => `${path}?&limit=1&&`),
  `${suggestions}?limit=10&max_rating_gap=500&venue_id=${ids.venues[0]}`,
  `${suggestions}?limit=1&max_rating_gap=0`,
  '/v1/players?min_rating=0&max_rating=0',
  '/v1/matches?%70layed_after=2026-05-01T10%3A00%3A00Z',
  '/v1/matches?played_after=2024-02-29T23:59:59.123456789012345678901234567890-23:59',
];

onBothDatabases('query parameters', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
  });

  for (const path of strict) {
    describe(`GET ${path}`, () => {
      for (const [what, query, pointers] of badEverywhere) {
        test(`refuses ${what}`, async () => {
          await expectProblem(await service.get(`${path}?${query}`), 400, pointers);
        });
      }
    });
  }

  for (const [path, name, values] of badValues) {
    test(`GET ${path} refuses what is no ${name}`, async () => {
      for (const value of values) {
        await expectProblem(await service.get(`${path}?${name}=${value}`), 400, [`#/${name}`]);
      }
    });
  }

  test('what lies within the bounds is taken', async () => {
    for (const path of good) {
      expect([path, (await service.get(path)).status]).toEqual([path, 200]);
    }
  });

  test('a text that is no cursor is pointed at beside what else is wrong', async () => {
    for (const path of lists) {
      const response = await service.get(`${path}?limit=0&cursor=zz`);
      await expectProblem(response, 400, ['#/limit', '#/cursor']);
    }
  });

  test('bare bytes are UTF-8, or refused', async () => {
    const ask = async (encoding: BufferEncoding) => {
      const line = 'GET /v1/venues?district=Mokotów';
      const key = `X-API-Key: ${secrets.key}`;
      const { status, body } = await rawRequest(service.url, line, [key], '', encoding);
      return [status, JSON.parse(body).errors];
    };
    const detail = 'The value of "district" is not validly encoded.';
    expect(await ask('utf8')).toEqual([200, undefined]);
    expect(await ask('latin1')).toEqual([400, [{ pointer: '#/district', detail }]]);
  });

  const odd = '?limit=0&limit=%zz&cursor=x&unknown=%ff&=%00';
  test('operations without parameters ignore whatever is sent', async () => {
    const submitted = await json(await service.submit(completed()));
    const paths = [
      player,
      `${player}/rating`,
      `/v1/matches/${submitted.id}`,
      `/v1/competitions/${ids.league}`,
      `/v1/venues/${ids.venues[0]}`,
      '/healthz',
      '/readyz',
      '/metrics',
    ];
    for (const path of paths) {
      const response = await service.get(path + odd);
      expect([path, response.status]).toEqual([path, 200]);
    }
    const token = await service.token('client_first', 'test-secret-of-first-client-1');
    const response = await fetch(`${service.url}/v1/matches${odd}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(completed()),
    });
    expect(response.status).toBe(201);
  });

  const nobody = '/v1/players/plr_0000000000';
  const precedence: readonly (readonly [
    what: string,
    path: string,
    status: number,
    pointers?: string[],
  ])[] = [
    [
      'a wrong parameter of an unknown player’s history',
      `${nobody}/rating-history?limit=0`,
      400,
      ['#/limit'],
    ],
    [
      'a wrong cursor of an unknown player’s history',
      `${nobody}/rating-history?cursor=x`,
      400,
      ['#/cursor'],
    ],
    [
      'a wrong parameter of an unknown player’s suggestions',
      `${nobody}/match-suggestions?x=1`,
      400,
      ['#/x'],
    ],
    ['a wrong parameter under a malformed id', '/v1/players/plr_/rating-history?limit=0', 404],
    ['a wrong parameter under a broken path', '/v1/players/%zz/match-suggestions?limit=0', 404],
  ];
  for (const [what, path, status, pointers] of precedence) {
    test(`${what} is ${status}`, async () => {
      await expectProblem(await service.get(path), status, pointers);
    });
    test(`${what} is 401 without a key`, async () => {
      await expectProblem(await service.get(path, { 'x-api-key': '' }), 401);
    });
  }
});
