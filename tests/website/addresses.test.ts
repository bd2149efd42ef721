// Where an address leads that isn't a page's: to the page of today, or to none, with or without the website.

import { beforeAll, expect, test } from 'bun:test';
import { createCorrections } from '../../modules/ratings/index.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { createLog } from '../../shared/log.ts';
import { textOf } from '../docs/markdown.ts';
import { ids, testCity } from '../support/city.ts';
import { json, onBothDatabases, startTestService, type TestService } from '../support/service.ts';
import { ask, look, startSite } from './visitor.ts';

onBothDatabases('the address of a player who was merged into another one', (kind) => {
  const [first, second, third, fourth] = ids.players as PlayerId[];
  let service: TestService;
  beforeAll(async () => {
    service = await startSite(kind);
    const { mergePlayers } = createCorrections(service.workbench);
    const asked = { actor: { user: 'tester' }, reason: 'Registered twice.' };
    if (!first || !second || !third) throw new Error('The city has fewer than three players.');
    await mergePlayers(first, second, asked);
    await mergePlayers(second, third, asked);
  });

  test.each([
    ['FIRST?lang=pl', '../players/SECOND?lang=pl'],
    [`${first?.replace('_', '%5F')}`, '../players/SECOND'],
    ['FIRST?cursor=old', '../players/SECOND'],
    ['FIRST/against/FOURTH?lang=pl', '../../../players/SECOND/against/FOURTH?lang=pl'],
    ['FIRST/what-if?q=a', '../../players/SECOND/what-if?q=a'],
    ['FIRST/what-if?opponent=FOURTH', '../../players/SECOND/what-if?opponent=FOURTH'],
  ])('leads to the other one’s, with all that belongs to it: %s', async (path, location) => {
    const named = (text: string) =>
      text
        .replaceAll('FIRST', String(first))
        .replaceAll('SECOND', String(second))
        .replaceAll('FOURTH', String(fourth));
    const { status, headers } = await ask(service, `/players/${named(path)}`);
    expect([status, headers.get('location')]).toEqual([301, named(location)]);
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test.each([
    [`${first}`, `${third}`],
    [`${fourth}/against/${first}`, `${fourth}/against/${third}`],
    [`${fourth}/what-if?opponent=${first}`, `${fourth}/what-if?opponent=${third}`],
    // Of what names both there is one left.
    [`${first}/against/${second}`, `${third}`],
    [`${first}/what-if?opponent=${second}`, `${third}`],
  ])('leads there through each merge: %s', async (path, end) => {
    const { status, url } = await fetch(`${service.url}/players/${path}`);
    expect([status, url]).toEqual([200, `${service.url}/players/${end}`]);
  });

  test('is none of the API', async () => {
    expect((await service.get(`/v1/players/${first}`)).status).toBe(404);
  });
});

onBothDatabases('WEBSITE=off', (kind) => {
  const { league } = ids;
  const match_id = 'mat_offxxxxxx1';
  const [player_id = '', opponent_id = ''] = ids.players;
  const those: Readonly<Record<string, string>> = {
    ...{ player_id, opponent_id, match_id },
    competition_id: league,
  };
  /** The address of every page, as the routes have it. */
  const routes = textOf('modules/website/routes.ts').matchAll(/\.get\(\s*'([^']+)'/g);
  const addresses = [...routes].map(([, path = '']) =>
    path.replaceAll(/:(\w+)/g, (_, parameter: string) => those[parameter] ?? ''),
  );
  const played = {
    ...{ kind: 'match', id: match_id, competition_id: league, venue_id: ids.venues[0] },
    ...{ played_at: '2026-05-02T10:00:00Z', player_ids: [player_id, opponent_id] },
    ...{ status: 'walkover', winner_id: player_id },
  };
  const records = [...testCity(), played];

  test('makes every page but the start 404, which is there without the setting', async () => {
    const [off, on] = [
      await startTestService(kind, { records }),
      await startSite(kind, { records }),
    ];
    expect(addresses).toEqual(expect.arrayContaining(['/', '/rules', `/players/${player_id}`]));
    for (const path of addresses) {
      const page = await look(on, path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.html).not.toMatch(/fictional|zmyślone/);
      for (const accept of path === '/' ? [] : ['text/html', '*/*']) {
        const answer = await ask(off, path, { accept });
        const { type, detail } = await json(answer);
        expect([answer.status, type]).toEqual([404, expect.stringMatching(/#not-found$/)]);
        expect(detail).toContain(path);
      }
    }
    const start = await look(off, '/', 'pl');
    expect(start.html).toContain('<html lang="en">');
    expect(start.html).toContain('The API lives at');
    expect(start.html).not.toMatch(/fictional|zmyślone/);
    const program = await ask(off, '/', { accept: 'application/json' });
    expect(await json(program)).toHaveProperty('base_url');
  });
});

onBothDatabases('an address that leads nowhere', (kind) => {
  let service: TestService;
  const lines: string[] = [];
  beforeAll(async () => {
    const log = createLog('info', false, (line) => void lines.push(line));
    service = await startSite(kind, { log });
  });

  const typeOf = ({ headers }: Response) => headers.get('content-type');

  test.each(['/nowhere', '/players', '/players/plr_none', '/docs/nowhere'])(
    '%s is a page for a browser and a problem for a program',
    async (path) => {
      const page = await ask(service, path);
      expect([page.status, typeOf(page)]).toEqual([404, 'text/html; charset=utf-8']);
      expect((await ask(service, path, { 'if-none-match': '*' })).status).toBe(404);
      const problem = await ask(service, path, { accept: '*/*' });
      expect([problem.status, typeOf(problem)]).toEqual([404, 'application/problem+json']);
    },
  );

  test('a very long one is a problem for a browser, too, and cut short in the log', async () => {
    const path = `/a${'/'.repeat(8_000)}`;
    expect(typeOf(await ask(service, path))).toBe('application/problem+json');
    const logged = lines
      .map((line) => JSON.parse(line).path)
      .find((one) => one?.startsWith('/a//'));
    expect(logged).toBe(path.slice(0, 500));
  });

  test('preferences longer than any browser’s are none, and a query as long is not repeated', async () => {
    const long = (one: string) => `${one},`.repeat(600 / one.length) + one;
    const accepting = await ask(service, '/nowhere', { accept: long('text/html') });
    expect(typeOf(accepting)).toBe('application/problem+json');
    expect((await look(service, '/nowhere', long('pl'))).html).toContain('<html lang="en">');
    const many = Array.from({ length: 21 }, (_, n) => `p${n}=1`).join('&');
    const asked = async (query: string) => (await look(service, `/nowhere?${query}`, 'pl')).html;
    expect(await asked('p0=1')).toContain('href="./nowhere?p0=1&amp;lang=en"');
    expect(await asked(many)).toContain('href="./nowhere?lang=en"');
  });

  test.each(['/v1', '/v1/players/plr_none', '/v1/nowhere', '/oauth/nowhere'])(
    '%s stays a problem for a browser, too',
    async (path) => expect(typeOf(await ask(service, path))).toBe('application/problem+json'),
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
      const answer = await ask(service, path, { accept }, method);
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
