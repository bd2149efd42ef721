/** How long a credential that was looked up is trusted; revoking takes effect within 2 s. */
const trustMs = 1_000;
/** How many names without a value are remembered at a time. */
const mostAbsent = 10_000;

type Entry<T> = { readonly until: number; readonly value: T | undefined };

/**
 * Remembers the result of a look-up for a second, even if nothing was found, so that busy clients don't
 * cost a query per request. Unknown names, however many, displace no known ones. `now` is a monotonic
 * clock in milliseconds.
 */
export function remember<T>(
  lookUp: (name: string) => Promise<T | undefined>,
  now = () => performance.now(),
) {
  const known = new Map<string, Entry<T>>();
  const absent = new Map<string, Entry<T>>();
  const asking = new Map<string, Entry<Promise<T | undefined>>>();

  /** Forgets absent names whose second is over, and the oldest if there are too many; the map is in order. */
  function forgetAbsent(): void {
    for (const [name, { until }] of absent) {
      if (until > now() && absent.size < mostAbsent) return;
      absent.delete(name);
    }
  }

  async function ask(name: string, until: number): Promise<T | undefined> {
    const value = await lookUp(name);
    forgetAbsent();
    for (const names of [known, absent]) names.delete(name);
    (value === undefined ? absent : known).set(name, { until, value });
    return value;
  }

  return {
    /** Whether the last look-up of the name found something, however long ago. */
    isKnown: (name: string): boolean => known.has(name),

    /** The value of the name, looked up if that is due; undefined if there is none. */
    async get(name: string): Promise<T | undefined> {
      const entry = known.get(name) ?? absent.get(name);
      if (entry && entry.until > now()) return entry.value;
      const look = asking.get(name);
      // A look-up that takes longer than its answer is trusted can't answer a new request.
      if (look && look.until > now()) return look.value;
      const until = now() + trustMs;
      const value = ask(name, until).finally(() => {
        if (asking.get(name)?.value === value) asking.delete(name);
      });
      asking.set(name, { until, value });
      return value;
    },
  };
}
