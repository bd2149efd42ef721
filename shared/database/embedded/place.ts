import { closeSync, fstatSync, openSync, statSync } from 'node:fs';
import { errorCode } from '../error-code.ts';

const lookMs = 50;

/** What a look meets of a disk that is in its place. */
const troubles: ReadonlySet<unknown> = new Set(['EIO', 'ESTALE', 'ENOMEM']);

/** What is said of a database whose files have left their place. */
export const displaced = 'its folder was moved, exchanged or removed';

export type WatchedFile = ReturnType<typeof watchFile>;

/**
 * Keeps a file open, to tell whether its path still leads to it: not after a folder above was moved away, or
 * exchanged. Throws where it can't be opened.
 */
export function watchFile(path: string) {
  const descriptor = openSync(path, 'r');
  let seenAt = performance.now();
  const isThere = () => {
    try {
      const own = fstatSync(descriptor);
      const there = statSync(path, { throwIfNoEntry: false });
      return own.dev === there?.dev && own.ino === there.ino;
    } catch (error) {
      return troubles.has(errorCode(error));
    }
  };
  // Some file systems number a file otherwise for its path than for its descriptor.
  let canTell = isThere();
  return {
    /** Whether it was there when last looked; looks again after a while, or `now`. After the end it is. */
    isInPlace(now = false): boolean {
      const at = performance.now();
      if (!canTell || (!now && at - seenAt < lookMs)) return true;
      seenAt = at;
      return isThere();
    },
    close(): void {
      canTell = false;
      closeSync(descriptor);
    },
  };
}
