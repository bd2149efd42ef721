import { missingIds } from '../../shared/database/db.ts';
import type { CheckContext, Claim, Kind, Reference } from '../../shared/exchange/kind.ts';
import { kinds } from './kinds.ts';
import type { Lines } from './portion.ts';

/** What is remembered of a file's records of one kind: what later lines are judged by. */
type Ledger = {
  /** The line of each id. */
  readonly ids: Map<string, number>;
  /** The line of each other claim. */
  readonly claims: Map<string, number>;
  /** Ids that lines named and that are stored. */
  readonly stored: Set<string>;
  /** Ids of which the file tells more. */
  readonly completed: Set<string>;
};

type Named = Reference & { readonly line: number };

/**
 * Checks a file portion by portion: ids and whatever else must be a record's own, references, which
 * point backwards or to what is stored, and what the modules check themselves.
 */
export function createChecks(context: CheckContext) {
  const { stored, now, report } = context;
  const ledgers = new Map<Kind, Ledger>(
    kinds.map((kind) => [
      kind,
      { ids: new Map(), claims: new Map(), stored: new Set(), completed: new Set() },
    ]),
  );
  const ledgerOf = (kind: Kind): Ledger => {
    const ledger = ledgers.get(kind);
    if (!ledger) throw new Error(`The kind ${kind.name} is missing from the list of kinds.`);
    return ledger;
  };
  const own = kinds.flatMap((kind) =>
    kind.createCheck ? [{ kind, check: kind.createCheck(context) }] : [],
  );
  const refused = new Set<unknown>();
  const dangling: Named[] = [];

  async function missingOf(kind: Kind, ids: readonly string[]): Promise<Set<string>> {
    if (!stored || ids.length === 0) return new Set(ids);
    return new Set(await missingIds(stored, kind.table, ids));
  }

  async function checkClaims(kind: Kind, portion: Lines): Promise<void> {
    const records = portion.of(kind).map(({ record }) => record);
    if (records.length === 0) return;
    const missing = await missingOf(
      kind,
      records.map(({ id }) => id),
    );
    const taken = stored && kind.taken ? await kind.taken(stored, records) : [];
    const holders = new Map(taken.map(({ by, ...claim }) => [textOf(claim), by]));
    const { ids, claims } = ledgerOf(kind);
    for (const { line, record } of portion.of(kind)) {
      const { id } = record;
      const idLine = ids.get(id);
      if (idLine) report(line, kind.idMember ?? 'id', `${id} is taken, in line ${idLine}`);
      else if (!missing.has(id)) report(line, kind.idMember ?? 'id', `${id} is taken`);
      if (!idLine) ids.set(id, line);
      for (const { reason, ...claim } of kind.claims?.(record) ?? []) {
        const key = textOf(claim);
        const first = claims.get(key);
        const by = holders.get(key);
        if (first) report(line, claim.place, `${reason}, in line ${first}`);
        else if (holders.has(key)) report(line, claim.place, by ? `${reason}, as ${by}` : reason);
        if (!first) claims.set(key, line);
      }
    }
  }

  async function checkReferences(portion: Lines): Promise<void> {
    const named = kinds.flatMap((kind) =>
      portion.of(kind).flatMap(({ line, record }) => {
        const references = kind.references?.(record) ?? [];
        return references.map((reference): Named => ({ ...reference, line }));
      }),
    );
    for (const [kind, references] of Map.groupBy(named, ({ to }) => to)) {
      const ledger = ledgerOf(kind);
      const open = references.filter(
        ({ id, line }) => !ledger.stored.has(id) && (ledger.ids.get(id) ?? line) >= line,
      );
      const missing = await missingOf(
        kind,
        open.map(({ id }) => id),
      );
      for (const reference of open) {
        if (missing.has(reference.id)) dangling.push(reference);
        else ledger.stored.add(reference.id);
      }
      for (const { id, completes } of references) if (completes) ledger.completed.add(id);
    }
  }

  function checkMoments(kind: Kind, portion: Lines): void {
    for (const { line, record } of portion.of(kind)) {
      for (const [place, moment] of Object.entries(kind.moments?.(record) ?? {})) {
        if (moment !== undefined && moment > now) report(line, place, 'lies in the future');
      }
    }
  }

  return {
    /** Checks the records of the next lines, and keeps those that are sound in the portion. */
    async check(portion: Lines): Promise<void> {
      for (const id of portion.refused) refused.add(id);
      for (const kind of kinds) {
        await checkClaims(kind, portion);
        checkMoments(kind, portion);
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
        const later = ledgerOf(to).ids.get(id);
        const reason = later ? `is defined only in line ${later}` : 'does not exist';
        report(line, place, `the ${to.words[0]} ${id} ${reason}`);
      }
      for (const { check } of own) check.finish?.();
    },
    /** The modules' own checks, which go on while the file is written. */
    own: own.map(({ check }) => check),
    /** The ids of the kind of which the file tells more. */
    completed: (kind: Kind): ReadonlySet<string> => ledgerOf(kind).completed,
  };
}

function textOf({ place, key }: Claim): string {
  return `${place} ${key}`;
}
