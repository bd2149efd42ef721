// Which records of a file are stored already, so that a growing table can be imported again and again.
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../shared/database/db.ts';
import {
  type CheckContext,
  type Identified,
  type Kind,
  memberAt,
  type Numbered,
  type Portion,
} from '../../shared/exchange/kind.ts';
import { isObject } from '../../shared/json.ts';
import { comparableName } from '../../shared/names.ts';
import { validate } from '../../shared/validation.ts';
import { formerlyCalled, readBearers, titleOf } from './bearers.ts';
import { kinds } from './kinds.ts';
import { createPutRight } from './put-right.ts';

type Line = Numbered<Identified>;

type Context = Pick<CheckContext, 'report' | 'remark' | 'drawers'> & {
  readonly stored: Db;
  /** Whether the records are rows of a table, which somebody keeps by names: those may be former ones. */
  readonly isTable: boolean;
};

/**
 * Leaves out records that are stored with the same content. One without an id is taken for the stored one it
 * would conflict with, or else for one of its name; a name with other content is reported, and so is a row
 * that may be a stored record, put right in the table since, if no row says what is stored. rules 9.4
 */
export function createKnown({ stored, report, remark, drawers, isTable }: Context) {
  const bearers = new Map<Kind, ReturnType<typeof readBearers>>();
  /** The stored records that lines were found to be: two lines of one name are two records. */
  const met = new Set<string>();
  const counts = Object.fromEntries(kinds.map(({ name }) => [name, 0]));
  const putRight = createPutRight({ stored, report, drawers });

  const bearersOf = (kind: Kind) =>
    bearers.getOrInsertComputed(kind, () => readBearers(kind, stored));

  /** Returns a function that gives the ids of the stored records which one without an id may be. */
  async function createSearch(kind: Kind, records: readonly Identified[]) {
    if (kind.claims) {
      const claims = (await kind.taken?.(stored, records)) ?? [];
      const taken = Map.groupBy(claims, ({ place, key }) => `${place} ${key}`);
      return (record: Identified) =>
        (kind.claims?.(record) ?? [])
          .flatMap(({ place, key }) => taken.get(`${place} ${key}`) ?? [])
          .map(({ by }) => by);
    }
    if (!kind.title) return () => [];
    const named = await bearersOf(kind);
    return (record: Identified) => {
      const name = comparableName(titleOf(kind, record));
      const found = named.get(name) ?? [];
      return found.filter((one) => isTable || one.name === name).map(({ id }) => id);
    };
  }

  /** Whether the record has, or in a table had, the name of the line. */
  async function createNaming(kind: Kind) {
    const named = isTable && kind.title?.former ? await bearersOf(kind) : undefined;
    return ({ record }: Line, { id }: Identified) => {
      if (!named) return undefined;
      const name = comparableName(titleOf(kind, record));
      const bearer = named.get(name)?.find((one) => one.id === id);
      return bearer && formerlyCalled(name, bearer);
    };
  }

  /** The line and how it differs from the first of the others; undefined if one of them says the same. */
  function unknown(
    kind: Kind,
    line: Line,
    others: readonly Identified[],
    formerly: (line: Line, other: Identified) => string | undefined,
  ): Line | undefined {
    const isNamed = kind.title !== undefined && !kind.claims;
    const isByName = isNamed && isUnnamed(line);
    const title = kind.title?.member ?? '';
    const kept = (other: Identified) => (isTable && kind.keeps?.(other)) || {};
    const differing = (other: Identified) =>
      differences(kind, line, other).filter((member) => member !== title || !formerly(line, other));
    const open = others.filter(
      (other) => !isByName || !met.has(other.id) || formerly(line, other) !== undefined,
    );
    const contradicted = (other: Identified) =>
      differing(other).filter((member) => !(member in kept(other)));
    const agreeing = open.filter((other) => contradicted(other).length === 0);
    // If several agree with what the line says, it is the one that also has the defaults for what it leaves out.
    const distance = (other: Identified) => differences(kind, { ...line, made: [] }, other).length;
    const [same] = agreeing.sort(
      (one, other) =>
        differing(one).length - differing(other).length || distance(one) - distance(other),
    );
    if (same) {
      const now = formerly(line, same);
      if (now) remark?.(line.line, title, now);
      const keeping = Object.entries(kept(same)).filter(([member]) =>
        differing(same).includes(member),
      );
      for (const [member, reason] of keeping) remark?.(line.line, member, reason);
      if (isNamed && !now && keeping.length === 0) met.add(same.id);
      if (isTable && kind.putRight) putRight.said(same.id);
      counts[kind.name] = (counts[kind.name] ?? 0) + 1;
      return undefined;
    }
    const [other] = open;
    if (!other) return line;
    const { id } = other;
    const members = contradicted(other);
    if (isByName) {
      const [one] = kind.words;
      const name = titleOf(kind, line.record);
      const reason = `"${name}" is in already, as ${id}, but differs in ${members.join(', ')}; another ${one} of this name needs an id here`;
      report(line.line, title, reason);
    }
    return { ...line, contrary: { id, members, told: kind.told?.(other) } };
  }

  async function unknownOf(kind: Kind, lines: readonly Line[]): Promise<readonly Line[]> {
    const unnamed = lines.filter(isUnnamed).map(({ record }) => record);
    const search = unnamed.length > 0 ? await createSearch(kind, unnamed) : () => [];
    const idsOf = (line: Line) => (isUnnamed(line) ? search(line.record) : [line.record.id]);
    const candidates = new Map(lines.map((line) => [line, idsOf(line)]));
    const ids = [...candidates.values()].flat();
    const records = new Map<string, Identified>();
    for (const listed of ids.length > 0 ? await kind.some(stored, ids) : []) {
      const record = validate(kind.schema, listed);
      records.set(record.id, record);
    }
    const formerly = await createNaming(kind);
    const unknownLine = (line: Line) => {
      const others = (candidates.get(line) ?? []).flatMap((id) => records.get(id) ?? []);
      return unknown(kind, line, others, formerly);
    };
    // Whom a line names by the id is not whom another one means by the name alone.
    const idsFirst = lines.toSorted(
      (one, other) => Number(isUnnamed(one)) - Number(isUnnamed(other)),
    );
    const left = new Map(idsFirst.map((line) => [line, unknownLine(line)]));
    const unlike = lines.flatMap((line) => left.get(line) ?? []);
    const fresh = unlike.filter((line) => isUnnamed(line) && !line.contrary);
    if (isTable && kind.putRight) await putRight.suspect(kind, fresh);
    return unlike;
  }

  return {
    /** The records of the portion that aren't stored. */
    async leaveOut(portion: Portion): Promise<Portion> {
      const left = new Map<Kind, readonly Line[]>();
      for (const [kind, lines] of portion) left.set(kind, await unknownOf(kind, lines));
      return left;
    },
    /** Reports the rows that may be stored records, put right since. */
    finish: putRight.finish,
    /** How many were left out, by kind. */
    counts,
  };
}

/** Whether the line gives no id for its record. */
function isUnnamed({ made }: Line): boolean {
  return made?.includes('id') === true;
}

/** The members that the line gives and that differ in the stored record. */
function differences(kind: Kind, { record, made = [] }: Line, stored: Identified): string[] {
  const contentOf = (one: Identified): object => kind.content?.(one, record) ?? one;
  const other = contentOf(stored);
  const given = Object.entries(contentOf(record)).filter(
    ([name, value]) => value !== undefined && !made.includes(name),
  );
  return given.flatMap(([name, value]) => {
    const [one, another] = [value, memberAt(other, name)].map((each) =>
      name === kind.title?.member ? comparableName(String(each)) : meant(each),
    );
    return isDeepStrictEqual(one, another) ? [] : [name];
  });
}

/** What a value means, however it is written: a moment is the same in any offset. */
function meant(value: unknown): unknown {
  return isObject(value) && 'instant' in value ? value.instant : value;
}
