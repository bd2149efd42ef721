// A command beside a server: where its files are, and how it ends when something breaks off.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { encode } from '@msgpack/msgpack';
import { type Console, Failure, processConsole } from '../../shared/console/console.ts';
import { forwardCommand, serveCommands } from '../../shared/console/socket.ts';
import { cityFile, succeed } from '../runtime/main-job.ts';
import { compiled, endPrograms, programOf, root, type Server } from '../runtime/programs.ts';
import { failureOf } from '../support/failure.ts';
import { cleanUp, freshDatabase, temporaryFolder } from '../support/service.ts';
import { until } from '../support/waiting.ts';

setDefaultTimeout(180_000);

afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

/** What the caller of a command is told that runs on the other side of a socket. */
async function beside(
  run: (console: Console, argv: readonly string[]) => Promise<number>,
  own: Partial<Console> = {},
  argv: readonly string[] = [],
): Promise<{ status: number | undefined; out: string[] }> {
  const path = join(await temporaryFolder(), 'socket');
  const server = await serveCommands(path, (words, console) => run(console, words));
  const out: string[] = [];
  const console = { ...processConsole(), out: (line: string) => void out.push(line), ...own };
  const status = await forwardCommand(path, argv, console);
  await new Promise((done) => server.close(done));
  return { status, out };
}

const brokenOff =
  'The connection to the server broke off, and the command with it: give it again, unless "tennis audit list" shows that it was done.';

test('at no moment may anybody else connect, whatever files may be by default', async () => {
  const folder = await temporaryFolder();
  // Looks at it all the time, and says what others may do with it.
  const watcher = new Worker(
    `data:text/javascript,import { readdirSync, statSync } from 'node:fs';
    postMessage('runs');
    for (;;) for (const name of readdirSync('${folder}'))
      if (statSync('${folder}/' + name, { throwIfNoEntry: false })?.mode & 0o077) postMessage(name);`,
  );
  const seen: unknown[] = [];
  watcher.onmessage = ({ data }) => void seen.push(data);
  while (seen.length === 0) await delay(5);
  const usual = process.umask(0);
  for (let n = 0; n < 20; n += 1) {
    const server = await serveCommands(join(folder, `socket-${n}`), async () => 0);
    await delay(5);
    server.close();
  }
  expect(process.umask(usual)).toBe(0);
  await delay(100);
  watcher.terminate();
  expect(seen).toEqual(['runs']);
});

describe('a command that runs in a server', () => {
  test('is told the words, the terminal, whether it can ask, and who it is', async () => {
    const terminal = { columns: 61, isTerminal: true, canAsk: true, user: 'anna' };
    const words = ['keys', 'add', '--label', ' ', '', '"'];
    const told = async (own: Partial<Console>) => {
      const run = async ({ out, ...console }: Console, argv: readonly string[]) => {
        const { columns, isTerminal, canAsk, user } = console;
        out(JSON.stringify({ argv, columns, isTerminal, canAsk, user }));
        return 3;
      };
      const { status, out } = await beside(run, { ...terminal, ...own }, words);
      return [status, JSON.parse(out.join())];
    };
    expect(await told({})).toEqual([3, { argv: words, ...terminal }]);
    const nobody = join(await temporaryFolder(), 'socket');
    expect(await forwardCommand(nobody, words, processConsole())).toBe(undefined);
  });

  test('says so if the server ends before it has answered', async () => {
    const onConnection = (socket: Socket) => void socket.once('data', () => socket.destroy());
    const path = join(await temporaryFolder(), 'socket');
    const server = createServer(onConnection).listen(path);
    await once(server, 'listening');
    const failure = await failureOf(forwardCommand(path, ['status'], processConsole()));
    expect(failure).toBe(brokenOff);
    server.close();
  });

  test('leaves no progress on the line where the server ends meanwhile', async () => {
    const path = join(await temporaryFolder(), 'socket');
    const shown: string[] = [];
    let connection: Socket | undefined;
    const server = await serveCommands(path, async (_, console) => {
      console.status('half of it');
      await until(() => shown.length > 0);
      connection?.destroy();
      return 0;
    });
    server.on('connection', (socket) => {
      connection = socket;
    });
    const caller = { ...processConsole(), status: (line: string) => void shown.push(line) };
    const failure = await failureOf(forwardCommand(path, ['ratings', 'rebuild'], caller));
    expect(failure).toBe(brokenOff);
    expect(shown).toEqual(['half of it', '']);
    server.close();
  });

  test('takes its input piece by piece, however much there is', async () => {
    let given = 0;
    const { status } = await beside(
      async (console) => {
        let taken = 0;
        for await (const { length } of console.read('-')) {
          taken += length;
          if (taken >= 10 * 65_536) break;
        }
        await delay(100);
        return taken / 65_536;
      },
      {
        async *read() {
          for (;;) {
            given += 1;
            yield Buffer.alloc(65_536);
          }
        },
      },
    );
    expect([status, given]).toEqual([10, 10]);
  });

  test('ends where it would show how far it is, once its caller has gone', async () => {
    const path = join(await temporaryFolder(), 'socket');
    const ended = Promise.withResolvers<unknown>();
    const gone = Promise.withResolvers<void>();
    const server = await serveCommands(path, async (_, console) => {
      console.status('half of it');
      await gone.promise;
      const go = async () => {
        for (;;) {
          console.status('more of it');
          await delay(10);
        }
      };
      await go().catch(ended.resolve);
      return 1;
    });
    const caller = createConnection(path);
    caller.write(encode({ t: 'q', i: '1', m: 'run', a: [['import'], {}] }));
    await once(caller, 'data');
    caller.destroy();
    gone.resolve();
    expect(await ended.promise).toEqual(new Failure(brokenOff));
    server.close();
  });

  test('hears where its caller can’t write', async () => {
    const missing = join(await temporaryFolder(), 'none', 'file');
    const told = (own: Partial<Console>) =>
      beside(async (console) => {
        await console.writable(missing).catch((error) => console.out(error.message));
        return 0;
      }, own);
    expect((await told({})).out).toEqual([`${missing}: its folder is not there`]);
  });

  test('hears why a file can’t be read, and leaves nothing of one that it didn’t finish', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'half');
    const { out } = await beside(async (console) => {
      const read = async () => {
        for await (const _ of console.read(join(folder, 'missing')));
      };
      await read().catch((error) => console.out(error.message));
      const written = console.write(
        file,
        (async function* () {
          yield 'one half';
          throw new Failure('the other half is missing');
        })(),
      );
      await written.catch((error) => console.out(error.message));
      await console.write(join(folder, 'whole'), new Blob(['whole']).stream());
      return 0;
    });
    expect(out).toEqual([expect.stringContaining('no such file'), 'the other half is missing']);
    expect(existsSync(file)).toBe(false);
    expect(await readFile(join(folder, 'whole'), 'utf8')).toBe('whole');
  });
});

