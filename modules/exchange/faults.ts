import type { FaultFacts, Report } from '../../shared/exchange/kind.ts';
import { shortened, visible } from '../../shared/text.ts';

/** What is wrong with a line, and where: the path of the member, or the column; '' for the whole line. */
export type Fault = Pick<FaultFacts, 'isStored' | 'cell'> & {
  readonly line: number;
  readonly place: string;
  readonly reason: string;
};

/** Collects the faults of a file, or other remarks on its lines. */
export function createFaults() {
  const kept: (Fault & { readonly order: number })[] = [];
  const report: Report = (line, place, reason, { order = 0, isStored, cell } = {}) => {
    kept.push({ line, place, reason, isStored, cell, order });
  };
  return {
    report,
    count: () => kept.length,
    /** All of them, in the order of the lines. */
    inOrder(): Fault[] {
      kept.sort((one, other) => one.line - other.line || one.order - other.order);
      return kept.map(({ order: _, ...fault }) => fault);
    },
  };
}

/** A fault as a person reads it, on one line, whatever the file holds. */
export function faultInWords({ line, place, reason, cell }: Fault): string {
  const where = cell ? `line ${line}, ${cell}` : `line ${line}`;
  return visible(`${where}: ${place && `${shortened(place)}: `}${reason}`);
}
