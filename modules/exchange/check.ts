import { hasRows, missingIds } from '../../shared/database/db.ts';
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
import type { Ledger } from './ledger.ts';

type Records = readonly Numbered<Identified>[];

/**
 * Checks a file portion by portion: what only one record may have, references (to an earlier line or a
 * stored record), and what the modules check themselves.
 */
export function createChecks(context: CheckContext, ledger: Ledger) {
  const { stored, latest, report, pause } = context;
  const own = new Map(kinds.map((kind) => [kind, kind.createCheck?.(context)]));
  const shut = new Set<Kind>();
  /** By kind, the ids of records whose parts the file holds, such as players with their history. */
  const wholes = new Map<Kind, Set<string>>(kinds.map((kind) => [kind, new Set()]));

  /** The ids of the things that aren't stored. */
  async function missingOf({ table }: Kind, things: readonly Identified[]): Promise<Set<string>> {
    const ids = things.map(({ id }) => id);
    return new Set(stored && ids.length > 0 ? await missingIds(stored, table, ids) : ids);
  }

  /** Whether there are records of the kind already that let no others in, which is reported once. */
  async function isShut(kind: Kind, [first]: Records): Promise<boolean> {
    const reason = kind.onlyFirst;
    if (!first || !reason || !stored) return false;
    if (!shut.has(kind) && (await hasRows(stored, kind.table))) {
      shut.add(kind);
      report(first.line, '', reason);
    }
    return shut.has(kind);
  }

  async function checkClaims(kind: Kind, numbered: Records): Promise<void> {
    const records = numbered.map(({ record }) => record);
    const free = await missingOf(kind, records);
    const { apartFrom } = kind;
    const apart = apartFrom && (await missingOf(apartFrom, records));
    const taken = (stored && (await kind.taken?.(stored, records))) ?? [];
    const takers = new Map(taken.map(({ place, key, by }) => [`${place} ${key}`, by]));
    for (const { line, record, contrary } of numbered) {
      const { id } = record;
      const differingFrom = (by: string) => {
        if (contrary?.id !== by) return '';
        const told = contrary.told ? `; ${contrary.told}` : '';
        return `, but differs in ${contrary.members.join(', ')}${told}`;
      };
      const taker = free.has(id) ? undefined : differingFrom(id);
      const claim = { line, place: kind.idMember ?? 'id', reason: id };
      ledger.claim(kind, id, { ...claim, taker, isStored: taker !== undefined });
      ledger.note(line, kind, id);
      if (apartFrom) {
        ledger.claim(apartFrom, id, { ...claim, taker: apart?.has(id) ? undefined : '' });
      }
      for (const { place, key, reason } of kind.claims?.(record) ?? []) {
        const claimed = `${place} ${key}`;
        const by = takers.get(claimed);
        const taker = by && `, as ${by}${differingFrom(by)}`;
        // A claim without a place is one of the whole record.
        const isStored = by !== undefined && place === '';
        ledger.claim(kind, claimed, { line, place, reason, taker, isStored });
      }
    }
  }

  function checkPast({ past = [] }: Kind, records: Records): void {
    for (const place of past) {
      for (const { line, record } of records) {
        const moment = memberAt(record, place);
        const instant =
          typeof moment === 'string' ? Date.parse(moment) : memberAt(record, `${place}/instant`);
        if (Number(instant) > latest) report(line, place, 'lies in the future');
      }
    }
  }

  async function checkReferences(portion: Portion): Promise<void> {
    const named = [...portion].flatMap(([kind, records]) =>
      records.flatMap(({ line, record }) =>
        [...referencesIn(kind, record)].map((reference) => {
          const { to, id, place } = reference;
          if (place === kind.partOf) wholes.get(to)?.add(id);
          return { ...reference, line };
        }),
      ),
    );
    for (const [kind, references] of Map.groupBy(named, ({ to }) => to)) {
      const open = references.filter(({ id, line }) => !ledger.isBefore(line, kind, id));
      const missing = await missingOf(kind, open);
      for (const reference of open) {
        if (missing.has(reference.id)) ledger.refer(reference);
        else ledger.note(0, kind, reference.id);
      }
    }
  }

  return {
    /** Checks the records of the next lines; returns those that are sound. */
    async check(portion: Portion): Promise<Portion> {
      for (const [kind, records] of portion) {
        if (!(await isShut(kind, records))) await checkClaims(kind, records);
        checkPast(kind, records);
      }
      await checkReferences(portion);
      const sound = new Map(portion);
      for (const [kind, check] of own) {
        if (check) sound.set(kind, await check.judge(sound.get(kind) ?? [], sound));
      }
      return sound;
    },
    /** Reports what is known only at the end of the file. */
    async finish(): Promise<void> {
      await ledger.settle(report, pause);
      for (const check of own.values()) await check?.finish?.();
    },
    /** The modules' own checks, which continue while the records are written. */
    own,
    /** The ids of the kind whose parts the file holds. */
    whole: (kind: Kind): ReadonlySet<string> => wholes.get(kind) ?? new Set(),
  };
}
