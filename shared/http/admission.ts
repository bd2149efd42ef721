import type { Database } from '../database/connect.ts';
import { Problem } from '../problem.ts';
import type { Call } from './access-log.ts';

/** How many requests may be under way: few enough to be answered in time, on a slow machine, too. */
const most = { server: 1_000, embedded: 250 };

export type Admission = ReturnType<typeof createAdmission>;

/** A bounded queue of the requests that are on their way to the database and back. */
export function createAdmission({ kind, available }: Pick<Database, 'kind' | 'available'>) {
  let underWay = 0;
  return {
    /** Throws `service-unavailable` where what holds up all requests takes too long. */
    available,

    /** Waits for what holds up all requests. Throws `service-unavailable` where that is too long. */
    async enter(call: Call): Promise<void> {
      if (underWay >= most[kind]) {
        const detail = 'Too many requests are under way.';
        throw new Problem('service-unavailable', detail, { retryAfterSeconds: 1 });
      }
      underWay += 1;
      call.isAdmitted = true;
      await available();
    },

    /** Makes room for another; this call has its answer. */
    leave(call: Call): void {
      if (call.isAdmitted) underWay -= 1;
      call.isAdmitted = false;
    },
  };
}
