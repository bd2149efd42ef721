import { hash } from 'node:crypto';
import type { InferEntity } from '@mikro-orm/postgresql';
import { customAlphabet } from 'nanoid';
import { areEqual } from '../../shared/constant-time.ts';
import type { ApiKey } from './entity.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomPart = customAlphabet(base62, 38);

/** A new key (`trk_`) or secret of a client (`trs_`): its prefix, and 38 random base-62 characters (226 bits). */
export function newSecret(prefix: 'trk_' | 'trs_'): string {
  return prefix + randomPart();
}

/** Whether the text can be a key or secret at all. */
export function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{20,255}$/.test(text);
}

/** What is stored of a key or secret: random enough that one SHA-256 hides it. */
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
