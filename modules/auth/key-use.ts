import type { Database } from '../../shared/database/connect.ts';
import type { Log } from '../../shared/log.ts';
import { hourMs } from '../../shared/time.ts';
import { noteKeyUses } from './repository.ts';

type Dependencies = {
  readonly database: Pick<Database, 'db' | 'available'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: Pick<Log, 'debug'>;
};

export type KeyUses = ReturnType<typeof createKeyUses>;

/** Keeps in which hour each key was last used: one write a key, hour and process, beside requests. */
export function createKeyUses({ database, clock, log }: Dependencies) {
  const noted = new Map<string, number>();
  const waiting = new Map<string, number>();
  let writing: Promise<void> | undefined;

  async function store(): Promise<void> {
    const uses = [...waiting];
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
    /** Stores what was noted since the last time. Never throws: what can't be stored waits. */
    async write(): Promise<void> {
      if (waiting.size === 0) return;
      writing ??= store()
        // Nothing is lost but an hour's mark, and whatever keeps it from being stored is told elsewhere.
        .catch((err) => log.debug({ err }, 'the use of keys could not be stored'))
        .finally(() => {
          writing = undefined;
        });
      await writing;
    },
  };
}
