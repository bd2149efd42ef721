/**
 * Does the work while the clock stands at the moment, in milliseconds since 1970, and random bytes are
 * what they were: what a database, too, then writes is the same each time.
 */
export async function atStandstill<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { Date: movingDate } = globalThis;
  const random = crypto.getRandomValues;
  globalThis.Date = new Proxy(movingDate, {
    construct: (date, given) => Reflect.construct(date, given.length > 0 ? given : [ms]),
    get: (date, key) => (key === 'now' ? () => ms : Reflect.get(date, key)),
  });
  crypto.getRandomValues = <T>(bytes: T) => bytes;
  try {
    return await work();
  } finally {
    globalThis.Date = movingDate;
    crypto.getRandomValues = random;
  }
}
