import { statSync } from 'node:fs';
import { nameOfUser } from '../../user.ts';
import { DataFolderUnusable } from './unusable.ts';

/**
 * Keeps other users, root included, out of the data folder: its owner could neither read nor
 * replace their files. Throws DataFolderUnusable, which says whom to run as, also where others
 * may write to the folder.
 */
export function refuseStrangers(dataDir: string): void {
  const own = process.getuid?.();
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (own === undefined || folder === undefined) return;
  const { uid, mode } = folder;
  if (uid !== own) {
    const owner = nameOfUser(uid);
    throw new DataFolderUnusable(
      `${dataDir} belongs to ${owner ?? `the user ${uid}`}, and another user's files in it would stop ` +
        `the service: run this as its owner, with "sudo -u ${owner ?? `'#${uid}'`}"`,
    );
  }
  if (mode & 0o022) {
    throw new DataFolderUnusable(
      `others may write to ${dataDir}, and could put their own command socket there: run "chmod go-w" on it`,
    );
  }
}
