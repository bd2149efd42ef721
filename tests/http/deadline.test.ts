// A request that waits for one thing after the other: how long, what it is answered, and what it does then.
import { afterAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Elysia } from 'elysia';
import { createAdmission } from '../../shared/http/admission.ts';
import { inTime, refuseLate } from '../../shared/http/deadline.ts';
import { beside } from '../faults/postgres-session.ts';
import { accessWith } from '../support/access.ts';
import { secrets } from '../support/city.ts';
import { failureOf } from '../support/failure.ts';
import { cleanUp, freshDatabase, startTestService } from '../support/service.ts';

setDefaultTimeout(60_000);
afterAll(cleanUp);

test('who has waited for long is refused in words, and nothing more is done for it', async () => {
  const request = new Request('http://localhost/v1/venues');
  const work = Promise.withResolvers<Response>();
  let asked = 0;
  const answer = async () => {
    asked += 1;
    refuseLate(request);
    return work.promise;
  };
  const detail = 'The database takes too long for the moment.';
  expect(await failureOf(inTime(request, answer))).toBe(detail);
  expect(asked).toBe(2);
  expect(() => refuseLate(request)).toThrow(detail);
  expect(() => refuseLate(new Request(request))).not.toThrow();
});

test('who gets an answer in time gets that one', async () => {
  const request = new Request('http://localhost/v1/venues');
  const answer = await inTime(request, async () => new Response('in time'));
  expect(await answer.text()).toBe('in time');
  expect(() => refuseLate(request)).not.toThrow();
});

/** Lets the request have waited for long. */
async function delayed(request: Request): Promise<void> {
  const timer = spyOn(globalThis, 'setTimeout');
  timer.mockImplementation(((end: () => void) => end()) as unknown as typeof setTimeout);
  try {
    await inTime(request, async () => new Response());
  } finally {
    timer.mockRestore();
  }
}

test('who has waited for long, for a turn or with a body, too, has nothing looked up, made or stored', async () => {
  const request = new Request('http://localhost/');
  let done = 0;
  const work = async () => {
    done += 1;
    return undefined;
  };
  const access = accessWith({
    admission: {
      ...createAdmission({ kind: 'server', available: async () => undefined }),
      takeTurn: () => delayed(request),
    },
    byKey: work,
    byToken: work,
  });
  const detail = 'The database takes too long for the moment.';
  for (const gate of [access.people, access.readers]) {
    const answer = await new Elysia().use(gate).get('/', work).handle(request);
    expect(await answer.text()).toContain(detail);
  }
  expect(await failureOf(access.submitterNow(request))).toBe(detail);
  expect(done).toBe(0);
});

// Each is waited for in turn, for less time than one lock may take, and for 8.4 s together.
test('OPTIONS is answered by then, too, without the limit that it waits for', async () => {
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
