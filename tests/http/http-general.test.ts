import { beforeAll, describe, expect, test } from 'bun:test';
import { completed, ids, secrets } from '../support/city.ts';
import { rawRequest } from '../support/raw-http.ts';
import { expectProblem, requestsLeft } from '../support/reads.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const player = `/v1/players/${ids.players[0]}`;
const reads = [
  '/v1/players',
  player,
  `${player}/rating`,
  `${player}/rating-history`,
  `${player}/match-suggestions`,
  '/v1/competitions',
  `/v1/competitions/${ids.league}`,
  '/v1/venues',
  `/v1/venues/${ids.venues[0]}`,
];
const probes = ['/healthz', '/readyz'];
const get = 'GET, HEAD, OPTIONS';
const key = `X-API-Key: ${secrets.key}`;

onBothDatabases('HTTP', (kind) => {
  let service: TestService;
  let match: string;
  beforeAll(async () => {
    service = await startTestService(kind);
    match = `/v1/matches/${(await json(await service.submit(completed()))).id}`;
  });
  const allReads = () => [...reads, '/v1/matches', match];

  describe('methods', () => {
    test('HEAD works wherever GET does: the same status and headers, and no body', async () => {
      const failing = ['/v1/players?limit=0', '/v1/players/plr_0000000000', '/v1/nothing'];
      for (const path of [...allReads(), ...failing, ...probes]) {
        const [full, head] = [
          await rawRequest(service.url, `GET ${path}`, [key]),
          await rawRequest(service.url, `HEAD ${path}`, [key]),
        ];
        const told = ({ status, headers }: typeof full) => {
          for (const name of ['date', 'ratelimit']) headers.delete(name);
          return [path, status, [...headers]];
        };
        expect(head.headers.get('content-length')).toBe(`${Buffer.byteLength(full.body)}`);
        expect(told(head)).toEqual(told(full));
        expect([full.body === '', head.body]).toEqual([false, '']);
      }
    });

    test('HEAD works without a key as GET does: 401, and no body', async () => {
      const { status, body, headers } = await rawRequest(service.url, 'HEAD /v1/players');
      expect([status, body]).toEqual([401, '']);
      expect(headers.get('www-authenticate')).toStartWith('ApiKey ');
    });

    test('OPTIONS answers 204 with Allow, needs no key and is not counted', async () => {
      const allowed: readonly (readonly [path: string, allow: string])[] = [
        ...[...reads, match, ...probes, '/metrics'].map((path) => [path, get] as const),
        ['/v1/matches', 'GET, HEAD, POST, OPTIONS'],
        ['/oauth/token', 'POST, OPTIONS'],
      ];
      const before = requestsLeft(await service.get(player));
      for (const [path, allow] of allowed) {
        for (const headers of [{}, { 'x-api-key': secrets.key }, { 'x-api-key': 'wrong' }]) {
          const response = await fetch(service.url + path, { method: 'OPTIONS', headers });
          const told = [response.status, response.headers.get('allow'), await response.text()];
          expect([path, ...told]).toEqual([path, 204, allow, '']);
          const isApi = path.startsWith('/v1/');
          expect(response.headers.get('cache-control')).toBe(isApi ? 'no-store' : null);
        }
      }
      expect(requestsLeft(await service.get(player))).toBe(before - 1);
    });

    test('a method that a path does not have is 405 with Allow, whatever comes with it', async () => {
      for (const path of [...reads, match, ...probes]) {
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          for (const headers of [{}, { 'x-api-key': secrets.key }] as Record<string, string>[]) {
            const response = await fetch(service.url + path, {
              method,
              headers: { ...headers, 'content-type': 'application/json' },
              body: '{"broken',
            });
            expect(response.headers.get('allow')).toBe(get);
            await expectProblem(response, 405);
          }
        }
      }
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const response = await fetch(`${service.url}/v1/matches`, { method });
        expect(response.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
        await expectProblem(response, 405);
      }
    });

    test('a method that HTTP itself hardly knows is 405 too', async () => {
      for (const method of ['TRACE', 'PROPFIND', 'LOCK']) {
        const { status, headers } = await rawRequest(service.url, `${method} /v1/venues`);
        expect([method, status, headers.get('allow')]).toEqual([method, 405, get]);
      }
      // Whoever makes up methods makes up no more of what is measured.
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      expect(metrics).toContain('method="other"');
      expect(metrics).not.toMatch(/TRACE|PROPFIND|LOCK/);
    });
  });

  describe('paths', () => {
    const unknown = [
      '/v1',
      '/v1/',
      '/v1/player',
      '/v1/Players',
      '/V1/players',
      '/v2/players',
      '/players',
      '/v1//players',
      ...reads.map((path) => `${path}/`),
      `${player}/ratings`,
      `${player}/rating/1`,
      '/healthz/',
    ];
    test('an unknown route is 404, with a key or without; a slash at the end makes one', async () => {
      for (const path of unknown) {
        for (const headers of [{ 'x-api-key': secrets.key }, undefined]) {
          await expectProblem(await fetch(service.url + path, headers && { headers }), 404);
        }
      }
      for (const line of [
        'POST /v1/no',
        'OPTIONS /v1/no',
        'GET /%zz',
        'GET /v1/%00',
        'GET //v1/venues',
        'POST /v1/oauth/token',
      ]) {
        const { status, body } = await rawRequest(service.url, line, [key]);
        expect([line, status, JSON.parse(body).title]).toEqual([line, 404, 'Not found']);
      }
    });

    test('a route is found whatever the name of the host, however short', async () => {
      for (const host of ['a', 'api', 'localhost:3000', '[::1]', 'tennis.example']) {
        const { status } = await rawRequest(service.url, 'GET /v1/venues', [key, `Host: ${host}`]);
        expect([host, status]).toEqual([host, 200]);
      }
    });

    const collections = [
      ['plr', '/v1/players/', ''],
      ['plr', '/v1/players/', '/rating'],
      ['plr', '/v1/players/', '/rating-history'],
      ['plr', '/v1/players/', '/match-suggestions'],
      ['mat', '/v1/matches/', ''],
      ['cmp', '/v1/competitions/', ''],
      ['ven', '/v1/venues/', ''],
    ] as const;
    const malformed = (prefix: string) => [
      'x',
      `${prefix}_`,
      `${prefix}_aaaaaaaaa`,
      `${prefix}_aaaaaaaaaaa`,
      `${prefix}_AAAAAAAAAA`,
      `${prefix}_aaaaaaaaa%0A`,
      `${prefix}_aaaaaaaaaa%00`,
      `${prefix}_aaaa%2Faaaaa`,
      `${prefix}_aaaaa%C3%B3aaaa`,
      `${prefix}_%ff`,
      `${prefix}_aaaaaaaaa%`,
      `${prefix}_aaaaaaaa%zz`,
      '%',
      '%E0%A4%A',
      `xxx_aaaaaaaaaa`,
      `${prefix}_${'a'.repeat(5000)}`,
    ];
    for (const [prefix, before, after] of collections) {
      test(`${before}{id}${after}: an id that is unknown, malformed or badly encoded is 404`, async () => {
        for (const id of [`${prefix}_0000000000`, ...malformed(prefix)]) {
          await expectProblem(await service.get(before + id + after), 404);
        }
      });
    }
  });

  describe('credentials', () => {
    const attempts: readonly (readonly [
      what: string,
      headers: readonly string[],
      query?: string,
    ])[] = [
      ['no key', []],
      ['an empty key', ['X-API-Key:']],
      ['an unknown key', ['X-API-Key: test-key-for-reading-0000009']],
      ['a key in capitals', [`X-API-Key: ${secrets.key.toUpperCase()}`]],
      ['a key cut short', [`X-API-Key: ${secrets.key.slice(0, -1)}`]],
      ['two keys, the right one twice', [key, key]],
      ['two keys, the first right', [key, 'X-API-Key: x']],
      ['two keys in one header', [`X-API-Key: ${secrets.key}, ${secrets.key}`]],
      ['a key in the query', [], `?X-API-Key=${secrets.key}`],
      ['a key in the query under another name', [], `?api_key=${secrets.key}`],
      ['a key as a bearer token', [`Authorization: Bearer ${secrets.key}`]],
      ['a key under its scheme', [`Authorization: ApiKey ${secrets.key}`]],
      ['a key in a cookie', [`Cookie: X-API-Key=${secrets.key}`]],
      [
        'a client’s credentials',
        [`Authorization: Basic ${btoa(`${ids.client}:${secrets.client}`)}`],
      ],
    ];
    for (const [what, headers, query = ''] of attempts) {
      test(`a read with ${what} is 401, which asks for the key`, async () => {
        for (const path of allReads()) {
          const answer = await rawRequest(service.url, `GET ${path}${query}`, headers);
          const { type, title, status, detail, instance, ...more } = JSON.parse(answer.body);
          expect([answer.status, status, title, instance, more]).toEqual([
            401,
            401,
            'Authentication required',
            path,
            {},
          ]);
          expect(type).toEndWith('/errors#unauthenticated');
          expect(detail).not.toContain(secrets.key);
          expect(answer.headers.get('www-authenticate')).toMatch(/^ApiKey realm="[^"]+"$/);
        }
      });
    }

    test('a token on a read is no credential', async () => {
      const token = await service.token(ids.client, secrets.client);
      for (const headers of [{ authorization: `Bearer ${token}` }, { 'x-api-key': token }]) {
        await expectProblem(await fetch(`${service.url}/v1/players`, { headers }), 401);
      }
      const both = { authorization: `Bearer ${token}`, 'x-api-key': secrets.key };
      expect((await fetch(`${service.url}/v1/players`, { headers: both })).status).toBe(200);
    });

    test('the name of the header is taken in any case, spaces around the key are nothing', async () => {
      const { status } = await rawRequest(service.url, 'GET /v1/venues', [
        `x-aPi-kEY:  ${secrets.key} `,
      ]);
      expect(status).toBe(200);
    });
  });

  test('without allowed origins nothing is said of them', async () => {
    const { headers } = await service.get('/v1/players', { origin: 'https://club.example' });
    const names = [...headers.keys()].filter((name) => /^access-control|^vary/.test(name));
    expect(names).toEqual([]);
  });
});
