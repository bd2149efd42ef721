import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * A hash that is equal for equal JSON values: white space, the order of members and the spelling of
 * numbers don't count. RFC 8785; stored fingerprints outlive an upgrade.
 */
export function fingerprint(value: unknown): string {
  return createHash('sha256')
    .update(String(canonicalize(value)))
    .digest('base64url');
}
