import type { PoolClient } from 'pg';
import type { Connections } from './pool.ts';
import { nameOf } from './statement-names.ts';

export type Run = Connections['query'];

/** A statement without an answer yet; `leave` has it run alone instead. */
type Waiting = { readonly text: string; readonly leave: () => void };

type Surroundings = {
  /** Runs a statement on a connection of its own. */
  readonly alone: Run;
  /** Whether a connection is to be replaced. */
  readonly isOld: (client: PoolClient) => boolean;
  /** Is told that one failed, or, if its text is given, holds up the others: no more may be sent. */
  readonly closed: (heldUpBy?: string) => void;
  /** Is told of each answer. */
  readonly answered: () => void;
  /** Is given the connection once no answer is missing, and whether it failed. */
  readonly ended: (client: PoolClient | undefined, hasFailed: boolean) => void;
};

/** Where nothing is answered for so long, all leave but the one that the server works on. */
export const heldUpMs = 50;

/** Statements that share a connection, from the first one until no answer is missing. */
export type Line = ReturnType<typeof openLine>;

/**
 * Sends statements that change nothing on a connection, each at once. Those that are held up there, or
 * fail before that, whatever the reason, are run alone.
 */
export function openLine(connected: Promise<PoolClient>, surroundings: Surroundings) {
  const { alone, isOld } = surroundings;
  /** In the order in which they were sent, and are answered. */
  const waiting = new Set<Waiting>();
  let client: PoolClient | undefined;
  let answers = 0;
  let isHeldUp = false;
  let hasFailed = false;

  const takesMore = () => !isHeldUp && !hasFailed && !(client && isOld(client));

  const lookLater = (before: number) => setTimeout(look, heldUpMs, before);
  const look = (before: number) => {
    if (answers > before) {
      watch = lookLater(answers);
      return;
    }
    isHeldUp = true;
    const [first, ...behind] = waiting;
    for (const { leave } of behind) leave();
    surroundings.closed(first?.text);
  };
  let watch: ReturnType<typeof lookLater> | undefined;
  const opened = connected.then((given) => {
    watch = lookLater(0);
    client = given;
    return given;
  });

  const noteAnswer = (one: Waiting) => {
    answers += 1;
    waiting.delete(one);
    if (waiting.size === 0) {
      clearTimeout(watch);
      surroundings.ended(client, hasFailed);
    }
    surroundings.answered();
  };

  return {
    length: () => waiting.size,
    takesMore,
    run: ((text, values = []) =>
      new Promise((resolve, reject) => {
        const leave = () => resolve(alone(text, values));
        const one = { text, leave };
        waiting.add(one);
        opened
          .then((to) => to.query({ name: nameOf(text), text, values: [...values] }))
          .then(resolve, (error) => {
            hasFailed = true;
            if (isHeldUp) reject(error);
            else leave();
            surroundings.closed();
          })
          .finally(() => noteAnswer(one));
      })) satisfies Run,
  };
}
