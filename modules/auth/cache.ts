/** How long a credential that was looked up is trusted; revoking takes effect within 2 s. */
const trustMs = 1_000;
/** How many names are remembered at a time. */
const mostNames = 10_000;

/**
 * Remembers the result of a look-up for a second, even if nothing was found, so that busy clients don't
 * cost a query per request. `now` is a monotonic clock in milliseconds.
 */
export function remember<T>(
  lookUp: (name: string) => Promise<T | undefined>,
  now = () => performance.now(),
) {
  /** The oldest first. */
  const entries = new Map<
    string,
    { readonly until: number; readonly value: Promise<T | undefined> }
  >();

  function forgetOld(): void {
    for (const [name, { until }] of entries) {
      if (until > now() && entries.size < mostNames) return;
      entries.delete(name);
    }
  }

  /** The value of the name, looked up if that is due; undefined if there is none. */
  return (name: string): Promise<T | undefined> => {
    const known = entries.get(name);
    if (known && known.until > now()) return known.value;
    forgetOld();
    const entry = { until: now() + trustMs, value: lookUp(name) };
    entry.value.catch(() => {
      if (entries.get(name) === entry) entries.delete(name);
    });
    entries.delete(name);
    entries.set(name, entry);
    return entry.value;
  };
}
