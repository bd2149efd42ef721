import { type Engine, stopEngine } from './engine.ts';

/** What an engine in another thread is asked: messages of PostgreSQL's protocol, or to end. */
export type Asked = Uint8Array<ArrayBuffer> | 'stop';

/** What it tells: how it is, or PostgreSQL's answer to the oldest messages that have none yet. */
export type Told =
  | Uint8Array<ArrayBuffer>
  | { readonly answer: Uint8Array<ArrayBuffer>; readonly endedBy: string }
  | { readonly unusable: string }
  | { readonly gaveUp: true; readonly lastWords: string | undefined }
  | 'started'
  | 'stopped';

/** One side's end of the line between two threads. */
export type Port<Sent, Received> = {
  on(event: 'message', listener: (message: Received) => void): unknown;
  postMessage(message: Sent): void;
};

/** Has the engine answer what comes, one after the other, until it gives up. */
export function answerOn(port: Port<Told, Asked>, engine: Engine): void {
  const stop = async () => {
    await stopEngine(engine);
    port.postMessage('stopped');
  };
  const answer = async (messages: Uint8Array) => {
    const { parts, failure } = await run(engine, messages);
    const answered = joined(parts);
    const hasFailed = answered.at(-1) === code('E'); // a transaction, which then refuses a checkpoint
    // What fails here is tried again; the upkeep tells of it.
    if (failure === undefined && !hasFailed) await engine.shortenLog().catch(() => undefined);
    port.postMessage(failure === undefined ? answered : { answer: answered, endedBy: failure });
  };
  const take = async (asked: Asked) => {
    // In PostgreSQL's wreck, the next statement would run in an endless loop.
    if (!engine.files.isAborted) {
      if (asked !== 'stop') await answer(asked);
      const { isAborted, lastWords } = engine.files;
      if (isAborted) port.postMessage({ gaveUp: true, lastWords });
    }
    if (asked === 'stop') await stop();
  };
  let last = Promise.resolve();
  port.on('message', (asked) => {
    last = last.then(() => take(asked));
  });
  port.postMessage('started');
}

/** The parts of the answer, and why it ended early, if it did. */
async function run(engine: Engine, messages: Uint8Array) {
  const parts: Uint8Array[] = [];
  const onRawData = (part: Uint8Array) => {
    // After an error, PGlite says twice that it is ready, which would end the next statement, too.
    const isTwice = isReady(part) && isReady(parts.at(-1));
    // The parts are PGlite's own memory, which the next message overwrites.
    if (!isTwice) parts.push(part.slice());
  };
  const answering = engine.execProtocolRawStream(messages, { onRawData, syncToFs: false });
  const failure = await answering.then(() => undefined, String);
  return { parts, failure };
}

const code = (letter: string) => letter.charCodeAt(0);

/** Whether this is nothing but a ReadyForQuery. */
const isReady = (part?: Uint8Array) => part?.length === 6 && part[0] === code('Z');

/** The parts as one, in memory of its own: with a small Buffer, the other thread would get all that shares it. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}
