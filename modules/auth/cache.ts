/** How long a credential that was looked up is trusted; revoking takes effect within 2 s. */
const trustMs = 1_000;
const mostAbsent = 10_000;

/** What look-ups gave, for a second. */
export type Memory<T> = {
  /** The value of the name, looked up where that is due; undefined where there is none. */
  get(name: string): Promise<T | undefined>;
  /** Whether the last look-up of the name found something, however long ago. */
  isKnown(name: string): boolean;
};

/**
 * Remembers for a second what a look-up gave, absence included, so that busy clients don't cost a
 * query a request. However many names there aren't, those that there are stay. `now` is a monotonic
 * clock in milliseconds.
 */
export function remember<T>(
  lookUp: (name: string) => Promise<T | undefined>,
  now: () => number,
): Memory<T> {
  const known = new Map<string, { readonly until: number; readonly value: T }>();
  const absent = new Map<string, { readonly until: number }>();
  const asking = new Map<string, Promise<T | undefined>>();

  async function ask(name: string): Promise<T | undefined> {
    const until = now() + trustMs;
    const value = await lookUp(name);
    if (value === undefined) {
      known.delete(name);
      if (absent.size >= mostAbsent) absent.clear();
      absent.set(name, { until });
    } else {
      absent.delete(name);
      known.set(name, { until, value });
    }
    return value;
  }

  return {
    isKnown: (name) => known.has(name),
    async get(name) {
      const entry = known.get(name);
      if (entry && entry.until > now()) return entry.value;
      if ((absent.get(name)?.until ?? 0) > now()) return undefined;
      const answer = asking.get(name) ?? ask(name).finally(() => asking.delete(name));
      asking.set(name, answer);
      return answer;
    },
  };
}
