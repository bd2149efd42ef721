import type { Heap } from '../shared/runtime.ts';

/** The commands that serve until they are ended. */
export const servers: readonly string[] = ['serve', 'demo'];

/** Those that go through all the data. */
const bulk = ['import', 'export', 'backup', 'restore'];

/**
 * The heap of a command that works for so long that its garbage would fill the machine's memory. A server
 * on the embedded database does the work of commands, too, and has their heap.
 */
export function heapOf(
  [noun = '', verb]: readonly string[],
  { DATABASE_URL }: NodeJS.ProcessEnv,
): Heap | undefined {
  if (noun === 'serve' && DATABASE_URL) return 'answers';
  const isLong = servers.includes(noun) || bulk.includes(noun);
  return isLong || (noun === 'ratings' && verb !== 'show') ? 'work' : undefined;
}
