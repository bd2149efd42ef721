import { Buffer } from 'node:buffer';
import type { Asked, Port, Told } from './engine-port.ts';
import { Session } from './session.ts';

/** An engine that answers. */
export type StartedEngine = {
  /** A stream for a client. All of them are in the same session of PostgreSQL. */
  readonly stream: () => Session;
  /** Resolves to the reason once PostgreSQL has given up. */
  readonly gaveUp: Promise<string>;
  readonly stop: () => Promise<void>;
};

/** The engine that answers on the port's other side. */
export function engineBehind(port: Port<Asked, Told>) {
  const sessions = new Set<Session>();
  /** Those whose messages have no answer yet, in the order of the messages. */
  const asking: Session[] = [];
  const { promise: gaveUp, resolve: end } = Promise.withResolvers<string>();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  let stoppedBy: Error | undefined;

  /** Why it can't be used any more; the text leads to 503 like that of a lost connection. */
  const giveUp = (lastWords: string | undefined) => {
    const why = lastWords ? ` (${lastWords})` : '';
    const room = /no space/i.test(why) ? 'free some space and ' : '';
    stoppedBy = terminated(
      `the embedded database has stopped${why}: ${room}start the program again`,
    );
    for (const session of sessions) session.destroy(stoppedBy);
    end(lastWords ?? 'for an unknown reason');
  };
  const pass = (answer: Uint8Array<ArrayBuffer>) => {
    const session = asking.shift();
    // One that was thrown away needs no answer.
    if (session?.destroyed === false) session.push(Buffer.from(answer.buffer));
    return session;
  };
  port.on('message', (told) => {
    if (told instanceof Uint8Array) pass(told);
    else if (told === 'stopped') stop();
    else if (typeof told === 'string') return;
    else if ('endedBy' in told) pass(told.answer)?.destroy(terminated(told.endedBy));
    else if ('gaveUp' in told) giveUp(told.lastWords);
  });

  const surroundings = {
    ask(session: Session, messages: Uint8Array<ArrayBuffer>) {
      asking.push(session);
      port.postMessage(messages);
    },
    opened(session: Session) {
      sessions.add(session);
      if (stoppedBy) session.destroy(stoppedBy);
    },
    closed: (session: Session) => sessions.delete(session),
  };
  return {
    stream: () => new Session(surroundings),
    gaveUp,
    giveUp,
    /** Waits for the answers that are missing. */
    async stop(): Promise<void> {
      port.postMessage('stop');
      await Promise.race([stopped, gaveUp]);
    },
  };
}

const terminated = (why: string) => new Error(`Connection terminated: ${why}`);
