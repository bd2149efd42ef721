// PostgreSQL by hand: node-postgres with its own prepared statements.
import { Pool, type PoolClient, types } from 'pg';
import type { Database, Query } from './database.ts';
import { readIds } from './read-ids.ts';
import { statements } from './statements.ts';

const textArray: number = 1009; // its OID, which the driver's types leave out
types.setTypeParser(textArray, readIds); // the driver's own takes longer

/** As many connections as the service has for requests. */
const connections = 10;

export function openPostgres(connectionString: string): Database {
  const pool = new Pool({ connectionString, max: connections });
  const queryOn =
    (client: Pool | PoolClient): Query =>
    async (name, values) =>
      (await client.query({ name, text: statements[name], values: [...values] })).rows;
  return {
    query: queryOn(pool),
    async transaction(work) {
      const client = await pool.connect();
      const query = queryOn(client);
      try {
        await query('begin', []);
        const result = await work(query);
        await query('commit', []);
        return result;
      } catch (error) {
        await query('rollback', []);
        throw error;
      } finally {
        client.release();
      }
    },
  };
}
