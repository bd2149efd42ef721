// A request that waits for one thing after the other.
import { afterAll, expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { beside } from '../faults/postgres-session.ts';
import { secrets } from '../support/city.ts';
import { cleanUp, freshDatabase, startTestService } from '../support/service.ts';

afterAll(cleanUp);

// Each is waited for in turn, for less time than one lock may take, and for 8.4 s together.
test('OPTIONS is answered within 8 s, without the limit that it waits for', async () => {
  const settings = await freshDatabase('server');
  const service = await startTestService('server', {
    settings: { ...settings, RATE_LIMIT_STORE: 'database' },
  });
  const token = await service.token('client_first', secrets.client);
  await service.submit({}, { authorization: `Bearer ${token}` });
  const lockFor = (ms: number, table: string) =>
    beside(settings.DATABASE_URL ?? '', `lock table ${table} in access exclusive mode`, () =>
      delay(ms),
    );
  const locks = [
    lockFor(4_000, 'installation_secret'),
    lockFor(6_800, 'api_client'),
    lockFor(9_600, 'rate_window'),
  ];
  await delay(1_200); // until no credential is known without looking it up
  const { status, headers } = await fetch(`${service.url}/v1/matches`, {
    method: 'OPTIONS',
    headers: { authorization: `Bearer ${token}` },
  });
  expect([status, headers.has('allow'), headers.has('ratelimit')]).toEqual([204, true, false]);
  await Promise.all(locks);
});
