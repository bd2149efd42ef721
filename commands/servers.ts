import type { Heap } from '../shared/heap.ts';

/** The commands that serve until they are ended. */
export const servers: readonly string[] = ['serve', 'demo'];

/** The commands that may go through all the data. */
const bulk: ReadonlySet<string> = new Set([
  ...['import', 'export', 'backup', 'restore'],
  ...['run', 'decay', 'verify', 'rebuild'].map((verb) => `ratings ${verb}`),
  ...['void', 'restore', 'correct', 'list'].map((verb) => `matches ${verb}`),
  ...['merge', 'update', 'list'].map((verb) => `players ${verb}`),
]);

/** The heap of a command that works for so long that its garbage would fill the machine's memory. */
export function heapOf([noun = '', verb]: readonly string[]): Heap | undefined {
  if (servers.includes(noun)) return 'answers';
  return bulk.has(noun) || bulk.has(`${noun} ${verb}`) ? 'work' : undefined;
}
