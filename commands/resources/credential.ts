import { note } from '../../modules/audit/index.ts';
import { type CredentialKind, hashSecret, replaceSecret } from '../../modules/auth/index.ts';
import type { Db } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/events.ts';
import { type Identified, memberAt } from '../../shared/exchange/kind.ts';
import { utc } from '../../shared/time.ts';
import { endOf, type Overlap, overlapOption } from '../overlap.ts';
import { givenBy, verb } from '../verb.ts';
import type { Workbench } from '../workbench.ts';
import { noSuch, type Resource } from './resource.ts';

type Words = {
  readonly takes: string;
  readonly examples: readonly [add: string, name: string, update: string];
  readonly abouts: Readonly<Record<'add' | 'update' | 'rotate' | 'revoke', string>>;
  /** What is shown of a new secret, if not that itself. */
  readonly secretShown?: (secret: string, workbench: Workbench) => object;
};

/** A resource whose secrets are shown once, rotated and revoked. */
export function credential<R extends Identified, Listed extends object>(
  kind: CredentialKind<R, Listed>,
  described: Words & Omit<Resource<R, Listed>, 'kind'>,
): Resource<R, Listed> {
  const { takes, abouts, examples } = described;
  const [, example] = examples;
  const { secretShown = (secret: string) => ({ [kind.secret]: secret }) } = described;

  /** The one in use that has the name, preferably as its id, else the last one that had it. */
  async function shown(db: Db, name: string) {
    const all = await kind.all(db);
    const found = all.filter((one) => kind.names.some((member) => memberAt(one, member) === name));
    const inUse = found.filter(({ revoked_at }) => !revoked_at);
    return inUse.find(({ id }) => id === name) ?? inUse[0] ?? found.at(-1);
  }

  /** Locks the one in use with the name, as other commands have left it; gives it, its names and secrets. */
  async function held(tx: Transaction, name: string) {
    const inUse = async (nameOrId: string) => {
      const one = await shown(tx.db, nameOrId);
      if (one && !one.revoked_at) return one;
      throw noSuch(`${kind.words[0]} in use`, name);
    };
    const { id } = await inUse(name);
    const secrets = await kind.hold(tx, id);
    const one = await inUse(id);
    const names = Object.fromEntries(kind.names.map((member) => [member, memberAt(one, member)]));
    return { one, names, secrets };
  }

  return {
    ...described,
    kind,
    fresh: () => ({ ...kind.fresh(), [kind.secret]: kind.newSecret() }),
    all: (db) => kind.all(db),
    shown,
    added({ id }, { [kind.secret]: secret, ...given }, workbench) {
      return { id, ...given, ...secretShown(`${secret}`, workbench) };
    },
    changes: ({ update }) => [
      update,
      verb({
        name: 'rotate',
        about: abouts.rotate,
        takes,
        options: [overlapOption(24)],
        example: `${example} --overlap 48`,
        async run(workbench, options: Overlap, name, console) {
          const by = givenBy(workbench, console);
          return workbench.database.transaction(async (tx) => {
            const { one, names, secrets } = await held(tx, name);
            const [secret, former_until] = [kind.newSecret(), endOf(options, by.now)];
            replaceSecret(tx, secrets, hashSecret(secret), former_until);
            const [action, after] = [`${kind.words[0]} rotated` as const, { ...one, former_until }];
            await note(tx.db, by, [{ action, subject: one.id, before: one, after }]);
            return { ...names, ...secretShown(secret, workbench), former_until };
          });
        },
      }),
      verb({
        name: 'revoke',
        about: abouts.revoke,
        takes,
        example,
        async run(workbench, _, name, console) {
          const by = givenBy(workbench, console);
          return workbench.database.transaction(async (tx) => {
            const { one, names, secrets } = await held(tx, name);
            const revoked_at = utc(by.now);
            tx.em.assign(secrets, { revoked_at });
            const [action, after] = [`${kind.words[0]} revoked` as const, { ...one, revoked_at }];
            await note(tx.db, by, [{ action, subject: one.id, before: one, after }]);
            return { ...names, revoked_at };
          });
        },
      }),
    ],
  };
}
