import { missingIds } from '../../shared/database/db.ts';
import {
  type CheckContext,
  type Identified,
  type Kind,
  memberAt,
  type Numbered,
  type Portion,
  referencesIn,
} from '../../shared/exchange/kind.ts';
import { kinds } from './kinds.ts';

/** What is remembered of a file's records of one kind. */
type Ledger = {
  /** The line of each id, and of whatever else is one record's alone, after the place and a space. */
  readonly lines: Map<string, number>;
  /** Ids that lines named and that are stored. */
  readonly stored: Set<string>;
  /** Ids of which the file holds parts. */
  readonly whole: Set<string>;
};

type Records = readonly Numbered<Identified>[];
type Reference = {
  readonly to: Kind;
  readonly id: string;
  readonly place: string;
  readonly line: number;
};

/**
 * Checks a file portion by portion: what must be a record's own, references, which point backwards or
 * to what is stored, and what the modules check themselves. Whoever names a `refused` record is not to
 * blame.
 */
export function createChecks(context: CheckContext, refused: ReadonlySet<unknown>) {
  const { stored, now, report } = context;
  const own = new Map(kinds.map((kind) => [kind, kind.createCheck?.(context)]));
  const ledgers = new Map<Kind, Ledger>();
  const dangling: Reference[] = [];

  function ledgerOf(kind: Kind): Ledger {
    const ledger = ledgers.get(kind) ?? { lines: new Map(), stored: new Set(), whole: new Set() };
    ledgers.set(kind, ledger);
    return ledger;
  }

  async function missingOf({ table }: Kind, ids: readonly string[]): Promise<Set<string>> {
    return new Set(stored && ids.length > 0 ? await missingIds(stored, table, ids) : ids);
  }

  async function checkClaims(kind: Kind, numbered: Records): Promise<void> {
    const records = numbered.map(({ record }) => record);
    const ids = records.map(({ id }) => id);
    const free = await missingOf(kind, ids);
    const taken = (stored && (await kind.taken?.(stored, records))) ?? [];
    const takers = new Map([
      ...ids.filter((id) => !free.has(id)).map((id) => [id, ''] as const),
      ...taken.map(({ place, key, by }) => [`${place} ${key}`, `, as ${by}`] as const),
    ]);
    const { lines } = ledgerOf(kind);
    for (const { line, record } of numbered) {
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

  function checkPast({ past = [] }: Kind, records: Records): void {
    for (const place of past) {
      for (const { line, record } of records) {
        const moment = memberAt(record, place);
        const instant =
          typeof moment === 'string' ? Date.parse(moment) : memberAt(record, `${place}/instant`);
        if (Number(instant) > now) report(line, place, 'lies in the future');
      }
    }
  }

  async function checkReferences(portion: Portion): Promise<void> {
    const named: Reference[] = [];
    for (const [kind, records] of portion) {
      for (const { line, record } of records) {
        for (const reference of referencesIn(kind, record)) {
          named.push({ ...reference, line });
          if (reference.place === kind.partOf) ledgerOf(reference.to).whole.add(reference.id);
        }
      }
    }
    for (const [kind, references] of Map.groupBy(named, ({ to }) => to)) {
      const { lines, stored } = ledgerOf(kind);
      const open = references.filter(
        ({ id, line }) => !stored.has(id) && (lines.get(id) ?? line) >= line,
      );
      const ids = open.map(({ id }) => id);
      const missing = await missingOf(kind, ids);
      dangling.push(...open.filter(({ id }) => missing.has(id)));
      for (const id of ids) if (!missing.has(id)) stored.add(id);
    }
  }

  return {
    /** Checks the records of the next lines; gives those that are sound. */
    async check(portion: Portion): Promise<Portion> {
      for (const [kind, records] of portion) {
        await checkClaims(kind, records);
        checkPast(kind, records);
      }
      await checkReferences(portion);
      const sound = new Map(portion);
      for (const [kind, check] of own) {
        if (check) sound.set(kind, await check.judge(sound.get(kind) ?? [], sound));
      }
      return sound;
    },
    /** Reports what shows only at the end of the file. */
    finish(): void {
      for (const { to, id, line, place } of dangling) {
        if (refused.has(id)) continue;
        const later = ledgerOf(to).lines.get(id);
        const reason = later ? `is defined only in line ${later}` : 'does not exist';
        report(line, place, `the ${to.words[0]} ${id} ${reason}`);
      }
      for (const check of own.values()) check?.finish?.();
    },
    /** The modules' own checks, which go on while the file is written. */
    own,
    /** The ids of the kind of which the file holds parts. */
    whole: (kind: Kind): ReadonlySet<string> => ledgerOf(kind).whole,
  };
}
