// How often the pages ask the database: what they show comes by one or two statements.
import { beforeAll, expect, test } from 'bun:test';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { fillSite, ids, now, pages, variants } from './site.ts';

onBothDatabases('a page of the site', (kind) => {
  let service: TestService;
  let statements = 0;
  beforeAll(async () => {
    service = await startTestService(kind, {
      settings: { WEBSITE: 'public' },
      records: [],
      clock: () => now,
    });
    await fillSite(service);
    const { db } = service.requests;
    // All statements go through the executor, then.
    Object.assign(db, { direct: undefined });
    const executor = db.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (...query) => {
      statements += 1;
      return execute(...query);
    };
  });

  /** How many statements a page takes: the fewest of three looks, since jobs may ask meanwhile, too. */
  async function statementsOf(address: string | URL): Promise<number> {
    const counts: number[] = [];
    for (let look = 0; look < 3; look += 1) {
      statements = 0;
      const { status } = await fetch(address, { headers: { accept: 'text/html' } });
      expect(status).toBe(200);
      counts.push(statements);
    }
    return Math.min(...counts);
  }

  test.each([...pages, ...variants])('$name takes at most two statements', async ({ path }) => {
    expect(await statementsOf(service.url + path)).toBeWithin(1, 3);
  });

  test('the next page of a list does, too', async () => {
    const first = `${service.url}/players/${ids.anna}`;
    const [, address = ''] =
      /href="([^"]*cursor=[^"]*)"/.exec(await (await fetch(first)).text()) ?? [];
    const next = new URL(address.replaceAll('&amp;', '&'), first);
    expect(await statementsOf(next)).toBeWithin(1, 3);
  });
});
