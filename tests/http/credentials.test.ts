import { beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { commandsOn } from '../commands/terminal.ts';
import { completed, ids, pass, secrets } from '../support/city.ts';
import { rawRequest } from '../support/raw-http.ts';
import { rows } from '../support/rows.ts';
import {
  freshDatabase,
  json,
  load,
  onBothDatabases,
  onDatabase,
  runService,
  startTestService,
  type TestService,
  testSettings,
} from '../support/service.ts';
import { until } from '../support/waiting.ts';

type Sent = Record<string, string>;

/** What a command prints. */
async function command({ workbench }: TestService, ...args: string[]): Promise<Sent> {
  const { status, out, err } = await commandsOn(workbench)([...args, '--json']);
  if (status !== 0) throw new Error(err);
  return JSON.parse(out);
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const basic = (id = '', secret = '') => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });
const askToken = ({ url }: { url: string }, headers: Sent, more = '') =>
  fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { ...form, ...headers },
    body: `grant_type=client_credentials${more}`,
  });
const read = ({ url }: { url: string }, headers: Sent, query = '') =>
  fetch(`${url}/v1/venues${query}`, { headers });

/** Waits until the request is refused, at most 2 s. */
const untilRefused = (request: () => Promise<Response>) =>
  until(async () => (await request()).status === 401, 2_000);

// rules 6
onBothDatabases('Credentials', (kind) => {
  let service: TestService;
  let token: string;
  const deskPass = pass();
  beforeAll(async () => {
    service = await startTestService(kind);
    await load(service.workbench, [deskPass]);
    token = await service.token(ids.client, secrets.client);
  });

  const refused = async (response: Response) => {
    const { type } = await json(response);
    const challenge = response.headers.get('www-authenticate');
    return [response.status, String(type).split('#')[1], challenge];
  };
  const unauthenticated = (challenge: RegExp) => [
    401,
    'unauthenticated',
    expect.stringMatching(challenge),
  ];

  const key = `X-API-Key: ${secrets.key}`;
  const reads: [string, () => string[], string?][] = [
    ['no key', () => []],
    ['an empty key', () => ['X-API-Key:']],
    ['an unknown key', () => ['X-API-Key: no-such-key-no-such-key']],
    ['a key in other letters', () => [`X-API-Key: ${secrets.key.toUpperCase()}`]],
    ['a key cut short', () => [key.slice(0, -1)]],
    ['two keys', () => [`${key}, ${secrets.otherKey}`]],
    ['the same key twice', () => [`${key}, ${secrets.key}`]],
    ['the same header twice', () => [key, key]],
    ['another header beside the right one', () => [key, 'X-API-Key: x']],
    ['a key in the query', () => [], `?api_key=${secrets.key}&X-API-Key=${secrets.key}`],
    ['a key in a cookie', () => [`Cookie: X-API-Key=${secrets.key}`]],
    ['a key as a token', () => [`Authorization: Bearer ${secrets.key}`]],
    ['a key under its scheme', () => [`Authorization: ApiKey ${secrets.key}`]],
    ['a pass as a key', () => [`X-API-Key: ${deskPass.pass}`]],
    ['a pass as a token', () => [`Authorization: Bearer ${deskPass.pass}`]],
    ['a token', () => [`Authorization: Bearer ${token}`]],
    ['a token as a key', () => [`X-API-Key: ${token}`]],
    [
      'a client’s secret',
      () => [`Authorization: ${basic(ids.client, secrets.client).authorization}`],
    ],
    ['a client’s secret as a key', () => [`X-API-Key: ${secrets.client}`]],
  ];
  test.each(reads)('a read is refused with %s', async (_, lines, query = '') => {
    const { status, headers, body } = await rawRequest(
      service.url,
      `GET /v1/venues${query}`,
      lines(),
    );
    const [type, challenge] = [
      JSON.parse(body).type.split('#')[1],
      headers.get('www-authenticate'),
    ];
    expect([status, type, challenge]).toEqual(unauthenticated(/^ApiKey realm="[^"]+"$/));
    expect(body).not.toContain(secrets.key);
  });

  test('a key is read whatever case its header is in, with spaces around it and a token beside it', async () => {
    const lines = [`x-aPi-kEY:  ${secrets.key} `, `Authorization: Bearer ${token}`];
    expect((await rawRequest(service.url, 'GET /v1/venues', lines)).status).toBe(200);
  });

  const submissions: [string, Sent, RegExp][] = [
    ['no token', {}, /^Bearer realm="[^"]+"$/],
    ['a key', { 'x-api-key': secrets.key }, /^Bearer realm="[^"]+"$/],
    ['a client’s secret', basic(ids.client, secrets.client), /^Bearer realm="[^"]+"$/],
    [
      'a bad token',
      { authorization: 'Bearer bad' },
      /^Bearer realm="[^"]+", error="invalid_token"/,
    ],
    [
      'a key as a token',
      { authorization: `Bearer ${secrets.key}` },
      /^Bearer realm="[^"]+", error="invalid_token"/,
    ],
  ];
  test.each(submissions)('a submission is refused with %s', async (_, headers, challenge) => {
    const url = `${service.url}/v1/matches`;
    const sent = { ...headers, 'idempotency-key': 'k', 'content-type': 'application/json' };
    const body = JSON.stringify(completed());
    const answer = await refused(await fetch(url, { method: 'POST', headers: sent, body }));
    expect(answer).toEqual(unauthenticated(challenge));
  });

  test('the scheme of a token may be written in any letters', async () => {
    const sent = { authorization: `bEARER ${token}` };
    expect((await service.submit(completed(), sent)).status).toBe(201);
  });

  test('a new key reads and a new secret gets tokens, neither works for the other', async () => {
    const { key = '' } = await command(service, 'keys', 'add', '--label', 'format');
    const client = await command(service, 'clients', 'add', '--organizer', ids.organizer);
    // 32 random characters of 62 are 190 bits, then a checksum of 6.
    expect(key).toMatch(/^trk_[0-9A-Za-z]{38}$/);
    expect(client.client_secret).toMatch(/^trs_[0-9A-Za-z]{38}$/);
    expect(client.client_id).toMatch(/^[A-Za-z0-9_]+$/);
    expect((await read(service, { 'x-api-key': key })).status).toBe(200);
    const { client_id, client_secret } = client;
    expect((await askToken(service, basic(client_id, client_secret))).status).toBe(200);
    expect((await askToken(service, basic(client_id, key))).status).toBe(401);
    expect((await read(service, { 'x-api-key': `${client_secret}` })).status).toBe(401);
  });

  const given: [string, string, boolean][] = [
    ['20 characters', 'twenty-characters-ok', true],
    ['19 characters', 'nineteen-characters', false],
    ['255 characters', 'k'.repeat(255), true],
    ['256 characters', 'k'.repeat(256), false],
    ['a space', 'with a space in the middle', false],
    ['a prefix of ours, a wrong checksum', `trk_${'0'.repeat(38)}`, false],
    ['a prefix of ours, no checksum', 'trs_and-nothing-of-ours', false],
  ];
  test.each(given)('a key given at an import: %s', async (label, key, good) => {
    const loading = load(service.workbench, [{ kind: 'api_key', key, label }]);
    expect(await loading.then(() => true).catch(() => false)).toBe(good);
    expect((await read(service, { 'x-api-key': key })).status).toBe(good ? 200 : 401);
  });

  test('of keys and secrets the database holds only hashes', async () => {
    const { key = '' } = await command(service, 'keys', 'add', '--label', 'hashed');
    const made = await command(service, 'clients', 'add', '--organizer', ids.organizer);
    const access = await service.token(made.client_id ?? '', made.client_secret ?? '');
    await service.submit(completed(), { authorization: `Bearer ${access}` });
    await read(service, { 'x-api-key': key });
    const on = service.workbench.database.db;
    const tables = await rows(
      on,
      sql<{ name: string }>`select quote_ident(schemaname) || '.' || quote_ident(tablename) as name
        from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.map(({ name }) => name)).toContain('public.api_key');
    const texts = await Promise.all(
      tables.map(({ name }) =>
        rows(on, sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`),
      ),
    );
    const everything = texts
      .flat()
      .map(({ row }) => row)
      .join('\n');
    expect(everything).toContain(made.client_id ?? '?'); // it is the right haystack
    const canaries = [...Object.values(secrets), key, made.client_secret ?? '', access];
    for (const secret of canaries.flatMap((text) => [text, text.slice(4, -6), btoa(text)])) {
      expect(everything).not.toContain(secret);
    }
  });

  test('a mistyped key or secret is refused without the database', async () => {
    const closed = await startTestService(kind);
    const { key = '' } = await command(closed, 'keys', 'add', '--label', 'mistyped');
    const made = await command(closed, 'clients', 'add', '--organizer', ids.organizer);
    const { client_id = '', client_secret = '' } = made;
    await closed.get('/v1/venues'); // a pool that was never used isn't closed
    await closed.requests.close();
    const mistyped = (text: string, place: number) =>
      text.slice(0, place) + (text[place] === 'a' ? 'b' : 'a') + text.slice(place + 1);
    for (const place of [4, 20, 35, 36, 41]) {
      const wrongKey = { 'x-api-key': mistyped(key, place) };
      expect([place, (await read(closed, wrongKey)).status]).toEqual([place, 401]);
      const wrongSecret = basic(client_id, mistyped(client_secret, place));
      expect([place, (await askToken(closed, wrongSecret)).status]).toEqual([place, 401]);
    }
    // A right one needs it.
    expect((await read(closed, { 'x-api-key': key })).status).toBeGreaterThanOrEqual(500);
    const right = await askToken(closed, basic(client_id, client_secret));
    expect(right.status).toBeGreaterThanOrEqual(500);
  });
});

