import PQueue from 'p-queue';
import type { Database } from '../database/connect.ts';
import { Problem } from '../problem.ts';
import type { Call } from './access-log.ts';

/** How many requests may be under way: few enough to be answered in time, on a slow machine, too. */
const most = { server: 1_000, embedded: 250 };

/** How many pages are made at once: one may take as long as a hundred reads, which get their turn between them. */
const mostPages = 8;

export type Admission = ReturnType<typeof createAdmission>;

/** A bounded queue of the requests that are on their way to the database and back. */
export function createAdmission({ kind, available }: Pick<Database, 'kind' | 'available'>) {
  let underWay = 0;
  const pages = new PQueue({ concurrency: mostPages });
  return {
    /** Waits for what holds up all requests. Throws `service-unavailable` where that is too long. */
    async enter(call: Call): Promise<void> {
      if (underWay >= most[kind]) throw tooMany();
      underWay += 1;
      call.isAdmitted = true;
      await available();
    },

    /** Waits until fewer than eight pages are under way. Throws `service-unavailable` where too many wait. */
    async takeTurn(call: Call): Promise<void> {
      if (pages.size >= most[kind] / 2) throw tooMany();
      const { promise: end, resolve: endTurn } = Promise.withResolvers<void>();
      await new Promise<void>((begin) => {
        void pages.add(() => {
          begin();
          return end;
        });
      });
      call.endTurn = endTurn;
    },

    /** Makes room for another; this call has its answer. */
    leave(call: Call): void {
      call.endTurn?.();
      if (call.isAdmitted) underWay -= 1;
      call.isAdmitted = false;
    },
  };
}

function tooMany(): Problem {
  const detail = 'Too many requests are under way.';
  return new Problem('service-unavailable', detail, { retryAfterSeconds: 1 });
}
