// Statements are prepared: PostgreSQL parses each text once a connection, and plans it a few times.

/** How many texts have a name at a time. */
export const mostNames = 500;

const names = new Map<string, string>();
let given = 0;

/** How many names were given so far. */
export function namesGiven(): number {
  return given;
}

/**
 * The name under which a text is prepared on each connection; undefined for what is no query. Once
 * there are too many texts, all get new names: a connection that knows many old ones is to be replaced.
 */
export function nameOf(text: string): string | undefined {
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return undefined;
  const known = names.get(text);
  if (known) return known;
  if (names.size === mostNames) names.clear();
  given += 1;
  const name = `tennis_${given}`;
  names.set(text, name);
  return name;
}
