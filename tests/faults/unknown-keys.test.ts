// A flood of keys that nobody has, well-formed so that only the database could tell.
import { afterAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { newSecret } from '../../modules/auth/index.ts';
import { secrets } from '../support/city.ts';
import { cleanUp, startTestService } from '../support/service.ts';

afterAll(cleanUp);

const stores = ['memory', 'database'] as const;

test.each(stores)(
  'beyond the limit of its address it asks the database no more than once a second (%s)',
  async (store) => {
    const limit = 20;
    const { workbench, requests, get, url } = await startTestService('server', {
      settings: { ADDRESS_LIMIT_PER_MINUTE: limit, RATE_LIMIT_STORE: store },
    });
    const writes = async () => {
      const { rows } = await sql<{ writes: number }>`select (n_tup_ins + n_tup_upd)::int as writes
      from pg_stat_user_tables where relname = 'rate_window'`.execute(workbench.database.db);
      return rows[0]?.writes ?? 0;
    };
    /** How often the table of keys was read, once each connection that a request may have had reported. */
    const readsOfKeys = async () => {
      const flush = 'select pg_stat_force_next_flush()';
      const flushed = Array.from({ length: 20 }, async () => [
        await requests.db.direct?.query(flush),
        await requests.db.direct?.read(flush),
      ]);
      await Promise.all(flushed);
      const { rows } = await sql<{ reads: number }>`select (seq_scan + idx_scan)::int as reads
      from pg_stat_user_tables where relname = 'api_key'`.execute(workbench.database.db);
      return rows[0]?.reads ?? 0;
    };
    const guess = () => get('/v1/venues', { 'x-api-key': newSecret('trk_') });

    const before = await readsOfKeys();
    for (let n = 0; n < limit; n += 1) expect((await guess()).status).toBe(401);
    const asked = await readsOfKeys();
    expect(asked - before).toBeGreaterThanOrEqual(limit);

    const written = await writes();
    const started = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: 500 }, async () => (await guess()).status),
    );
    expect(new Set(statuses)).toEqual(new Set([429]));
    const seconds = Math.ceil((performance.now() - started) / 1_000);
    const headers = () => ({ 'x-api-key': newSecret('trk_') });
    for (let n = 0; n < 200; n += 1) {
      await fetch(`${url}/v1/venues`, { method: 'OPTIONS', headers: headers() });
    }
    // Once a second for the flood, and for the good key below and above.
    expect((await readsOfKeys()) - asked).toBeLessThanOrEqual(2 * seconds + 8);
    if (store === 'memory') expect(await writes()).toBe(written);
    expect((await get('/v1/venues', { 'x-api-key': secrets.key })).status).toBe(200);
  },
  60_000,
);
