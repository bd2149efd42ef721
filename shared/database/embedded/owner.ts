import { statSync } from 'node:fs';
import { nameOfUser } from '../../user.ts';
import { DataFolderUnusable } from './unusable.ts';

/**
 * Keeps other users, root included, out of the data folder: its owner could neither read nor
 * replace their files. Throws DataFolderUnusable, which says whom to run as.
 */
export function refuseStrangers(dataDir: string): void {
  const own = process.getuid?.();
  const uid = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  if (own === undefined || uid === undefined || uid === own) return;
  const owner = nameOfUser(uid);
  throw new DataFolderUnusable(
    `${dataDir} belongs to ${owner ?? `the user ${uid}`}, and another user's files in it would stop ` +
      `the service: run this as its owner, with "sudo -u ${owner ?? `'#${uid}'`}"`,
  );
}
