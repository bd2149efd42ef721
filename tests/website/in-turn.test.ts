// Many pages at once: they are made in turn, and leave room for programs.
import { expect, test } from 'bun:test';
import { onDatabase } from '../support/service.ts';
import { startSite } from './visitor.ts';

onDatabase('embedded', 'of many pages at once', (kind) => {
  test('more pages than may wait are refused, while a program finds its place', async () => {
    const { url, get, workbench } = await startSite(kind);
    const isRefused = Promise.withResolvers<void>();
    const held = workbench.database.transaction(() => isRefused.promise);
    const pages = Array.from({ length: 200 }, async () => {
      const answer = await fetch(`${url}/competitions`);
      if (answer.status === 503) isRefused.resolve();
      return answer;
    });
    const read = get('/v1/venues');
    await held;
    const answers = await Promise.all(pages);
    const refused = answers.filter(({ status }) => status === 503);
    // Of 200, eight are made at once, and half as many as all requests may be under way wait.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(200 - 8 - 125);
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('1');
    for (const { status } of answers) expect([200, 503]).toContain(status);
    expect((await read).status).toBe(200);
  });
});
