// What a start does before and after it brings the schema up to date.
import { afterEach, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openWorkbench } from '../../commands/workbench.ts';
import type { Settings } from '../../shared/config.ts';
import { migrations } from '../../shared/database/migrations/index.ts';
import { migration } from '../../shared/database/migrations/statements.ts';
import { failureOf } from '../support/failure.ts';
import {
  freshDatabase,
  inWorkbench,
  onBothDatabases,
  onDatabase,
  temporaryFolder,
  testSettings,
} from '../support/service.ts';

const released = migrations.length;
const path = process.env.PATH;

afterEach(() => {
  migrations.length = released;
  process.env.PATH = path;
});

/** Makes this program a later version, which has one more migration. */
function becomeLater(): void {
  migrations.push(migration('0002-later', 'alter table player add column nickname text'));
}

/** Opens the database as a start does; gives what that told. */
async function start(settings: Settings): Promise<string[]> {
  const told: string[] = [];
  const tell = (line: string) => void told.push(line);
  const workbench = await openWorkbench({ settings, purpose: 'serve', tell });
  await workbench.database.close();
  return told;
}

/** The columns of the players that only a later version has, and how many players there are. */
const players = (settings: Settings) =>
  inWorkbench(settings, async ({ database: { db } }) => {
    const { rows } = await sql<{ columns: number; players: number }>`select
      (select count(*)::int from information_schema.columns where column_name = 'nickname') as columns,
      (select count(*)::int from player) as players`.execute(db);
    return rows[0] ?? { columns: 0, players: 0 };
  });

/** A program of that name, alone on the PATH. */
async function onlyOnPath(name: string, script: string): Promise<void> {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  process.env.PATH = folder;
}

onBothDatabases('an upgrade', (kind) => {
  test('is of no new database, and of none that is up to date: nothing is backed up', async () => {
    const settings = testSettings(await freshDatabase(kind, 'city'));
    mkdirSync(settings.DATA_DIR, { recursive: true });
    expect(await start(settings)).toEqual([]);
    expect(readdirSync(settings.DATA_DIR).filter((name) => name.includes('before'))).toEqual([]);
  });

  test('makes no backup with UPGRADE_BACKUP=0, says so, and is done', async () => {
    const settings = testSettings({ ...(await freshDatabase(kind, 'city')), UPGRADE_BACKUP: '0' });
    becomeLater();
    expect(await start(settings)).toEqual(['No backup before the upgrade: UPGRADE_BACKUP is 0.']);
    expect(await players(settings)).toMatchObject({ columns: 1 });
  });

  test('is the end of the former version on that database', async () => {
    const settings = testSettings({ ...(await freshDatabase(kind)), UPGRADE_BACKUP: '0' });
    becomeLater();
    await start(settings);
    migrations.length = released;
    expect(await failureOf(start(settings))).toBe(
      'The database was made by a newer version of this program (it has the migration 0002-later). Start that version.',
    );
  });

  test('leaves sequences after the numbers in use, wherever they were', async () => {
    const settings = testSettings(await freshDatabase(kind, 'city'));
    const numbers = () =>
      inWorkbench(
        settings,
        async ({ database: { db } }) =>
          (
            await sql`select sequencename as name, last_value::int as last from pg_sequences order by 1`.execute(
              db,
            )
          ).rows,
        'use',
      );
    const before = await numbers();
    await inWorkbench(settings, async ({ database: { db } }) => {
      await sql
        .raw('select setval(sequencename::regclass, 1, false) from pg_sequences')
        .execute(db);
    });
    const names = 'audit_entry_sequence_seq, mikro_orm_migrations_id_seq';
    expect(await start(settings)).toEqual([`Set right, since they lay behind: ${names}.`]);
    expect(await numbers()).toEqual(before);
    await inWorkbench(settings, async ({ database: { db } }) => {
      await sql.raw(`select setval(sequencename::regclass, 1000) from pg_sequences`).execute(db);
    });
    expect(await start(settings)).toEqual([]);
    expect(await numbers()).toEqual(before.map((one) => ({ ...Object(one), last: 1_000 })));
  });
});

