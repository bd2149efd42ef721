import { types } from '@electric-sql/pglite';
import { createPostgreSqlTypeParsers } from '@mikro-orm/postgresql';
import { TypeOverrides } from 'pg';

/** What becomes of each type's text: moments are ISO 8601, days as PostgreSQL writes them. */
export function columnTypes(): TypeOverrides {
  const parsers: Record<number, (text: string) => unknown> = {
    ...createPostgreSqlTypeParsers((text) => types.arrayParser(text, String, 0)),
    [types.TIMESTAMPTZ]: isoText,
    [types.NUMERIC]: Number,
    [types.INT8]: Number, // none of ours comes near 2^53
  };
  const overrides = new TypeOverrides();
  for (const [oid, parser] of Object.entries(parsers)) {
    overrides.setTypeParser(Number(oid), parser);
  }
  return overrides;
}

/** `2026-05-01 16:00:00.5+00`, as sessions in UTC write it, with milliseconds and `Z`. */
function isoText(text: string): string {
  return new Date(`${text.replace(' ', 'T')}:00`).toISOString();
}
