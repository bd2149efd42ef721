import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../shared/config.ts';
import { Failure, reasonOf } from '../shared/console/console.ts';
import { writeWhole } from '../shared/console/whole-file.ts';
import type { Database } from '../shared/database/connect.ts';
import { serverState } from '../shared/database/db.ts';
import { dumpOf, dumpVersion } from '../shared/database/pg-dump.ts';
import { type Clock, utc } from '../shared/time.ts';
import { version } from '../shared/version.ts';

type Upgrading = {
  readonly database: Database;
  readonly settings: Settings;
  readonly clock: Clock;
  /** Is told which file it is, or why there is none. */
  readonly tell: (line: string) => void;
};

/**
 * Backs up a database whose schema this program is about to bring up to date (docs/upgrading.md). Throws a Failure
 * where a backup could have been made and wasn't.
 */
export async function backUpBeforeUpgrade({
  database,
  settings,
  clock,
  tell,
}: Upgrading): Promise<void> {
  const none = (why: string) => tell(`No backup before the upgrade: ${why}.`);
  const { UPGRADE_BACKUP, BACKUP_DIR, DATA_DIR, DATABASE_URL: url } = settings;
  if (UPGRADE_BACKUP === '0') return none('UPGRADE_BACKUP is 0');
  const name = `before-${version}-${utc(clock()).slice(0, 19).replaceAll(':', '-')}`;
  const write = async (path: string, making: Promise<void>) => {
    await making.catch((error) => {
      throw new Failure(
        `Not upgraded, since the backup ${path} can't be written: ${reasonOf(error)}. UPGRADE_BACKUP=0 upgrades without one.`,
      );
    });
    tell(`Backup before the upgrade to ${version}: ${path}`);
  };
  const { embedded } = database;
  if (embedded) {
    const path = join(DATA_DIR, `postgres-${name}`);
    return write(path, embedded.copyTo(path));
  }
  const folder = [BACKUP_DIR, DATA_DIR].find((one) => one && existsSync(one));
  if (!folder) return none('neither BACKUP_DIR nor DATA_DIR is there');
  const own = await dumpVersion();
  const server = Number.parseInt((await serverState(database.db)).version, 10);
  if (own === undefined) return none('there is no pg_dump on the PATH');
  if (own < server) return none(`pg_dump is of PostgreSQL ${own}, and the server of ${server}`);
  const path = join(folder, `tennis-${name}.dump`);
  return write(path, writeWhole(path, dumpOf(url ?? '')));
}
