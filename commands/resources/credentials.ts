import type { Command } from 'commander';
import type { Until } from '../../modules/auth/index.ts';
import { Failure } from '../../shared/console/console.ts';
import type { Db } from '../../shared/database/db.ts';
import type { Transaction } from '../../shared/database/transaction.ts';
import { utc } from '../../shared/time.ts';
import { endOf, type Overlap, overlapOption } from '../overlap.ts';
import type { Options } from './record.ts';
import type { Resource, Verb } from './verb.ts';

type Revocable = { readonly revoked_at: string | null };

type Described = {
  readonly about: string;
  readonly options: (command: Command) => Command;
  readonly example: string;
};

/** What the command line knows of keys or clients, whose secrets are shown once, rotated and revoked. */
export type Credentials<Row extends Revocable> = {
  readonly name: string;
  readonly about: string;
  /** What one of them is called, what names it, and an example of that. */
  readonly words: readonly [one: string, takes: string, example: string];
  readonly abouts: Readonly<Record<'rotate' | 'revoke', string>>;
  readonly add: Described & { run(tx: Transaction, options: Options, at: string): Promise<object> };
  /** Gives undefined where none in use has the name. */
  readonly update: Described & {
    run(tx: Transaction, name: string, options: Options): Promise<Row | undefined>;
  };
  /** Makes another secret; gives what is shown once, undefined where none in use has the name. */
  rotate(tx: Transaction, name: string, until: Until): Promise<object | undefined>;
  /** Gives undefined where none in use has the name. */
  revoke(tx: Transaction, name: string, at: string): Promise<Row | undefined>;
  all(on: Db): Promise<Row[]>;
  bears(row: Row, name: string): boolean;
  /** What is shown of one: no hash. */
  shown(row: Row): object;
  /** What is shown once it is revoked. */
  revoked(row: Row): object;
  inWords?(shown: object): object;
};

/** Their command with `add`, `list`, `show`, `update`, `rotate` and `revoke`. */
export function credentialsCommand<Row extends Revocable>(credentials: Credentials<Row>): Resource {
  const { name, about, words, abouts, add, update, shown, inWords } = credentials;
  const [one, takes, example] = words;
  const noneInUse = (given: string) => new Failure(`No ${one} in use is named "${given}".`);

  const rotate: Verb<Overlap> = {
    name: 'rotate',
    about: abouts.rotate,
    takes,
    options: (command) => command.addOption(overlapOption(24)),
    example: `${example} --overlap 48`,
    async run({ database, clock }, options, given) {
      const former_until = endOf(options, clock());
      const issued = await database.transaction((tx) =>
        credentials.rotate(tx, given, former_until),
      );
      if (!issued) throw noneInUse(given);
      return { ...issued, former_until };
    },
  };

  return {
    name,
    about,
    ...(inWords && { inWords }),
    verbs: [
      {
        name: 'add',
        ...add,
        run: ({ database, clock }, options) =>
          database.transaction((tx) => add.run(tx, { ...options }, utc(clock()))),
      },
      {
        name: 'list',
        about: `list the ${one}s`,
        example: '',
        run: async ({ database }) => (await credentials.all(database.db)).map(shown),
      },
      {
        name: 'show',
        about: `show one ${one}`,
        takes,
        example,
        async run({ database }, _, given) {
          const all = await credentials.all(database.db);
          const found = all.filter((row) => credentials.bears(row, given));
          const row = found.find(({ revoked_at }) => !revoked_at) ?? found.at(-1);
          if (!row) throw new Failure(`No ${one} is named "${given}".`);
          return shown(row);
        },
      },
      {
        name: 'update',
        ...update,
        takes,
        example: `${example} ${update.example}`,
        async run({ database }, options, given) {
          const row = await database.transaction((tx) => update.run(tx, given, { ...options }));
          if (!row) throw noneInUse(given);
          return shown(row);
        },
      },
      rotate,
      {
        name: 'revoke',
        about: abouts.revoke,
        takes,
        example,
        async run({ database, clock }, _, given) {
          const row = await database.transaction((tx) =>
            credentials.revoke(tx, given, utc(clock())),
          );
          if (!row) throw noneInUse(given);
          return credentials.revoked(row);
        },
      },
    ],
  };
}