onDatabase('embedded', 'a backup before an upgrade', () => {
  test('is a copy of the folder, with which the former version goes on', async () => {
    const settings = testSettings(await freshDatabase('embedded', 'city'));
    const before = await players(settings);
    const { DATA_DIR } = settings;
    mkdirSync(join(DATA_DIR, 'postgres.part', 'of-a-killed-start'), { recursive: true });
    becomeLater();
    const [line = '', ...others] = await start(settings);
    const [, name = ''] =
      /^Backup before the upgrade to [\d.]+: .*\/(postgres-before-\S+)$/.exec(line) ?? [];
    expect([name, others]).toEqual([expect.stringMatching(/^postgres-before-[\d.]+-[\dT-]+$/), []]);
    expect(await players(settings)).toEqual({ columns: 1, players: before.players });
    expect(before.players).toBeGreaterThan(1);
    expect(await start(settings)).toEqual([]);
    expect(readdirSync(join(DATA_DIR, name))).not.toContain('of-a-killed-start');
    expect(statSync(join(DATA_DIR, name)).mode & 0o777).toBe(0o700);
    migrations.length = released;
    await rm(join(DATA_DIR, 'postgres'), { recursive: true });
    await rename(join(DATA_DIR, name), join(DATA_DIR, 'postgres'));
    expect(await players(settings)).toEqual(before);
  });

  test('that fails is why nothing is upgraded, and leaves nothing', async () => {
    const settings = testSettings(await freshDatabase('embedded', 'city'));
    becomeLater();
    const clock = () => Date.parse('2026-12-01T10:00:00Z');
    const { DATA_DIR } = settings;
    const inTheWay = (version: string) =>
      join(DATA_DIR, `postgres-before-${version}-2026-12-01T10-00-00`);
    const { version } = await import('../../shared/version.ts');
    mkdirSync(join(inTheWay(version), 'something'), { recursive: true });
    expect(await failureOf(openWorkbench({ settings, clock }))).toMatch(
      /^Not upgraded, since the backup .* can't be written: .*\. UPGRADE_BACKUP=0 upgrades without one\.$/,
    );
    expect(readdirSync(DATA_DIR).filter((name) => name.endsWith('.part'))).toEqual([]);
    migrations.length = released;
    expect(await players(settings)).toMatchObject({ columns: 0 });
  });
});

onDatabase('server', 'a backup before an upgrade', () => {
  const writesAll = `if [ "$1" = --version ]; then echo 'pg_dump (PostgreSQL) 18.1'; else
    echo "$* $PGHOST:$PGPORT/$PGDATABASE $PGUSER $PGPASSWORD $PGSSLMODE"; fi`;

  async function older(more: Partial<Settings> = {}): Promise<Settings> {
    const settings = testSettings({ ...(await freshDatabase('server', 'city')), ...more });
    mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 });
    becomeLater();
    return settings;
  }

  test('is what pg_dump writes, which finds the database by its environment', async () => {
    const settings = await older();
    const url = new URL(settings.DATABASE_URL ?? '');
    url.password = 'not%20seen';
    url.searchParams.set('sslmode', 'disable');
    await onlyOnPath('pg_dump', writesAll);
    const [line = ''] = await start({ ...settings, DATABASE_URL: url.href });
    const [, file = ''] = /^Backup before the upgrade to [\d.]+: (.*\.dump)$/.exec(line) ?? [];
    expect(file).toStartWith(join(settings.DATA_DIR, 'tennis-before-'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const name = url.pathname.slice(1);
    expect(readFileSync(file, 'utf8')).toBe(
      `--format=custom --no-password ${url.hostname}:${url.port}/${name} postgres not seen disable\n`,
    );
    expect(await players(settings)).toMatchObject({ columns: 1 });
  });

  test('goes to BACKUP_DIR', async () => {
    const BACKUP_DIR = await temporaryFolder();
    const settings = await older({ BACKUP_DIR });
    await onlyOnPath('pg_dump', writesAll);
    await start(settings);
    expect(readdirSync(BACKUP_DIR)).toEqual([expect.stringMatching(/^tennis-before-.*\.dump$/)]);
  });

  test.each([
    ['there is no pg_dump on the PATH', 'nothing', ''],
    [
      'pg_dump is of PostgreSQL 15, and the server of 18',
      'pg_dump',
      "echo 'pg_dump (PostgreSQL) 15.18 (Debian)'",
    ],
  ])('is not made where %s, which is said', async (why, name, script) => {
    const settings = await older();
    await onlyOnPath(name, script);
    expect(await start(settings)).toEqual([`No backup before the upgrade: ${why}.`]);
    expect(await players(settings)).toMatchObject({ columns: 1 });
  });

  test('is not made where no folder is there', async () => {
    const settings = await older();
    await rm(settings.DATA_DIR, { recursive: true });
    expect(await start(settings)).toEqual([
      'No backup before the upgrade: neither BACKUP_DIR nor DATA_DIR is there.',
    ]);
  });

  test('that fails is why nothing is upgraded, and leaves no file', async () => {
    const settings = await older();
    await onlyOnPath(
      'pg_dump',
      `${writesAll}; [ "$1" = --version ] || { echo 'pg_dump: error: no rights' >&2; exit 1; }`,
    );
    expect(await failureOf(start(settings))).toMatch(
      /^Not upgraded, since the backup .*\.dump can't be written: pg_dump: error: no rights\. UPGRADE_BACKUP=0 /,
    );
    expect(readdirSync(settings.DATA_DIR)).toEqual([]);
    migrations.length = released;
    expect(await players(settings)).toMatchObject({ columns: 0 });
  });

  test('is made once where several processes start at the same time', async () => {
    const settings = await older();
    await onlyOnPath('pg_dump', writesAll);
    const told = await Promise.all([start(settings), start(settings), start(settings)]);
    expect(told.flat()).toHaveLength(1);
    expect(readdirSync(settings.DATA_DIR)).toHaveLength(1);
  });
});
