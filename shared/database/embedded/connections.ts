import type { ClientBase } from 'pg';
import { withPipelinedReads } from '../pipelined.ts';
import { type Connections, createConnections } from '../pool.ts';
import type { StartedEngine } from './started-engine.ts';

/** PostgreSQL's one session, and a rating run's cursor in it, outlive the clients. */
async function reset(client: ClientBase): Promise<void> {
  await client.query('ROLLBACK');
  await client.query('RESET ALL; DEALLOCATE ALL');
}

/** Connections to the engine: one at a time, on which single statements are pipelined. */
export function connectionsTo({ stream }: Pick<StartedEngine, 'stream'>): Connections {
  const own = createConnections({
    stream,
    ssl: false, // whatever PGSSLMODE says
    sslnegotiation: 'postgres', // and PGSSLNEGOTIATION
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
    onConnect: reset,
  });
  return withPipelinedReads(own, own, 1, true);
}
