/** How long a credential that was looked up is trusted; revoking takes effect within 2 s. */
const trustMs = 1_000;
const mostEntries = 10_000;

/**
 * Remembers for a second what a look-up gave, absence included, so that busy clients don't cost a
 * query a request. `now` is a monotonic clock in milliseconds.
 */
export function remember<T>(
  lookUp: (name: string) => Promise<T | undefined>,
  now: () => number,
): (name: string) => Promise<T | undefined> {
  const known = new Map<string, { readonly until: number; readonly value: T | undefined }>();
  return async (name) => {
    const entry = known.get(name);
    if (entry && entry.until > now()) return entry.value;
    const until = now() + trustMs;
    const value = await lookUp(name);
    if (known.size >= mostEntries) known.clear();
    known.set(name, { until, value });
    return value;
  };
}
