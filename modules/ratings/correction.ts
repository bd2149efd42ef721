import { Problem } from '../../shared/problem.ts';
import type { AuditNote } from '../audit/index.ts';
import type { Doubt } from '../matches/index.ts';
import type { Recalculated } from './recalculate.ts';

/**
 * What a correction changed; whether its match waits for its rating now, and what looks wrong of it; and of
 * a rebuild, what stood there that shouldn't.
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
  /** Does what is left once that is noted. */
  finish?(): Promise<unknown>;
};

/** Of a correction that touches no rating. */
export const nothing: Recalculated = {
  ratings: [],
  entries: { changed: 0, removed: 0, added: 0 },
};

/** A correction that can't be made, and why. */
export function refusal(detail: string): Problem {
  return new Problem('validation-failed', detail);
}
