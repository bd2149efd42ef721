// PostgreSQL with a synchronous standby, and HAProxy that leads to the primary, as docs/operations.md has them.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sectionOf, textOf } from '../docs/markdown.ts';
import { programOf } from '../runtime/programs.ts';
import { type OwnServer, startOwnPostgres } from '../support/postgres.ts';
import { freePort } from '../support/raw-http.ts';
import { temporaryFolder } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { ask, beside } from './postgres-session.ts';

const haproxy = '/usr/sbin/haproxy'; // Debian's

/** Why there is no proxy; empty where there is one. */
export const lacksHaproxy = existsSync(haproxy) ? '' : `: skipped, there is no ${haproxy}`;

/** The statement, if the recipe has it; throws where it hasn't. */
export function written(statement: string): string {
  const recipe = sectionOf(textOf('docs/operations.md'), 'High availability');
  if (recipe.includes(`${statement};`)) return statement;
  throw new Error(`docs/operations.md doesn't say "${statement};".`);
}

/**
 * A standby of that name, which listens on the port and has the primary at `sourceUrl`. Its data is copied from the
 * primary as pg_basebackup does it, which the tests' PostgreSQL lacks.
 */
export async function startStandby(
  primary: OwnServer,
  name: string,
  { sourceUrl = primary.url, port }: { sourceUrl?: string; port?: string } = {},
): Promise<OwnServer> {
  const source = new URL(sourceUrl);
  await ask(primary.url, `select pg_create_physical_replication_slot('${name}', true)`);
  return startOwnPostgres({
    settings: {
      primary_conninfo: `host=127.0.0.1 port=${source.port} user=postgres application_name=${name}`,
      primary_slot_name: name,
      ...(port && { port }),
    },
    makeData: (data) =>
      beside(primary.url, "select pg_backup_start('standby', true)", async (run) => {
        // It fails where a file goes away meanwhile, as some do: what is missing is in the log.
        await promisify(execFile)('cp', ['-a', primary.data, data]).catch(() => undefined);
        const [backup] = await run('select labelfile from pg_backup_stop(false)');
        for (const kept of ['postmaster.pid', `pg_replslot/${name}`]) {
          await rm(join(data, kept), { recursive: true });
        }
        await writeFile(join(data, 'backup_label'), String(backup?.labelfile));
        await writeFile(join(data, 'standby.signal'), '');
      }),
  });
}

/** From now on nothing is acknowledged that the standby of that name hasn't got. */
export async function waitForStandby({ url }: OwnServer, name: string): Promise<void> {
  const setting = written("alter system set synchronous_standby_names = 'two'");
  await ask(url, setting.replace('two', name));
  await ask(url, written('select pg_reload_conf()'));
  const state = written('select application_name, sync_state from pg_stat_replication');
  const isInStep = async () => {
    const [row, ...others] = await ask(url, state);
    return others.length === 0 && row?.application_name === name && row.sync_state === 'sync';
  };
  await until(isInStep, 30_000, `${name} in step`);
}

/** Kills all processes of the server at once, as when its machine goes off. */
export function killServer({ pid }: OwnServer): void {
  process.kill(pid, 'SIGSTOP'); // it has no say in the end of the others
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  for (const one of [...children, pid]) process.kill(Number(one), 'SIGKILL');
}

/** The server that was killed, as it was, on its port. */
export function startAgain({ data, url }: OwnServer): Promise<OwnServer> {
  const makeData = async (copy: string) => {
    await promisify(execFile)('cp', ['-a', data, copy]);
    await rm(join(copy, 'postmaster.pid'));
  };
  return startOwnPostgres({ settings: { port: new URL(url).port }, makeData });
}

/** Starts the recipe's proxy in front of the two servers; gives the address by which it is the database. */
export async function startHaproxy(databaseUrl: string, [one, two]: readonly OwnServer[]) {
  const url = new URL(databaseUrl);
  url.port = String(await freePort());
  const config = textOf('deploy/high-availability/haproxy.cfg')
    .replace('127.0.0.1:5433', url.host)
    .replace('10.0.0.1:5432', new URL(one?.url ?? '').host)
    .replace('10.0.0.2:5432', new URL(two?.url ?? '').host)
    .replaceAll(/^\t(user|group|log) .*\n/gm, ''); // the tests needn't be root
  const file = join(await temporaryFolder(), 'haproxy.cfg');
  await writeFile(file, config);
  void programOf([haproxy], {}).run(['-db', '-f', file], {}); // until endPrograms
  await until(() => ask(url.href, 'select').then(Boolean, () => false));
  return url.href;
}
