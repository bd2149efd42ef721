// Addresses that lead nowhere: a person is told by a page, a program by a problem document.
import { beforeAll, expect, test } from 'bun:test';
import { onBothDatabases, startTestService, type TestService } from '../support/service.ts';

onBothDatabases('an address that leads nowhere', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(kind, { settings: { WEBSITE: 'public' } });
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
      expect(await page.text()).toContain('<html lang="pl">');
      const problem = await ask(path, '*/*');
      expect([problem.status, problem.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json',
      ]);
    },
  );

  test.each(['/v1/players/plr_none', '/v1/nowhere', '/oauth/nowhere'])(
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
});
