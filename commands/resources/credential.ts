import { type CredentialKind, hashSecret, replaceSecret } from '../../modules/auth/index.ts';
import type { Db } from '../../shared/database/db.ts';
import { type Identified, memberAt } from '../../shared/exchange/kind.ts';
import { utc } from '../../shared/time.ts';
import { endOf, type Overlap, overlapOption } from '../overlap.ts';
import { verb } from '../verb.ts';
import { noSuch, type Resource } from './resource.ts';

type Words = {
  readonly takes: string;
  readonly abouts: Readonly<Record<'add' | 'update' | 'rotate' | 'revoke', string>>;
};

/** A resource whose secrets are shown once, rotated and revoked. */
export function credential<R extends Identified, Listed extends object>(
  kind: CredentialKind<R, Listed>,
  described: Words & Omit<Resource<R, Listed>, 'kind'>,
): Resource<R, Listed> {
  const { takes, abouts, examples } = described;
  const [, example] = examples;

  /** The one in use that has the name, else the last one that had it. */
  async function shown(db: Db, name: string) {
    const all = await kind.all(db);
    const found = all.filter((one) => kind.names.some((member) => memberAt(one, member) === name));
    return found.find(({ revoked_at }) => !revoked_at) ?? found.at(-1);
  }

  /** What names the one in use. */
  async function namesOf(db: Db, name: string): Promise<Identified> {
    const one = await shown(db, name);
    if (!one || one.revoked_at) throw noSuch(`${kind.words[0]} in use`, name);
    const named = kind.names.map((member) => [member, memberAt(one, member)]);
    return { id: one.id, ...Object.fromEntries(named) };
  }

  return {
    ...described,
    kind,
    fresh: () => ({ ...kind.fresh(), [kind.secret]: kind.newSecret() }),
    all: (db) => kind.all(db),
    shown,
    added: ({ id }, given) => ({ id, ...given }),
    ends: [
      verb({
        name: 'rotate',
        about: abouts.rotate,
        takes,
        options: (command) => command.addOption(overlapOption(24)),
        example: `${example} --overlap 48`,
        run: ({ database, clock }, options: Overlap, name) =>
          database.transaction(async (tx) => {
            const named = await namesOf(tx.db, name);
            const [secret, former_until] = [kind.newSecret(), endOf(options, clock())];
            replaceSecret(tx, await kind.hold(tx, named.id), hashSecret(secret), former_until);
            return { ...named, [kind.secret]: secret, former_until };
          }),
      }),
      verb({
        name: 'revoke',
        about: abouts.revoke,
        takes,
        example,
        run: ({ database, clock }, _, name) =>
          database.transaction(async (tx) => {
            const named = await namesOf(tx.db, name);
            const revoked_at = utc(clock());
            tx.em.assign(await kind.hold(tx, named.id), { revoked_at });
            return { ...named, revoked_at };
          }),
      }),
    ],
  };
}
