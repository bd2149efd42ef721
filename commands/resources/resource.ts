import type { Option } from 'commander';
import { type Action, type AuditNote, hasChanged, note } from '../../modules/audit/index.ts';
import { Failure } from '../../shared/console/console.ts';
import { type Db, lockRow, missingIds, removeRow } from '../../shared/database/db.ts';
import type { Field } from '../../shared/exchange/field.ts';
import {
  type Editable,
  type Identified,
  memberAt,
  referencesIn,
} from '../../shared/exchange/kind.ts';
import { newId } from '../../shared/ids.ts';
import { validate } from '../../shared/validation.ts';
import { givenBy, type Noun, type Options, type Verb } from '../verb.ts';
import type { Workbench } from '../workbench.ts';
import { type Given, optionsOf, optionsOfNew, readRecord, wrongMember } from './options.ts';

/** What the command line knows of a kind of record. */
export type Resource<R extends Identified, Listed extends object = R> = {
  readonly kind: Editable<R, Listed>;
  /** Its command, if that isn't the plural of the kind's words: `keys`. */
  readonly name?: string;
  readonly about: string;
  readonly fields: readonly Field[];
  /** What a new one has unless an option says otherwise; `now` is in milliseconds. */
  readonly fresh?: (now: number) => object;
  /** In the examples: the options of `add`, what names one, and the options of `update`. */
  readonly examples: readonly [add: string, name?: string, update?: string];
  /** What is shown, if that is more than the record. */
  readonly shown?: (db: Db, name: string) => Promise<object | undefined>;
  /** What lists them, if that is more than the records; `options` are those of `list`. */
  readonly all?: (db: Db, options: Options) => Promise<readonly object[]>;
  readonly listOptions?: readonly Option[];
  /** What people are shown of one, where its own members don't say it in words. */
  inWords?(thing: object): object;
  /** What names one: `<id>` if nothing else does. */
  readonly takes?: string;
  readonly abouts?: { readonly add: string; readonly update: string };
  /** What looks wrong with a new one, for whoever adds it. */
  readonly doubt?: (db: Db, record: R) => Promise<string | undefined>;
  /** What is shown of a new one, if that is more than of others. */
  readonly added?: (record: R, given: Given, workbench: Workbench) => object;
  /** Why a record can't be, and at which member, if others don't allow it. */
  readonly refusal?: (
    db: Db,
    record: R,
  ) => Promise<readonly [place: string, reason: string] | undefined>;
  /** What changes or ends one, if not the two that others have. */
  readonly changes?: (usual: { update: Verb; remove: Verb }) => readonly Verb[];
  /** Before one is removed, removes what goes with it; gives what the log says of that. */
  readonly beforeRemoval?: (db: Db, id: string) => Promise<AuditNote[]>;
};

/** What the log says of what goes with something that is removed. */
export function notesOf(action: Action, gone: readonly Identified[]): AuditNote[] {
  return gone.map((before) => ({ action, subject: before.id, before }));
}

/** The failure for an unknown name. */
export function noSuch(one: string, name: string): Failure {
  return new Failure(`There is no ${one} "${name}".`);
}

/** The record that the options make, and its members as they were given. */
export function newRecord<R extends Identified, Listed extends object>(
  { kind, fields, fresh }: Resource<R, Listed>,
  options: Options,
  now: number,
): { readonly record: R; readonly given: Given } {
  const before = { ...(kind.ids && { id: newId(kind.ids) }), ...fresh?.(now) };
  return readRecord(kind.schema, fields, options, before);
}

