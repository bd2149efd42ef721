import { p } from '@mikro-orm/postgresql';

/** A column for ids: compared byte by byte, so that their order is the same on every server. */
export function id<I extends string>() {
  return p.text().collation('C').$type<I>();
}

/** A column for a moment, to the millisecond; read as ISO 8601 in UTC, written in any offset. */
export function moment() {
  return p.string().columnType('timestamptz(3)');
}
