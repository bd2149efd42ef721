import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are equal; how long it takes doesn't tell where they differ. */
export function areEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
