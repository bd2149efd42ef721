import { beforeAll, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { completed, ids, secrets } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

type Headers_ = Record<string, string>;
type Content = string | Uint8Array<ArrayBuffer> | ReadableStream;

const sets = (...games: [number, number][]) => ({ sets: games.map((pair) => ({ games: pair })) });
const text = (more: Record<string, unknown> = {}) => JSON.stringify(completed(more));
const bytes = (value: string) => new TextEncoder().encode(value);
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const limit = 64 * 1024;

/** Sends a submission with nothing but what is given. */
function post(service: TestService, headers: Headers_, body: Content): Promise<Response> {
  // A body of bytes gets no Content-Type by itself, one that streams no Content-Length.
  const content = typeof body === 'string' ? bytes(body) : body;
  return fetch(`${service.url}/v1/matches`, { method: 'POST', headers, body: content });
}

/** What a problem says: its status, its type, its detail if wanted, and what it points at. */
async function verdict(response: Response, detail?: RegExp): Promise<string> {
  const body = await json(response);
  if (response.ok) return String(response.status);
  if (detail) expect(body.detail).toMatch(detail);
  const pointers = body.errors?.map(({ pointer }: { pointer: string }) => pointer) ?? [];
  return [response.status, String(body.type).split('#')[1], ...pointers.sort()].join(' ');
}

// rules 5.1
onBothDatabases('Where a submission is wrong in two ways, the earlier check answers', (kind) => {
  let service: TestService;
  let good: Headers_;
  const twin = completed();
  const earlier = text();

  beforeAll(async () => {
    service = await startTestService(kind, { settings: { RATE_LIMIT_PER_MINUTE: 100 } });
    good = await credentials(ids.client, secrets.client);
    expect((await send({}, JSON.stringify(twin))).status).toBe(201);
    expect((await send({ 'idempotency-key': 'used' }, earlier)).status).toBe(201);
  });

  const credentials = async (client: string, secret: string) => ({
    authorization: `Bearer ${await service.token(client, secret)}`,
  });
  const send = (headers: Headers_, body: Content) =>
    post(service, { ...good, 'idempotency-key': crypto.randomUUID(), ...headers }, body);
  /** Uses up the limit of a token. */
  const exhaust = async (headers: Headers_) => {
    const requests = Array.from({ length: 100 }, () => post(service, headers, ''));
    await Promise.all(requests);
    return headers;
  };

  test('1 before 2: without valid credentials it is 401, whatever limit is used up', async () => {
    const { authorization } = await exhaust(await credentials(ids.client, secrets.client));
    expect(await verdict(await send({ authorization: `${authorization}x` }, text()))).toBe(
      '401 unauthenticated',
    );
    expect(await verdict(await send({ authorization: `${authorization}` }, text()))).toBe(
      '429 rate-limited',
    );
  });

  test('2 before 3: a token at its limit gets 429, also where it lacks the scope', async () => {
    const scopeless = await credentials(ids.scopelessClient, secrets.scopelessClient);
    expect(await verdict(await send(scopeless, text()))).toBe('403 insufficient-scope');
    await exhaust(scopeless);
    expect(await verdict(await send(scopeless, text()))).toBe('429 rate-limited');
  });

  test('3 before 4: without the scope neither header nor body is looked at', async () => {
    const scopeless = await credentials(ids.scopelessClient, secrets.scopelessClient);
    expect(await verdict(await post(service, scopeless, '{'))).toBe('403 insufficient-scope');
  });

  const gzip = { 'content-encoding': 'gzip' };
  const used = { 'idempotency-key': 'used' };
  const plain = { 'content-type': 'text/plain' };
  const notUtf8 = new Uint8Array([0x22, 0xff]); // an unfinished text, too
  const large = new Uint8Array(limit + 1).fill(0xff); // not UTF-8 either
  const wrongScore = { score: sets([6, 5], [6, 4]) };
  const unknownVenue = { venue_id: 'ven_zzzzzzzzzz' };
  const foreign = { competition_id: ids.foreignCup };
  const unknownCup = { competition_id: 'cmp_zzzzzzzzzz' };
  const cases: [string, Headers_, () => Content, string, RegExp?][] = [
    ['4: key, then media type', { 'idempotency-key': '', ...plain }, text, '400 invalid-request'],
    [
      '4: media type, then encoding',
      { ...plain, ...gzip },
      text,
      '415 unsupported-media-type',
      /application\/json/,
    ],
    ['4: encoding, then size', gzip, () => large, '415 unsupported-media-type', /Content-Encoding/],
    ['4: size, then UTF-8', {}, () => large, '413 payload-too-large'],
    ['4: UTF-8, then JSON', {}, () => notUtf8, '400 invalid-request', /UTF-8/],
    ['4: JSON, then depth', {}, () => `${nested(33)}]`, '400 invalid-request', /JSON/],
    ['4: depth, then numbers', {}, () => `[1e400, ${nested(33)}]`, '400 invalid-request'],
    ['4 before 5: JSON, then the used key', used, () => '{', '400 invalid-request'],
    [
      '4 before 5: numbers, then the used key',
      used,
      () => '{"court_number":1e400}',
      '422 validation-failed #/court_number',
    ],
    ['5 before 6: the used key, then shape', used, () => '{}', '409 idempotency-conflict'],
    [
      '6 before 7: shape, then competition',
      {},
      () => text({ ...unknownCup, venue_id: null }),
      '422 validation-failed #/venue_id',
    ],
    [
      '6 before 8: shape, then organizer',
      {},
      () => text({ ...foreign, venue_id: null }),
      '422 validation-failed #/venue_id',
    ],
    [
      '7 before 9: competition, then the other references',
      {},
      () => text({ ...unknownCup, ...unknownVenue }),
      '422 validation-failed #/competition_id',
    ],
    [
      '8 before 9: organizer, then references',
      {},
      () => text({ ...foreign, ...unknownVenue }),
      '403 not-competition-organizer',
    ],
    [
      '8 before 10: organizer, then score',
      {},
      () => text({ ...foreign, ...wrongScore }),
      '403 not-competition-organizer',
    ],
    [
      '9 before 10: references, then score',
      {},
      () => text({ ...unknownVenue, ...wrongScore }),
      '422 validation-failed #/venue_id',
    ],
    [
      '9 before 11: rules, then the duplicate',
      {},
      () => JSON.stringify({ ...twin, winner_id: ids.players[1] }),
      '422 validation-failed #/winner_id',
    ],
    [
      '10 before 11: score, then the duplicate',
      {},
      () => JSON.stringify({ ...twin, ...wrongScore }),
      '422 invalid-score #/score/sets/0',
    ],
    [
      'more than three sets is shape, before the competition',
      {},
      () => text({ ...unknownCup, score: sets([6, 0], [6, 0], [6, 0], [6, 0]) }),
      '422 validation-failed #/score/sets',
    ],
  ];
  for (const [name, headers, body, expected, detail] of cases) {
    test(name, async () => {
      expect(await verdict(await send(headers, body()), detail)).toBe(expected);
    });
  }

  test('the used key replays before anything is judged that changed since', async () => {
    const replay = await send(used, earlier);
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  });
});

onBothDatabases('What is read of a request', (kind) => {
  let service: TestService;
  let key: Headers_;
  beforeAll(async () => {
    service = await startTestService(kind);
    key = { authorization: `Bearer ${await service.token(ids.client, secrets.client)}` };
  });

  const send = (headers: Headers_, body: Content) =>
    post(service, { ...key, 'idempotency-key': crypto.randomUUID(), ...headers }, body);
  const padded = (length: number) => bytes(text().padEnd(length));
  const chunked = (content: Uint8Array) =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(content.slice(0, 40_000));
        controller.enqueue(content.slice(40_000));
        controller.close();
      },
    });

  const media: [string, Headers_, Content, string][] = [
    ['no Content-Type counts as JSON', {}, text(), '201'],
    ['application/json', { 'content-type': 'application/json' }, text(), '201'],
    ['with a charset', { 'content-type': 'Application/JSON ; charset="utf-8"' }, text(), '201'],
    ['text/plain', { 'content-type': 'text/plain' }, text(), '415 unsupported-media-type'],
    [
      'a JSON dialect',
      { 'content-type': 'application/x+json' },
      text(),
      '415 unsupported-media-type',
    ],
    [
      'more than JSON',
      { 'content-type': 'application/jsonl' },
      text(),
      '415 unsupported-media-type',
    ],
    ['Content-Encoding identity', { 'content-encoding': 'Identity' }, text(), '201'],
    [
      'Content-Encoding gzip',
      { 'content-encoding': 'gzip' },
      gzipSync(text()),
      '415 unsupported-media-type',
    ],
    [
      'two encodings',
      { 'content-encoding': 'identity, gzip' },
      text(),
      '415 unsupported-media-type',
    ],
    ['64 KiB', {}, padded(limit), '201'],
    ['64 KiB and a byte', {}, padded(limit + 1), '413 payload-too-large'],
    ['64 KiB of unknown length', {}, chunked(padded(limit)), '201'],
    ['a byte more of unknown length', {}, chunked(padded(limit + 1)), '413 payload-too-large'],
  ];
  test.each(media)('%s', async (_, headers, body, expected) => {
    expect(await verdict(await send(headers, body))).toBe(expected);
  });

  const malformed: [string, Content][] = [
    ['nothing', ''],
    ['no JSON', '{"status": completed}'],
    ['more than JSON', `${text()},`],
    ['NaN', '{"court_number":NaN}'],
    ['a byte order mark', `\uFEFF${text()}`],
    ['invalid UTF-8', new Uint8Array([0x22, 0xc3, 0x28, 0x22])],
    ['half a surrogate pair in UTF-8', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['33 levels', nested(33)],
    ['33 levels of objects', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
    ['30,000 levels', nested(30_000)],
  ];
  test.each(malformed)('text that is not good JSON has no errors: %s', async (_, body) => {
    expect(await verdict(await send({}, body))).toBe('400 invalid-request');
  });

  const values: [string, Content, string][] = [
    ['32 levels are read', nested(32), '#'],
    ['32 levels of objects', `${'{"a":'.repeat(32)}1${'}'.repeat(32)}`, '#/a #/competition_id'],
    ['a number beyond a double', text().replace('[6,4]', '[6,1e400]'), '#/score/sets/0/games/1'],
    ['one below', '{"a":{"b~/":[0,-1e999]}}', '#/a/b~0~1/1'],
    ['half a surrogate pair', text({ venue_id: '\ud800' }), '#/venue_id'],
    ['its other half', '{"a":["\\udc00"]}', '#/a/0'],
    ['in a name, whose parent is pointed at', '{"a":{"\\ud83d":1}}', '#/a'],
    ['the first of them', '{"a":1e400,"b":"\\ud800"}', '#/a'],
    ['a whole pair is text', text({ venue_id: '🎾' }), '#/venue_id'],
    ['NUL in a text', text({ venue_id: 'ven_aaaaaaaaa1\0' }), '#/venue_id'],
    ['NUL in played_at', text({ played_at: '2026-05-01T10:00:00Z\0' }), '#/played_at'],
    ['NUL in a name', text({ 'a\0': 1 }), '#/a%00'],
  ];
  test.each(values)('what JSON can say but no member can be: %s', async (_, body, pointers) => {
    const said = await verdict(await send({}, body));
    expect(said).toStartWith(`422 validation-failed ${pointers}`);
  });

  test('of members with the same name the last one counts', async () => {
    const twice = text().replace('{', '{"status":"walkover","venue_id":7,');
    expect(await verdict(await send({}, twice))).toBe('201');
    const lastWrong = text().replace(/\}$/, ',"venue_id":7}');
    expect(await verdict(await send({}, lastWrong))).toBe('422 validation-failed #/venue_id');
  });

  const keys: [string, Headers_, string][] = [
    ['missing', {}, '400 invalid-request'],
    ['empty', { 'idempotency-key': '' }, '400 invalid-request'],
    ['of spaces', { 'idempotency-key': '  ' }, '400 invalid-request'],
    ['of 256 characters', { 'idempotency-key': 'k'.repeat(256) }, '400 invalid-request'],
    ['of 255 characters', { 'idempotency-key': 'k'.repeat(255) }, '201'],
    ['of one character', { 'idempotency-key': 'k' }, '201'],
  ];
  test.each(keys)('an Idempotency-Key %s', async (_, headers, expected) => {
    expect(await verdict(await post(service, { ...key, ...headers }, text()))).toBe(expected);
  });

  test.each(keys.slice(0, 3))('an Idempotency-Key %s is said to be missing', async (_, headers) => {
    const { detail } = await json(await post(service, { ...key, ...headers }, text()));
    expect(detail).toBe(
      'The header Idempotency-Key is missing: send a new one with every new result.',
    );
  });

  test.each([
    ['not JSON', '{', {}],
    ['too large', padded(limit + 1), {}],
    ['of another type', text(), { 'content-type': 'text/plain' }],
  ])('nothing of an unauthenticated body is read: %s', async (_, body, headers: Headers_) => {
    expect(await verdict(await post(service, headers, body))).toBe('401 unauthenticated');
  });

  test('an answer to bad credentials does not wait for the body', async () => {
    const endless = new ReadableStream({ pull: () => new Promise(() => undefined) });
    const response = await post(service, { authorization: 'Bearer no' }, endless);
    expect(await verdict(response)).toBe('401 unauthenticated');
  });
});
