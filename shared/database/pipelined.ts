import type { PoolClient } from 'pg';
import { errorCode } from './error-code.ts';
import { askedHere, type Connections, databaseClosed, type Pooled } from './pool.ts';
import { Statement } from './statement.ts';
import { isStale } from './statement-names.ts';

type Run = Connections['query'];

/** A leased client, and how many statements are under way on it. */
type Lease = {
  readonly opening: Promise<PoolClient>;
  client?: PoolClient;
  underWay: number;
  hasFailed: boolean;
};

/**
 * Sends together what is written within one turn of the event loop: a system call for each statement took a
 * quarter of the process's time.
 */
function gather({ connection: { stream } }: PoolClient): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

/** Whether PostgreSQL said no: then the connection goes on. */
const wasRefused = (error: unknown) => /^[0-9A-Z]{5}$/.test(errorCode(error) ?? '');

/**
 * Runs statements on up to `most` clients of the pool, whose `pipeline` lets one be sent while others have no answer
 * yet: each goes to the client with the fewest under way. A client goes back once it has none.
 */
function pipeline({ pool, isOld }: Pooled, most: number) {
  const leases = new Set<Lease>();
  let drained = Promise.withResolvers<void>();

  const lease = (): Lease => {
    const opening = pool.connect();
    const made: Lease = { opening, underWay: 0, hasFailed: false };
    opening.then(
      (client) => (made.client = client),
      () => (made.hasFailed = true),
    );
    leases.add(made);
    return made;
  };
  /** Whoever waits for a connection of the pool gets it before further statements do. */
  const takesMore = ({ client, hasFailed }: Lease) =>
    !hasFailed && !(client && (isOld(client) || pool.waitingCount > 0));
  const next = (): Lease => {
    const [idlest] = [...leases].filter(takesMore).sort((a, b) => a.underWay - b.underWay);
    return idlest && (idlest.underWay === 0 || leases.size >= most) ? idlest : lease();
  };
  const giveBack = (given: Lease) => {
    leases.delete(given);
    given.client?.release(given.hasFailed || isOld(given.client));
    if (leases.size > 0) return;
    drained.resolve();
    drained = Promise.withResolvers();
  };

  const run: Run = async (text, values) => {
    const on = next();
    on.underWay += 1;
    try {
      const client = await on.opening;
      gather(client);
      return await client.query(new Statement(text, values)).result;
    } catch (error) {
      on.hasFailed ||= isStale(error) || !wasRefused(error);
      throw error;
    } finally {
      on.underWay -= 1;
      if (on.underWay === 0) giveBack(on);
    }
  };
  return { run, drained: () => (leases.size > 0 ? drained.promise : undefined) };
}

/**
 * The connections `own`, whose reads are pipelined on up to `most` clients of `reading`, which may be `own` itself. A
 * read that fails there, whatever the reason, is run once more on a connection of its own. With `changes`, single
 * statements that change something are pipelined, too, and run once.
 */
export function withPipelinedReads(
  own: Connections,
  reading: Pooled,
  most: number,
  changes = false,
): Connections {
  const { run, drained } = pipeline(reading, most);
  let closing: Promise<void> | undefined;
  const read: Run = async (text, values) =>
    closing ? own.query(text, values) : run(text, values).catch(() => own.query(text, values));
  const change: Run = async (text, values) => {
    if (closing) throw askedHere(databaseClosed());
    return run(text, values).catch((error) => {
      if (isStale(error)) return own.query(text, values);
      throw askedHere(error);
    });
  };
  const end = async () => {
    await drained();
    await reading.close();
    await own.close();
  };
  return {
    ...own,
    query: changes ? change : own.query,
    read,
    counts() {
      const all = [...new Set([own, reading])].map((each) => each.counts());
      const sum = (count: 'open' | 'idle' | 'waiting') =>
        all.reduce((total, each) => total + each[count], 0);
      return { open: sum('open'), idle: sum('idle'), waiting: sum('waiting') };
    },
    close: () => (closing ??= end()),
  };
}
