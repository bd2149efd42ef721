import { existsSync, readFileSync } from 'node:fs';
import { isPrintable } from './text.ts';

/** The name of the operating system's user with the number; undefined where its list has none. */
export function nameOfUser(uid: number): string | undefined {
  if (!existsSync('/etc/passwd')) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  return users.find((user) => user.split(':')[2] === String(uid))?.split(':')[0];
}

/** The user who runs this process, and the one before sudo: `anna as tennis`. */
export function ownUser(): string {
  // Not what the environment calls the user, which is what Bun's userInfo() goes by.
  const uid = process.getuid?.();
  const name = uid === undefined ? 'unknown' : (nameOfUser(uid) ?? `user ${uid}`);
  const before = process.env.SUDO_USER || name;
  // It appears in tables and logs.
  const isOther = before !== name && isPrintable(before);
  return isOther ? `${before} as ${name}` : name;
}
