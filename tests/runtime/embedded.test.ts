import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionsTo } from '../../shared/database/embedded/connections.ts';
import { startEngine } from '../../shared/database/embedded/engine.ts';
import { answering } from '../../shared/database/embedded/engine-here.ts';
import { engineInThread } from '../../shared/database/embedded/engine-thread.ts';
import { openEmbedded } from '../../shared/database/embedded/open.ts';
import { postgresProgram } from '../../shared/database/embedded/program.ts';
import { errorCode } from '../../shared/database/error-code.ts';
import { failureOf } from '../support/failure.ts';

setDefaultTimeout(180_000);

const childProgram = join(import.meta.dirname, 'fixtures', 'embedded-child.ts');
const denoPath = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'deno');
const bunCommand = [process.execPath];
const denoCommand = [denoPath, 'run', '--allow-all'];

const scratch = mkdtempSync(join(tmpdir(), 'embedded-'));
const fresh = join(scratch, 'fresh');
const children: ChildProcess[] = [];

beforeAll(async () => {
  // What a first start that was cut short leaves behind.
  mkdirSync(join(fresh, 'postgres.new'), { recursive: true, mode: 0o700 });
  writeFileSync(join(fresh, 'postgres.new', 'PG_VERSION'), '18\n');
  await (await openEmbedded(fresh)).close();
});

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
});

/** A data folder of its own for one test: making each anew takes seconds. */
function dataFolder(name: string): string {
  const folder = join(scratch, name);
  cpSync(fresh, folder, { recursive: true });
  return folder;
}

function startChild([command = '', ...prefix]: string[], folder: string, task: string) {
  const child = spawn(command, [...prefix, childProgram, folder, task]);
  children.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => {
    output.stdout += data;
  });
  child.stderr.on('data', (data) => {
    output.stderr += data;
  });
  const closed = once(child, 'close');
  const says = async (text: RegExp) => {
    while (!text.test(output.stdout)) {
      if (child.exitCode !== null) throw new Error(`the child ended: ${output.stderr}`);
      await Bun.sleep(5);
    }
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  return { child, output, closed, says, kill };
}

