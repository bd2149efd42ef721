import { missingIds } from '../../shared/database/db.ts';
import {
  type CheckContext,
  type Kind,
  memberAt,
  referencesIn,
} from '../../shared/exchange/kind.ts';
import { kinds } from './kinds.ts';
import type { Lines } from './portion.ts';

/** What is remembered of a file's records of one kind. */
type Ledger = {
  /** The line of each id, and of whatever else is one record's alone, after the place and a space. */
  readonly lines: Map<string, number>;
  /** Ids that lines named and that are stored. */
  readonly stored: Set<string>;
  /** Ids of which the file holds parts. */
  readonly whole: Set<string>;
};

type Named = {
  readonly to: Kind;
  readonly id: string;
  readonly line: number;
  readonly place: string;
};

/**
 * Checks a file portion by portion: what must be a record's own, references, which point backwards or
 * to what is stored, and what the modules check themselves.
 */
export function createChecks(context: CheckContext) {
  const { stored, now, report } = context;
  const ledgers = new Map<Kind, Ledger>(
    kinds.map((kind) => [kind, { lines: new Map(), stored: new Set(), whole: new Set() }]),
  );
  const own = kinds.flatMap((kind) =>
    kind.createCheck ? [{ kind, check: kind.createCheck(context) }] : [],
  );
  const refused = new Set<unknown>();
  const dangling: Named[] = [];

  function ledgerOf(kind: Kind): Ledger {
    const ledger = ledgers.get(kind);
    if (!ledger) throw new Error(`The kind ${kind.name} is missing from the list of kinds.`);
    return ledger;
  }

  async function missingOf({ table }: Kind, ids: readonly string[]): Promise<Set<string>> {
    return new Set(stored && ids.length > 0 ? await missingIds(stored, table, ids) : ids);
  }

  async function checkClaims(kind: Kind, portion: Lines): Promise<void> {
    const records = portion.of(kind).map(({ record }) => record);
    if (records.length === 0) return;
    const ids = records.map(({ id }) => id);
    const free = await missingOf(kind, ids);
    const taken = stored ? ((await kind.taken?.(stored, records)) ?? []) : [];
    const takers = new Map([
      ...ids.filter((id) => !free.has(id)).map((id) => [id, ''] as const),
      ...taken.map(({ place, key, by }) => [`${place} ${key}`, `, as ${by}`] as const),
    ]);
    const { lines } = ledgerOf(kind);
    for (const { line, record } of portion.of(kind)) {
      const claim = (name: string, place: string, reason: string) => {
        const first = lines.get(name);
        const taker = first ? `, in line ${first}` : takers.get(name);
        if (taker !== undefined) report(line, place, `${place && 'taken: '}${reason}${taker}`);
        if (!first) lines.set(name, line);
      };
      claim(record.id, kind.idMember ?? 'id', record.id);
      for (const { place, key, reason } of kind.claims?.(record) ?? []) {
        claim(`${place} ${key}`, place, reason);
      }
    }
  }

  async function checkReferences(portion: Lines): Promise<void> {
    const named = kinds.flatMap((kind) =>
      portion.of(kind).flatMap(({ line, record }) =>
        [...referencesIn(kind, record)].map((reference): Named => {
          if (reference.place === kind.partOf) ledgerOf(reference.to).whole.add(reference.id);
          return { ...reference, line };
        }),
      ),
    );
    for (const [kind, references] of Map.groupBy(named, ({ to }) => to)) {
      const { lines, stored } = ledgerOf(kind);
      const open = references.filter(
        ({ id, line }) => !stored.has(id) && (lines.get(id) ?? line) >= line,
      );
      const missing = await missingOf(
        kind,
        open.map(({ id }) => id),
      );
      for (const reference of open) {
        if (missing.has(reference.id)) dangling.push(reference);
        else stored.add(reference.id);
      }
    }
  }

  function checkPast(kind: Kind, portion: Lines): void {
    for (const place of kind.past ?? []) {
      for (const { line, record } of portion.of(kind)) {
        const moment = memberAt(record, place);
        const instant =
          typeof moment === 'string' ? Date.parse(moment) : memberAt(record, `${place}/instant`);
        if (Number(instant) > now) report(line, place, 'lies in the future');
      }
    }
  }

  return {
    /** Checks the records of the next lines, and keeps those that are sound in the portion. */
    async check(portion: Lines): Promise<void> {
      for (const id of portion.refused) refused.add(id);
      for (const kind of kinds) {
        await checkClaims(kind, portion);
        checkPast(kind, portion);
      }
      await checkReferences(portion);
      for (const { kind, check } of own) {
        portion.keep(kind, await check.judge(portion.of(kind), portion));
      }
    },
    /** Reports what shows only at the end of the file. */
    finish(): void {
      for (const { to, id, line, place } of dangling) {
        if (refused.has(id)) continue;
        const later = ledgerOf(to).lines.get(id);
        const reason = later ? `is defined only in line ${later}` : 'does not exist';
        report(line, place, `the ${to.words[0]} ${id} ${reason}`);
      }
      for (const { check } of own) check.finish?.();
    },
    /** The modules' own checks, which go on while the file is written. */
    own: own.map(({ check }) => check),
    /** The ids of the kind of which the file holds parts. */
    whole: (kind: Kind): ReadonlySet<string> => ledgerOf(kind).whole,
  };
}
