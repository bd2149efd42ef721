import { createHash } from 'node:crypto';

/**
 * A hash that is equal for equal JSON values: white space, the order of members and the spelling of
 * numbers don't count. RFC 8785
 */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('base64url');
}

/** The canonical text of a JSON value: members sorted by UTF-16 units, numbers as ECMAScript's. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}
