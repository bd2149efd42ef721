import { beforeAll, expect, test } from 'bun:test';
import { requestsLeft } from '../support/reads.ts';
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
  async function left(forwardedFor: string, at = service): Promise<[status: number, left: number]> {
    const headers = { 'x-forwarded-for': forwardedFor, 'x-api-key': '' };
    const answer = await at.get('/v1/venues', headers);
    return [answer.status, requestsLeft(answer)];
  }

  test('counts for its last address', async () => {
    expect(await left('198.51.100.1, 203.0.113.7')).toEqual([401, 999]);
    expect(await left('203.0.113.7')).toEqual([401, 998]);
    expect(await left('2001:db8::1')).toEqual([401, 999]);
  });

  test('counts for it without the port and brackets that a proxy writes', async () => {
    const forms = ['203.0.113.8', '203.0.113.8:1234', '198.51.100.1, 203.0.113.8:1'];
    for (const [n, form] of forms.entries()) expect(await left(form)).toEqual([401, 999 - n]);
    const v6 = ['2001:db8:8::1', '[2001:db8:8::1]', '[2001:db8:8::1]:443'];
    for (const [n, form] of v6.entries()) expect(await left(form)).toEqual([401, 999 - n]);
    const zoned = ['fe80::1', 'fe80::1%eth0', 'fe80::2%eth1'];
    for (const [n, form] of zoned.entries()) expect(await left(form)).toEqual([401, 999 - n]);
  });

  test('counts for its network, however it is written', async () => {
    const networks = [
      ['203.0.113.10', '::ffff:203.0.113.10', '::FFFF:203.0.113.10'],
      ['203.0.113.11', '::ffff:cb00:710b', '0:0:0:0:0:ffff:203.0.113.11', '0::FFFF:CB00:710B'],
      ['2001:db8:0:9::1', '2001:DB8::9:ffff:1:2:3', '2001:0db8:0:0009:0:0:0:2'],
      ['2001:db8:0:a::1', '2001:db8:0:a:1::', '2001:db8:0:a::%1'],
      ['2002:db8:0:9::1'],
      ['::2', '0:0:0:0:1::'],
    ];
    for (const forms of networks) {
      for (const [n, form] of forms.entries()) expect(await left(form)).toEqual([401, 999 - n]);
    }
  });

  test.each([
    ['3 KB of letters', 'x'.repeat(3_000)],
    ['8 KB of digits', '1'.repeat(8_000)],
    ['a name', 'localhost'],
    ['an address with a port that is none', '203.0.113.9:http'],
    ['an address with a port and no brackets', '2001:db8:0:0:0:0:0:1:443'],
    ['a number too large', '203.0.113.256'],
    ['nothing after the comma', '203.0.113.9,'],
  ])('is ignored where it is %s', async (_, text) => {
    const [, before] = await left(''); // those of the connection itself
    expect(await left(text)).toEqual([401, before - 1]);
  });

  test('counts for nothing where no proxy is trusted', async () => {
    const settings = { ADDRESS_LIMIT_PER_MINUTE: 1_000 };
    const open = await startTestService(kind, { settings });
    const forged = ['198.51.100.1', '198.51.100.2', '203.0.113.7, 198.51.100.3'];
    for (const [n, form] of forged.entries())
      expect(await left(form, open)).toEqual([401, 999 - n]);
  });
});
