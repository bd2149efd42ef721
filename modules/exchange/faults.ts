import type { Drawers, Report } from '../../shared/exchange/kind.ts';

/** What is wrong with a line, and where: the path of the member, or the column; '' for all of it. */
export type Fault = { readonly line: number; readonly place: string; readonly reason: string };

/** The faults of so many lines are put in order at a time. */
const linesAtOnce = 10_000;

/** Collects the faults of a file, or what else is said of its lines, however many there are. */
export function createFaults(drawers: Drawers, name = 'faults') {
  const blocks = new Set<number>();
  let count = 0;
  const report: Report = (line, place, reason, order = 0) => {
    const block = Math.floor(line / linesAtOnce);
    blocks.add(block);
    count += 1;
    drawers.put(`${name} ${block}`, { line, place, reason, order });
  };
  return {
    report,
    count: () => count,
    /** All of them, in the order of the lines. */
    *inOrder(): Generator<Fault> {
      for (const block of [...blocks].sort((one, other) => one - other)) {
        const faults = [...drawers.take<Fault & { order: number }>(`${name} ${block}`)].flat();
        faults.sort((one, other) => one.line - other.line || one.order - other.order);
        for (const { order: _, ...fault } of faults) yield fault;
      }
    },
  };
}

/** A fault as a person reads it. */
export function faultInWords({ line, place, reason }: Fault): string {
  return `line ${line}: ${place && `${place}: `}${reason}`;
}
