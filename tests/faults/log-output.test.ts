// A service whose log nobody reads, or that has no room for it, goes on.
import { afterAll, expect, test } from 'bun:test';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { denoCommand } from '../runtime/programs.ts';
import { cleanUp, freshDatabase } from '../support/service.ts';

const main = join(import.meta.dirname, '../../main.ts');
const onBun = () => [process.execPath, main];
const shells: ChildProcess[] = [];

afterAll(async () => {
  for (const { pid } of shells) {
    try {
      if (pid) process.kill(-pid, 'SIGKILL');
    } catch {
      // it has ended
    }
  }
  await cleanUp();
});

test.each([
  ['a full disk', onBun, '> /dev/full'],
  ['a reader that stops', onBun, '| sleep 120'],
  ['a full disk for all that Deno says', denoCommand, '> /dev/full 2>&1'],
])(
  '%s takes nothing but the lines of the log',
  async (_, command, output) => {
    const { DATA_DIR = '' } = await freshDatabase('embedded');
    const lock = join(DATA_DIR, 'lock');
    const { PATH, HOME } = process.env;
    const env = {
      PATH,
      HOME,
      DATA_DIR,
      PORT: '0',
      ADDRESS_LIMIT_PER_MINUTE: '1000000',
    };
    const program = command().map((word) => `'${word}'`);
    const script = `${program.join(' ')} serve ${output}`;
    const shell = spawn('sh', ['-c', script], {
      env,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    shells.push(shell);
    let said = '';
    shell.stderr?.on('data', (text) => {
      said += text;
    });
    // What stands in the lock says who listens, and where: the log can't be read.
    const held = () => {
      const text = existsSync(lock) ? readFileSync(lock, 'utf8') : '';
      return /^process (\d+), listening on http:\/\/localhost:(\d+)/.exec(text);
    };
    while (!held()) await delay(50);
    const [, pid, port] = (held() ?? []).map(Number);
    if (!pid || !port) throw new Error('nobody listens');
    const url = `http://127.0.0.1:${port}`;
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) await delay(50);
    for (let n = 0; n < 700; n += 1) {
      const answer = await fetch(`${url}/v1/venues`);
      expect([n, answer.status]).toEqual([n, 401]);
      await answer.text();
    }
    const begun = performance.now();
    process.kill(pid, 'SIGTERM');
    while (await isReady()) await delay(50);
    const isAlive = () => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    while (isAlive()) await delay(50);
    expect(performance.now() - begun).toBeLessThan(9_000);
    expect(said).not.toContain('    at ');
  },
  120_000,
);
