/** An array of ids as PostgreSQL writes it: nothing in it is quoted, so a split is enough. */
export const readIds = (text: string): string[] =>
  text === '{}' ? [] : text.slice(1, -1).split(',');
