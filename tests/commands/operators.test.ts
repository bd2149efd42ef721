// Starting without a file, backup and restore, and how things are.
import { afterAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test';
import { appendFile, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { nightlyBackup } from '../../commands/backup.ts';
import { kinds } from '../../modules/exchange/index.ts';
import { completed, ids, retired } from '../support/city.ts';
import {
  cleanUp,
  freshDatabase,
  onBothDatabases,
  startTestService,
  temporaryFolder,
} from '../support/service.ts';
import { exportFrom } from './exchange.ts';
import { commandAt, commandsOn, tennis } from './terminal.ts';

setDefaultTimeout(180_000);
afterAll(cleanUp);

const initOptions = [
  ...[
    '--organizer',
    'Klub',
    '--venue',
    'Kort',
    '--district',
    'Wola',
    '--address',
    'ul. Karolkowa 1',
  ],
  ...['--competition', 'Liga', '--type', 'league', '--season', '2026-autumn'],
  ...['--starts-on', '2026-09-01', '--ends-on', '2026-12-01', '--court', '1:clay'],
];

test('init makes what a first result needs, and credentials that work', async () => {
  const settings = await freshDatabase('embedded');
  const { status, out } = await tennis(['init', ...initOptions, '--json'], settings);
  expect(status).toBe(0);
  const made = JSON.parse(out);
  expect(Object.keys(made)).toEqual([
    ...['organizer_id', 'venue_id', 'competition_id', 'api_key', 'client_id', 'client_secret'],
  ]);
  const competition = await tennis(
    ['competitions', 'show', made.competition_id, '--json'],
    settings,
  );
  expect(JSON.parse(competition.out)).toMatchObject({
    organizer_id: made.organizer_id,
    venue_ids: [made.venue_id],
  });
});

test('init says whether an organizer has the name already', async () => {
  const settings = await freshDatabase('embedded');
  const first = await commandAt(settings, ['init', ...initOptions, '--json']);
  expect(first.lines).toEqual([]);
  const { organizer_id } = JSON.parse(first.out);
  const others = [...initOptions, '--venue', 'Hala', '--competition', 'Puchar'];
  const second = await commandAt(settings, ['init', ...others, '--json']);
  const already = `There is an organizer of that name already, ${organizer_id}: `;
  expect(second.lines).toEqual([expect.stringContaining(already)]);
  expect(JSON.parse(second.out).organizer_id).not.toBe(organizer_id);
});

test('init without a terminal says which options it needs', async () => {
  const settings = await freshDatabase('embedded');
  const { status, lines } = await commandAt(settings, ['init', '--venue', 'Kort']);
  expect(status).toBe(2);
  expect(lines).toEqual([expect.stringContaining('--organizer, --district')]);
});

test.each([
  [['--court', '1:mud'], '--court "1:mud": Expected one of: '],
  [['--organizer', '\u0007'], '--organizer "\\u0007": Holds a control character'],
  [['--competition', ''], 'init needs --competition'],
  [['--competition', ' '], '--competition " ": Holds nothing that can be seen.'],
  [['--season', '26'], '--season "26": Expected a year and a name'],
  [['--ends-on', '2026-08-01'], '--ends-on "2026-08-01": The last day comes before the first one.'],
])('init %j names the option that is wrong', async (wrong, said) => {
  const settings = await freshDatabase('embedded');
  const { status, lines } = await commandAt(settings, ['init', ...initOptions, ...wrong]);
  expect([status, lines]).toEqual([2, [expect.stringContaining(said)]]);
});

test('init with a wrong answer makes nothing', async () => {
  const settings = await freshDatabase('embedded');
  const wrong = [...initOptions, '--ends-on', '2026-08-01'];
  const { status, lines } = await commandAt(settings, ['init', ...wrong]);
  expect([status, lines.length]).toEqual([2, 1]);
  expect((await commandAt(settings, ['organizers', 'list', '--json'])).out.trim()).toBe('[]');
});

test('config shows every setting, where it comes from, and no secret', async () => {
  const secret = 'a-secret-that-nobody-may-see-0123456789';
  const settings = { PORT: '8080', TOKEN_SECRET: secret };
  const { status, out } = await tennis(['config', '--json'], settings);
  expect([status, out.includes(secret)]).toEqual([0, false]);
  const shown = JSON.parse(out);
  expect(shown).toContainEqual({ name: 'PORT', value: '8080', source: 'environment' });
  expect(shown).toContainEqual({ name: 'HOST', value: '127.0.0.1', source: 'default' });
  expect(shown).toContainEqual({
    name: 'TOKEN_SECRET',
    value: expect.stringContaining('*'),
    source: 'environment',
  });
});

onBothDatabases('backup and restore', (kind) => {
  async function ratedService() {
    const service = await startTestService(kind);
    for (const body of [
      completed(),
      retired(),
      completed({ competition_id: ids.tiebreakLeague }),
    ]) {
      expect((await service.submit(body)).status).toBe(201);
    }
    await service.rate();
    await service.submit(completed());
    return service;
  }

  test('an export whose moment the database takes back begins anew', async () => {
    const { workbench } = await ratedService();
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
    const { workbench } = await ratedService();
    const folder = await temporaryFolder();
    const path = await nightlyBackup(workbench, folder);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await appendFile(path, '\n'); // as an editor may
    const other = await freshDatabase(kind === 'embedded' ? 'server' : 'embedded');
    const restored = await tennis(['restore', path, '--json'], other);
    expect([restored.status, restored.err]).toEqual([0, '']);
    expect(JSON.parse(restored.out)).toEqual({ restored: path, players: 12, rated_matches: 3 });
    const exported = await tennis(['export', '-'], other);
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(lines.pop()).toStartWith('{"kind":"backup"');
    expect(exported.out).toBe(`${lines.join('\n')}\n`);
  });

  test('a backup is made of a database that is only read, too', async () => {
    const { DATABASE_URL, DATA_DIR } = await freshDatabase('server');
    const read = `${DATABASE_URL}?options=-c%20default_transaction_read_only%3Don`;
    const path = join(await temporaryFolder(), 'standby.ndjson');
    const made = await tennis(['backup', path, '--json'], { DATABASE_URL: read, DATA_DIR });
    expect([made.status, made.err, JSON.parse(made.out).records]).toEqual([0, '', 0]);
    expect((await commandAt(await freshDatabase(kind), ['restore', path])).status).toBe(0);
  });

  test('what came while the clock was ahead is kept and restored, too', async () => {
    const nextYear = Date.now() + 365 * 86_400_000;
    const service = await startTestService(kind, { clock: () => nextYear });
    const played_at = new Date(nextYear - 3_600_000).toISOString();
    expect((await service.submit(completed({ played_at }))).status).toBe(201);
    await service.rate();
    const now = { ...service.workbench, clock: Date.now };
    const path = await nightlyBackup(now, await temporaryFolder());
    const other = await freshDatabase(kind);
    const { status, lines } = await commandAt(other, ['restore', path, '--json']);
    expect([status, lines]).toEqual([0, []]);
    expect((await commandAt(other, ['matches', 'list', '--json'])).out).toContain(played_at);
  });

  test('a database that holds something is not restored into', async () => {
    const { workbench } = await ratedService();
    const path = await nightlyBackup(workbench, await temporaryFolder());
    const taken = await freshDatabase(kind);
    await commandAt(taken, ['organizers', 'add', '--name', 'Somebody']);
    const before = (await commandAt(taken, ['export', '-'])).out;
    const { status, lines } = await commandAt(taken, ['restore', path]);
    expect([status, lines]).toEqual([1, [expect.stringContaining('not empty')]]);
    expect((await commandAt(taken, ['export', '-'])).out).toBe(before);
  });

  test('a foreign, cut, changed, continued or newer file is refused, and nothing stays', async () => {
    const { workbench } = await ratedService();
    const path = await nightlyBackup(workbench, await temporaryFolder());
    const text = await readFile(path, 'utf8');
    const lines = text.trimEnd().split('\n');
    const empty = await freshDatabase(kind);
    for (const [name, broken, reason] of [
      ['foreign', 'hello\n', /line 1|no backup/],
      ['without its end', `${lines.slice(0, -1).join('\n')}\n`, /end is missing/],
      ['cut in the middle', text.slice(0, text.length / 2), /end is missing|JSON/],
      ['changed', text.replace('Anna K.', 'Anna L.'), /damaged/],
      ['continued', `${text}${lines[0]}\n`, /damaged/],
      ['newer', text.replace('"format":1', '"format":2'), /newer/],
      ['compressed', gzipSync(text), /^The file is compressed: unpack it first.*\n$/],
      ['an export', (await commandsOn(workbench)(['export', '-'])).out, /"tennis import"/],
    ] as const) {
      await writeFile(path, broken);
      const { status, err } = await commandAt(empty, ['restore', path]);
      expect([name, status, err]).toEqual([name, 1, expect.stringMatching(reason)]);
    }
    const { lines: told } = await commandAt(empty, ['import', '-'], text);
    expect(told[0]).toEndWith('kind: A backup comes in by "tennis restore".');
    expect((await commandAt(empty, ['export', '-'])).out).toBe('');
  });

  test('fourteen nightly backups are kept, the newest ones', async () => {
    const { workbench } = await startTestService(kind, { records: [] });
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

  test('a nightly backup stays where others are of a clock that was ahead', async () => {
    const { workbench } = await startTestService(kind, { records: [] });
    const folder = await temporaryFolder();
    const ahead = Array.from({ length: 14 }, (_, n) => `tennis-2099-01-${n + 10}.ndjson`);
    for (const name of ahead) await writeFile(join(folder, name), '');
    const path = await nightlyBackup(workbench, folder);
    expect((await readdir(folder)).sort()).toEqual([basename(path), ...ahead]);
  });

  test('what a killed backup left goes with a nightly one, once it is an hour old', async () => {
    const { workbench } = await startTestService(kind, { records: [] });
    const folder = await temporaryFolder();
    const old = 'tennis-2026-05-01.ndjson.part-a';
    const young = 'tennis-2026-05-02.ndjson.part-b';
    for (const name of [old, young]) await writeFile(join(folder, name), '');
    const hourAgo = Date.now() / 1_000 - 3_601;
    await utimes(join(folder, old), hourAgo, hourAgo);
    const path = await nightlyBackup(workbench, folder);
    expect(new Set(await readdir(folder))).toEqual(new Set([young, basename(path)]));
  });

  test('status tells what waits, and when each job last ended', async () => {
    const { workbench } = await ratedService();
    await nightlyBackup(workbench, await temporaryFolder());
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
