import type { Database } from '../../shared/database/connect.ts';
import type { Log } from '../../shared/log.ts';
import { type Clock, hourMs } from '../../shared/time.ts';
import { together } from '../../shared/together.ts';
import { noteKeyUses } from './repository.ts';

type Dependencies = {
  readonly database: Pick<Database, 'db' | 'available'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'debug'>;
  readonly table: 'api_key' | 'pass';
};

export type KeyUses = ReturnType<typeof createKeyUses>;

/** Keeps the hour of each key's or pass's last use: one write for each, hour and process, outside requests. */
export function createKeyUses({ database, clock, log, table }: Dependencies) {
  const noted = new Map<string, number>();
  const waiting = new Map<string, number>();

  async function store(): Promise<void> {
    const uses = [...waiting];
    if (uses.length === 0) return;
    await database.available();
    await noteKeyUses(database.db, table, uses);
    for (const [id, hour] of uses) if (waiting.get(id) === hour) waiting.delete(id);
  }

  return {
    /** Notes that the one with the id is used now; costs no query. */
    note(id: string): void {
      const hour = Math.floor(clock() / hourMs) * hourMs;
      if (noted.get(id) === hour) return;
      noted.set(id, hour);
      waiting.set(id, hour);
    },
    /**
     * Stores what was noted since the last time. Never throws: what can't be stored waits, and the cause
     * is reported elsewhere.
     */
    write: together(() =>
      store().catch((err) => log.debug({ err }, 'the use of keys or passes could not be stored')),
    ),
  };
}
