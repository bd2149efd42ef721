/**
 * Which tests run: `quick` is `bun run test`, which tests the database on a server; `embedded` repeats those on the
 * embedded one. Without TESTS both run.
 */
export const tier = process.env.TESTS;
if (tier !== undefined && tier !== 'quick' && tier !== 'embedded') {
  throw new Error(`TESTS is "${tier}", not quick or embedded.`);
}

/** How many random worlds, seasons or requests a test draws. */
export const many = (quick: number, all: number) => (tier === 'quick' ? quick : all);
