import { p } from '@mikro-orm/postgresql';

/** A column for ids: compared byte by byte, so that their order is the same on every server. */
export function id() {
  return p.text().collation('C');
}

/** A column for a moment, to the millisecond; read and written as ISO 8601 text. */
export function moment() {
  return p.string().columnType('timestamptz(3)');
}
