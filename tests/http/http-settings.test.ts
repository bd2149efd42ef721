import { beforeAll, expect, test } from 'bun:test';
import type { Settings } from '../../shared/config.ts';
import { secrets } from '../support/city.ts';
import { freePort, rawRequest } from '../support/raw-http.ts';
import { expectProblem, requestsLeft } from '../support/reads.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const key = `X-API-Key: ${secrets.key}`;

onBothDatabases('HTTP by the settings', (kind) => {
  let configured: TestService;
  let publicUrl: string;
  const origins = ['https://club.example', 'http://localhost:8080'];
  const settings: Partial<Settings> = {
    CORS_ORIGINS: origins,
    TRUST_PROXY: '1',
    ADDRESS_LIMIT_PER_MINUTE: 2,
    RATE_LIMIT_PER_MINUTE: 20,
  };
  beforeAll(async () => {
    const PORT = await freePort();
    publicUrl = `https://tennis.example:${PORT}/rating`;
    configured = await startTestService(kind, {
      settings: { ...settings, PORT, PUBLIC_URL: publicUrl },
    });
  });
  let address = 0;
  const from = () => ({ 'x-forwarded-for': `192.0.2.${++address}` });

  test('type comes from PUBLIC_URL and never from Host; instance is the path without the query', async () => {
    const headers = ['Host: evil.example', 'X-Forwarded-Host: evil.example', key];
    for (const [path, type, instance] of [
      ['/v1/players?limit=0', 'invalid-request', '/v1/players'],
      ['/v1/players/plr_%zz?a#b', 'not-found', '/v1/players/plr_%zz'],
      ['/rating/v1/players', 'not-found', '/rating/v1/players'],
    ] as const) {
      const answer = await rawRequest(configured.url, `GET ${path}`, headers);
      expect(JSON.parse(answer.body)).toMatchObject({
        type: `${publicUrl}/errors#${type}`,
        instance,
      });
      expect(answer.body).not.toContain('evil');
    }
  });

  test('an allowed origin may read every answer, of the API and of the token endpoint', async () => {
    for (const origin of origins) {
      const sent = { origin, 'x-api-key': secrets.otherKey };
      const answers = [
        await configured.get('/v1/players', sent),
        await configured.get('/v1/players?limit=0', sent),
        await configured.get('/v1/nothing', sent),
        await configured.get('/v1', sent),
        await fetch(`${configured.url}/v1/players`, { headers: { origin, ...from() } }),
        await fetch(`${configured.url}/oauth/token`, {
          method: 'POST',
          headers: { origin, ...from() },
        }),
        await fetch(`${configured.url}/v1/players`, {
          method: 'DELETE',
          headers: { origin, ...from() },
        }),
      ];
      for (const { headers } of answers) {
        expect(headers.get('access-control-allow-origin')).toBe(origin);
        expect(headers.get('access-control-expose-headers')?.split(', ').sort()).toEqual([
          'Idempotent-Replayed',
          'Location',
          'RateLimit',
          'RateLimit-Policy',
          'Retry-After',
        ]);
        expect(headers.get('access-control-allow-credentials')).toBeNull();
        expect(headers.get('vary')).toBe('Origin');
      }
    }
  });

  test('a preflight is told the methods and headers, without a key', async () => {
    for (const [path, methods] of [
      ['/v1/matches', ['GET', 'HEAD', 'POST']],
      ['/v1/players', ['GET', 'HEAD']],
      ['/oauth/token', ['POST']],
    ] as const) {
      const response = await fetch(configured.url + path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://club.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,idempotency-key',
        },
      });
      const list = (name: string) => response.headers.get(name)?.toLowerCase().split(/, */) ?? [];
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe('https://club.example');
      const named = list('access-control-allow-methods');
      expect(named).toEqual(expect.arrayContaining(methods.map((method) => method.toLowerCase())));
      expect(list('access-control-allow-headers')).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'x-api-key']),
      );
      expect(response.headers.get('vary')).toBe('Origin');
    }
  });

  test('other origins get the answer without leave to read it, and it still varies', async () => {
    for (const origin of [
      'https://club.example.evil',
      'https://club.example:444',
      'null',
      undefined,
    ]) {
      const sent = { ...from(), ...(origin && { origin }) };
      const response = await configured.get('/v1/players', {
        'x-api-key': secrets.otherKey,
        ...sent,
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(response.headers.get('vary')).toBe('Origin');
    }
  });

  const statusesOf = async (on: TestService, forwarded: readonly (string | undefined)[]) => {
    const statuses: number[] = [];
    for (const value of forwarded) {
      const headers: Record<string, string> = value ? { 'x-forwarded-for': value } : {};
      statuses.push((await fetch(`${on.url}/v1/players`, { headers })).status);
    }
    return statuses;
  };

  test('with TRUST_PROXY=1 the last address of X-Forwarded-For is the one that counts', async () => {
    const forged = ['1.1.1.1, 198.51.100.1', '2.2.2.2, 198.51.100.1', '3.3.3.3,198.51.100.1'];
    expect(await statusesOf(configured, forged)).toEqual([401, 401, 429]);
    expect(await statusesOf(configured, ['198.51.100.1, 198.51.100.2', '198.51.100.1'])).toEqual([
      401, 429,
    ]);
  });

  test('without it X-Forwarded-For is nothing', async () => {
    const limited = await startTestService(kind, { settings: { ADDRESS_LIMIT_PER_MINUTE: 2 } });
    const forged = ['198.51.100.1', '198.51.100.2', '198.51.100.3'];
    expect(await statusesOf(limited, forged)).toEqual([401, 401, 429]);
  });

  test('every answer under /v1 tells how the limit stands that applies; those beside it do not', async () => {
    const own = '"default";q=20;w=60';
    const addresses = '"default";q=2;w=60';
    const cases: readonly (readonly [
      status: number,
      method: string,
      path: string,
      withKey: boolean,
      policy: string | null,
    ])[] = [
      [200, 'GET', '/v1/players', true, own],
      [200, 'HEAD', '/v1/players', true, own],
      [400, 'GET', '/v1/players?limit=0', true, own],
      [401, 'GET', '/v1/players', false, addresses],
      [404, 'GET', '/v1/players/plr_0000000000', true, own],
      [404, 'GET', '/v1/nothing', true, own],
      [404, 'GET', '/v1/nothing', false, addresses],
      [405, 'PUT', '/v1/players', true, own],
      [405, 'PUT', '/v1/players', false, addresses],
      [401, 'POST', '/v1/matches', true, addresses],
      [204, 'OPTIONS', '/v1/players', false, addresses],
      [204, 'OPTIONS', '/v1/players', true, own],
      [200, 'GET', '/healthz', true, null],
      [200, 'GET', '/readyz', true, null],
      [200, 'GET', '/metrics', true, null],
    ];
    for (const [status, method, path, withKey, policy] of cases) {
      const headers = { ...from(), ...(withKey && { 'x-api-key': secrets.key }) };
      const response = await fetch(configured.url + path, { method, headers });
      const told = [response.status, response.headers.get('ratelimit-policy')];
      expect([method, path, ...told]).toEqual([method, path, status, policy]);
      expect(response.headers.has('ratelimit')).toBe(policy !== null);
    }
  });

  test('unknown routes and wrong methods count for the key, then the answer is 429', async () => {
    const limited = await startTestService(kind, { settings: { RATE_LIMIT_PER_MINUTE: 4 } });
    const counted = await Promise.all([
      limited.get('/v1/players'),
      limited.get('/v1/nothing'),
      fetch(`${limited.url}/v1/players`, {
        method: 'PUT',
        headers: { 'x-api-key': secrets.key },
      }),
      limited.get('/v1/players?limit=0'),
    ]);
    expect(counted.map((response) => response.status).sort()).toEqual([200, 400, 404, 405]);
    expect(counted.map(requestsLeft).sort()).toEqual([0, 1, 2, 3]);
    for (const [path, method] of [
      ['/v1/players', 'GET'],
      ['/v1/nothing', 'GET'],
      ['/v1/players', 'PUT'],
    ] as const) {
      const response = await fetch(limited.url + path, {
        method,
        headers: { 'x-api-key': secrets.key },
      });
      expect(Number(response.headers.get('retry-after'))).toBeWithin(1, 61);
      expect(requestsLeft(response)).toBe(0);
      await expectProblem(response, 429);
    }
    expect((await limited.get('/v1/players', { 'x-api-key': secrets.otherKey })).status).toBe(200);
    expect((await limited.get('/healthz')).status).toBe(200);
  });
});
