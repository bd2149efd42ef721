// Spreads what waits for the end of a file over drawers, so that each part fits into memory.
import { crc32 } from 'node:zlib';
import type { Drawers } from './kind.ts';

/** So many parts that one of a file of millions of lines fits into memory. */
export const drawerCount = 64;
export const drawerNumbers = Array.from({ length: drawerCount }, (_, number) => number);

/** The part, from 0, of what is looked up by the key. */
export const drawerOf = (key: string): number => crc32(key) % drawerCount;

/** The items of this many lines are put in order at a time. */
const linesAtOnce = 10_000;

/** Keeps items of lines under a name, and gives them in the order of the lines, some at a time. */
export function createLineOrder<T extends { readonly line: number }>(
  drawers: Drawers,
  name: string,
) {
  const blocks = new Set<number>();
  return {
    put(item: T): void {
      const block = Math.floor(item.line / linesAtOnce);
      blocks.add(block);
      drawers.put(`${name} ${block}`, item);
    },
    *take(): Generator<T[]> {
      for (const block of [...blocks].sort((one, other) => one - other)) {
        const items = [...drawers.take<T>(`${name} ${block}`)].flat();
        yield items.sort((one, other) => one.line - other.line);
      }
    },
  };
}
