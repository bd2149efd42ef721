import { Buffer } from 'node:buffer';
import { Duplex } from 'node:stream';
import { joined } from './engine-port.ts';

/** AuthenticationOk and ReadyForQuery: the answer to a client that introduces itself. */
const welcome = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

/** The message by which a client says goodbye. */
const terminate = 'X'.charCodeAt(0);

/** So many statements go to the engine together: while it answers them, this thread makes more. */
const mostTogether = 8;

type Surroundings = {
  /** Whoever asks gets the answer by `push`. */
  readonly ask: (session: Session, messages: Uint8Array<ArrayBuffer>) => void;
  readonly opened: (session: Session) => void;
  readonly closed: (session: Session) => void;
};

/** What node-postgres' clients are given in place of a socket. */
export class Session extends Duplex {
  readonly #surroundings: Surroundings;
  #isIntroduced = false;

  constructor(surroundings: Surroundings) {
    super();
    this.#surroundings = surroundings;
  }

  connect(): void {
    setImmediate(() => this.emit('connect'));
    this.#surroundings.opened(this);
  }

  setNoDelay(): void {}

  ref(): void {}

  override _read(): void {}

  override _write(messages: Buffer, _: string, done: () => void): void {
    this.#send([messages]);
    done();
  }

  override _writev(written: { chunk: Buffer }[], done: () => void): void {
    const parts = written.map(({ chunk }) => chunk);
    while (parts.length > 0) this.#send(parts.splice(0, mostTogether));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#surroundings.closed(this);
    done(error);
  }

  #send(parts: readonly Buffer[]): void {
    if (!this.#isIntroduced) this.push(welcome);
    else if (parts[0]?.[0] !== terminate) this.#surroundings.ask(this, joined(parts));
    this.#isIntroduced = true;
  }
}
