// Which records of a file are stored already, so that a growing table can be imported again and again.
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../shared/database/db.ts';
import {
  type Identified,
  type Kind,
  memberAt,
  type Numbered,
  type Portion,
  type Report,
} from '../../shared/exchange/kind.ts';
import { isObject } from '../../shared/json.ts';
import { comparableName } from '../../shared/names.ts';
import { validate } from '../../shared/validation.ts';
import { kinds } from './kinds.ts';
import { readBearers, titleOf } from './names.ts';

type Line = Numbered<Identified>;

/**
 * Leaves out records that are stored with the same content. One without an id is taken for the stored one it
 * would conflict with, or else for one of its name; a name with other content is reported. rules 9.4
 */
export function createKnown(stored: Db, report: Report) {
  const bearers = new Map<Kind, ReturnType<typeof readBearers>>();
  /** The stored records that lines were found to be: two lines of one name are two records. */
  const met = new Set<string>();
  const counts = Object.fromEntries(kinds.map(({ name }) => [name, 0]));

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
    const named = await bearers.getOrInsertComputed(kind, () => readBearers(kind, stored));
    return (record: Identified) =>
      (named.get(comparableName(titleOf(kind, record))) ?? []).map(({ id }) => id);
  }

  /** The line and how it differs from the first of the others; undefined if one of them says the same. */
  function unknown(kind: Kind, line: Line, others: readonly Identified[]): Line | undefined {
    const isNamed = kind.title !== undefined && !kind.claims;
    const isByName = isNamed && isUnnamed(line);
    const open = others.filter(({ id }) => !isByName || !met.has(id));
    const agreeing = open.filter((other) => differences(kind, line, other).length === 0);
    // If several agree with what the line says, it is the one that also has the defaults for what it leaves out.
    const distance = (other: Identified) => differences(kind, { ...line, made: [] }, other).length;
    const [same] = agreeing.sort((one, other) => distance(one) - distance(other));
    if (same) {
      if (isNamed) met.add(same.id);
      counts[kind.name] = (counts[kind.name] ?? 0) + 1;
      return undefined;
    }
    const [other] = open;
    if (!other) return line;
    const { id } = other;
    const members = differences(kind, line, other);
    if (isByName) {
      const [one] = kind.words;
      const name = titleOf(kind, line.record);
      const reason = `"${name}" is in already, as ${id}, but differs in ${members.join(', ')}; another ${one} of this name needs an id here`;
      report(line.line, kind.title?.member ?? '', reason);
    }
    return { ...line, contrary: { id, members } };
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
    const unknownLine = (line: Line) => {
      const others = (candidates.get(line) ?? []).flatMap((id) => records.get(id) ?? []);
      return unknown(kind, line, others);
    };
    // Whom a line names by the id is not whom another one means by the name alone.
    const idsFirst = lines.toSorted(
      (one, other) => Number(isUnnamed(one)) - Number(isUnnamed(other)),
    );
    const left = new Map(idsFirst.map((line) => [line, unknownLine(line)]));
    return lines.flatMap((line) => left.get(line) ?? []);
  }

  return {
    /** The records of the portion that aren't stored. */
    async leaveOut(portion: Portion): Promise<Portion> {
      const left = new Map<Kind, readonly Line[]>();
      for (const [kind, lines] of portion) left.set(kind, await unknownOf(kind, lines));
      return left;
    },
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
