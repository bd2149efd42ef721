import type { PoolConfig } from 'pg';
import { type Line, openLine } from './line.ts';
import { type Connections, openPool } from './pool.ts';
import { mostNames } from './statement-names.ts';

/** A statement that held up others goes alone until it takes less. */
const quickMs = 10;

/**
 * The same connections, with a few more, made by the configuration, for what changes nothing: there each
 * statement is sent at once, behind those that have no answer yet, which takes far less of both sides
 * than a connection for each (docs/decisions/0029-reads-in-line.md).
 */
export function withSharedReads(own: Connections, config: PoolConfig): Connections {
  const { pool, isOld } = openPool({ ...config, pipeline: true });
  const lines = new Set<Line>();
  /** What held up others when it was last run. */
  const slow = new Set<string>();

  const newLine = () => {
    const line = openLine(pool.connect(), {
      alone: own.query,
      isOld,
      heldUpBy(text) {
        if (slow.size === mostNames) slow.clear();
        slow.add(text);
      },
      ended(client, hasFailed) {
        lines.delete(line);
        client?.release(hasFailed || isOld(client));
      },
    });
    lines.add(line);
    return line;
  };
  /** A new line while there are few, else the shortest; none where all are held up. */
  const lineFor = () => {
    if (lines.size < pool.options.max) return newLine();
    const open = [...lines].filter((line) => line.takesMore());
    return open.toSorted((a, b) => a.length() - b.length())[0];
  };

  const runAlone: Connections['read'] = async (text, values) => {
    const begun = performance.now();
    const answer = await own.query(text, values);
    if (performance.now() - begun < quickMs) slow.delete(text);
    return answer;
  };

  return {
    ...own,
    async read(text, values) {
      if (slow.has(text)) return runAlone(text, values);
      return (lineFor()?.run ?? own.query)(text, values);
    },
    counts() {
      const { open, idle, waiting } = own.counts();
      return {
        open: open + pool.totalCount,
        idle: idle + pool.idleCount,
        waiting: waiting + pool.waitingCount,
      };
    },
    async close() {
      if (!pool.ending) await pool.end();
      await own.close();
    },
  };
}
