import type { ClientBase } from 'pg';
import { type Connections, createConnections } from '../pool.ts';
import { type Sharing, withSharedReads } from '../shared-reads.ts';
import type { StartedEngine } from './started-engine.ts';

/**
 * Single statements go to the engine as they come: with one connection, none can go past another, and the more
 * are under way, the less often one of the two threads waits for the other.
 */
const sharing: Sharing = {
  connections: 1,
  mostOnEach: 64,
  heldUpMs: 2 ** 31 - 1,
  fewAnswers: 0,
  changes: true,
};

/** PostgreSQL's one session, and a rating run's cursor in it, outlive the clients. */
async function reset(client: ClientBase): Promise<void> {
  await client.query('ROLLBACK');
  await client.query('RESET ALL; DEALLOCATE ALL');
}

/** Connections to the engine: one at a time, which reads share. */
export function connectionsTo({ stream }: Pick<StartedEngine, 'stream'>): Connections {
  const own = createConnections({
    stream,
    ssl: false, // whatever PGSSLMODE says
    sslnegotiation: 'postgres', // and PGSSLNEGOTIATION
    pipeline: true,
    max: sharing.connections,
    idleTimeoutMillis: 0,
    onConnect: reset,
  });
  return withSharedReads(own, own, sharing);
}
