// Who may use a data folder, which commands make a database, and how a start fails.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openWorkbench } from '../../commands/workbench.ts';
import { commandsOn, tennis } from '../commands/terminal.ts';
import { listen } from '../support/raw-http.ts';
import {
  cleanUp,
  emptyServerDatabase,
  freshDatabase,
  inWorkbench,
  load,
  temporaryFolder,
  testSettings,
} from '../support/service.ts';
import { compiled, type Environment, endPrograms } from './programs.ts';

setDefaultTimeout(180_000);

afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

const users = [
  'status',
  'keys list',
  'players list --json',
  'ratings verify',
  'export -',
  'backup nothing.ndjson',
  'organizers add --name Nobody',
];

/** Where nothing is yet. */
const newFolder = async () => join(await temporaryFolder(), 'data');

/** Gives the command; expects it to fail with one line, which it gives. */
async function failing(
  line: string,
  settings: Environment,
  status = 1,
  input = '',
): Promise<string> {
  const outcome = await tennis(line.split(' '), { PORT: 0, ...settings }, input);
  expect([line, outcome.status, outcome.out, outcome.lines.length]).toEqual([line, status, '', 1]);
  return outcome.lines.join();
}

describe('a command that only uses a database', () => {
  const none = (DATA_DIR: string) =>
    `There is no database of this program in the DATA_DIR ${DATA_DIR}. "tennis serve", `;

  test('makes none', async () => {
    const DATA_DIR = await newFolder();
    for (const line of users) expect(await failing(line, { DATA_DIR })).toStartWith(none(DATA_DIR));
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test('makes none in an empty folder, such as that of a volume that is not mounted', async () => {
    const DATA_DIR = await newFolder();
    const folder = join(DATA_DIR, 'postgres');
    mkdirSync(folder, { recursive: true });
    const backup = join(await temporaryFolder(), 'good.ndjson');
    writeFileSync(backup, 'a good one');
    expect(await failing(`backup ${backup} --force`, { DATA_DIR })).toStartWith(none(DATA_DIR));
    expect([readFileSync(backup, 'utf8'), readdirSync(folder)]).toEqual(['a good one', []]);
  });

  test('makes no tables on a server, and shows no password', async () => {
    const { DATABASE_URL = '', DATA_DIR } = await emptyServerDatabase();
    const url = new URL(DATABASE_URL);
    url.password = 'wordword';
    for (const _ of [1, 2]) {
      const line = await failing('status', { DATABASE_URL: url.href, DATA_DIR });
      expect(line).toContain(`at the DATABASE_URL postgres://${url.host}${url.pathname}`);
      expect(line).not.toContain('wordword');
    }
  });

  test('is not import', async () => {
    const DATA_DIR = await newFolder();
    for (const line of ['import -', 'status']) {
      expect((await tennis(line.split(' '), { DATA_DIR })).status).toBe(0);
    }
  });
});

test('a data folder that is a file, or leads through one, is said to be DATA_DIR', async () => {
  const file = join(await temporaryFolder(), 'file');
  writeFileSync(file, '', { mode: 0o600 });
  for (const [line, DATA_DIR] of [
    ['keys list', file],
    ['status', join(file, 'data')],
    ['import -', join(file, 'data')],
  ] as const) {
    const said = /^The database of DATA_DIR: ENOTDIR: .*DATA_DIR must be a folder/;
    expect(await failing(line, { DATA_DIR })).toMatch(said);
  }
});

test('a port at which something else answers is said to be that of DATABASE_URL', async () => {
  const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const DATABASE_URL = `postgres://127.0.0.1:${await listen(other)}/tennis`;
  expect(await failing('status', { DATABASE_URL })).toContain('something else answers there');
  other.close();
});

describe('a dry run of the first import', () => {
  const [sound, wrong] = [{ level: 3.5 }, { level: 9 }].map(
    ({ level }) => `display_name,self_assessed_ntrp\nAnna K.,${level}\n`,
  );

  test.each(['embedded', 'server'])(
    'says what is wrong, and makes no database: %s',
    async (kind) => {
      const DATA_DIR = await newFolder();
      const settings = { ...(kind === 'server' && (await emptyServerDatabase())), DATA_DIR };
      const run = (input?: string) =>
        tennis(['import', '-', '--format', 'csv', '--dry-run'], settings, input);
      const none = expect.stringMatching(/^There is no database .*beside an empty one\.$/);
      expect(await run(sound)).toMatchObject({
        status: 0,
        out: 'Would import 1 player. Nothing was changed.\n',
        lines: [none],
      });
      expect(await run(wrong)).toMatchObject({
        status: 1,
        out: '',
        lines: [none, expect.stringMatching(/^line 2: self_assessed_ntrp: /), expect.anything()],
      });
      expect(existsSync(DATA_DIR)).toBe(false);
      expect(await failing('status', settings)).toStartWith('There is no database');
    },
  );
});

test('what cannot begin makes no database', async () => {
  const DATA_DIR = await newFolder();
  for (const [line, status, said] of [
    ['import nowhere.csv', 1, 'nowhere.csv: there is no such file'],
    ['import /', 1, '/: is a folder'],
    ['restore nowhere.ndjson', 1, 'nowhere.ndjson: there is no such file'],
    ['init', 2, 'init needs --organizer, '],
  ] as const) {
    expect(await failing(line, { DATA_DIR }, status)).toContain(said);
  }
  expect(existsSync(DATA_DIR)).toBe(false);
});

test.each([0o777, 0o770])(
  'a data folder that others may write to (%o) is refused',
  async (mode) => {
    const DATA_DIR = await temporaryFolder();
    chmodSync(DATA_DIR, mode);
    for (const line of ['serve', 'status', 'init']) {
      expect(await failing(line, { DATA_DIR })).toContain('chmod go-w');
    }
    expect(readdirSync(DATA_DIR)).toEqual([]);
  },
);

test('during the first start a command is told who has the folder', async () => {
  const DATA_DIR = await newFolder();
  const starting = compiled.serve({ DATA_DIR });
  const holder = () => /^process (\d+)/.exec(readFileSync(join(DATA_DIR, 'lock'), 'utf8'))?.[1];
  while (!existsSync(join(DATA_DIR, 'lock')) || !holder()) await delay(1);
  const pid = Number(holder());
  process.kill(pid, 'SIGSTOP');
  expect(await failing('status', { DATA_DIR })).toContain(`in use by process ${pid}`);
  process.kill(pid, 'SIGCONT');
  await starting;
  expect((await tennis(['status'], { DATA_DIR })).status).toBe(0);
});

test.skipIf(process.getuid?.() !== 0)(
  'a data folder of another user is refused with one line (needs root)',
  async () => {
    const nobody = 65_534;
    const { DATA_DIR = '' } = await freshDatabase('embedded');
    chownSync(DATA_DIR, nobody, nobody);
    const names = () => readdirSync(DATA_DIR, { recursive: true }).sort();
    const before = names();
    for (const line of [...users, 'serve', 'init --json', 'restore x', 'import -']) {
      expect(await failing(line, { DATA_DIR })).toContain('sudo -u nobody');
      expect(names()).toEqual(before);
    }
    expect(statSync(DATA_DIR).uid).toBe(nobody);
  },
);

describe('a start that fails', () => {
  async function damage(DATA_DIR: string, folder: string, pattern: RegExp): Promise<void> {
    const path = join(DATA_DIR, 'postgres', folder);
    for (const name of (await readdir(path)).filter((name) => pattern.test(name))) {
      await using file = await open(join(path, name), 'r+');
      await file.write(Buffer.alloc(8_192, 0xa5), 0, 8_192, 0);
    }
  }

  test.each([
    ['a damaged control file', 'global', /^pg_control$/],
    ['a damaged log', 'pg_wal', /^0/],
  ])('%s ends it with status 1 and one line that says what to do', async (_, folder, pattern) => {
    const { DATA_DIR = '' } = await freshDatabase('embedded');
    await damage(DATA_DIR, folder, pattern);
    const said = /^the database in .* doesn't start: .*restore FILE"$/;
    for (const line of ['serve', 'status']) expect(await failing(line, { DATA_DIR })).toMatch(said);
  });

  test.each(['mikro_orm_migrations', 'organizer'])(
    'a damaged table, %s, is told of with what to do',
    async (table) => {
      const settings = testSettings(await freshDatabase('embedded'));
      const workbench = await openWorkbench({ settings });
      await load(workbench, [{ kind: 'organizer', id: 'org_a', name: 'A' }]);
      const file = sql<{ path: string }>`select pg_relation_filepath(${table}) as path`;
      const { rows } = await file.execute(workbench.database.db);
      await workbench.database.close();
      const { DATA_DIR } = settings;
      const path = `${rows[0]?.path}`;
      await damage(DATA_DIR, dirname(path), RegExp(`^${basename(path)}$`));
      const said = /^The database is damaged: invalid page .* restore FILE"\.$/;
      expect(await failing('organizers list', { DATA_DIR })).toMatch(said);
    },
  );
});

test('a command that the embedded database stopped under says why', async () => {
  await inWorkbench(testSettings(await freshDatabase('embedded')), async (workbench) => {
    const why = 'could not write to log file: No space left on device';
    const stopped = `Connection terminated: the embedded database has stopped (${why}): free some space and start the program again`;
    const locked = () => Promise.reject(new Error(stopped));
    const database = { ...workbench.database, locked, atOneMoment: locked };
    const { status, lines } = await commandsOn({ ...workbench, database })(['ratings', 'verify']);
    const line = `The embedded database has stopped (${why}), and the command with it: give it again, unless "tennis audit list" shows that it was done.`;
    expect([status, lines]).toEqual([1, [line]]);
  });
});
