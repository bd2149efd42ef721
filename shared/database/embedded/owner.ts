import { statSync } from 'node:fs';
import { nameOfUser } from '../../user.ts';
import { DataFolderUnusable } from './unusable.ts';

/**
 * Keeps other users, root included, from the data folder: what they write there its owner could
 * neither read nor replace. Throws DataFolderUnusable, which names whom to be.
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