/** The resource's command: `add`, `list`, `show`, `update`, and what ends one. */
export function nounOf<R extends Identified, Listed extends object>(
  resource: Resource<R, Listed>,
): Noun {
  const { kind, fields, takes = '<id>', abouts, added } = resource;
  const [one, many] = kind.words;
  const [toAdd, example = 'ID', toUpdate = "--name 'Another name'"] = resource.examples;

  const stored = async (db: Db, id: string) => (await kind.some(db, [id]))[0];
  async function show(db: Db, name: string): Promise<object> {
    const thing = await (resource.shown ?? stored)(db, name);
    if (thing) return thing;
    throw noSuch(one, name);
  }

  /** Throws a Failure where the record refers to an unknown one, or claims what another one has. */
  async function checkOthers(db: Db, record: R, options: Options): Promise<void> {
    const refuse = (place: string, reason: string) => {
      throw new Failure(wrongMember(fields, options, place, reason) ?? `${place}: ${reason}`);
    };
    for (const { to, id, place } of referencesIn(kind, record)) {
      const [missing] = await missingIds(db, to.table, [id]);
      if (missing) refuse(place, `there is no such ${to.words[0]}.`);
    }
    const refusal = await resource.refusal?.(db, record);
    if (refusal) refuse(...refusal);
    const taken = (await kind.taken?.(db, [record])) ?? [];
    for (const { place, key, reason } of kind.claims?.(record) ?? []) {
      const other = taken.find((claim) => claim.place === place && claim.key === key);
      if (other && other.by !== record.id) refuse(place, `${reason}.`);
    }
  }

  const remove: Verb = {
    name: 'remove',
    about: `remove one ${one} that nothing refers to`,
    takes,
    example,
    async run(workbench, _, id, console) {
      await workbench.database.transaction(async (tx) => {
        await lockRow(tx.db, kind.table, id);
        const [before] = await kind.some(tx.db, [id]);
        const others = (await resource.beforeRemoval?.(tx.db, id)) ?? [];
        await removeRow(tx.db, kind.table, id);
        const done = { action: `${one} removed`, subject: id, before } as const;
        await note(tx.db, givenBy(workbench, console), [...others, done]);
      });
      return { removed: id };
    },
    inWords: (removed) => removed, // shown as it is, not as a record of the kind
  };
  const update: Verb = {
    name: 'update',
    about: abouts?.update ?? `change one ${one}`,
    takes,
    options: optionsOf(fields),
    notes: 'What is not named stays as it is; lists are replaced as a whole.',
    example: `${example} ${toUpdate}`,
    async run(workbench, options, name, console) {
      return workbench.database.transaction(async (tx) => {
        const id = `${memberAt(await show(tx.db, name), 'id')}`;
        await lockRow(tx.db, kind.table, id);
        const current = await stored(tx.db, id);
        if (!current) throw noSuch(`${one} in use`, name); // one that was revoked is shown all the same
        const { record } = readRecord(kind.schema, fields, options, current);
        await checkOthers(tx.db, record, options);
        const before = await show(tx.db, id);
        await kind.update(tx, record, validate(kind.schema, current));
        await tx.em.flush();
        const after = await show(tx.db, id);
        const done = { action: `${one} updated`, subject: id, before, after } as const;
        await note(tx.db, givenBy(workbench, console), [done].filter(hasChanged));
        return after;
      });
    },
  };
  const verbs: readonly Verb[] = [
    {
      name: 'add',
      about: abouts?.add ?? `add one ${one}`,
      options: optionsOfNew(fields),
      example: toAdd,
      async run(workbench, options, _, console) {
        const { database } = workbench;
        const by = givenBy(workbench, console);
        const { record, given } = newRecord(resource, options, by.now);
        const doubt = await resource.doubt?.(database.db, record);
        const shown = await database.transaction(async (tx) => {
          await checkOthers(tx.db, record, options);
          await kind.insert(tx, [record], by);
          const after = await show(tx.db, record.id);
          await note(tx.db, by, [{ action: `${one} added`, subject: record.id, after }]);
          return added?.(record, given, workbench) ?? after;
        });
        if (doubt) console.err(doubt);
        return shown;
      },
    },
    {
      name: 'list',
      about: `list the ${many}`,
      options: resource.listOptions ?? [],
      example: '--json',
      run: async ({ database: { db } }, options) =>
        resource.all?.(db, options) ?? Array.fromAsync(kind.list(db)),
    },
    {
      name: 'show',
      about: `show one ${one}`,
      takes,
      example,
      run: ({ database: { db } }, _, name) => show(db, name),
    },
    ...(resource.changes?.({ update, remove }) ?? [update, remove]),
  ];
  return { name: many, ...resource, verbs };
}
