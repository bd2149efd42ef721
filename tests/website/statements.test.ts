// How often the pages ask the database: what they show comes by one or two statements.
import { beforeAll, expect, test } from 'bun:test';
import { onBothDatabases, type TestService } from '../support/service.ts';
import { nextOf } from './html.ts';
import { fillSite, ids, now, pages, variants } from './site.ts';
import { look, startSite } from './visitor.ts';

onBothDatabases('a page of the site', (kind) => {
  let service: TestService;
  let statements = 0;
  beforeAll(async () => {
    service = await startSite(kind, { records: [], clock: () => now });
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
  async function statementsOf(path: string): Promise<number> {
    const counts: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      statements = 0;
      expect((await look(service, path)).status).toBe(200);
      counts.push(statements);
    }
    return Math.min(...counts);
  }

  test.each([...pages, ...variants])('$name takes at most two statements', async ({ path }) => {
    // All rules are of the program itself.
    expect(await statementsOf(path)).toBeWithin(path === '/rules/all' ? 0 : 1, 3);
  });

  test('the next page of a list does, too', async () => {
    const { html, address } = await look(service, `/players/${ids.anna}`);
    expect(await statementsOf(nextOf(html, address) ?? '')).toBeWithin(1, 3);
  });
});
