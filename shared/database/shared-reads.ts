import type { PoolConfig } from 'pg';
import { heldUpMs, type Line, openLine, type Run } from './line.ts';
import { type Connections, openPool } from './pool.ts';
import { mostNames } from './statement-names.ts';

/** So many statements are under way on a connection; others wait here, where whichever is free takes them. */
const mostOnLine = 3;

/** A statement that held up others goes alone until it takes less. */
const quickMs = 10;

/** A statement that waits for its turn, and since when. */
type Waiting = { readonly start: (how: Run) => void; readonly since: number };

/**
 * The same connections, with a few more, made by the configuration, for what changes nothing: there a
 * statement is sent while others have no answer yet, which takes far less of both sides than a
 * connection for each (docs/decisions/0029-reads-in-line.md).
 */
export function withSharedReads(own: Connections, config: PoolConfig): Connections {
  const alone = own.query;
  const { pool, isOld } = openPool({ ...config, pipeline: true });
  const lines = new Set<Line>();
  const queue: Waiting[] = [];
  /** What held up others when it was last run. */
  const slow = new Set<string>();

  const newLine = () => {
    const line = openLine(pool.connect(), {
      alone,
      isOld,
      closed(heldUpBy) {
        if (slow.size === mostNames) slow.clear();
        if (heldUpBy) slow.add(heldUpBy);
        for (const { start } of queue.splice(0)) start(alone);
      },
      answered: startMore,
      ended(client, hasFailed) {
        lines.delete(line);
        client?.release(hasFailed || isOld(client));
      },
    });
    lines.add(line);
    return line;
  };
  /** How the next one may be run: by the shortest line, alone where none takes more, or not yet. */
  const turn = (): Run | undefined => {
    if (pool.ending) return alone;
    if (lines.size < pool.options.max) return newLine().run;
    const open = [...lines].filter((line) => line.takesMore());
    const [shortest] = open.toSorted((a, b) => a.length() - b.length());
    if (!shortest) return alone;
    return shortest.length() < mostOnLine ? shortest.run : undefined;
  };
  function startMore(): void {
    for (let next = queue[0]; next; next = queue[0]) {
      const hasWaited = performance.now() - next.since > heldUpMs;
      const how = hasWaited ? alone : turn();
      if (!how) return;
      queue.shift();
      next.start(how);
    }
  }

  const runAlone: Run = async (text, values) => {
    const begun = performance.now();
    const answer = await alone(text, values);
    if (performance.now() - begun < quickMs) slow.delete(text);
    return answer;
  };

  return {
    ...own,
    async read(text, values) {
      if (slow.has(text)) return runAlone(text, values);
      return new Promise((resolve) => {
        queue.push({ start: (how) => resolve(how(text, values)), since: performance.now() });
        startMore();
      });
    },
    counts() {
      const { open, idle, waiting } = own.counts();
      return {
        open: open + pool.totalCount,
        idle: idle + pool.idleCount,
        waiting: waiting + pool.waitingCount + queue.length,
      };
    },
    async close() {
      if (!pool.ending) await pool.end();
      await own.close();
    },
  };
}
