// What a command does whose reader stops, whose disk is full, or whose file isn't what was written.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { writeBackup } from '../../commands/backup.ts';
import { openWorkbench } from '../../commands/workbench.ts';
import { processConsole } from '../../shared/console/console.ts';
import { commandsOn, tennis } from '../commands/terminal.ts';
import {
  compiled,
  compiledFile,
  denoCommand,
  endPrograms,
  type Server,
} from '../runtime/programs.ts';
import { completed, ids, person, secrets, testCity } from '../support/city.ts';
import { failureOf } from '../support/failure.ts';
import {
  cleanUp,
  freshDatabase,
  load,
  startTestService,
  temporaryFolder,
  testSettings,
} from '../support/service.ts';

setDefaultTimeout(180_000);

afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

const main = join(import.meta.dirname, '../../main.ts');

/** A data folder, which commands only read, whose export is longer than what pipes and sockets hold: over 2 MB. */
let DATA_DIR = '';
beforeAll(async () => {
  ({ DATA_DIR } = await fill());
});

async function fill() {
  const settings = testSettings(await freshDatabase('embedded'));
  const workbench = await openWorkbench({ settings });
  const players = Array.from({ length: 4_000 }, (_, n) =>
    person(`plr_${String(n).padStart(10, 'x')}`, `${'Long Name '.repeat(18)}${n} A.`, 3),
  );
  await load(workbench, [...testCity(), ...players]);
  await workbench.database.close();
  return settings;
}

