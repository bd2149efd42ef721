/**
 * Which tests run: `quick` is `bun run test`, `rest` what that leaves out, and without TESTS all run. In the
 * folders of both tiers, `quick` tests the database on a server, `rest` the embedded one.
 */
export const tier = process.env.TESTS;
if (tier !== undefined && tier !== 'quick' && tier !== 'rest') {
  throw new Error(`TESTS is "${tier}", not quick or rest.`);
}

/** How many random worlds, seasons or requests a test draws. */
export const many = (quick: number, all: number) => (tier === 'quick' ? quick : all);
