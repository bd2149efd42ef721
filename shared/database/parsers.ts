import { types } from '@electric-sql/pglite';
import { createPostgreSqlTypeParsers } from '@mikro-orm/postgresql';

/** Parsers by type: moments become ISO 8601, days stay the text that PostgreSQL writes. */
export function momentParsers() {
  return {
    ...createPostgreSqlTypeParsers((text) => types.arrayParser(text, String, 0)),
    [types.TIMESTAMPTZ]: isoText,
  };
}

/** `2026-05-01 16:00:00.5+00`, as sessions in UTC write it, with milliseconds and `Z`. */
function isoText(text: string): string {
  return new Date(`${text.replace(' ', 'T')}:00`).toISOString();
}
