// Backup and restore, and how things are.
import { beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { nightlyBackup } from '../../commands/backup.ts';
import type { Workbench } from '../../commands/workbench.ts';
import { kinds } from '../../modules/exchange/index.ts';
import { processConsole } from '../../shared/console/console.ts';
import { completed, ids, retired } from '../support/city.ts';
import {
  freshDatabase,
  onBothDatabases,
  startTestService,
  temporaryFolder,
} from '../support/service.ts';
import { exportFrom } from './exchange.ts';
import { commandAt, commandsOn } from './terminal.ts';

onBothDatabases('backup and restore', (kind) => {
  let workbench: Workbench;
  let path: string; // of a backup of it
  let text: string;
  beforeAll(async () => {
    const service = await startTestService(kind);
    ({ workbench } = service);
    const tiebreak = completed({ competition_id: ids.tiebreakLeague });
    for (const body of [completed(), retired(), tiebreak]) {
      expect((await service.submit(body)).status).toBe(201);
    }
    await service.rate();
    await service.submit(completed());
    path = await nightlyBackup(workbench, await temporaryFolder());
    text = await readFile(path, 'utf8');
  });

  test('an export whose moment the database takes back begins anew', async () => {
    const [last] = kinds.slice(-1);
    if (!last) throw new Error('There are no kinds.');
    const listing = spyOn(last, 'list').mockImplementationOnce(async function* () {
      yield { id: 'written', more: 'x'.repeat(100_000) };
      throw Object.assign(new Error('a conflict with recovery'), { code: '40001' });
    });
    const { status, out } = await commandsOn(workbench)(['export', '-']);
    const tries = listing.mock.calls.length;
    listing.mockRestore();
    expect(tries).toBe(2);
    expect([status, out]).toEqual([0, await exportFrom(workbench)]);
  });

  test('a backup beside a working service, restored, exports the same bytes', async () => {
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const other = await freshDatabase(kind);
    const restored = await commandAt(other, ['restore', path, '--json']);
    const told = [expect.stringContaining('has their name again'), 'It holds no erasure.'];
    expect([restored.status, restored.lines]).toEqual([0, told]);
    expect(JSON.parse(restored.out)).toEqual({ restored: path, players: 12, rated_matches: 3 });
    const exported = await commandAt(other, ['export', '-']);
    const lines = text.trimEnd().split('\n');
    expect(lines.pop()).toStartWith('{"kind":"backup"');
    expect(exported.out).toBe(`${lines.join('\n')}\n`);

    const again = await commandAt(other, ['restore', path]);
    expect([again.status, again.lines]).toEqual([1, [expect.stringContaining('not empty')]]);
    expect((await commandAt(other, ['export', '-'])).out).toBe(exported.out);
  });

  if (kind === 'server') {
    test('a backup is made of a database that is only read, too', async () => {
      const given = await freshDatabase(kind);
      const DATABASE_URL = `${given.DATABASE_URL}?options=-c%20default_transaction_read_only%3Don`;
      const standby = join(await temporaryFolder(), 'standby.ndjson');
      const settings = { ...given, DATABASE_URL };
      const made = await commandAt(settings, ['backup', standby, '--json']);
      expect([made.status, made.err, JSON.parse(made.out).records]).toEqual([0, '', 0]);
    });
  }

  test('what came while the clock was ahead is kept and restored, too', async () => {
    const nextYear = Date.now() + 365 * 86_400_000;
    const service = await startTestService(kind, { clock: () => nextYear });
    const played_at = new Date(nextYear - 3_600_000).toISOString();
    expect((await service.submit(completed({ played_at }))).status).toBe(201);
    await service.rate();
    const now = { ...service.workbench, clock: Date.now };
    const file = await nightlyBackup(now, await temporaryFolder());
    await appendFile(file, '\n\n'); // as an editor may
    const other = await freshDatabase(kind);
    const { status, lines } = await commandAt(other, ['restore', file, '--json']);
    expect([status, lines.length]).toEqual([0, 2]);
    expect((await commandAt(other, ['matches', 'list', '--json'])).out).toContain(played_at);
  });

  test('a restore says from when on names may be back, and which erasures it holds', async () => {
    let now = Date.parse('2026-05-01T10:00:00Z');
    const service = await startTestService(kind, { clock: () => now });
    const run = commandsOn(service.workbench);
    const [anna = '', bartek = '', celina = ''] = ids.players;
    expect((await run(['players', 'erase', anna, '--yes'])).status).toBe(0);
    now += 86_400_000;
    expect((await run(['players', 'erase', bartek, '--yes'])).status).toBe(0);
    const older = (await run(['backup', '-'])).out;
    now += 86_400_000;
    expect((await run(['players', 'erase', celina, '--yes'])).status).toBe(0);
    const other = await freshDatabase(kind);
    const { lines } = await commandAt(other, ['restore', '-'], older);
    expect(lines).toEqual([
      'The backup was made at 2026-05-02 12:00: whoever was erased after that has their name again; erase it again.',
      `It holds 2 erasures: ${anna} (2026-05-01), ${bartek} (2026-05-02).`,
    ]);
    const names = (await commandAt(other, ['players', 'list', '--json'])).out;
    expect(names).toContain('Celina Ż.');
    expect(names).not.toContain('Bartek Ł.');
  });

  describe('nothing stays of a file that', () => {
    let empty: Workbench;
    beforeAll(async () => {
      empty = (await startTestService(kind, { records: [] })).workbench;
    });
    const bytes = (...parts: (string | number[])[]) =>
      Buffer.concat(parts.map((part) => Buffer.from(part as string)));
    const notUtf8 = [0xff, 0xfe];
    /** The backup with a change that its seal has been told of. */
    const resealed = (what: RegExp, by: string) => {
      const [, lines = '', seal = ''] = /^(.*\n)(.+)\n$/s.exec(text) ?? [];
      const changed = lines.replace(what, by);
      const records = changed.split('\n').length - 1;
      const sha256 = createHash('sha256').update(changed).digest('hex');
      return `${changed}${JSON.stringify({ ...JSON.parse(seal), records, sha256 })}\n`;
    };
    test.each<[what: string, reason: RegExp, file: () => string | Uint8Array]>([
      ['is foreign', /line 1|no backup/, () => 'hello\n'],
      ['is cut', /end is missing|JSON/, () => text.slice(0, text.length / 2)],
      ['lacks a line', /checksum is wrong/, () => text.slice(text.indexOf('\n') + 1)],
      ['was changed', /damaged/, () => text.replace('Anna K.', 'Anna L.')],
      ['tells another number', /checksum is wrong/, () => text.replace(/("records":)\d+/, '$10')],
      ['has more lines', /goes on after its end/, () => `${text}{}\n`],
      ['goes on in bytes', /goes on after its end/, () => bytes(text, notUtf8)],
      ['holds bytes', /checksum is wrong/, () => bytes(notUtf8, `\n${text}`)],
      ['is newer', /newer/, () => text.replace('"format":1', '"format":2')],
      ['is compressed', /^The file is compressed: unpack it first/, () => gzipSync(text)],
      [
        'has another value',
        /: value_after is 1\d+, its inputs give/,
        () => resealed(/"value_after":/, '$&1'),
      ],
      ['lacks an entry', /: lacks the result of mat_/, () => resealed(/.*"match_result".*\n/, '')],
      ['lacks a run', /which is no run|does not exist/, () => resealed(/.*"kind":"run".*\n/, '')],
      [
        'lacks its end',
        /end is missing.*"tennis import"/,
        () => text.slice(0, text.lastIndexOf('\n{') + 1),
      ],
    ])('%s', async (_, reason, file) => {
      const { status, lines } = await commandsOn(empty)(['restore', '-'], file());
      expect([status, lines.join('\n')]).toEqual([1, expect.stringMatching(reason)]);
      expect(await exportFrom(empty)).toBe('');
    });

    test('is a backup, and to be imported', async () => {
      const { lines } = await commandsOn(empty)(['import', '-'], text);
      expect(lines[0]).toEndWith('kind: A backup comes in by "tennis restore".');
      expect(await exportFrom(empty)).toBe('');
    });
  });

  test('none is made of a history that does not follow from its inputs, nor is anything left of it', async () => {
    const service = await startTestService(kind);
    await service.submit(completed());
    await service.rate();
    await sql`update rating_history set value_after = value_after + 1
      where reason = 'match_result'`.execute(service.workbench.database.db);
    const folder = await temporaryFolder();
    const file = join(folder, 'damaged.ndjson');
    const { status, lines } = await commandsOn(service.workbench)(['backup', file]);
    expect([status, lines.length, await readdir(folder)]).toEqual([1, 1, []]);
    expect(lines[0]).toMatch(
      /not made, since restore would refuse it: plr_\w+: entry rtg_\w+: value_after is /,
    );
  });

  test('writes over no file unless it is forced to', async () => {
    const file = join(await temporaryFolder(), 'good.ndjson');
    await writeFile(file, 'a good one');
    const { writable, write } = processConsole();
    const run = commandsOn(workbench, { writable, write });
    const said = `${file}: is there already; --force writes over it`;
    expect(await run(['backup', file])).toMatchObject({ status: 1, out: '', lines: [said] });
    expect(await readFile(file, 'utf8')).toBe('a good one');
    expect((await run(['backup', file, '--force'])).status).toBe(0);
    expect(await readFile(file, 'utf8')).toContain('"kind":"backup"');
  });

  describe('a nightly backup', () => {
    test('is kept for fourteen nights', async () => {
      const folder = await temporaryFolder();
      const firstDay = Date.parse('2026-05-01T02:00:00Z');
      for (let day = 0; day < 16; day += 1) {
        const clock = () => firstDay + day * 86_400_000;
        await nightlyBackup({ ...workbench, clock }, folder);
      }
      const kept = (await readdir(folder)).sort();
      expect([kept.length, kept[0], kept.at(-1)]).toEqual([
        14,
        'tennis-2026-05-03.ndjson',
        'tennis-2026-05-16.ndjson',
      ]);
    });

    test('stays where others are of a clock that was ahead', async () => {
      const folder = await temporaryFolder();
      const ahead = Array.from({ length: 14 }, (_, n) => `tennis-2099-01-${n + 10}.ndjson`);
      for (const name of ahead) await writeFile(join(folder, name), '');
      const made = await nightlyBackup(workbench, folder);
      expect((await readdir(folder)).sort()).toEqual([basename(made), ...ahead]);
    });

    test('takes away what a killed one left, once that is an hour old', async () => {
      const folder = await temporaryFolder();
      const old = 'tennis-2026-05-01.ndjson.part-a';
      const young = 'tennis-2026-05-02.ndjson.part-b';
      for (const name of [old, young]) await writeFile(join(folder, name), '');
      const hourAgo = Date.now() / 1_000 - 3_601;
      await utimes(join(folder, old), hourAgo, hourAgo);
      const made = await nightlyBackup(workbench, folder);
      expect(new Set(await readdir(folder))).toEqual(new Set([young, basename(made)]));
    });
  });

  test('status tells what waits, and when each job last ended', async () => {
    await workbench.decay();
    const { status, out } = await commandsOn(workbench)(['status', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      version: expect.any(String),
      database: expect.stringContaining(kind),
      postgresql: expect.stringMatching(/^18/),
      migrations: 'up to date',
      pending_matches: 1,
      unrateable_matches: 0,
      size_bytes: expect.any(Number),
      last_runs: {
        backup: { records: expect.any(Number) },
        'rating run': { rated: 3, unrateable: 0 },
        'inactivity drops': { drops: 0, players: 0 },
      },
    });
    // Where in the history a look ended is for corrections alone.
    expect(out).not.toContain('"place"');
  });
});
