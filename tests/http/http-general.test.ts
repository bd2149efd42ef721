import { beforeAll, describe, expect, test } from 'bun:test';
import { ids, secrets } from '../support/city.ts';
import { rawRequest } from '../support/raw-http.ts';
import { expectProblem } from '../support/reads.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';

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
const key = `X-API-Key: ${secrets.key}`;

onBothDatabases('HTTP', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind);
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

  test('without allowed origins nothing is said of them', async () => {
    const { headers } = await service.get('/v1/players', { origin: 'https://club.example' });
    const names = [...headers.keys()].filter((name) => /^access-control|^vary/.test(name));
    expect(names).toEqual([]);
  });
});