/** A shell's line in which `tennis` is the program; its output, and the status of its first command. */
async function shell(line: string, command?: string[]) {
  const { PATH, HOME } = process.env;
  const words = (command ?? [await compiledFile()]).map((word) => `'${word}'`).join(' ');
  const script = `tennis() { ${words} "$@"; }; ${line}; echo "status \${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], {
    env: { PATH, HOME, DATA_DIR },
  });
  return { out: stdout, err: stderr, status: Number(/status (\d+)\n$/.exec(stdout)?.[1]) };
}

async function expectReads({ url }: Server): Promise<void> {
  const headers = { 'x-api-key': secrets.key };
  expect((await fetch(`${url}/v1/venues`, { headers })).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
}

type Broken = [line: string, err: RegExp];

const full: Broken[] = [['tennis export - > /dev/full', /^[^\n]*no space is left[^\n]*\n$/]];
const broken: Broken[] = [
  ['tennis export - | head -n 1', /^$/],
  ['tennis players list --json | head -c 10', /^$/],
  ...full,
  ['tennis backup /dev/full', /^[^\n]*no space is left[^\n]*\n$/],
];

describe('an output that breaks', () => {
  test.each([
    ['a closed pipe without a word', broken, () => undefined],
    ['a full disk with one on Deno, too', full, denoCommand],
  ])('ends a command with status 1, and %s', async (_, lines, command) => {
    for (const [line, expected] of lines) {
      const { status, err } = await shell(line, command());
      expect([line, status, err]).toEqual([line, 1, expect.stringMatching(expected)]);
    }
  });
});

test('a reader that is slow gets all of it', async () => {
  const count = async (reader: string) => {
    const { out, status } = await shell(`tennis players list --json | ${reader}`);
    return [status, Number(out.split('\n')[0])];
  };
  const [status, all] = await count('wc -c');
  expect([status, Number(all) > 1_000_000]).toEqual([0, true]);
  expect(await count('(sleep 1.5; wc -c)')).toEqual([0, Number(all)]);
});

describe('beside a server, which goes on', () => {
  let server: Server;
  beforeAll(async () => {
    server = await compiled.serve({ DATA_DIR });
  });
  afterAll(() => server.signal('SIGKILL'));

  test('an output that breaks ends a command, too', async () => {
    for (const [line, expected] of broken) {
      const { status, err } = await shell(line);
      expect([line, status, err]).toEqual([line, 1, expect.stringMatching(expected)]);
      await expectReads(server);
    }
    expect(readdirSync(DATA_DIR).sort()).toEqual(['lock', 'postgres', 'socket']);
  });

  test('a reader that stops holds up nobody', async () => {
    const { PATH } = process.env;
    const reader = spawn(await compiledFile(), ['export', '-'], { env: { PATH, DATA_DIR } });
    await once(reader.stdout, 'data'); // by now the transaction must have ended
    reader.stdout.pause();
    for (const until = Date.now() + 3_000; Date.now() < until; await delay(200)) {
      await expectReads(server);
    }
    expect(reader.exitCode).toBe(null); // it waits still
    reader.kill('SIGKILL');
    await once(reader, 'exit');
  });

  test('a command that has read enough ends, whatever is still coming', async () => {
    const bad = `nonsense,header\n${'aaaa,bbbb\n'.repeat(1_000_000)}`;
    const { status, lines } = await tennis(['import', '-', '--format', 'csv'], { DATA_DIR }, bad);
    expect([status, lines.length]).toEqual([1, 2]);
    server.signal('SIGINT');
    const { status: ended, ms } = await server.ended;
    expect([ended, ms < 4_000]).toEqual([0, true]);
  });
});

describe('a file', () => {
  test.each(['is there', 'is not there yet'])(
    'that a link leads to and that %s is written there, and the link stays',
    async (words) => {
      const [folder, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
      const [target, link] = [join(elsewhere, 'all.ndjson'), join(folder, 'last.ndjson')];
      if (words === 'is there') writeFileSync(target, 'former');
      symlinkSync(relative(folder, target), join(folder, 'this-year.ndjson'));
      symlinkSync('this-year.ndjson', link);
      await processConsole().write(
        link,
        (async function* () {
          yield 'abc';
          expect(readdirSync(folder)).toHaveLength(2); // the draft lies beside the target
        })(),
      );
      expect(readlinkSync(link)).toBe('this-year.ndjson');
      expect(readFileSync(target, 'utf8')).toBe('abc');
      expect(readdirSync(elsewhere)).toEqual(['all.ndjson']);
    },
  );

  test('whose folder is not there is told so', async () => {
    const path = join(await temporaryFolder(), 'none', 'file');
    const writing = processConsole().write(path, new Blob(['abc']).stream());
    expect(await failureOf(writing)).toContain(`${path}: its folder is not there`);
  });

  test('whose writing ends early leaves nothing', async () => {
    const folder = await temporaryFolder();
    const writing = processConsole().write(
      join(folder, 'file'),
      (async function* () {
        yield 'abc';
        expect(readdirSync(folder)).toHaveLength(1);
        throw new Error('early');
      })(),
    );
    expect(await failureOf(writing)).toContain('early');
    expect(readdirSync(folder)).toEqual([]);
  });
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s leaves nothing of a file that is written',
  async (signal) => {
    const folder = await temporaryFolder();
    const source = join(import.meta.dirname, '../../shared/console/console.ts');
    const script = `
    const { processConsole } = await import('${source}');
    await processConsole().write('${join(folder, 'file')}', (async function* () {
      yield 'abc';
      console.log('begun');
      await new Promise((done) => setTimeout(done, 60_000));
    })());`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    expect(readdirSync(folder)).toHaveLength(1);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([null, signal]);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('a file that can not be written leaves no handle open', async () => {
  const handles = () => readdirSync('/proc/self/fd').length;
  const write = async () => {
    const parts = (async function* () {
      yield 'abc';
    })();
    const writing = processConsole().write('/dev/full', parts);
    expect(await failureOf(writing)).toContain('no space is left');
  };
  await write();
  const before = handles();
  for (let n = 0; n < 20; n += 1) await write();
  expect(handles()).toBeLessThanOrEqual(before + 1);
});

test('the folder of a file is synced after the file got its name', async () => {
  const [root, recording] = [await temporaryFolder(), await temporaryFolder()];
  const { PATH } = process.env;
  const recorder = join(import.meta.dirname, '../faults/power-loss/recorder.ts');
  await promisify(execFile)(
    process.execPath,
    ['--preload', recorder, main, 'export', join(root, 'all.ndjson')],
    { env: { PATH, DATA_DIR, POWER_LOSS_ROOT: root, POWER_LOSS_RECORDING: recording } },
  );
  const steps = readFileSync(join(recording, 'steps.ndjson'), 'utf8').trim().split('\n');
  const [opened, synced] = steps.slice(-2).map((step) => JSON.parse(step));
  expect(opened).toEqual(['open', expect.any(Number), root]);
  expect(synced).toEqual(['sync', opened[1]]);
});

describe('a backup', () => {
  test('to a name that another one is written to disturbs it not', async () => {
    const { workbench } = await startTestService('server');
    const file = join(await temporaryFolder(), 'same.ndjson');
    const copies = Array.from({ length: 4 }, () =>
      writeBackup(workbench, processConsole(), file).then(({ records }) => records),
    );
    expect(await Promise.all(copies)).toEqual([3, 3, 3, 3].map(() => expect.any(Number)));
    expect(readdirSync(dirname(file))).toEqual(['same.ndjson']);
  });

  test('that restore would refuse is not made, and says which record is at fault', async () => {
    const { workbench, submit } = await startTestService('embedded');
    await submit(completed());
    await sql`update competition set games_per_set = 4 where id = ${ids.league}`.execute(
      workbench.database.db,
    );
    const file = join(await temporaryFolder(), 'backup.ndjson');
    const { status, lines } = await commandsOn(workbench)(['backup', file]);
    expect([status, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toMatch(
      /restore would refuse it: record \d+, score\/sets\/0: Set 1 can't end/,
    );
    expect(existsSync(file)).toBe(false);
  });

  test('whose folder can not be written to stops the start with one line', async () => {
    const BACKUP_DIR = join(main, 'backups'); // below a file
    const { status, out, lines } = await tennis(['serve'], { DATA_DIR, BACKUP_DIR, PORT: 0 });
    expect([status, out, lines.length]).toEqual([1, '', 1]);
    expect(lines[0]).toStartWith(`BACKUP_DIR ${BACKUP_DIR} can't be written to: `);
  });
});
