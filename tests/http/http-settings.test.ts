import { beforeAll, expect, test } from 'bun:test';
import { secrets } from '../support/city.ts';
import { freePort, rawRequest } from '../support/raw-http.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const key = `X-API-Key: ${secrets.key}`;

onBothDatabases('HTTP by the settings', (kind) => {
  let configured: TestService;
  let publicUrl: string;
  beforeAll(async () => {
    const PORT = await freePort();
    publicUrl = `https://tennis.example:${PORT}/rating`;
    configured = await startTestService(kind, {
      settings: { PORT, PUBLIC_URL: publicUrl },
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
});
