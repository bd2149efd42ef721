import { hash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';

/** Pairs each item of a list with the item in the same place of the other, if there is one. */
export const inPairs = <A, B>(ones: readonly A[], others: readonly B[]) =>
  ones.flatMap((one, place) =>
    others.slice(place, place + 1).map((other) => [one, other] as const),
  );

/** A stream of random draws that depends on its key alone. */
export function createDraw(...key: readonly (string | number)[]) {
  const random = mersenne(hash('sha256', key.join('/'), 'buffer').readInt32LE());
  /** An integer from `low` to `high`, both included. */
  const integer = (low: number, high: number) => uniformInt(random, low, high);
  /** That many different items in random order. */
  const some = <T>(items: readonly T[], count = items.length): T[] => {
    const left = [...items];
    return items.slice(0, count).flatMap(() => left.splice(integer(0, left.length - 1), 1));
  };
  const character = () => integer(0, 35).toString(36);
  const id = (prefix: string) => `${prefix}_${Array.from({ length: 10 }, character).join('')}`;
  return { integer, some, id };
}
