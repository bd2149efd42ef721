import { hashSecret, type Until } from '../../modules/auth/index.ts';
import type { Transaction } from '../../shared/database/transaction.ts';
import { utc } from '../../shared/time.ts';
import { endOf, type Overlap, overlapOption } from '../overlap.ts';
import type { Verb } from '../verb.ts';

/** What keys and clients have of their own: a secret that is shown once, rotated and revoked. */
export type Secret<Listed> = {
  /** The member that is shown once. */
  readonly member: string;
  /** What names one in use. */
  readonly takes: string;
  readonly abouts: Readonly<Record<'add' | 'update' | 'rotate' | 'revoke', string>>;
  readonly make: () => string;
  /** What tells one from others. */
  named(listed: Listed): { readonly id: string };
  rotate(tx: Transaction, id: string, hash: string, until: Until): Promise<unknown>;
  revoke(tx: Transaction, id: string, at: string): Promise<unknown>;
};

/** `rotate` and `revoke`; `find` throws where none in use has the name. */
export function secretVerbs<Listed>(
  { member, takes, abouts, make, named, rotate, revoke }: Secret<Listed>,
  example: string,
  find: (tx: Transaction, name: string) => Promise<Listed>,
): Verb[] {
  const rotation: Verb<Overlap> = {
    name: 'rotate',
    about: abouts.rotate,
    takes,
    options: (command) => command.addOption(overlapOption(24)),
    example: `${example} --overlap 48`,
    run: ({ database, clock }, options, name) =>
      database.transaction(async (tx) => {
        const former_until = endOf(options, clock());
        const own = named(await find(tx, name));
        const secret = make();
        await rotate(tx, own.id, hashSecret(secret), former_until);
        return { ...own, [member]: secret, former_until };
      }),
  };
  const revocation: Verb = {
    name: 'revoke',
    about: abouts.revoke,
    takes,
    example,
    run: ({ database, clock }, _, name) =>
      database.transaction(async (tx) => {
        const own = named(await find(tx, name));
        const revoked_at = utc(clock());
        await revoke(tx, own.id, revoked_at);
        return { ...own, revoked_at };
      }),
  };
  return [rotation, revocation];
}
