import { beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { purgeRateWindows } from '../../modules/auth/index.ts';
import { completed, ids, secrets, testCity } from '../support/city.ts';
import {
  freshDatabase,
  json,
  onDatabase,
  runService,
  type TestService,
  testSettings,
} from '../support/service.ts';

const keys = Array.from({ length: 40 }, (_, n) => `test-key-for-limits-00000${n + 10}`);
const records = [
  ...testCity(),
  ...keys.map((key) => ({ kind: 'api_key', key, label: `limits ${key}` })),
];
const perKey = 3;
const perAddress = 4;
const places = [
  ['in memory', 'embedded', 'memory', 1],
  ['in the embedded database', 'embedded', 'database', 1],
  ['in a database that two services share', 'server', 'database', 2],
] as const;

type Sent = Record<string, string>;

// rules 7
for (const [place, kind, store, size] of places) {
  onDatabase(kind, `The limit over HTTP, ${place}`, () => {
    const services: TestService[] = [];
    beforeAll(async () => {
      const settings = testSettings({
        ...(await freshDatabase(kind)),
        RATE_LIMIT_PER_MINUTE: perKey,
        ADDRESS_LIMIT_PER_MINUTE: perAddress,
        RATE_LIMIT_STORE: store,
        TRUST_PROXY: '1',
      });
      services.push(await runService(settings, { records }));
      while (services.length < size) services.push(await runService(settings, { records: [] }));
    });

    let turn = 0;
    let addresses = 0;
    let used = 0;
    /** An address from which no request came. */
    const newAddress = (): Sent => ({ 'x-forwarded-for': `192.0.2.${++addresses}` });
    /** A key with which no request came. */
    const newKey = (): Sent => ({ 'x-api-key': keys[used++] ?? '' });
    /** The services take turns. */
    const urlOfNext = () => services[turn++ % size]?.url ?? '';
    const request = (path: string, headers: Sent, method = 'GET', body: string | null = null) =>
      fetch(urlOfNext() + path, { method, headers: { ...newAddress(), ...headers }, body });
    const ask = (headers: Sent, path = '/v1/venues') => request(path, headers);
    const basic = { authorization: `Basic ${btoa(`${ids.client}:${secrets.client}`)}` };
    const askToken = (headers: Sent) =>
      request(
        '/oauth/token',
        { ...basic, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        'POST',
        'grant_type=client_credentials',
      );
    const statuses = async (count: number, send: () => Promise<Response>) => {
      const found: number[] = [];
      while (found.length < count) found.push((await send()).status);
      return found;
    };
    /** How the limit stands after a request. */
    const standing = ({ status, headers }: Response) => {
      const [, left, seconds] =
        /^"default";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
      const retry = headers.get('retry-after');
      expect(Number(seconds)).toBeWithin(45, 61); // no test takes longer than that
      expect(retry).toBe(status === 429 ? String(seconds) : null);
      return [status, headers.get('ratelimit-policy'), Number(left)];
    };
    const credentialPolicy = `"default";q=${perKey};w=60`;
    const addressPolicy = `"default";q=${perAddress};w=60`;

    test('the headers tell at every step how it stands', async () => {
      const key = newKey();
      expect(standing(await ask(key))).toEqual([200, credentialPolicy, 2]);
      expect(standing(await ask(key, '/v1/venues/nowhere'))).toEqual([404, credentialPolicy, 1]);
      expect(standing(await ask(key, '/v1/venues?limit=0'))).toEqual([400, credentialPolicy, 0]);
      expect(standing(await ask(key))).toEqual([429, credentialPolicy, 0]);
      const problem = await ask(key);
      expect(problem.headers.get('content-type')).toBe('application/problem+json');
      expect(await json(problem)).toMatchObject({
        type: expect.stringMatching(/#rate-limited$/),
        status: 429,
      });
      expect((await ask(newKey())).status).toBe(200);
    });

    test('of many at once exactly the limit is served', async () => {
      const key = newKey();
      const answers = await Promise.all(Array.from({ length: 10 * size }, () => ask(key)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(perKey);
      const left = answers.map((answer) => standing(answer)[2]);
      expect(
        left
          .sort()
          .reverse()
          .slice(0, perKey + 1),
      ).toEqual([2, 1, 0, 0]);
    });

    /** A token is only good at the service that gave it, whose address it names. */
    const firstService = () => services[0] ?? never();
    const bearerOfFirst = async (): Promise<Sent> => {
      const answer = await fetch(`${firstService().url}/oauth/token`, {
        method: 'POST',
        headers: { ...basic, ...newAddress() },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      return { authorization: `Bearer ${(await json(answer)).access_token}` };
    };

    test('a token has its own limit; replays and 4xx count', async () => {
      const service = firstService();
      const headers = { ...(await bearerOfFirst()), 'idempotency-key': 'limits' };
      const body = completed();
      expect(standing(await service.submit(body, headers))).toEqual([201, credentialPolicy, 2]);
      expect(standing(await service.submit(body, headers))).toEqual([201, credentialPolicy, 1]);
      expect(standing(await service.submit('{', headers))).toEqual([400, credentialPolicy, 0]);
      expect(standing(await service.submit(body, headers))).toEqual([429, credentialPolicy, 0]);
      const nowhere = { headers: { ...newAddress(), ...headers } };
      const lost = await fetch(`${service.url}/v1/nothing`, nowhere);
      expect(standing(lost)).toEqual([429, credentialPolicy, 0]);
    });

    test('bad credentials count for the address, apart from the good ones', async () => {
      const from = newAddress();
      expect(standing(await ask(from))).toEqual([401, addressPolicy, 3]);
      const wrong = { ...from, 'x-api-key': 'no-such-key-no-such-key' };
      expect(standing(await ask(wrong))).toEqual([401, addressPolicy, 2]);
      const token = { ...from, authorization: 'Bearer nothing' };
      const submitted = await request('/v1/matches', token, 'POST', '{}');
      expect(standing(submitted)).toEqual([401, addressPolicy, 1]);
      expect(standing(await ask({ ...from, ...newKey() }))).toEqual([200, credentialPolicy, 2]);
      expect(standing(await ask(wrong))).toEqual([401, addressPolicy, 0]);
      expect(standing(await ask(wrong))).toEqual([429, addressPolicy, 0]);
      expect((await ask({ ...from, ...newKey() })).status).toBe(200);
      expect((await ask(newAddress())).status).toBe(401);
    });

    test('token requests count for the address, good ones too, together with bad credentials', async () => {
      const from = newAddress();
      expect(await statuses(2, () => askToken(from))).toEqual([200, 200]);
      expect((await askToken({ ...from, authorization: 'Basic bm86bm8=' })).status).toBe(401);
      expect((await ask(from)).status).toBe(401);
      const refused = await askToken(from);
      expect(standing(refused)).toEqual([429, addressPolicy, 0]);
      expect(Object.fromEntries(refused.headers)).toMatchObject({
        'content-type': 'application/json',
        'cache-control': 'no-store',
      });
      expect(await json(refused)).toEqual({
        error: 'invalid_request',
        error_description: expect.any(String),
      });
      expect((await ask(from)).status).toBe(429);
    });

    test('unknown routes and wrong methods count for the valid credential, else for the address', async () => {
      const from = newAddress();
      const key = newKey();
      expect(standing(await ask({ ...from, ...key }, '/v1/nothing'))).toEqual([
        404,
        credentialPolicy,
        2,
      ]);
      const put = await request('/v1/venues', { ...from, ...key }, 'PUT');
      expect(standing(put)).toEqual([405, credentialPolicy, 1]);
      expect(standing(await ask(from, '/v1/nothing'))).toEqual([404, addressPolicy, 3]);
      expect(standing(await request('/v1/venues', from, 'PUT'))).toEqual([405, addressPolicy, 2]);
      expect(await statuses(3, () => ask(from, '/v1'))).toEqual([404, 404, 429]);
      expect((await request('/v1/venues', from, 'DELETE')).status).toBe(429);
      expect((await ask({ ...from, ...key }, '/v1/nothing')).status).toBe(404);
      expect((await ask({ ...from, ...key }, '/v1/nothing')).status).toBe(429);
    });

    test.each(['/docs', '/docs/json', '/errors', '/healthz', '/readyz', '/metrics'])(
      '%s is not counted',
      async (path) => {
        const from = newAddress();
        const answer = await ask(from, path);
        expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, null]);
        expect(await statuses(perAddress + 1, () => ask(from, path))).not.toContain(429);
        expect(standing(await ask(from))).toEqual([401, addressPolicy, 3]);
      },
    );

    test('OPTIONS counts for its address, whatever it comes with', async () => {
      const from = newAddress();
      const sent = { ...from, ...newKey() };
      expect(standing(await request('/v1/venues', sent, 'OPTIONS'))).toEqual([
        204,
        addressPolicy,
        3,
      ]);
      expect(standing(await request('/v1/nothing', from, 'OPTIONS'))).toEqual([
        404,
        addressPolicy,
        2,
      ]);
      expect(standing(await ask(from))).toEqual([401, addressPolicy, 1]);
    });

    test('an address is the last that the trusted proxy noted', async () => {
      const { 'x-forwarded-for': from = '' } = newAddress();
      const spoofed = () => ask({ 'x-forwarded-for': `198.51.100.${Math.random()}, ${from}` });
      expect((await statuses(perAddress + 1, spoofed)).at(-1)).toBe(429);
    });

    if (store === 'memory') return;

    /** The clock is the database's: instead of waiting, what was served last of its kind moves into the past. */
    const wait = (ms: number, of: 'key' | 'address') =>
      sql`update rate_window set served = array(select t - ${ms}::int from unnest(served) t order by t)
      where bucket = (select bucket from rate_window where bucket like ${`${of} %`}
        order by checked_at desc limit 1)`.execute(services[0]?.workbench.database.db ?? never());

    test('waiting exactly Retry-After gets served, a second less does not; refused ones don’t count', async () => {
      const key = newKey();
      expect(await statuses(perKey, () => ask(key))).toEqual([200, 200, 200]);
      await wait(30_000, 'key');
      expect(await statuses(5, () => ask(key))).toEqual([429, 429, 429, 429, 429]);
      const seconds = Number((await ask(key)).headers.get('retry-after'));
      expect(seconds).toBeWithin(20, 31);
      await wait(seconds * 1_000 - 1_500, 'key');
      expect((await ask(key)).status).toBe(429);
      await wait(1_500, 'key');
      expect(await statuses(perKey + 1, () => ask(key))).toEqual([200, 200, 200, 429]);
    });

    test('the clean-up forgets what nobody asks for, and nothing that counts', async () => {
      const key = newKey();
      expect(await statuses(perKey, () => ask(key))).toEqual([200, 200, 200]);
      const { db } = services[0]?.workbench.database ?? never();
      await purgeRateWindows(db);
      expect((await ask(key)).status).toBe(429);
      await sql`update rate_window set checked_at = checked_at - 60001`.execute(db);
      await purgeRateWindows(db);
      expect((await sql`select from rate_window`.execute(db)).rows).toEqual([]);
    });
  });
}

function never(): never {
  throw new Error('The service was not started.');
}
