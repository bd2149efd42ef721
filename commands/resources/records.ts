import { type Db, lockRow, missingIds, noSuchRow, removeRow } from '../../shared/database/db.ts';
import type { Editable } from '../../shared/exchange/kind.ts';
import { newId } from '../../shared/ids.ts';
import { validate } from '../../shared/validation.ts';
import {
  addFlags,
  type Flag,
  type Options,
  type Renamed,
  readRecord,
  wrongMember,
} from './record.ts';
import type { Resource } from './verb.ts';

type Identified = { readonly id: string };

/** What the command line knows of a kind of record. */
export type Records<R extends Identified, Listed extends object = R> = {
  readonly kind: Editable<R, Listed>;
  readonly about: string;
  readonly flags: readonly Flag[];
  /** What a new one has unless an option says otherwise; `now` is in milliseconds. */
  readonly fresh?: (now: number) => object;
  /** The options of an example of `add`. */
  readonly example: string;
  /** What is shown of one, if that is more than its record. */
  readonly shown?: (on: Db, id: string) => Promise<Listed | undefined>;
  /** What people are shown of one, where its own members don't say it in words. */
  inWords?(thing: Listed): object;
};

/** The record that the options make. Throws a Failure that names every option that is wrong. */
export function newRecord<R extends Identified, Listed extends object>(
  { kind, flags, fresh }: Records<R, Listed>,
  options: Options,
  now: number,
  renamed?: Renamed,
): R {
  const before = { ...(kind.ids && { id: newId(kind.ids) }), ...fresh?.(now) };
  return readRecord(kind.schema, flags, options, before, renamed);
}

/** The kind's command with `add`, `list`, `show`, `update` and `remove`. */
export function recordsCommand<R extends Identified, Listed extends object>(
  records: Records<R, Listed>,
): Resource {
  const { kind, about, flags, inWords } = records;
  const [one, many] = kind.words;

  async function found(on: Db, id: string, find = records.shown ?? kind.find): Promise<Listed> {
    const thing = await find(on, id);
    if (!thing) throw noSuchRow(one, id);
    return thing;
  }

  /** Throws a Failure where the record names one that isn't there. */
  async function checkReferences(on: Db, record: R, options: Options): Promise<void> {
    for (const { to, id, place } of kind.references?.(record) ?? []) {
      if ((await missingIds(on, to.table, [id])).length === 0) continue;
      const reason = `there is no such ${to.words[0]}.`;
      throw (
        wrongMember(flags, options, place, reason, { exitCode: 1 }) ?? noSuchRow(to.words[0], id)
      );
    }
  }

  return {
    name: many,
    about,
    ...(inWords && { inWords }),
    verbs: [
      {
        name: 'add',
        about: `add one ${one}`,
        options: (command) => addFlags(command, flags, true),
        example: records.example,
        async run({ database, clock }, options) {
          const now = clock();
          const record = newRecord(records, { ...options }, now);
          await database.transaction(async (tx) => {
            await checkReferences(tx.db, record, { ...options });
            await kind.insert(tx, [record], { now, completed: new Set() });
          });
          return found(database.db, record.id);
        },
      },
      {
        name: 'list',
        about: `list the ${many}`,
        example: '--json',
        run: ({ database }) => Array.fromAsync(kind.list(database.db)),
      },
      {
        name: 'show',
        about: `show one ${one}`,
        takes: '<id>',
        example: 'ID',
        run: ({ database }, _, id) => found(database.db, id),
      },
      {
        name: 'update',
        about: `change one ${one}`,
        takes: '<id>',
        options: (command) => addFlags(command, flags, false),
        notes: 'What is not named stays as it is; lists are replaced as a whole.',
        example: "ID --name 'Another name'",
        async run({ database }, options, id) {
          await database.transaction(async (tx) => {
            await lockRow(tx.db, kind.table, id);
            const before = await found(tx.db, id, kind.find);
            const after = readRecord(kind.schema, flags, { ...options }, before);
            await checkReferences(tx.db, after, { ...options });
            await kind.update(tx, after, validate(kind.schema, before));
          });
          return found(database.db, id);
        },
      },
      {
        name: 'remove',
        about: `remove one ${one} that nothing refers to`,
        takes: '<id>',
        example: 'ID',
        async run({ database }, _, id) {
          await database.transaction((tx) => removeRow(tx.db, kind.table, id));
          return { removed: id };
        },
      },
    ],
  };
}
