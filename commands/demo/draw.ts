/** A stream of draws that its key alone decides. */
export type Draw = {
  /** A number from 0 up to, but not, 1. */
  readonly share: () => number;
  /** An integer from `low` to `high`, both included. */
  readonly integer: (low: number, high: number) => number;
  readonly chance: (probability: number) => boolean;
  /** One of the items. Throws RangeError if there are none. */
  readonly one: <T>(items: readonly T[]) => T;
  /** `count` different items in random order, all of them without a count. */
  readonly some: <T>(items: readonly T[], count?: number) => T[];
  /** A number around 0 with standard deviation 1, nearly normal, within ±3.5. */
  readonly deviation: () => number;
};

/** The stream of draws for a key: sfc32 (PractRand), its state filled by FNV-1a of the key. */
export function createDraw(...key: readonly (string | number)[]): Draw {
  let a = hash(`a/${key.join('/')}`);
  let b = hash(`b/${key.join('/')}`);
  let c = hash(`c/${key.join('/')}`);
  let counter = 1;
  const share = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 15; round += 1) share();

  const integer = (low: number, high: number) => low + Math.floor(share() * (high - low + 1));
  const one = <T>(items: readonly T[]): T => {
    for (const item of items.slice(integer(0, items.length - 1))) return item;
    throw new RangeError('Nothing to draw from.');
  };
  const some = <T>(items: readonly T[], count = items.length) =>
    items
      .map((item) => ({ item, order: share() }))
      .sort((x, y) => x.order - y.order)
      .slice(0, count)
      .map(({ item }) => item);
  // The sum of four uniform shares has variance 1/3. No transcendental function: those may differ
  // in the last bit between engines, and the city must not.
  const deviation = () => (share() + share() + share() + share() - 2) * Math.sqrt(3);
  return { share, integer, chance: (probability) => share() < probability, one, some, deviation };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value | 0;
}

/** Makes ids of 10 characters of a-z and 0-9 from one stream, for any prefix. */
export function createIds(draw: Draw): (prefix: string) => string {
  const character = () => draw.integer(0, 35).toString(36);
  return (prefix) => `${prefix}_${Array.from({ length: 10 }, character).join('')}`;
}
