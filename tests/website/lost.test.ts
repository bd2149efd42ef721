// Addresses that lead nowhere: a person is told by a page, a program by a problem document.
import { beforeAll, expect, test } from 'bun:test';
import pino from 'pino';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';

onBothDatabases('an address that leads nowhere', (kind) => {
  let service: TestService;
  const lines: string[] = [];
  beforeAll(async () => {
    const log = pino({}, { write: (line) => void lines.push(line) });
    service = await startTestService(kind, { log, settings: { WEBSITE: 'public' } });
  });

  const ask = (path: string, accept: string) =>
    fetch(service.url + path, { headers: { accept, 'accept-language': 'pl' } });

  test.each(['/nowhere', '/players', '/players/plr_none', '/docs/nowhere'])(
    '%s is a page for a browser and a problem for a program',
    async (path) => {
      const page = await ask(path, 'text/html');
      expect([page.status, page.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
      const text = await page.text();
      expect(text).toContain('<html lang="pl">');
      expect(text).toMatch(/<p><a href="[^"]*">Ranking<\/a><\/p>/);
      const known = { accept: 'text/html', 'if-none-match': '*' };
      expect((await fetch(service.url + path, { headers: known })).status).toBe(404);
      const problem = await ask(path, '*/*');
      expect([problem.status, problem.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json',
      ]);
    },
  );

  test('a very long one is a problem for a browser, too, and cut short in the log', async () => {
    const path = `/a${'/'.repeat(8_000)}`;
    const { headers } = await ask(path, 'text/html');
    expect(headers.get('content-type')).toBe('application/problem+json');
    const logged = lines
      .map((line) => JSON.parse(line).path)
      .find((one) => one?.startsWith('/a//'));
    expect(logged).toBe(path.slice(0, 500));
  });

  test('preferences longer than any browser’s are none, and a query as long is not repeated', async () => {
    const headers = { accept: 'text/html', 'accept-language': 'pl' };
    const asked = async (more: Record<string, string>, query = '') => {
      const answer = await fetch(`${service.url}/nowhere${query}`, {
        headers: { ...headers, ...more },
      });
      return [answer.headers.get('content-type'), await answer.text()] as const;
    };
    const long = (one: string) => `${one},`.repeat(600 / one.length) + one;
    const [type] = await asked({ accept: long('text/html') });
    expect(type).toBe('application/problem+json');
    expect((await asked({ 'accept-language': long('pl') }))[1]).toContain('<html lang="en">');
    const many = Array.from({ length: 21 }, (_, n) => `p${n}=1`).join('&');
    expect((await asked({}, '?p0=1'))[1]).toContain('href="./nowhere?p0=1&amp;lang=en"');
    expect((await asked({}, `?${many}`))[1]).toContain('href="./nowhere?lang=en"');
  });

  test.each(['/v1', '/v1/players/plr_none', '/v1/nowhere', '/oauth/nowhere'])(
    '%s stays a problem for a browser, too',
    async (path) => {
      const { headers } = await ask(path, 'text/html');
      expect(headers.get('content-type')).toBe('application/problem+json');
    },
  );

  test.each([
    ['en', 'This address is only for reading'],
    ['pl', 'Ten adres służy tylko do czytania'],
  ])(
    'a browser that sends something to a page is told in %s that it is only read',
    async (language, title) => {
      const headers = { accept: 'text/html', 'accept-language': language };
      const page = await fetch(`${service.url}/rules`, { method: 'POST', body: 'q=a', headers });
      expect([page.status, page.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect(await page.text()).toContain(`<h1>${title}</h1>`);
    },
  );

  test('a refusal is one line of the log and one measurement, with its own status', async () => {
    for (const [method, path, route, accept, status] of [
      ['POST', '/v1/matches', '/v1/matches', '*/*', 401],
      ['GET', '/v1/venues', '/v1/venues', '*/*', 401],
      ['GET', '/competitions/cmp_none', '/competitions/:competition_id', '*/*', 404],
      ['GET', '/competitions/cmp_none', '/competitions/:competition_id', 'text/html', 404],
      ['GET', '/once', '*', '*/*', 404],
      ['GET', '/once', '*', 'text/html', 404],
    ] as const) {
      lines.length = 0;
      const before = await measured();
      const answer = await fetch(service.url + path, { method, headers: { accept } });
      const now = await measured();
      expect([path, accept, answer.status]).toEqual([path, accept, status]);
      const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
      expect(logged.map((line) => [line.path, line.status])).toEqual([[path, status]]);
      const name = `route="${route}",method="${method}",status="${status}"`;
      expect([path, accept, now.all - before.all]).toEqual([path, accept, 1]);
      expect(now.text).toContain(`tennis_http_request_duration_seconds_count{${name}}`);
    }
  });

  /** How many requests are counted, but for those that ask for it. */
  async function measured() {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const counts = text.matchAll(/^tennis_http_request_duration_seconds_count\{(.*)\} (\d+)$/gm);
    const others = [...counts].filter(([, name]) => !name?.includes('/metrics'));
    return { text, all: others.reduce((sum, [, , count]) => sum + Number(count), 0) };
  }
});
