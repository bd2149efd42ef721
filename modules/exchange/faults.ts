import type { Drawers, FaultFacts, Report } from '../../shared/exchange/kind.ts';
import { createLineOrder } from '../../shared/exchange/spread.ts';
import { createPause } from '../../shared/pause.ts';
import { shortened, visible } from '../../shared/text.ts';

/** What is wrong with a line, and where: the path of the member, or the column; '' for the whole line. */
export type Fault = Pick<FaultFacts, 'isStored'> & {
  readonly line: number;
  readonly place: string;
  readonly reason: string;
};

/** Collects the faults of a file, or other remarks on its lines, however many there are. */
export function createFaults(drawers: Drawers, name = 'faults') {
  const kept = createLineOrder<Fault & { readonly order: number }>(drawers, name);
  let count = 0;
  const report: Report = (line, place, reason, { order = 0, isStored } = {}) => {
    count += 1;
    kept.put({ line, place, reason, isStored, order });
  };
  function* inOrder(): Generator<Fault> {
    for (const faults of kept.take()) {
      faults.sort((one, other) => one.line - other.line || one.order - other.order);
      for (const { order: _, ...fault } of faults) yield fault;
    }
  }
  return {
    report,
    count: () => count,
    /** All of them, in the order of the lines. */
    inOrder,
    /** Passes all of them on; in between, lets other work run, and waits until they are taken. */
    async tell(to: (fault: Fault) => void = () => undefined, taken?: () => Promise<void>) {
      const pause = createPause();
      for (const fault of inOrder()) {
        to(fault);
        await pause()?.then(taken);
      }
    },
  };
}

/** A fault as a person reads it, on one line, whatever the file holds. */
export function faultInWords({ line, place, reason }: Fault): string {
  return visible(`line ${line}: ${place && `${shortened(place)}: `}${reason}`);
}
