import { types } from '@electric-sql/pglite';
import { createPostgreSqlTypeParsers } from '@mikro-orm/postgresql';
import { TypeOverrides } from 'pg';

const textArray = 1009; // its OID, which PGlite's list of types leaves out

/** What becomes of each type's text: moments are ISO 8601, days as PostgreSQL writes them. */
export function columnTypes(): TypeOverrides {
  const parsers: Record<number, (text: string) => unknown> = {
    ...createPostgreSqlTypeParsers(anyTexts),
    [types.TIMESTAMPTZ]: isoText,
    [types.NUMERIC]: Number,
    [types.INT8]: Number, // none of ours comes near 2^53
    [textArray]: (text) => plainTexts(text) ?? anyTexts(text),
  };
  const overrides = new TypeOverrides();
  for (const [oid, parser] of Object.entries(parsers)) {
    overrides.setTypeParser(Number(oid), parser);
  }
  return overrides;
}

/**
 * `2026-05-01 16:00:00.5+00`, as sessions in UTC write it, with milliseconds and `Z`. Done without a Date, and with
 * few pieces, since a page of players has twenty of them.
 */
function isoText(text: string): string {
  const end = Math.min(text.length - '+00'.length, 'yyyy-mm-dd hh:mm:ss.mmm'.length);
  const missing = '.000Z'.slice(end - 'yyyy-mm-dd hh:mm:ss'.length);
  return `${text.slice(0, 'yyyy-mm-dd'.length)}T${text.slice('yyyy-mm-dd '.length, end)}${missing}`;
}

const anyTexts = (text: string) => types.arrayParser(text, String, 0);

/** `{ven_1,ven_2}` as texts; undefined where one is quoted or null, or where there are none. */
function plainTexts(text: string): string[] | undefined {
  return /"|NULL|^\{\}$/.test(text) ? undefined : text.slice(1, -1).split(',');
}
