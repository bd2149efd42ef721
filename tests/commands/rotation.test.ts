// Keys, clients' secrets and the secret that signs are replaced while the former ones stay valid.
import { beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { sql } from 'kysely';
import { forgetFormerSecrets, hashSecret } from '../../modules/auth/index.ts';
import { purgeKeys } from '../../modules/matches/index.ts';
import { utc } from '../../shared/time.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { failureOf } from '../support/failure.ts';
import {
  json,
  load,
  onBothDatabases,
  startTestService,
  type TestService,
} from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { exportFrom } from './exchange.ts';
import { commandsOn } from './terminal.ts';

const hour = 3_600_000;

/** Waits until it is so, and at most the two seconds that a change may take. */
const within2s = (isSo: () => Promise<boolean>) => until(isSo, 2_000);

onBothDatabases('rotation', (kind) => {
  let service: TestService;
  let now = Date.parse('2026-06-01T12:00:00.000Z');
  beforeAll(async () => {
    service = await startTestService(kind, { clock: () => now });
  });

  const run = (...args: string[]) => commandsOn(service.workbench)(args);
  async function printed(...args: string[]) {
    const { status, out, err } = await run(...args, '--json');
    expect([status, err]).toEqual([0, '']);
    return JSON.parse(out);
  }
  const reads = async (key: string) =>
    (await service.get('/v1/venues?limit=1', { 'x-api-key': key })).status;
  const grants = (id: string, secret: string) =>
    service.token(id, secret).then(
      () => 200,
      () => 401,
    );
  const submits = async (token: string) =>
    (await service.submit(completed(), { authorization: `Bearer ${token}` })).status;

  test('a key gets a successor under its label and id, and reads until the end of the overlap', async () => {
    const first = await printed('keys', 'add', '--label', 'website');
    const second = await printed('keys', 'rotate', 'website', '--overlap', '2');
    expect(second).toEqual({
      id: first.id,
      label: 'website',
      key: expect.stringMatching(/^trk_[A-Za-z0-9]{38}$/),
      former_until: utc(now + 2 * hour),
    });
    expect(second.key).not.toBe(first.key);
    expect([await reads(first.key), await reads(second.key)]).toEqual([200, 200]);
    now += 2 * hour - 1;
    expect([await reads(first.key), await reads(second.key)]).toEqual([200, 200]);
    now += 1;
    expect([await reads(first.key), await reads(second.key)]).toEqual([401, 200]);
  });

  test('a rotation by id overlaps a day by itself, and the next one ends the oldest key', async () => {
    const first = await printed('keys', 'add', '--label', 'app');
    const second = await printed('keys', 'rotate', first.id);
    expect(second.former_until).toBe(utc(now + 24 * hour));
    expect(await printed('keys', 'show', 'app')).toMatchObject({
      former_until: second.former_until,
    });
    const third = await printed('keys', 'rotate', 'app');
    expect([await reads(second.key), await reads(third.key)]).toEqual([200, 200]);
    await within2s(async () => (await reads(first.key)) === 401);
  });

  test('without an overlap, and when it is revoked within one, a key ends within two seconds', async () => {
    const first = await printed('keys', 'add', '--label', 'leaked');
    expect(await reads(first.key)).toBe(200);
    const second = await printed('keys', 'rotate', 'leaked', '--overlap', '0');
    expect(second.former_until).toBeNull();
    await within2s(async () => (await reads(first.key)) === 401);
    const third = await printed('keys', 'rotate', 'leaked');
    expect([await reads(second.key), await reads(third.key)]).toEqual([200, 200]);
    await printed('keys', 'revoke', 'leaked');
    await within2s(async () => (await reads(second.key)) === 401);
    await within2s(async () => (await reads(third.key)) === 401);
  });

  test('a client has two secrets until the end of the overlap, and its tokens go on', async () => {
    const client = await printed('clients', 'add', '--organizer', ids.organizer);
    const rotated = await printed('clients', 'rotate', client.id, '--overlap', '0.5');
    expect(rotated).toEqual({
      id: client.id,
      client_id: client.id,
      client_secret: expect.stringMatching(/^trs_[A-Za-z0-9]{38}$/),
      former_until: utc(now + hour / 2),
    });
    const both = async () => [
      await grants(client.id, client.client_secret),
      await grants(client.id, rotated.client_secret),
    ];
    expect(await both()).toEqual([200, 200]);
    const token = await service.token(client.id, client.client_secret);
    now += hour / 2;
    expect(await both()).toEqual([401, 200]);
    expect(await submits(token)).toBe(201);
    const last = await printed('clients', 'rotate', client.id, '--overlap', '0');
    expect(last.former_until).toBeNull();
    expect(await both()).toEqual([401, 401]);
    expect(await grants(client.id, last.client_secret)).toBe(200);
  });

  test('what nobody bears isn’t rotated, nor for a time that is none', async () => {
    await printed('keys', 'add', '--label', 'gone');
    await printed('keys', 'revoke', 'gone');
    for (const args of [
      ['keys', 'rotate', 'gone'],
      ['clients', 'rotate', 'cli_nobody'],
    ]) {
      const { status, out, lines } = await run(...args);
      expect([status, out, lines]).toEqual([1, '', [expect.stringContaining(args[2] ?? '')]]);
    }
    for (const overlap of ['-1', 'long', '9000', '1e3']) {
      const { status, lines } = await run('secret', 'rotate', `--overlap=${overlap}`);
      expect([status, lines]).toEqual([2, [expect.stringMatching(/--overlap.*0 to 8760/)]]);
    }
  });

  test('an export holds the present hashes alone, and comes back the same', async () => {
    const first = await printed('keys', 'add', '--label', 'exported');
    const second = await printed('keys', 'rotate', 'exported');
    const text = await exportFrom(service.workbench);
    expect(text).toContain(hashSecret(second.key));
    expect(text).not.toContain(hashSecret(first.key));
    const other = await startTestService(kind, {
      records: text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      clock: () => now,
    });
    expect(await exportFrom(other.workbench)).toBe(text);
  });

  test('what was a key isn’t imported as another one while it is valid', async () => {
    const { key } = await printed('keys', 'add', '--label', 'was a key');
    await printed('keys', 'rotate', 'was a key');
    const again = { kind: 'api_key', key, label: 'again' };
    expect(await failureOf(load(service.workbench, [again]))).toMatch(/this key is in use already/);
    await forgetFormerSecrets(service.workbench.database.db, utc(now + 24 * hour));
    await load(service.workbench, [again]);
    await within2s(async () => (await reads(key)) === 200);
  });

  describe('of the secret that signs', () => {
    const page = async (cursor: string) =>
      (await service.get(`/v1/venues?limit=1&cursor=${cursor}`)).status;
    const cursorOf = async () => {
      const { next_cursor } = await json(await service.get('/v1/venues?limit=1'));
      return String(next_cursor);
    };
    const tokenOf = () => service.token(ids.client, secrets.client);

    test('keeps tokens and cursors for the overlap, an hour by itself', async () => {
      const before = [await tokenOf(), await cursorOf()] as const;
      const rotated = await printed('secret', 'rotate');
      expect(rotated).toEqual({ rotated: 'signing', former_until: utc(now + hour) });
      now += 2_000;
      await within2s(async () => (await cursorOf()) !== before[1]);
      const after = [await tokenOf(), await cursorOf()] as const;
      for (const [token, cursor] of [before, after]) {
        expect([await submits(token), await page(cursor)]).toEqual([201, 200]);
      }
      now += hour - 2_001;
      expect([await submits(before[0]), await page(before[1])]).toEqual([201, 200]);
      now += 1;
      expect([await submits(before[0]), await page(before[1])]).toEqual([401, 400]);
      expect([await submits(after[0]), await page(after[1])]).toEqual([201, 200]);
    });

    test('ends them before their time with a shorter overlap, at once with none', async () => {
      const first = [await tokenOf(), await cursorOf()] as const;
      await printed('secret', 'rotate', '--overlap', '0.5');
      await within2s(async () => {
        now += 500;
        return (await cursorOf()) !== first[1];
      });
      now += hour / 2;
      expect([await submits(first[0]), await page(first[1])]).toEqual([401, 400]);
      const second = [await tokenOf(), await cursorOf()] as const;
      expect(await submits(second[0])).toBe(201);
      await printed('secret', 'rotate', '--overlap', '0');
      await within2s(async () => (await submits(second[0])) === 401);
      expect(await page(second[1])).toBe(400);
      expect(await submits(await tokenOf())).toBe(201);
    });

    test('is refused where TOKEN_SECRET signs', async () => {
      const settings = { ...service.workbench.settings, TOKEN_SECRET: 'x'.repeat(32) };
      const { status, lines } = await commandsOn({ ...service.workbench, settings })([
        ...['secret', 'rotate'],
      ]);
      expect([status, lines]).toEqual([2, [expect.stringContaining('TOKEN_SECRET is set')]]);
    });
  });

  test('former ones are forgotten once their overlap has ended, and not before', async () => {
    const { database } = service.workbench;
    const client = await printed('clients', 'add', '--organizer', ids.organizer);
    await printed('keys', 'add', '--label', 'forgotten');
    await printed('passes', 'add', '--organizer', ids.organizer, '--label', 'forgotten');
    const until = utc(now + 3 * hour);
    for (const which of [
      ['keys', 'rotate', 'forgotten'],
      ['passes', 'rotate', 'forgotten'],
      ['clients', 'rotate', client.client_id],
      ['secret', 'rotate'],
    ]) {
      expect(await printed(...which, '--overlap', '3')).toMatchObject({ former_until: until });
    }
    const kept = async () => {
      const { rows } = await sql`
        select 'key' as what from api_key where former_until = ${until} and former_hash is not null
        union all
        select 'pass' from pass where former_until = ${until} and former_hash is not null
        union all
        select 'client' from api_client where former_until = ${until} and former_hash is not null
        union all
        select 'secret' from installation_secret
          where former_until = ${until} and former_value is not null`.execute(database.db);
      return rows.length;
    };
    await forgetFormerSecrets(database.db, utc(now + 3 * hour - 1));
    expect(await kept()).toBe(4);
    await forgetFormerSecrets(database.db, until);
    expect(await kept()).toBe(0);
  });

  test('a process whose clock is ahead forgets none for the others', async () => {
    const { workbench, submit } = await startTestService(kind);
    const { db } = workbench.database;
    const on = commandsOn(workbench);
    await on(['keys', 'add', '--label', 'ahead']);
    await on(['keys', 'rotate', 'ahead']);
    expect((await submit(completed())).status).toBe(201);
    const ahead = Date.now() + 48 * hour;
    await forgetFormerSecrets(db, utc(ahead));
    expect(
      JSON.parse((await on(['keys', 'show', 'ahead', '--json'])).out).former_until,
    ).toBeString();
    expect(await purgeKeys(db, ahead)).toBe(0);
  });

  test('a service forgets former secrets every five minutes', async () => {
    const timers = spyOn(globalThis, 'setInterval');
    const { workbench } = await startTestService(kind, { clock: () => now });
    const due = timers.mock.calls.filter(([, ms]) => ms === 300_000).map(([work]) => work);
    timers.mockRestore();
    const on = commandsOn(workbench);
    await on(['keys', 'add', '--label', 'old']);
    await on(['keys', 'rotate', 'old', '--overlap', '0.001']);
    now += hour;
    for (const work of due) work();
    await within2s(async () => {
      const { out } = await on(['keys', 'show', 'old', '--json']);
      return JSON.parse(out).former_until === null;
    });
  });
});
