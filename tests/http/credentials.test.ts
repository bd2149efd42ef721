import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { commandsOn } from '../commands/terminal.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { rows } from '../support/rows.ts';
import {
  cleanUp,
  freshDatabase,
  json,
  load,
  onBothDatabases,
  runService,
  startTestService,
  type TestService,
  testSettings,
} from '../support/service.ts';

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

/** The milliseconds until the request is refused. */
async function timeUntil(status: number, request: () => Promise<Response>): Promise<number> {
  const start = Date.now();
  while ((await request()).status !== status && Date.now() - start < 5_000) await delay(25);
  return Date.now() - start;
}

// rules 6
onBothDatabases('Credentials', (kind) => {
  let service: TestService;
  let token: string;
  beforeAll(async () => {
    service = await startTestService(kind);
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

  const reads: [string, () => Sent, string][] = [
    ['no key', () => ({}), ''],
    ['an empty key', () => ({ 'x-api-key': '' }), ''],
    ['an unknown key', () => ({ 'x-api-key': 'no-such-key-no-such-key' }), ''],
    ['a key in other letters', () => ({ 'x-api-key': secrets.key.toUpperCase() }), ''],
    ['two keys', () => ({ 'x-api-key': `${secrets.key}, ${secrets.otherKey}` }), ''],
    ['the same key twice', () => ({ 'x-api-key': `${secrets.key}, ${secrets.key}` }), ''],
    ['a key in the query', () => ({}), `?api_key=${secrets.key}&X-API-Key=${secrets.key}`],
    ['a key as a token', () => ({ authorization: `Bearer ${secrets.key}` }), ''],
    ['a token', () => ({ authorization: `Bearer ${token}` }), ''],
    ['a token as a key', () => ({ 'x-api-key': token }), ''],
    ['a client’s secret', () => basic(ids.client, secrets.client), ''],
    ['a client’s secret as a key', () => ({ 'x-api-key': secrets.client }), ''],
  ];
  test.each(reads)('a read is refused with %s', async (_, headers, query) => {
    const answer = await refused(await read(service, headers(), query));
    expect(answer).toEqual(unauthenticated(/^ApiKey realm="[^"]+"$/));
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

describe('Revoking', () => {
  const services: TestService[] = [];
  beforeAll(async () => {
    const settings = testSettings(await freshDatabase('server'));
    services.push(await runService(settings), await runService(settings, { records: [] }));
  });
  afterAll(cleanUp);

  test('a revoked key stops working within 2 s in every process', async () => {
    const [first] = services;
    if (!first) throw new Error('The service was not started.');
    const { key = '', id = '' } = await command(first, 'keys', 'add', '--label', 'short-lived');
    const ask = (service: TestService) => () => read(service, { 'x-api-key': key });
    for (const service of services) expect((await ask(service)()).status).toBe(200);
    await command(first, 'keys', 'revoke', id);
    const times = await Promise.all(services.map((service) => timeUntil(401, ask(service))));
    expect(Math.max(...times)).toBeLessThan(2_000);
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
    const times = await Promise.all(asks.map((ask) => timeUntil(401, ask)));
    expect(Math.max(...times)).toBeLessThan(2_000);
    for (const service of services) {
      expect((await askToken(service, basic(client_id, client_secret))).status).toBe(401);
    }
  });
});

describe('What a running program says at the level trace', () => {
  afterAll(cleanUp);

  test('holds no secret, nor do its answers and metrics', async () => {
    const { DATABASE_URL = '', DATA_DIR } = await freshDatabase('server');
    const filler = await runService(testSettings({ DATABASE_URL, ...(DATA_DIR && { DATA_DIR }) }));
    const { key = '' } = await command(filler, 'keys', 'add', '--label', 'canary');
    await filler.stop();
    const signing = 'canary-that-signs-tokens-0123456789';
    const { PATH, HOME } = process.env;
    const program = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts'), 'serve'], {
      env: {
        PATH,
        HOME,
        DATABASE_URL,
        DATA_DIR,
        TOKEN_SECRET: signing,
        PORT: '0',
        LOG_LEVEL: 'trace',
      },
    });
    let said = '';
    for (const stream of [program.stdout, program.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
    }
    const ended = once(program, 'close');
    try {
      let port: string | undefined;
      while (!port && program.exitCode === null) {
        port = /"address":"[^"]*?:(\d+)"/.exec(said)?.[1];
        await delay(20);
      }
      const service = { url: `http://127.0.0.1:${port}` };
      const answers: string[] = [];
      const hear = async (response: Response) => {
        const text = await response.text();
        answers.push(JSON.stringify([...response.headers]), text);
        return text;
      };
      const granted = await askToken(service, basic(ids.client, secrets.client));
      const { access_token } = await json(granted);
      const canaries = {
        key,
        signing,
        token: String(access_token),
        secret: secrets.client,
        wrongKey: 'canary-wrong-key-0123456789',
        wrongSecret: 'canary-wrong-secret-0123456789',
        formSecret: 'canary-form-secret-0123456789',
        wrongToken: 'canary.wrong.token',
        inQuery: 'canary-in-the-query-0123456789',
        database: DATABASE_URL,
      };
      const { wrongKey, wrongSecret, formSecret, wrongToken, inQuery } = canaries;
      await hear(await read(service, { 'x-api-key': key }, '?limit=1'));
      await hear(await read(service, { 'x-api-key': wrongKey }));
      await hear(await read(service, {}, `?X-API-Key=${inQuery}`));
      await hear(await askToken(service, basic(ids.client, wrongSecret)));
      await hear(
        await askToken(service, basic(ids.client, secrets.client), `&client_secret=${formSecret}`),
      );
      for (const bearer of [canaries.token, wrongToken]) {
        const headers = {
          authorization: `Bearer ${bearer}`,
          'idempotency-key': crypto.randomUUID(),
        };
        const url = `${service.url}/v1/matches?access_token=${inQuery}`;
        await hear(await fetch(url, { method: 'POST', headers, body: '{' }));
        const sent = { ...headers, 'content-type': 'application/json' };
        await hear(
          await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify(completed()) }),
        );
      }
      await hear(await fetch(`${service.url}/metrics`));
      program.kill('SIGTERM');
      await ended;
      // It told of the requests, and of who sent them by the name of the credential.
      expect(said).toContain('"path":"/v1/venues"');
      expect(said).toContain('"credential":"canary"');
      const told = said.split('\n').filter((line) => line.includes('"path":"/oauth/token"'));
      const credentials = told.map((line) => JSON.parse(line).credential);
      expect(credentials).toEqual([ids.client, undefined, ids.client]);
      for (const [name, canary] of Object.entries(canaries)) {
        const encoded = Buffer.from(`${ids.client}:${canary}`).toString('base64');
        for (const text of [canary, encoded]) {
          expect([name, said.includes(text)]).toEqual([name, false]);
          expect([name, answers.some((answer) => answer.includes(text))]).toEqual([name, false]);
        }
      }
    } finally {
      program.kill('SIGKILL');
    }
  });
});
