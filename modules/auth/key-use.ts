import type { Db } from '../../shared/database/db.ts';
import { hourMs } from '../../shared/time.ts';
import { noteKeyUses } from './repository.ts';

export type KeyUse = {
  /** Notes that a key is used now; costs no query. */
  note(key: string): void;
  /** Stores what was noted since the last time. Never throws: what can't be stored waits. */
  write(): Promise<void>;
};

type Dependencies = {
  readonly database: Db;
  /** Throws where a long command is using the database. */
  readonly available: () => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly reportFailure: (error: unknown) => void;
};

/** Keeps in which hour each key was last used: one write a key, hour and process, beside requests. */
export function createKeyUse({ database, available, clock, reportFailure }: Dependencies): KeyUse {
  const noted = new Map<string, number>();
  const waiting = new Map<string, number>();
  let writing: Promise<void> | undefined;

  async function store(uses: readonly [string, number][]): Promise<void> {
    try {
      await available();
      await noteKeyUses(database, uses);
      for (const [key, hour] of uses) if (waiting.get(key) === hour) waiting.delete(key);
    } catch (error) {
      reportFailure(error);
    }
  }

  return {
    note(key) {
      const hour = Math.floor(clock() / hourMs) * hourMs;
      if (noted.get(key) === hour) return;
      noted.set(key, hour);
      waiting.set(key, hour);
    },
    async write() {
      if (waiting.size === 0) return;
      writing ??= store([...waiting]).finally(() => {
        writing = undefined;
      });
      await writing;
    },
  };
}