onDatabase('server', 'Revoking', (kind) => {
  const services: TestService[] = [];
  beforeAll(async () => {
    const settings = testSettings(await freshDatabase(kind));
    services.push(await runService(settings), await runService(settings, { records: [] }));
  });
  test('a revoked key stops working within 2 s in every process', async () => {
    const [first] = services;
    if (!first) throw new Error('The service was not started.');
    const { key = '', id = '' } = await command(first, 'keys', 'add', '--label', 'short-lived');
    const ask = (service: TestService) => () => read(service, { 'x-api-key': key });
    for (const service of services) expect((await ask(service)()).status).toBe(200);
    await command(first, 'keys', 'revoke', id);
    await Promise.all(services.map((service) => untilRefused(ask(service))));
  });

  test('a revoked client stops submitting within 2 s in every process', async () => {
    const [first] = services;
    if (!first) throw new Error('The service was not started.');
    const made = await command(first, 'clients', 'add', '--organizer', ids.organizer);
    const { client_id = '', client_secret = '' } = made;
    const asks = await Promise.all(
      services.map(async (service) => {
        const authorization = `Bearer ${await service.token(client_id, client_secret)}`;
        return () => service.submit(completed(), { authorization });
      }),
    );
    for (const ask of asks) expect((await ask()).status).toBe(201);
    await command(first, 'clients', 'revoke', client_id);
    await Promise.all(asks.map(untilRefused));
    for (const service of services) {
      expect((await askToken(service, basic(client_id, client_secret))).status).toBe(401);
    }
  });
});
