import { beforeAll, expect, test } from 'bun:test';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';

onBothDatabases('X-Forwarded-For behind a trusted proxy', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, {
      settings: {
        TRUST_PROXY: '1',
        ADDRESS_LIMIT_PER_MINUTE: 1_000,
        RATE_LIMIT_STORE: 'database',
      },
    });
  });

  /** How many requests are left to the address after this one. */
  async function left(forwardedFor: string): Promise<[status: number, left: number]> {
    const headers = { 'x-forwarded-for': forwardedFor, 'x-api-key': '' };
    const answer = await service.get('/v1/venues', headers);
    return [answer.status, Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1])];
  }

  test('counts for its last address', async () => {
    expect(await left('198.51.100.1, 203.0.113.7')).toEqual([401, 999]);
    expect(await left('203.0.113.7')).toEqual([401, 998]);
    expect(await left('2001:db8::1')).toEqual([401, 999]);
  });

  test.each([
    ['3 KB of letters', 'x'.repeat(3_000)],
    ['8 KB of digits', '1'.repeat(8_000)],
    ['a name', 'localhost'],
    ['an address with a port', '203.0.113.9:80'],
    ['a number too large', '203.0.113.256'],
    ['nothing after the comma', '203.0.113.9,'],
  ])('is ignored where it is %s', async (_, text) => {
    const [, before] = await left(''); // those of the connection itself
    expect(await left(text)).toEqual([401, before - 1]);
  });
});