describe('beside a server', () => {
  let settings: Awaited<ReturnType<typeof freshDatabase>>;
  let server: Server;
  beforeAll(async () => {
    settings = await freshDatabase('embedded');
    server = await compiled.serve(settings);
  });

  test('relative paths, and those of pipes, are the caller’s', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'city.ndjson'), cityFile);
    const main = join(root, 'main.ts');
    const here = programOf([process.execPath, main], { PATH: process.env.PATH }, folder);
    await succeed(here.run(['import', 'city.ndjson'], settings));
    await succeed(here.run(['backup', 'backup.ndjson'], settings));
    expect(await readFile(join(folder, 'backup.ndjson'), 'utf8')).toContain('"kind":"backup"');
    const script = `"$0" "$1" import <(echo '{"kind":"organizer","id":"org_piped","name":"P"}') && "$0" "$1" export /dev/stdout | cat`;
    const shell = programOf(['bash', '--norc', '-c', script, process.execPath, main], {}, folder);
    expect(await succeed(shell.run([], settings))).toContain('"id":"org_piped"');
  });

  test('mistakes, help and settings are the server’s to tell', async () => {
    const run = (...args: string[]) => compiled.run(args, { ...settings, HOST: 'here' });
    expect(await run('srve')).toMatchObject({ status: 2, err: expect.stringMatching(/serve\?/) });
    expect(await run('players', 'add', '--help')).toMatchObject({
      status: 0,
      out: expect.stringContaining('Usage: tennis players add'),
    });
    const up = { address: server.url.replace('127.0.0.1', 'localhost') };
    const { server: told, settings: shown } = JSON.parse((await run('config', '--json')).out);
    expect(told).toMatchObject(up);
    expect(told.uptime_seconds).toBe(Math.floor(told.uptime_seconds));
    expect(shown).toContainEqual({ name: 'HOST', value: '127.0.0.1', source: 'default' });
    expect((await run('config')).out).toMatch(
      /^server +http:\S+, up for \d+ (s|min), since 20.*\nbackups +none are made: BACKUP_DIR is not set\n\nname /,
    );
    const status = JSON.parse((await run('status', '--json')).out);
    expect(status).toMatchObject({ server: up, backups: 'none are made: BACKUP_DIR is not set' });
    expect(status.settings).toContain('PORT=0');
    expect(status.settings.join()).not.toContain('HOST=');
  });

  test('a command that waits for its input ends with the server', async () => {
    const gate = { first: cityFile.slice(0, 100), rest: new Promise<string>(() => undefined) };
    const importing = compiled.run(['import', '-'], settings, gate);
    await delay(3_000); // the command has to reach the server, on a busy machine, too
    server.signal('SIGKILL');
    const { status, err } = await importing;
    expect([status, err]).toEqual([1, `${brokenOff}\n`]);
    expect((await server.ended).ms).toBeLessThan(5_000);
  });

  test('a command ends with its caller, and is in nobody’s way', async () => {
    server = await compiled.serve(settings);
    const env = { PATH: process.env.PATH, DATA_DIR: settings.DATA_DIR };
    const caller = spawn(process.execPath, [join(root, 'main.ts'), 'import', '-'], { env });
    caller.stdin.write(cityFile.slice(0, 100));
    await delay(3_000);
    caller.kill('SIGKILL');
    await delay(500);
    server.signal('SIGINT'); // which would wait for a command under way
    const { status, ms } = await server.ended;
    expect([status, ms < 3_000]).toEqual([0, true]);
  });
});
