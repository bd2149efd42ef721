import { type Line, openLine, type Run } from './line.ts';
import { askedHere, type Connections, closed, type Pooled } from './pool.ts';
import { mostNames } from './statement-names.ts';

/** Beyond the first two connections, another one is opened only when each has so many statements under way. */
const manyOnLine = 4;
const usualLines = 2;

/** How reads share connections. */
export type Sharing = {
  /** The most connections that there are. */
  readonly connections: number;
  /** The most statements under way on each; others wait here for whichever has room first. */
  readonly mostOnEach: number;
  /** After so long without any answer, all leave a connection but the one that the server works on. */
  readonly heldUpMs: number;
  /** A queue that gets fewer answers a millisecond isn't just long: slow statements hold it up. */
  readonly fewAnswers: number;
  /** Whether single statements that change something share a connection, too: only where none can wait for a lock. */
  readonly changes: boolean;
};

/** Found by trial (docs/decisions/0029-reads-in-line.md). */
export const usualSharing: Sharing = {
  connections: 3,
  mostOnEach: 6,
  heldUpMs: 50,
  fewAnswers: 2,
  changes: false,
};

/** A statement that waits for its turn, since when, and how many were answered by then. */
type Waiting = {
  readonly start: (how: Line['run']) => void;
  readonly since: number;
  readonly answersBefore: number;
};

/**
 * The connections `own`; statements that change nothing go to `reading`, which may be `own` itself: there one is
 * sent while others have no answer yet, which costs both sides far less than a connection for each
 * (docs/decisions/0029-reads-in-line.md). With `changes`, so do single statements that change something.
 */
export function withSharedReads(
  own: Connections,
  reading: Pooled,
  { connections, mostOnEach, heldUpMs, fewAnswers, changes }: Sharing,
): Connections {
  const alone = own.query;
  const { pool, isOld } = reading;
  const lines = new Set<Line>();
  const queue: Waiting[] = [];
  /** The texts that held up others when they were last run. */
  const slow = new Set<string>();
  let closing: Promise<void> | undefined;
  let answers = 0;

  const noteSlow = (text: string) => {
    if (slow.size === mostNames) slow.clear();
    slow.add(text);
  };
  const startAllAlone = () => {
    for (const { start } of queue.splice(0)) start(alone);
  };
  const newLine = () => {
    const line = openLine(pool.connect(), {
      alone,
      isOld,
      heldUpMs,
      othersWait: () => pool.waitingCount > 0,
      isClosing: () => closing !== undefined,
      takesNoMore(heldUpBy) {
        if (heldUpBy) noteSlow(heldUpBy);
        startAllAlone();
      },
      answered() {
        answers += 1;
        startMore();
      },
      emptied(client, hasFailed) {
        lines.delete(line);
        client?.release(hasFailed || isOld(client));
      },
    });
    lines.add(line);
    return line;
  };
  /** How the next one may be run: by the shortest line, alone where none takes more, or not yet. */
  const turn = (): Line['run'] | undefined => {
    if (closing) return alone;
    const open = [...lines].filter((line) => line.takesMore());
    const [shortest] = open.toSorted((a, b) => a.length() - b.length());
    const areMany = !shortest || shortest.length() >= manyOnLine;
    const mostLines = areMany ? connections : Math.min(usualLines, connections);
    if (lines.size < mostLines) return newLine().run;
    // The one connection for all comes free by itself: its line takes no more until others had their turn.
    if (!shortest) return own === reading ? undefined : alone;
    return shortest.length() < mostOnEach ? shortest.run : undefined;
  };
  function startMore(): void {
    for (let next = queue[0]; next; next = queue[0]) {
      const waitedMs = performance.now() - next.since;
      const areFew = answers - next.answersBefore < waitedMs * fewAnswers;
      const isHeldUp = waitedMs > heldUpMs && areFew;
      const how = isHeldUp ? alone : turn();
      if (!how) return;
      queue.shift();
      next.start(how);
    }
  }

  const inTurn: Line['run'] = (...statement) =>
    new Promise((resolve) => {
      const start = (how: Line['run']) => resolve(how(...statement));
      queue.push({ start, since: performance.now(), answersBefore: answers });
      startMore();
    });
  const change: Run = async (text, values) => {
    try {
      if (closing) throw closed();
      return await inTurn(text, values, true);
    } catch (error) {
      throw askedHere(error);
    }
  };
  const runSlow: Run = async (text, values) => {
    const connection = await own.connect();
    const begun = performance.now();
    try {
      return await connection.query(text, values);
    } finally {
      connection.release();
      if (performance.now() - begun < heldUpMs) slow.delete(text);
    }
  };
  const end = async () => {
    startAllAlone();
    await Promise.all([...lines].map(({ done }) => done));
    await reading.close();
    await own.close();
  };

  return {
    ...own,
    query: changes ? change : own.query,
    async read(text, values) {
      return slow.has(text) ? runSlow(text, values) : inTurn(text, values);
    },
    counts() {
      const all = [...new Set([own, reading])].map((each) => each.counts());
      const sum = (count: 'open' | 'idle' | 'waiting') =>
        all.reduce((total, each) => total + each[count], 0);
      return { open: sum('open'), idle: sum('idle'), waiting: sum('waiting') + queue.length };
    },
    close: () => (closing ??= end()),
  };
}
