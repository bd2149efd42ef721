import type { AuditNote } from '../audit/index.ts';
import type { Doubt } from '../matches/index.ts';
import type { Recalculated } from './recalculate.ts';

/**
 * What a correction changed; whether its match now waits for its rating, and what looks wrong about it; and
 * for a rebuild, what was stored that shouldn't have been.
 */
export type Corrected = Recalculated & {
  readonly waits?: boolean;
  readonly doubts?: readonly Doubt[];
  readonly differences?: readonly string[];
};

/** What came of a correction in its transaction, and what the audit log says of it. */
export type Done = {
  readonly result: Corrected;
  readonly notes: readonly AuditNote[];
  /** Does what is left to do after the audit log is written. */
  finish?(): Promise<unknown>;
};

/** The result of a correction that touches no rating. */
export const nothingChanged: Recalculated = {
  ratings: [],
  entries: { changed: 0, removed: 0, added: 0 },
};