async function refusal(folder: string): Promise<{ name: string; message: string }> {
  try {
    const database = await openEmbedded(folder);
    await database.close();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('the folder was opened');
}

/** The same with an engine that a test can look into. */
async function openHere(folder: string) {
  const engine = await startEngine(join(folder, 'postgres'), {}, await postgresProgram());
  const { gaveUp, stop, stream } = answering(engine);
  const connections = connectionsTo({ stream });
  return { engine, connections, stopped: gaveUp, close: () => connections.close().then(stop) };
}

type DatabaseHere = Awaited<ReturnType<typeof openHere>>;

/** Breaks the disk under an open database. */
function breakDisk(database: DatabaseHere, operation: 'fsync' | 'write'): void {
  const { FS } = database.engine.Module;
  FS.filesystems.NODEFS.stream_ops[operation] = () => {
    throw new FS.ErrnoError(29);
  };
}

function syncs(database: DatabaseHere): { files: number; folders: number } {
  return { ...database.engine.files.synced };
}

describe('the data folder', () => {
  test('is closed to other users', () => {
    const modes = ['.', 'postgres', 'lock'].map((name) => statSync(join(fresh, name)).mode & 0o077);
    expect(modes).toEqual([0, 0, 0]);
  });

  test('holds a whole database, however an earlier first start ended', () => {
    expect(readdirSync(fresh).sort()).toEqual(['lock', 'postgres']);
    expect(readFileSync(join(fresh, 'postgres', 'PG_VERSION'), 'utf8')).toBe('18\n');
  });

  test.each([
    ['empty', 0],
    ['of zeros', 48],
  ])('opens where a power cut has left the file that names its process %s', async (_, length) => {
    const folder = dataFolder(`pid-${length}`);
    writeFileSync(join(folder, 'postgres', 'postmaster.pid'), new Uint8Array(length));
    await (await openEmbedded(folder)).close();
  });

  test('of another PostgreSQL is refused in one line and left untouched', async () => {
    const folder = dataFolder('other-major');
    const version = join(folder, 'postgres', 'PG_VERSION');
    writeFileSync(version, '17\n');
    const before = snapshot(join(folder, 'postgres'));

    const { name, message } = await refusal(folder);

    expect(name).toBe('DataFolderUnusable');
    expect(message).toMatch(/PostgreSQL 17.* export .* import [^\n]*$/);
    expect(snapshot(join(folder, 'postgres'))).toEqual(before);
    expect((await refusal(folder)).name).toBe('DataFolderUnusable'); // the lock is free again
  });

  test('with anything else in the place of the database is refused', async () => {
    const folder = join(scratch, 'stranger');
    mkdirSync(join(folder, 'postgres'), { recursive: true });
    writeFileSync(join(folder, 'postgres', 'diary.txt'), 'dear diary');

    expect((await refusal(folder)).name).toBe('DataFolderUnusable');
    expect(readdirSync(join(folder, 'postgres'))).toEqual(['diary.txt']);
  });
});

describe('one process at a time', () => {
  test('a second one is told in one line who was first, until that one is killed', async () => {
    const folder = dataFolder('held');
    const holder = startChild(bunCommand, folder, 'hold');
    await holder.says(/ready/);

    const { name, message } = await refusal(folder);

    expect(name).toBe('DataFolderInUse');
    expect(message).toBe(
      `the data folder ${folder} is in use by process ${holder.child.pid}, ` +
        'listening on http://127.0.0.1:1',
    );
    await holder.kill();
    await (await openEmbedded(folder)).close();
  });

  test('a second opening in the same process is refused too', async () => {
    const folder = dataFolder('twice');
    const database = await openEmbedded(folder);
    expect((await refusal(folder)).message).toContain(`process ${process.pid}`);
    await database.close();
  });

  const denoTest = existsSync(denoPath) ? test : test.skip;
  const reason = existsSync(denoPath) ? '' : ' (skipped: deno is not installed)';
  denoTest(`Bun and Deno keep each other out and open each other's folder${reason}`, async () => {
    const folder = dataFolder('runtimes');
    const database = await openEmbedded(folder);
    const early = startChild(denoCommand, folder, 'count');
    await early.closed;
    expect(early.output).toEqual({
      stdout: '',
      stderr: `the data folder ${folder} is in use by process ${process.pid}`,
    });
    await database.close();

    const holder = startChild(denoCommand, folder, 'hold');
    await holder.says(/ready/);
    const pid = Number(/\d+/.exec(holder.output.stdout)?.[0]); // npm's deno is a parent of it
    expect((await refusal(folder)).message).toContain(`process ${pid}`);
    process.kill(pid, 'SIGKILL');
    await holder.closed;
    await (await openEmbedded(folder)).close();
  });
});

describe('what was acknowledged', () => {
  test('is still there after kill -9 under load', async () => {
    const folder = dataFolder('killed');
    const acknowledged = new Set<number>();
    for (const delay of [60, 250]) {
      const inserter = startChild(bunCommand, folder, 'insert');
      await inserter.says(/(\d+\n){30}/); // however slow the disk is
      await Bun.sleep(delay);
      await inserter.kill();
      for (const id of inserter.output.stdout.match(/\d+(?=\n)/g) ?? []) {
        acknowledged.add(Number(id));
      }

      const database = await openEmbedded(folder);
      const { rows } = await database.connections.query('SELECT id FROM ball');
      await database.close();
      expect(acknowledged.difference(new Set(rows.map(({ id }) => id)))).toEqual(new Set());
    }
    expect(acknowledged.size).toBeGreaterThan(50);
  });

  test('was synced to the disk, each commit at least once', async () => {
    const database = await openHere(dataFolder('synced'));
    await database.connections.query('CREATE TABLE ball (id int)');
    const insert = () => database.connections.query('INSERT INTO ball VALUES (1)');
    const before = syncs(database);
    for (let id = 0; id < 20; id++) await insert();
    const after = syncs(database);
    await Promise.all(Array.from({ length: 20 }, insert));
    const afterMore = syncs(database);
    await database.connections.query('CHECKPOINT');
    const checkpointed = syncs(database);
    await database.close();

    expect(after.files - before.files).toBeGreaterThanOrEqual(20);
    expect(afterMore.files - after.files).toBeGreaterThanOrEqual(20);
    expect(checkpointed.folders).toBeGreaterThan(afterMore.folders);
  });

  test.each(['fsync', 'write'] as const)(
    'never includes what the disk refused (%s)',
    async (operation) => {
      const folder = dataFolder(`broken-${operation}`);
      const database = await openHere(folder);
      await database.connections.query('CREATE TABLE ball (id int)');
      await database.connections.query('INSERT INTO ball VALUES (1)');
      breakDisk(database, operation);

      const insert = () => database.connections.query('INSERT INTO ball VALUES (2)');
      expect(await failureOf(insert())).toMatch(/fsync|write/);
      await database.stopped;
      expect(await failureOf(insert())).toContain('the embedded database has stopped');
      expect(await failureOf(insert())).toContain(
        `(${await database.stopped}): start the program again`,
      );
      await database.close();

      const again = await openEmbedded(folder);
      const { rows } = await again.connections.query('SELECT id FROM ball WHERE id = 1');
      await again.close();
      expect(rows).toEqual([{ id: 1 }]);
    },
  );
});

describe('the open database', () => {
  test.each([
    ['PGSSLMODE', 'verify-full'],
    ['PGSSLNEGOTIATION', 'direct'],
    ['PGHOST', '/nowhere'],
  ])('is not that of a server, whatever %s says', async (name, value) => {
    process.env[name] = value;
    try {
      const { connections, close } = await openEmbedded(dataFolder(name), { durable: false });
      expect((await connections.read('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
      await close();
    } finally {
      delete process.env[name];
    }
  });

  test('gives values of the types that pg gives under MikroORM', async () => {
    const database = await openEmbedded(dataFolder('types'), { durable: false });
    const { rows } = await database.connections.query(`
      SELECT 9007199254740991::int8 AS int8, 1.50::numeric AS numeric, 7::int4 AS int4,
        1.5::float8 AS float8, true AS bool, '{"a":[1]}'::jsonb AS jsonb,
        timestamptz '2026-05-01 10:00+02' AS timestamptz, date '2026-05-01' AS date,
        ARRAY['x', 'y,z', NULL] AS "text[]", '\\xbeef'::bytea AS bytea`);
    await database.close();
    expect(rows).toEqual([
      {
        int8: 9007199254740991,
        numeric: 1.5,
        int4: 7,
        float8: 1.5,
        bool: true,
        jsonb: { a: [1] },
        timestamptz: '2026-05-01T08:00:00.000Z',
        date: '2026-05-01',
        'text[]': ['x', 'y,z', null],
        bytea: Buffer.from([0xbe, 0xef]),
      },
    ]);
  });

  test.each([
    ['here', false],
    ['in its thread', true],
  ])(
    'runs statements that are sent at once each once, whichever fail, %s',
    async (where, ownThread) => {
      const { connections, close } = await openEmbedded(dataFolder(`once ${where}`), { ownThread });
      const { query, read } = connections;
      await query('CREATE TABLE ball (id int PRIMARY KEY, uses int NOT NULL)');
      await query('CREATE SEQUENCE turn'); // counts what is undone, too
      const use = `INSERT INTO ball SELECT $1, 1 FROM nextval('turn')
      ON CONFLICT (id) DO UPDATE SET uses = ball.uses + 1 RETURNING id, 6 / (id % 5) AS part`;
      for (let round = 0; round < 3; round += 1) {
        const ids = Array.from({ length: 40 }, (_, id) => id);
        const outcomes = await Promise.all(
          ids.flatMap((id) => [
            query(use, [id]).then(({ rows }) => rows, errorCode),
            read('SELECT $1::int AS id', [id]).then(({ rows }) => rows),
          ]),
        );
        expect(outcomes).toEqual(
          ids.flatMap((id) => [
            id % 5 ? [{ id, part: Math.floor(6 / (id % 5)) }] : '22012',
            [{ id }],
          ]),
        );
        const { rows } = await query(
          'SELECT count(*) AS balls, sum(uses) AS uses, (SELECT last_value FROM turn) AS runs FROM ball',
        );
        expect(rows).toEqual([{ balls: 32, uses: 32 * (round + 1), runs: 40 * (round + 1) }]);
      }
      await close();
    },
  );

  test('works in a thread of its own: what takes long holds up nothing else', async () => {
    const { connections, close } = await openEmbedded(dataFolder('thread'), { ownThread: true });
    let isDone = false;
    const long = connections.query('SELECT count(*) FROM generate_series(1, 3_000_000)');
    void long.finally(() => (isDone = true));
    let turns = 0;
    for (; !isDone; turns += 1) await Bun.sleep(1);
    await close();
    expect(turns).toBeGreaterThan(20);
  });

  test('has given up once its thread has ended, however that was', async () => {
    const code = new URL('./fixtures/ending-thread.ts', import.meta.url);
    const { stream, gaveUp, stop } = await engineInThread(code).start('', {});
    const ended = 'its thread has ended with 7';
    const { query } = connectionsTo({ stream });
    expect(await failureOf(query('SELECT 1'))).toContain(`has stopped (${ended})`);
    expect(await gaveUp).toBe(ended);
    await stop();
  });

  test('waits at its close for the transaction under way, refusing what comes later', async () => {
    const folder = dataFolder('closed');
    const database = await openEmbedded(folder, { durable: false });
    await database.connections.query('CREATE TABLE ball (id int)');
    const connection = await database.connections.connect();
    await connection.query('BEGIN');
    const transaction = Bun.sleep(100).then(async () => {
      await connection.query('INSERT INTO ball VALUES (1)');
      await connection.query('COMMIT');
      connection.release();
    });
    const waiting = database.connections.query('INSERT INTO ball VALUES (2)');
    const closed = database.close();
    const late = database.connections.query('INSERT INTO ball VALUES (3)');

    expect(await failureOf(late)).toContain('the database is closed');
    await Promise.all([transaction, waiting, closed, database.close()]);
    const again = await openEmbedded(folder, { durable: false });
    expect((await again.connections.query('SELECT id FROM ball')).rows).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
    await again.close();
  });

  test('keeps its log short also in a long transaction, which is there whole or not at all', async () => {
    const folder = dataFolder('long-log');
    const log = { files: 6, lookMs: 0 };
    const { connections, close } = await openEmbedded(folder, { durable: false, log });
    const { query, release } = await connections.connect();
    await query('CREATE TABLE ball (id int, name text)');
    const long: number[] = [];
    for (const end of ['ROLLBACK', 'COMMIT']) {
      await query('BEGIN');
      for (let part = 0; part < 20; part += 1) {
        await query(
          "INSERT INTO ball SELECT n, repeat('x', 1_000) FROM generate_series(1, 5_000) n",
        );
        long.push(readdirSync(join(folder, 'postgres', 'pg_wal')).length);
      }
      await query(end);
    }
    expect((await query('SELECT id FROM ball')).rows).toHaveLength(20 * 5_000);
    expect(Math.max(...long)).toBe(log.files); // 16 without the checkpoints
    release();
    await close();
  });

  test('is kept small by its upkeep', async () => {
    const folder = dataFolder('upkeep');
    const log = () => readdirSync(join(folder, 'postgres', 'pg_wal')).length;
    const database = await openEmbedded(folder, { durable: false });
    const { query } = database.connections;
    await query('CREATE TABLE ball (id int, label text)');
    const fill = "INSERT INTO ball SELECT n, repeat('x', 500) FROM generate_series(1, 100000) AS n";
    for (let round = 0; round < 3; round++) await query(fill);
    await query('DELETE FROM ball WHERE id > 1000');
    await query('SELECT pg_stat_force_next_flush()'); // else counted a second later
    const grown = log();
    await database.upkeep();
    const { rows } = await query(
      "SELECT last_vacuum IS NOT NULL AS vacuumed FROM pg_stat_user_tables WHERE relname = 'ball'",
    );
    const shrunk = log();
    await database.close();

    expect(rows).toEqual([{ vacuumed: true }]);
    expect(shrunk).toBeLessThan(grown);
  });
});

function snapshot(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${statSync(path).mtimeMs} ${statSync(path).size}`)
    .sort();
}
