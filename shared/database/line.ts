import type { PoolClient } from 'pg';
import { type Connections, closed } from './pool.ts';
import { Statement } from './statement.ts';
import { isStale } from './statement-names.ts';

export type Run = Connections['query'];

/** A statement without an answer yet; `leave` runs it alone instead. */
type Waiting = { readonly text: string; readonly leave: () => void };

type Surroundings = {
  /** Runs a statement on a connection of its own. */
  readonly alone: Run;
  /** Whether a connection is to be replaced. */
  readonly isOld: (client: PoolClient) => boolean;
  /** Whether somebody waits for a connection. */
  readonly othersWait: () => boolean;
  /** Whether nothing that changes something may be sent any more. */
  readonly isClosing: () => boolean;
  /** After so long without any answer, all leave but the one that the server works on. */
  readonly heldUpMs: number;
  /** Called when no more may be sent: a statement failed, or the given text holds up the others. */
  readonly takesNoMore: (heldUpBy?: string) => void;
  /** One was answered, or failed. */
  readonly answered: () => void;
  /** Is given the connection once no answer is missing, and whether a statement failed. */
  readonly emptied: (client: PoolClient | undefined, hasFailed: boolean) => void;
};

/** A statement that fails within this time can be run once more. */
const againMs = 1_000;

/**
 * Sends together what is written within one turn of the event loop: a system call for each
 * statement took a quarter of the process's time (docs/decisions/0029-reads-in-line.md).
 */
function gather({ connection: { stream } }: PoolClient): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

/** Statements that share a connection, from the first one until no answer is missing. */
export type Line = ReturnType<typeof openLine>;

/**
 * Sends statements on a connection, without waiting for answers. Of those that change nothing, those that are
 * held up there, or fail soon, whatever the reason, are run alone.
 */
export function openLine(connected: Promise<PoolClient>, surroundings: Surroundings) {
  const { alone, isOld, heldUpMs } = surroundings;
  /**
   * In the order in which they were sent, and are answered. No Set: each table that one has outgrown keeps what
   * was in it, and the next table, so that answered statements survived most collections of garbage.
   */
  const waiting: Waiting[] = [];
  const { promise: done, resolve: end } = Promise.withResolvers<void>();
  let client: PoolClient | undefined;
  let answers = 0;
  let isHeldUp = false;
  let hasFailed = false;

  const opened = connected.then((given) => (client = given));

  const lookLater = (before: number) => setTimeout(checkProgress, heldUpMs, before);
  const checkProgress = (before: number) => {
    if (answers > before) {
      watch = lookLater(answers);
      return;
    }
    isHeldUp = true;
    const [first, ...behind] = waiting;
    // Without a connection yet, the server works on none of them.
    if (!client) first?.leave();
    for (const { leave } of behind) leave();
    surroundings.takesNoMore(client && first?.text);
  };
  let watch = lookLater(0);

  const noteAnswer = (one: Waiting) => {
    answers += 1;
    waiting.splice(waiting.indexOf(one), 1);
    if (waiting.length === 0) {
      clearTimeout(watch);
      surroundings.emptied(client, hasFailed);
      end();
    }
    surroundings.answered();
  };

  return {
    length: () => waiting.length,
    takesMore: () =>
      !isHeldUp && !hasFailed && !(client && (isOld(client) || surroundings.othersWait())),
    /** Settles once no answer is missing. */
    done,
    /** Where `changes`, it is run once. */
    run: (text: string, values: readonly unknown[] = [], changes = false): ReturnType<Run> =>
      new Promise((resolve, reject) => {
        const begun = performance.now();
        let hasLeft = false;
        const leave = () => {
          if (!hasLeft) resolve(alone(text, values));
          hasLeft = true;
        };
        const one = { text, leave };
        waiting.push(one);
        opened
          .then((to) => {
            if (changes && surroundings.isClosing()) throw closed();
            gather(to);
            return to.query(new Statement(text, values)).result;
          })
          .then(resolve, (error) => {
            // A change may well be refused, such as one that is there already: the connection goes on.
            if (changes && !isStale(error)) return reject(error);
            hasFailed = true;
            if (performance.now() - begun < againMs || isStale(error)) leave();
            else reject(error);
            surroundings.takesNoMore();
          })
          .finally(() => noteAnswer(one));
      }),
  };
}
