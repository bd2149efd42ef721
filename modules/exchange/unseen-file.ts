import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../../shared/database/error-code.ts';
import { Problem } from '../../shared/problem.ts';

/** A file for what must wait; `explain` turns the error of a full disk into a sentence. */
export type UnseenFile = { readonly file: FileHandle; explain(error: unknown): unknown };

/**
 * A file in the folder, or among the temporary ones if the folder isn't writable. Nobody else sees it,
 * and it ends with this process.
 */
export function openUnseenFile(preferred: string, name: string): Promise<UnseenFile> {
  return openIn(preferred, name).catch((error) => {
    if (!unwritable.has(errorCode(error) ?? '')) throw error;
    return openIn(tmpdir(), name);
  });
}

const unwritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR']);

async function openIn(folder: string, name: string): Promise<UnseenFile> {
  const path = join(folder, `${name}-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return {
    file,
    explain(error) {
      if (errorCode(error) !== 'ENOSPC') return error;
      const reason = `No space is left in ${folder}: free some and try again.`;
      return new Problem('service-unavailable', reason);
    },
  };
}
