import type { Database } from '../../shared/database/connect.ts';
import type { Log } from '../../shared/log.ts';
import { type Clock, hourMs } from '../../shared/time.ts';
import { together } from '../../shared/together.ts';
import { noteKeyUses } from './repository.ts';

type Dependencies = {
  readonly database: Pick<Database, 'db' | 'available'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'debug'>;
};

export type KeyUses = ReturnType<typeof createKeyUses>;

/** Keeps the hour of each key's last use: one write per key, hour and process, outside requests. */
export function createKeyUses({ database, clock, log }: Dependencies) {
  const noted = new Map<string, number>();
  const waiting = new Map<string, number>();

  async function store(): Promise<void> {
    const uses = [...waiting];
    if (uses.length === 0) return;
    await database.available();
    await noteKeyUses(database.db, uses);
    for (const [key, hour] of uses) if (waiting.get(key) === hour) waiting.delete(key);
  }

  return {
    /** Notes that a key is used now; costs no query. */
    note(key: string): void {
      const hour = Math.floor(clock() / hourMs) * hourMs;
      if (noted.get(key) === hour) return;
      noted.set(key, hour);
      waiting.set(key, hour);
    },
    /**
     * Stores what was noted since the last time. Never throws: what can't be stored waits, and the cause
     * is reported elsewhere.
     */
    write: together(() =>
      store().catch((err) => log.debug({ err }, 'the use of keys could not be stored')),
    ),
  };
}
