import type { Db } from '../../shared/database/db.ts';
import { forgetRun, lastRuns, noteRun } from './repository.ts';

const backup = 'backup';
const failedBackup = 'failed backup';

/** Notes that a backup was made; `at` in milliseconds since the epoch. */
export async function noteBackup(on: Db, at: number, records: number): Promise<void> {
  await noteRun(on, backup, at, { records });
  await forgetRun(on, failedBackup);
}

/** Notes that a backup could not be made, until one is. */
export function noteFailedBackup(on: Db, at: number, reason: string): Promise<void> {
  return noteRun(on, failedBackup, at, { reason });
}

/** When the last backup was made and the last one since failed, in UTC; undefined where none did. */
export type BackupState = { readonly madeAt?: string; readonly failedAt?: string };

/** How the backups stand. */
export async function backupState(on: Db): Promise<BackupState> {
  const runs = await lastRuns(on);
  const endOf = (name: string) => runs.find((run) => run.name === name)?.ended_at;
  const [madeAt, failedAt] = [endOf(backup), endOf(failedBackup)];
  return { ...(madeAt && { madeAt }), ...(failedAt && { failedAt }) };
}
