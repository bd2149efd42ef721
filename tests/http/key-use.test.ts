// When a key was last used, to the hour.
import { beforeAll, expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { createKeyUses } from '../../modules/auth/index.ts';
import { commandsOn } from '../commands/terminal.ts';
import { rows } from '../support/rows.ts';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';

const hour = 3_600_000;

onBothDatabases('the last use of a key', (kind) => {
  let service: TestService;
  let now = Date.parse('2026-06-01T12:34:56.789Z');
  beforeAll(async () => {
    service = await startTestService(kind, { clock: () => now });
  });

  async function printed(...args: string[]) {
    const { status, out, err } = await commandsOn(service.workbench)([...args, '--json']);
    expect([status, err]).toEqual([0, '']);
    return JSON.parse(out);
  }
  const lastUse = async (label: string): Promise<string | null> =>
    (await printed('keys', 'show', label)).last_used_at;
  async function shown(label: string, moment: string): Promise<void> {
    while ((await lastUse(label)) !== moment) await delay(50);
  }
  const read = async (key: string) =>
    expect((await service.get('/v1/venues?limit=1', { 'x-api-key': key })).status).toBe(200);
  const failures: unknown[] = [];
  /** Notes of uses that are written when the test says so. */
  const notes = (available?: () => Promise<void>) =>
    createKeyUses({
      database: { ...service.workbench.database, ...(available && { available }) },
      table: 'api_key',
      clock: () => now,
      log: { debug: (entry: unknown) => void failures.push(entry) },
    });

  test('is unknown before, and shown within seconds', async () => {
    const { id, key } = await printed('keys', 'add', '--label', 'used');
    expect(await lastUse('used')).toBeNull();
    await read(key);
    await shown('used', '2026-06-01T12:00:00.000Z');
    const list: { id: string; last_used_at: string | null }[] = await printed('keys', 'list');
    expect(list.find((row) => row.id === id)?.last_used_at).toBe('2026-06-01T12:00:00.000Z');
  });

  test('is written once an hour', async () => {
    const { id } = await printed('keys', 'add', '--label', 'hourly');
    const use = notes();
    /** Changes with every write of the row. */
    const version = async () => {
      use.note(id);
      await use.write();
      const { db } = service.workbench.database;
      return rows(db, sql`select xmin::text, ctid::text from api_key where id = ${id}`);
    };
    const written = await version();
    now += 20 * 60_000;
    expect(await version()).toEqual(written);
    now += hour;
    expect(await version()).not.toEqual(written);
    expect(await lastUse('hourly')).toBe('2026-06-01T13:00:00.000Z');
  });

  test('is kept where another process has stored a later one', async () => {
    const { id } = await printed('keys', 'add', '--label', 'elsewhere');
    const later = '2026-06-01T20:00:00.000Z';
    const { database } = service.workbench;
    await sql`update api_key set last_used_at = ${later} where id = ${id}`.execute(database.db);
    const use = notes();
    use.note(id);
    await use.write();
    expect(await lastUse('elsewhere')).toBe(later);
  });

  test('waits where it can’t be stored', async () => {
    const { id } = await printed('keys', 'add', '--label', 'patient');
    let occupied = true;
    const use = notes(async () => {
      if (occupied) throw new Error('A long command is using the database.');
    });
    use.note(id);
    await use.write();
    expect([failures.length, await lastUse('patient')]).toEqual([1, null]);
    occupied = false;
    await use.write();
    expect([failures.length, await lastUse('patient')]).toEqual([1, '2026-06-01T13:00:00.000Z']);
    occupied = true;
    use.note(id);
    await use.write(); // there is nothing to store any more
    expect(failures).toHaveLength(1);
  });

  test('that comes while another is being stored is stored next', async () => {
    const { id } = await printed('keys', 'add', '--label', 'busy');
    const free = Promise.withResolvers<void>();
    const use = notes(() => free.promise);
    use.note(id);
    const writing = use.write();
    now += hour;
    use.note(id);
    free.resolve();
    await writing;
    await use.write();
    expect(await lastUse('busy')).toBe('2026-06-01T14:00:00.000Z');
  });

  if (kind === 'server') {
    test('holds up no request while the keys are locked', async () => {
      const { key } = await printed('keys', 'add', '--label', 'locked');
      await service.workbench.database.transaction(async (tx) => {
        await sql`lock table api_key in exclusive mode`.execute(tx.db);
        const end = performance.now() + 1_500; // the write is tried each second
        while (performance.now() < end) await read(key);
      });
      await shown('locked', '2026-06-01T14:00:00.000Z');
    });
  }
});
