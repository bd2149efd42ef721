// What is known only at the end of a file: whether two lines claim the same thing, and whether a line
// holds what another one names. It waits on the disk, so that memory doesn't grow with the file.
import type { Drawers, Kind, Report } from '../../shared/exchange/kind.ts';
import { drawerNumbers, drawerOf } from '../../shared/exchange/spread.ts';
import type { Pause } from '../../shared/pause.ts';

type LineClaim = {
  readonly line: number;
  readonly place: string;
  readonly reason: string;
  /** What already has it, in words. */
  readonly taker: string | undefined;
  /** Whether that is the same record, stored. */
  readonly isStored?: boolean | undefined;
};

type Reference = {
  readonly to: Kind;
  readonly id: string;
  readonly line: number;
  readonly place: string;
};

/** A reference as it is kept, with the word for what it names. */
type Named = Omit<Reference, 'to'> & { readonly word: string };

/** What waits in a drawer: the record that it is about, and its number, counted over the file. */
type Kept<Entry> = Entry & { readonly name: string; readonly order: number };

/** How many ids are known without a look at the disk or the database. */
const mostKnown = 100_000;

export type Ledger = ReturnType<typeof createLedger>;

const entryName = ({ name }: Kind, id: string) => `${name} ${id}`;

/** Keeps what the lines of one file claim and name. */
export function createLedger(drawers: Drawers) {
  /** The first line of some ids; 0 for stored ones. */
  const known = new Map<string, number>();
  let order = 0;

  function put(type: 'claims' | 'references' | 'refusals', key: string, entry: object): void {
    order += 1;
    drawers.put(`${type} ${drawerOf(key)}`, { ...entry, order });
  }

  async function settleDrawer(number: number, report: Report, pause: Pause): Promise<void> {
    const lines = new Map<string, number>();
    for (const part of drawers.take<Kept<LineClaim>>(`claims ${number}`)) {
      for (const { name, line, place, reason, order, isStored, ...claim } of part) {
        const first = lines.get(name);
        const taker = first ? `, in line ${first}` : claim.taker;
        if (!first) lines.set(name, line);
        if (taker === undefined) continue;
        report(line, place, `${place && 'taken: '}${reason}${taker}`, { order, isStored });
      }
      await pause();
    }
    const refusals = [...drawers.take<{ readonly id: string }>(`refusals ${number}`)].flat();
    const refused = new Set(refusals.map(({ id }) => id));
    for (const part of drawers.take<Kept<Named>>(`references ${number}`)) {
      for (const { name, id, word, line, place, order } of part) {
        await pause();
        const first = lines.get(name);
        if (refused.has(id) || (first && first < line)) continue;
        const reason = first ? `is defined only in line ${first}` : 'does not exist';
        report(line, place, `the ${word} ${id} ${reason}`, { order });
      }
    }
  }

  return {
    /** Notes what, because of a line, no other line's record of the kind may have: its id, or something else. */
    claim(kind: Kind, key: string, claim: LineClaim): void {
      put('claims', key, { name: entryName(kind, key), ...claim });
    },
    /** Notes on which line a thing is, or 0 if it is stored. */
    note(line: number, kind: Kind, id: string): void {
      const name = entryName(kind, id);
      if (known.size < mostKnown && !known.has(name)) known.set(name, line);
    },
    /** Whether a thing is known to be stored, or to be on an earlier line. */
    isBefore: (line: number, kind: Kind, id: string) =>
      (known.get(entryName(kind, id)) ?? line) < line,
    /** Notes that a line names what isn't stored: another line must have it. */
    refer({ to, ...reference }: Reference): void {
      const name = entryName(to, reference.id);
      put('references', reference.id, { name, word: to.words[0], ...reference });
    },
    /** Notes the id of a record that is refused: the lines that name it are not at fault. */
    refuse(id: unknown): void {
      if (typeof id === 'string') put('refusals', id, { id });
    },
    /** Reports what is claimed twice, and what is named but missing. */
    async settle(report: Report, pause: Pause): Promise<void> {
      for (const number of drawerNumbers) await settleDrawer(number, report, pause);
    },
  };
}
