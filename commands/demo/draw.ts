import { createHash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';

export type Draw = ReturnType<typeof createDraw>;

/** A stream of draws that its key alone decides. */
export function createDraw(...key: readonly (string | number)[]) {
  const random = mersenne(createHash('sha256').update(key.join('/')).digest().readInt32LE());
  /** An integer from `low` to `high`, both included. */
  const integer = (low: number, high: number) => uniformInt(random, low, high);
  /** So many different items in random order. */
  const some = <T>(items: readonly T[], count = items.length): T[] => {
    const left = [...items];
    const draws = Array.from({ length: Math.min(count, left.length) });
    return draws.flatMap(() => left.splice(integer(0, left.length - 1), 1));
  };
  /** Each of the people with one of the cards. */
  const deal = <P, C>(people: readonly P[], cards: readonly C[]) => {
    const dealt = some(cards, people.length);
    return people.flatMap((person) => dealt.splice(0, 1).map((card) => [person, card] as const));
  };
  const character = () => integer(0, 35).toString(36);
  const id = (prefix: string) => `${prefix}_${Array.from({ length: 10 }, character).join('')}`;
  return { integer, some, deal, id };
}
