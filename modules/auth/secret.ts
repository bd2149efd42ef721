import { hash } from 'node:crypto';
import type { InferEntity } from '@mikro-orm/postgresql';
import { customAlphabet } from 'nanoid';
import { areEqual } from '../../shared/constant-time.ts';
import type { ApiKey } from './entity.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const randomPart = customAlphabet(base62, randomLength);
const checksumLength = 6;

/**
 * A new key (`trk_`), pass (`trp_`) or secret of a client (`trs_`): its prefix, 32 random base-62
 * characters (190 bits) and a checksum.
 */
export function newSecret(prefix: 'trk_' | 'trp_' | 'trs_'): string {
  const body = prefix + randomPart();
  return body + checksum(body);
}

/**
 * Whether the text can be a key, pass or secret at all, so that a mistyped one is refused without a query:
 * 20 to 255 safe characters, and with our prefix, a right checksum.
 */
export function isSecret(text: string): boolean {
  if (!/^[A-Za-z0-9_-]{20,255}$/.test(text)) return false;
  if (!/^tr[kps]_/.test(text)) return true;
  const body = text.slice(0, -checksumLength);
  return body.length === 4 + randomLength && text.endsWith(checksum(body));
}

/** Whether the text can be a pass, for which an import takes no other text either. */
export function isPass(text: string): boolean {
  return text.startsWith('trp_') && isSecret(text);
}

/** What is stored of a key, pass or secret: random enough that one SHA-256 hides it. */
export function hashSecret(text: string): string {
  return hash('sha256', text);
}

/** A secret, or what is stored of it, the one before it, and until when that stays valid. */
export type Secrets = Pick<InferEntity<typeof ApiKey>, 'present' | 'former' | 'former_until'>;

/** The present one and, while it is valid, the former one. `now` in milliseconds. */
export function validSecrets(
  { present, former, former_until }: Secrets,
  now: number,
): [present: string] | [present: string, former: string] {
  const isValid = former && former_until && Date.parse(former_until) > now;
  return isValid ? [present, former] : [present];
}

/** Whether the hash is a valid one, compared in constant time. */
export function accepts(stored: Secrets, hash: string, now: number): boolean {
  return validSecrets(stored, now).some((valid) => areEqual(valid, hash));
}

function checksum(body: string): string {
  const bytes = hash('sha256', `checksum ${body}`, 'buffer');
  return [...bytes.subarray(0, checksumLength)].map((byte) => base62[byte % 62]).join('');
}
