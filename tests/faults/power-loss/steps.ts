/**
 * What a process did to the files under one folder, in its order. Paths are absolute; a file that is
 * opened and wasn't there is created by that. Only what succeeded is in it.
 */
export type Step =
  | readonly ['mkdir', path: string]
  | readonly ['open', descriptor: number, path: string]
  | readonly ['write', descriptor: number, position: number, length: number, thread: number]
  | readonly ['truncate', path: string, size: number]
  | readonly ['rename', from: string, to: string]
  | readonly ['remove', path: string]
  | readonly ['sync', descriptor: number]
  /** From here on the matches must outlive a power cut: their 201 left, or their import ended. */
  | readonly ['acknowledge', matchIds: readonly string[]];

export const stepsFile = 'steps.ndjson';
/** What a thread has written, one after the other. */
export const bytesFile = (thread: number) => `bytes-${thread}`;

/** The data folder of the service whose files are under the root; its parent is new, too. */
export function dataDirOf(root: string): string {
  return `${root}/lib/tennis`;
}
