// The programs that a benchmark measures run in processes of their own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../shared/config.ts';
import { compiledFile } from '../tests/runtime/programs.ts';

export type Child = { readonly port: number; readonly pid: number; stop(): Promise<void> };

for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** The compiled service, as `serve` starts it, with limits too high to reach unless `more` sets others. */
export async function startServe(
  { DATA_DIR, DATABASE_URL = '' }: Settings,
  more: Record<string, string> = {},
): Promise<Child> {
  return start(await compiledFile(), ['serve'], {
    ...unitEnvironment(),
    DATA_DIR,
    DATABASE_URL,
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ADDRESS_LIMIT_PER_MINUTE: '1000000',
    RATING_DELAY_SECONDS: '86400',
    ...more,
  });
}

/** The environment of the unit that the service runs in, as far as it is the engine's. */
export function unitEnvironment(): Record<string, string> {
  const unit = readFileSync(join(import.meta.dirname, '../deploy/tennis.service'), 'utf8');
  const given = unit.matchAll(/\b((?:BUN_JSC|MIMALLOC)_\w+)=(\S+)/g);
  return Object.fromEntries([...given].map(([, name = '', value = '']) => [name, value]));
}

/** A program of this folder, which prints an address with its port. */
export function startProgram(name: string, settings: Record<string, string>): Promise<Child> {
  return start(process.execPath, [join(import.meta.dirname, name)], settings);
}

async function start(
  file: string,
  argv: string[],
  settings: Record<string, string>,
): Promise<Child> {
  const env = { PATH: process.env.PATH, ...settings };
  const child = spawn(file, argv, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  process.on('exit', () => child.kill('SIGKILL'));
  const port = await new Promise<number>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (data) => {
      if (output.length < 10_000) output += data; // later output is read, so that none blocks
      const address = /http:\/\/localhost:(\d+)/.exec(output);
      if (address) resolve(Number(address[1]));
    });
    void ended.then(() => reject(new Error(`${argv.join(' ')} ended: ${output}`)));
  });
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
