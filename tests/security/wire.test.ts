// What can be said about a request on the wire: where it ends, by which method, and what is left of it
// in caches and in the log.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createLog } from '../../shared/log.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { rawRequest } from '../support/raw-http.ts';
import { cleanUp, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let token: string;
const lines: string[] = [];
beforeAll(async () => {
  const log = createLog('trace', false, (line) => void lines.push(line));
  service = await startTestService('embedded', { log, settings: { WEBSITE: 'public' } });
  token = await service.token(ids.client, secrets.client);
});
afterAll(cleanUp);

const smuggled = 'GET /v1/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';
const framings: [string, string[]][] = [
  ['two lengths', ['Content-Length: 0', `Content-Length: ${smuggled.length}`]],
  ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
  ['chunks that are not the last encoding', ['Transfer-Encoding: chunked, identity']],
  ['an encoding written strangely', ['Transfer-Encoding : chunked']],
  ['a length that is no number', ['Content-Length: +3']],
];
test.each(framings)('a request whose end is in doubt is refused: %s', async (_, headers) => {
  lines.length = 0;
  const sent = [`Authorization: Bearer ${token}`, 'Idempotency-Key: framing', ...headers];
  const { status } = await rawRequest(
    service.url,
    'POST /v1/matches',
    sent,
    `0\r\n\r\n${smuggled}`,
  );
  expect(status).toBe(400);
  expect(lines.filter((line) => line.includes('/v1/smuggled'))).toEqual([]);
});

test('a body of megabytes is refused as any other that is too long, and in the order of the checks', async () => {
  const body = ' '.repeat(5_000_000);
  const authorization = `Bearer ${token}`;
  const json = { 'content-type': 'application/json', 'idempotency-key': 'megabytes' };
  const answer = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(service.url + path, { method: 'POST', headers, body });
    const { type, error } = await response.json();
    return [response.status, type?.split('#').at(-1) ?? error];
  };
  expect(await answer('/v1/matches', { ...json, authorization })).toEqual([
    413,
    'payload-too-large',
  ]);
  expect(await answer('/v1/matches', json)).toEqual([401, 'unauthenticated']);
  expect(await answer('/v1/venues', json)).toEqual([405, 'method-not-allowed']);
  const basic = `Basic ${btoa(`${ids.client}:${secrets.client}`)}`;
  const form = { 'content-type': 'application/x-www-form-urlencoded', authorization: basic };
  expect(await answer('/oauth/token', form)).toEqual([413, 'invalid_request']);
});

const hosts = ['', 'a', 'abc', '%zz', '[::1', 'a:99999', 'a/b', 'a<b>', 'user@a', 'x\\y'];
const lookups: [string, string, string[]][] = [
  ['HTTP/1.0 without one', ' HTTP/1.0', []],
  ...hosts.map((host): [string, string, string[]] => [`"${host}"`, '', [`Host: ${host}`]]),
];
test.each(lookups)('what is said of the host changes no answer: %s', async (_, version, told) => {
  const seen = [`X-API-Key: ${secrets.key}`, 'Accept: text/html'];
  const ask = async (line: string, headers: string[]) => {
    const { status, body } = await rawRequest(service.url, line, headers);
    return { status, body };
  };
  const player = `players/${ids.players[0]}`;
  const paths = [
    `/v1/${player}/rating`,
    '/v1/players?limit=1',
    '/readyz',
    `/${player}`,
    '/',
    '/a/b',
  ];
  for (const path of paths) {
    const usual = await ask(`GET ${path}`, seen);
    expect(usual.status).toBe(path === '/a/b' ? 404 : 200);
    expect(await ask(`GET ${path}${version}`, [...seen, ...told])).toEqual(usual);
  }
});

test('no cache keeps an answer of the API, good or bad; no browser guesses what it is, or gets a cookie', async () => {
  const answers = [
    await service.get('/v1/players'),
    await service.submit(completed()),
    await service.get('/v1/players', { 'x-api-key': 'none' }),
    await service.get('/v1/players?limit=0'),
    await service.get('/v1/venues/ven_0000000000'),
  ];
  for (const { url, headers } of answers) {
    const said = [headers.get('cache-control'), headers.get('x-content-type-options')];
    expect([url, ...said]).toEqual([url, 'no-store', 'nosniff']);
    expect(headers.has('set-cookie')).toBe(false);
  }
});

test('whatever a path holds, it is one line of the log', async () => {
  lines.length = 0;
  const path = '/v1/%0a{"level":50,"msg":"forged"}%0d%0a%1b[2J';
  await fetch(`${service.url}${path}`);
  await rawRequest(service.url, 'GET /v1/"}\u0085\u2028');
  // Bun refuses this one by itself.
  expect((await rawRequest(service.url, 'GET /v1/\x1b[31m')).status).toBe(505);
  const requests = lines.filter((line) => JSON.parse(line).msg === 'request');
  expect(requests).toHaveLength(2);
  expect(lines.join('')).not.toContain('\x1b');
  expect(lines.filter((line) => line.trimEnd().includes('\n'))).toEqual([]);
});

test('a client that is not there is refused in the words of one with a wrong secret', async () => {
  const answers = [ids.client, 'client_unknown'].map(async (id) => {
    const response = await fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${id}:a-secret-that-is-wrong-1`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { ratelimit: _, date: __, ...headers } = Object.fromEntries(response.headers);
    return [response.status, headers, await response.text()];
  });
  const [wrong, unknown] = await Promise.all(answers);
  expect(wrong?.[0]).toBe(401);
  expect(unknown).toEqual(wrong ?? []);
});
