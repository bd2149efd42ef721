import { closeSync, fstatSync, openSync, statSync } from 'node:fs';

export type Placed = ReturnType<typeof openInPlace>;

/** A file that is kept open, to tell whether its path still leads to it: not where a folder above was exchanged. */
export function openInPlace(path: string) {
  const descriptor = openSync(path, 'r');
  return {
    isInPlace(): boolean {
      try {
        const own = fstatSync(descriptor);
        const there = statSync(path, { throwIfNoEntry: false });
        return own.dev === there?.dev && own.ino === there.ino;
      } catch {
        return true; // there may be something; PostgreSQL tells what is wrong with it
      }
    },
    close: () => closeSync(descriptor),
  };
}
