import { types } from '@electric-sql/pglite';
import { createPostgreSqlTypeParsers } from '@mikro-orm/postgresql';

/** Parsers by type: moments and days stay the text that PostgreSQL writes. */
export function momentParsers() {
  return createPostgreSqlTypeParsers((text) => types.arrayParser(text, String, 0));
}
