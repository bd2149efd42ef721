import { createHash, timingSafeEqual } from 'node:crypto';
import { customAlphabet } from 'nanoid';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const randomPart = customAlphabet(base62, randomLength);
const checksumLength = 6;

/** `trk_`: a key with which one reads. `trs_`: the secret of an organizer's client. */
export type SecretPrefix = 'trk_' | 'trs_';

/** A new key or secret: its prefix, 32 random base-62 characters (190 bits) and a checksum. */
export function newSecret(prefix: SecretPrefix): string {
  const body = prefix + randomPart();
  return body + checksum(body);
}

/**
 * Whether the text can be a key or secret at all, so that a mistyped one is refused without a look
 * into the database: 20 to 255 safe characters, and one of ours has its checksum right.
 */
export function isSecret(text: string): boolean {
  if (!/^[A-Za-z0-9_-]{20,255}$/.test(text)) return false;
  if (!/^tr[ks]_/.test(text)) return true;
  const body = text.slice(0, -checksumLength);
  return body.length === 4 + randomLength && text.endsWith(checksum(body));
}

/** What is stored of a key or secret: random enough that one SHA-256 hides it. */
export function hashSecret(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The secret before the present one, and until when it stays valid. */
export type Former = { readonly former_hash: string | null; readonly former_until: string | null };

/**
 * Whether the hash is the stored one, or that of the former secret while it stays valid, in a time
 * that doesn't tell where they differ. `now` in milliseconds.
 */
export function accepts(stored: string, former: Former, hash: string, now: number): boolean {
  if (equal(stored, hash)) return true;
  const { former_hash, former_until } = former;
  if (former_hash === null || former_until === null) return false;
  return Date.parse(former_until) > now && equal(former_hash, hash);
}

function equal(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function checksum(body: string): string {
  const bytes = createHash('sha256').update(`checksum ${body}`).digest();
  return [...bytes.subarray(0, checksumLength)].map((byte) => base62[byte % 62]).join('');
}
