import { beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { purgeKeys } from '../../modules/matches/index.ts';
import { completed, ids, retired, secrets, testCity } from '../support/city.ts';
import { rawRequest } from '../support/raw-http.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const hour = 3_600_000;
const colleague = { client_id: 'client_colleague', client_secret: 'test-secret-of-a-colleague-1' };
const records = [
  ...testCity(),
  { kind: 'client', ...colleague, organizer_id: ids.organizer, scopes: ['matches:write'] },
];

/** What of an answer a client relies on. */
async function answerOf(response: Response) {
  const { status, headers } = response;
  const [location, replayed] = ['location', 'idempotent-replayed'].map((name) => headers.get(name));
  return { status, location, replayed, text: await response.text() };
}

async function problemOf(response: Response): Promise<string> {
  const { type, errors } = await json(response);
  expect(errors === undefined || response.status === 422).toBe(true);
  return `${response.status} ${String(type).split('#')[1]}`;
}

// rules 5.5
onBothDatabases('Idempotency-Key', (kind) => {
  let service: TestService;
  let now = Date.parse('2026-06-01T12:00:00Z');
  beforeAll(async () => {
    service = await startTestService(kind, { records, clock: () => now });
  });

  let keys = 0;
  const newKey = () => `key ${++keys}`;
  const send = (key: string, body: unknown, headers = {}) =>
    service.submit(body, { 'idempotency-key': key, ...headers });
  const as = async (clientId: string, secret: string) => ({
    authorization: `Bearer ${await service.token(clientId, secret)}`,
  });
  const stored = async () => {
    const counting = sql<{ n: number }>`select count(*)::int as n from submission_key`;
    return (await counting.execute(service.workbench.database.db)).rows[0]?.n;
  };

  test('the same key and body get the first answer again, and make no second match', async () => {
    const [key, body] = [newKey(), completed()];
    const first = await answerOf(await send(key, body));
    expect(first).toMatchObject({ status: 201, replayed: null });
    const { id, player_ids } = JSON.parse(first.text);
    expect(first.location).toEndWith(`/v1/matches/${id}`);
    now += 1_000;
    expect(await service.rate()).toEqual({ rated: 1, unrateable: 0 });
    // It is the first answer also where the match has changed since.
    for (const again of [1, 2]) {
      const replay = await answerOf(await send(key, body));
      expect([again, replay]).toEqual([again, { ...first, replayed: 'true' }]);
    }
    const list = await json(await service.get(`/v1/matches?player_id=${player_ids[0]}`));
    expect(list.data).toHaveLength(1);
  });

  const sets = [{ games: [6, 4] }, { games: [6, 3] }];
  const written: [string, (text: string) => string][] = [
    ['white space', (text) => JSON.stringify(JSON.parse(text), null, '\t')],
    [
      'another order',
      (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse())),
    ],
    [
      'numbers spelled otherwise',
      (text) => text.replace('[6,4]', '[6.0,0.4e1]').replace('[6,3]', '[60e-1,3]'),
    ],
    [
      'escapes',
      (text) =>
        text.replace('"completed"', '"\\u0063ompleted"').replace('"score"', '"scor\\u0065"'),
    ],
    ['a member sent twice', (text) => text.replace('{', '{"status":"walkover",')],
  ];
  test.each(written)('the same JSON value is the same body: %s', async (_, rewrite) => {
    const [key, text] = [newKey(), JSON.stringify(completed({ score: { sets } }))];
    expect(rewrite(text)).not.toBe(text);
    const first = await answerOf(await send(key, text));
    expect(await answerOf(await send(key, rewrite(text)))).toEqual({ ...first, replayed: 'true' });
  });

  const other: [string, (body: Record<string, unknown>) => unknown][] = [
    ['null instead of nothing', (body) => ({ ...body, court_number: null })],
    ['a list in another order', (body) => ({ ...body, score: { sets: [...sets].reverse() } })],
    ['one more member', (body) => ({ ...body, court_number: 1 })],
    ['text instead of a number', (body) => ({ ...body, score: { sets: [{ games: ['6', 4] }] } })],
    ['another match', () => retired()],
    ['what would not even be valid', () => []],
  ];
  test.each(other)('another body with a used key is a conflict: %s', async (_, change) => {
    const [key, body] = [newKey(), completed({ score: { sets } })];
    expect((await send(key, body)).status).toBe(201);
    const response = await send(key, change(body));
    expect(response.headers.get('location')).toBeNull();
    expect(await problemOf(response)).toBe('409 idempotency-conflict');
    expect((await answerOf(await send(key, body))).replayed).toBe('true');
  });

  describe('keys belong to the organizer', () => {
    test('all its clients and tokens share them', async () => {
      const [key, body] = [newKey(), completed()];
      const first = await answerOf(await send(key, body));
      for (const [id, secret] of [
        [ids.client, secrets.client],
        [colleague.client_id, colleague.client_secret],
      ] as const) {
        const replay = await answerOf(await send(key, body, await as(id, secret)));
        expect(replay).toEqual({ ...first, replayed: 'true' });
      }
    });

    test('another organizer uses the same key for its own match', async () => {
      const key = newKey();
      const other = await as(ids.otherClient, secrets.otherClient);
      const own = await answerOf(await send(key, completed()));
      const foreign = completed({ competition_id: ids.foreignCup });
      const theirs = await answerOf(await send(key, foreign, other));
      expect(theirs).toMatchObject({ status: 201, replayed: null });
      expect(theirs.location).not.toBe(own.location);
    });

    test('capital letters make another key', async () => {
      expect((await send('Key', completed())).status).toBe(201);
      expect((await answerOf(await send('kEY', completed()))).replayed).toBeNull();
    });

    test('a no-break space at an end makes another key, spaces and tabs there are nothing', async () => {
      const [key, body] = ['blank', completed()];
      for (const other of [key, `${key}\u00a0`, `\u00a0${key}`]) {
        const own = other === key ? body : completed();
        expect(await answerOf(await send(other, own))).toMatchObject({
          status: 201,
          replayed: null,
        });
      }
      const token = await service.token(ids.client, secrets.client);
      const text = JSON.stringify(body);
      const again = await rawRequest(
        service.url,
        'POST /v1/matches',
        [
          `Authorization: Bearer ${token}`,
          `Content-Length: ${Buffer.byteLength(text)}`,
          `Idempotency-Key: \t ${key} \t`,
        ],
        text,
      );
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    });
  });

  describe('only a 201 uses the key up', () => {
    const twin = completed();
    const refused: [string, unknown, Record<string, string>][] = [
      ['400 invalid-request', '{', {}],
      ['401 unauthenticated', completed(), { authorization: 'Bearer no' }],
      ['403 not-competition-organizer', completed({ competition_id: ids.foreignCup }), {}],
      ['409 duplicate-match', twin, {}],
      ['413 payload-too-large', ' '.repeat(70_000), {}],
      ['415 unsupported-media-type', completed(), { 'content-type': 'text/plain' }],
      ['422 validation-failed', completed({ venue_id: 'ven_zzzzzzzzzz' }), {}],
      ['422 invalid-score', completed({ score: { sets: [sets[0]] } }), {}],
    ];
    test.each(refused)('%s', async (expected, body, headers) => {
      if (body === twin) expect((await send(newKey(), twin)).status).toBe(201);
      const key = newKey();
      const before = await stored();
      expect(await problemOf(await send(key, body, headers))).toBe(expected);
      expect(await stored()).toBe(before);
      expect(await answerOf(await send(key, completed()))).toMatchObject({
        status: 201,
        replayed: null,
      });
    });
  });

  describe('a key is kept for 24 hours', () => {
    const body = completed();
    const [key, purged] = ['kept', 'purged'];
    let first: Awaited<ReturnType<typeof answerOf>>;

    test('until then it replays', async () => {
      first = await answerOf(await send(key, body));
      expect((await send(purged, completed())).status).toBe(201);
      now += 24 * hour - 1;
      const fresh = await as(ids.client, secrets.client);
      expect(await answerOf(await send(key, body, fresh))).toEqual({ ...first, replayed: 'true' });
      expect(await problemOf(await send(key, completed(), fresh))).toBe('409 idempotency-conflict');
    });

    test('what has not expired is not purged', async () => {
      const before = await stored();
      expect(await purgeKeys(service.workbench.database.db, now)).toBeLessThan(Number(before));
      const fresh = await as(ids.client, secrets.client);
      expect((await answerOf(await send(key, body, fresh))).replayed).toBe('true');
    });

    test('then it is new: the same body is a duplicate, another one a match', async () => {
      now += 1;
      const fresh = await as(ids.client, secrets.client);
      expect(await problemOf(await send(key, body, fresh))).toBe('409 duplicate-match');
      const second = await answerOf(await send(key, completed(), fresh));
      expect(second).toMatchObject({ status: 201, replayed: null });
      expect(second.location).not.toBe(first.location);
    });

    test('expired keys are purged, the reused one stays another 24 hours', async () => {
      await purgeKeys(service.workbench.database.db, now);
      expect(await stored()).toBe(1);
      now += 24 * hour;
      expect(await purgeKeys(service.workbench.database.db, now)).toBe(1);
      expect(await stored()).toBe(0);
    });
  });
});
