import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { startOwnPostgres } from '../support/postgres.ts';

setDefaultTimeout(180_000);

async function rows(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const discovery = { warnWhenNoEntities: false };
  const orm = new MikroORM({ clientUrl: url, entities: [], discovery });
  try {
    return await orm.em.execute(sql);
  } finally {
    await orm.close();
  }
}

/** The folder that holds a server's programs and data. */
async function folderOf(url: string): Promise<string> {
  const [row] = await rows(url, "select current_setting('data_directory') as data");
  return dirname(String(row?.data));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits until nothing is left of a server: no process, no folder; throws after 5 s. */
async function untilGone(pid: number, folder: string): Promise<void> {
  for (let waited = 0; isAlive(pid) || existsSync(folder); waited += 20) {
    if (waited > 5_000) throw new Error(`${pid} or ${folder} is still there`);
    await delay(20);
  }
}

describe('a PostgreSQL of its own', () => {
  test('takes settings, and leaves no process and no folder once stopped', async () => {
    const { url, pid, stop } = await startOwnPostgres({
      settings: { fsync: 'on', work_mem: '5MB' },
    });
    const settings = "current_setting('fsync') as fsync, current_setting('work_mem') as memory";
    expect(await rows(url, `select ${settings}`)).toEqual([{ fsync: 'on', memory: '5MB' }]);
    const folder = await folderOf(url);
    expect([isAlive(Number(pid)), existsSync(folder)]).toEqual([true, true]);
    await stop();
    expect([isAlive(Number(pid)), existsSync(folder)]).toEqual([false, false]);
    await stop();
  });

  test('does not outlive a test process that is killed by -9', async () => {
    const program = `
      import { startOwnPostgres } from '${new URL('../support/postgres.ts', import.meta.url).href}';
      const { url, pid } = await startOwnPostgres();
      console.log(url, pid);
      setInterval(() => {}, 1000);`;
    const tests = spawn(process.execPath, ['-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(tests.stdout, 'data');
    const [url = '', pid = ''] = String(line).trim().split(' ');
    const folder = await folderOf(url);
    expect([isAlive(Number(pid)), existsSync(folder)]).toEqual([true, true]);
    tests.kill('SIGKILL');
    await untilGone(Number(pid), folder);
  });
});
