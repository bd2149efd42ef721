import { types } from '@electric-sql/pglite';
import { createPostgreSqlTypeParsers } from '@mikro-orm/postgresql';

/** Parsers by type: moments become ISO 8601, days stay as PostgreSQL writes them, numbers numbers. */
export function columnParsers(): Readonly<Record<number, (text: string) => unknown>> {
  return {
    ...createPostgreSqlTypeParsers((text) => types.arrayParser(text, String, 0)),
    [types.TIMESTAMPTZ]: isoText,
    [types.NUMERIC]: Number,
    [types.INT8]: Number, // none of ours comes near 2^53
  };
}

/** `2026-05-01 16:00:00.5+00`, as sessions in UTC write it, with milliseconds and `Z`. */
function isoText(text: string): string {
  return new Date(`${text.replace(' ', 'T')}:00`).toISOString();
}
