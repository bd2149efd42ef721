import { beforeAll, expect, test } from 'bun:test';
import { secrets } from '../support/city.ts';
import { freePort, rawRequest } from '../support/raw-http.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const key = `X-API-Key: ${secrets.key}`;

onBothDatabases('HTTP by the settings', (kind) => {
  let configured: TestService;
  let publicUrl: string;
  const origins = ['https://club.example', 'http://localhost:8080'];
  beforeAll(async () => {
    const PORT = await freePort();
    publicUrl = `https://tennis.example:${PORT}/rating`;
    configured = await startTestService(kind, {
      settings: { PORT, PUBLIC_URL: publicUrl, CORS_ORIGINS: origins },
    });
  });

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
        await fetch(`${configured.url}/v1/players`, { headers: { origin } }),
        await fetch(`${configured.url}/oauth/token`, {
          method: 'POST',
          headers: { origin },
        }),
        await fetch(`${configured.url}/v1/players`, {
          method: 'DELETE',
          headers: { origin },
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
      const response = await configured.get('/v1/players', origin ? { origin } : {});
      expect(response.status).toBe(200);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(response.headers.get('vary')).toBe('Origin');
    }
  });
});
