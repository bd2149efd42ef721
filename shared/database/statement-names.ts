// Statements are prepared under names: PostgreSQL parses each text once a connection, and plans it a
// few times.
import { errorCode } from './error-code.ts';

/** How many texts have a name at a time. */
export const mostNames = 500;

const names = new Map<string, string>();
let given = 0;

/** Of this process alone: a pooler may hand a session from one process to another. */
const prefix = `tennis_${crypto.randomUUID().slice(0, 8)}`;

/** How many names were given so far. */
export function namesGiven(): number {
  return given;
}

/** Has every text prepared again. */
export function forgetNames(): void {
  names.clear();
}

/** Marks a text that gets no name, because the best plan depends on the values. */
export const plannedForValues = '/* planned for its values */';

/**
 * The name under which a text is prepared on each connection; undefined for what is no query or is
 * planned for its values. Once there are too many texts, all get new names: a connection that knows
 * many old ones is to be replaced.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  const isQuery = /^\s*(select|insert|update|delete|with)\b/i.test(text);
  if (!isQuery || text.includes(plannedForValues)) return undefined;
  if (names.size === mostNames) forgetNames();
  given += 1;
  const name = `${prefix}_${given}`;
  names.set(text, name);
  return name;
}

/**
 * Whether a prepared statement is gone, or its columns have other types since somebody else changed
 * the schema: prepared again, it works.
 */
export function isStale(error: unknown): boolean {
  // Told by PostgreSQL's routine, since its messages may be in any language.
  const isOfTypes =
    error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
  return errorCode(error) === '26000' || (errorCode(error) === '0A000' && isOfTypes);
}
