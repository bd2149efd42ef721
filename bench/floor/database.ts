// What the floor needs of a database; postgres.ts and pglite.ts each implement it by hand.
import type { Name } from './statements.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever columns a statement has
export type Row = Record<string, any>;

/** Runs a prepared statement with its values. */
export type Query = (name: Name, values: readonly (string | number | null)[]) => Promise<Row[]>;

export type Database = {
  readonly query: Query;
  /** Commits what the work did, unless it throws. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
};
