import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * A hash that is equal for equal JSON values: white space, the order of members and the spelling of
 * numbers don't count. RFC 8785; stored fingerprints outlive an upgrade.
 */
export function fingerprint(value: unknown): string {
  return hash('sha256', String(canonicalize(value)), 'base64url');
}
