import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createCorrections } from '../../modules/ratings/index.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { person } from '../support/city.ts';
import { detourTo } from '../support/detour.ts';
import { failureOf } from '../support/failure.ts';
import {
  cleanUp,
  type DatabaseKind,
  freshDatabase,
  load,
  onBothDatabases,
  startTestService,
  type TestService,
} from '../support/service.ts';
import { elementsOf, linksOf } from './html.ts';
import {
  escaped,
  fillSite,
  hostileNames,
  ids,
  languages,
  now,
  organizerName,
  pages,
  variants,
} from './site.ts';

const all = [...pages, ...variants];
const addresses = all.map(({ path }) => path);
/** Pages of things that there are not. */
const nowhere = [
  '/players/plr_0000000000',
  '/players/x',
  '/players/%3Cscript%3E',
  `/players/${ids.league}`,
  `/players/${ids.anna}/against/plr_0000000000`,
  `/players/plr_0000000000/against/${ids.anna}`,
  `/players/${ids.anna}/against/${ids.anna}`,
  `/players/${ids.anna}/against/x`,
  '/players/plr_0000000000/what-if',
  `/players/plr_0000000000/what-if?opponent=${ids.anna}`,
  `/players/${ids.anna}/what-if?opponent=plr_0000000000`,
  '/competitions/cmp_0000000000',
  '/competitions/x',
  '/matches/mat_0000000000',
  '/matches/x',
  '/nothing',
];
/** Addresses that no link has. */
const wrong = [
  '/?cursor=x',
  '/?venue=x',
  '/venues?cursor=x',
  `/players/${ids.anna}/what-if?opponent=x`,
  '/competitions?cursor=x',
  `/competitions/${ids.league}?cursor=x`,
  `/players/${ids.anna}?cursor=x`,
  `/players/${ids.anna}/against/${ids.bartek}?cursor=x`,
];
/** The parameters of the pages, as far as they have any. */
const parameters = ['lang', 'q', 'venue', 'competition', 'activity', 'cursor'].concat([
  'opponent',
  'retires',
  'score',
  'format',
]);
/** Pages of a thing, whose id stands at the star. */
const parents = [
  '/players/*',
  '/players/*/what-if',
  `/players/${ids.anna}/what-if?opponent=*`,
  `/players/${ids.anna}/against/*`,
  `/players/*/against/${ids.anna}`,
  '/competitions/*',
  '/matches/*',
  '/*',
];
const oddValues = [
  ...['0', '-1', '1e9', 'null', '[1]', '{"a":1}', '\0', '%', '_', '\\', '\u200b', 'NaN', 'all'],
  'WzFd.AAAAAAAAAAAAAAAAAAAAAA',
];
/** Unicode's characters that turn the direction of what follows, or end that. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g;
const asked = { actor: { user: 'tests' }, reason: 'a test' };

type Given = Parameters<typeof startTestService>[1];

async function startSite(kind: DatabaseKind, settings: NonNullable<Given>['settings'] = {}) {
  const given = { settings: { WEBSITE: 'public' as const, ...settings } };
  return startTestService(kind, { records: [], clock: () => now, ...given });
}

/** Asks as a browser does. */
function look(
  { url }: Pick<TestService, 'url'>,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
) {
  return fetch(url + path, {
    method,
    headers: { accept: 'text/html,*/*;q=0.8', ...headers },
    redirect: 'manual',
  });
}

/** With another parameter. */
const including = (path: string, query: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** What must be true of any page, whatever it says. */
function expectSound(text: string, response: Response, language: string): void {
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('vary')).toBe('accept, accept-language');
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
  const elements = elementsOf(text);
  expect(elements[0]).toEqual({ tag: 'html', attributes: { lang: language } });
  const harmful = elements.flatMap(({ tag, attributes }) => [
    ...(/^(script|style|img|iframe|object|embed|base)$/.test(tag) ? [tag] : []),
    ...Object.entries(attributes)
      .filter(
        ([name, value]) =>
          /^(on.*|style|srcdoc|http-equiv|formaction|ping)$/i.test(name) ||
          (/^(href|src|action|xlink:href)$/.test(name) && !/^[.#]/.test(value)),
      )
      .map(([name, value]) => `${tag} ${name}="${value}"`),
  ]);
  expect(harmful).toEqual([]);
  const head = elements.slice(
    0,
    elements.findIndex(({ tag }) => tag === 'body'),
  );
  expect(head.map(({ tag }) => tag).filter((tag) => tag === 'title')).toEqual(['title']);
  for (const [tag, count] of [
    ['h1', 1],
    ['main', 1],
  ] as const) {
    expect([tag, elements.filter((one) => one.tag === tag).length]).toEqual([tag, count]);
  }
}

onBothDatabases('The pages of the site', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startSite(kind);
    await fillSite(service);
  });

  describe.each(all)('$name', ({ path }) => {
    test.each(languages)('is whole and harmless, and sets no cookie (%s)', async (language) => {
      const response = await look(service, path, { 'accept-language': language });
      const text = await response.text();
      expect(response.status).toBe(200);
      expectSound(text, response, language);
      expect(response.headers.get('x-robots-tag')).toBe('noindex');
      expect(text).toContain('<meta name="robots" content="noindex"/>');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(new TextEncoder().encode(text).length).toBeLessThan(50 * 1024);
    });

    test.each(languages)('each table has a name of its own (%s)', async (language) => {
      const html = await (await look(service, path, { 'accept-language': language })).text();
      const names = [...html.matchAll(/<table([^>]*)>(?:<caption>(.*?)<\/caption>)?/gs)].map(
        ([, attributes = '', caption]) => caption ?? /aria-label="(.+?)"/.exec(attributes)?.[1],
      );
      expect(names).not.toContain(undefined);
      expect(new Set(names).size).toBe(names.length);
    });

    test('is asked for anew each time, and is 304 where it has not changed', async () => {
      const first = await look(service, path);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, `W/"other",W/${etag}`]) {
        for (const method of ['GET', 'HEAD']) {
          const again = await look(service, path, { 'if-none-match': known }, method);
          expect([known, again.status]).toEqual([known, 304]);
          expect(again.headers.get('etag')).toBe(etag);
          expect(again.headers.get('cache-control')).toBe('no-cache');
          expect(again.headers.get('vary')).toBe('accept, accept-language');
          expect(await again.text()).toBe('');
        }
      }
      for (const other of ['"other"', `"${etag.slice(2)}`, '', 'W/"x"']) {
        const given = { 'if-none-match': other };
        expect((await look(service, path, given)).status).toBe(200);
      }
      // Each language is a page of its own.
      const polish = { 'accept-language': 'pl', 'if-none-match': etag };
      expect((await look(service, path, polish)).status).toBe(200);
    });

    test('HEAD says the same without the text', async () => {
      const [whole, head] = [await look(service, path), await look(service, path, {}, 'HEAD')];
      const headersOf = ({ headers }: Response) =>
        Object.fromEntries([...headers].filter(([name]) => !/^(ratelimit|date$)/.test(name)));
      expect(headersOf(head)).toEqual(headersOf(whole));
      expect([head.status, await head.text()]).toEqual([200, '']);
    });

    test.each([
      ['pl', 'pl'],
      ['pl-PL,pl;q=0.9,en;q=0.8', 'pl'],
      ['en;q=0.5,pl;q=0.6', 'pl'],
      ['de,fr;q=0.9', 'en'],
      ['de,pl;q=0.1', 'pl'],
      ['*', 'en'],
      ['pl;q=0', 'en'],
      ['', 'en'],
      [';;;,q=', 'en'],
    ])('answers "%s" in %s', async (accepted, language) => {
      const response = await look(service, path, { 'accept-language': accepted });
      expect(await response.text()).toContain(`<html lang="${language}">`);
    });

    test('the language that is chosen counts more, and every link goes on in it', async () => {
      for (const [chosen, accepted] of [
        ['pl', 'en'],
        ['en', 'pl'],
      ] as const) {
        const address = including(path, `lang=${chosen}`);
        const response = await look(service, address, { 'accept-language': accepted });
        const text = await response.text();
        expect(text).toContain(`<html lang="${chosen}">`);
        const other = chosen === 'pl' ? 'en' : 'pl';
        for (const url of linksOf(text, service.url + address)) {
          if (url.pathname === '/docs' || url.href === service.url + address) continue;
          const isSwitch = url.searchParams.get('lang') === other;
          if (isSwitch) expect(url.pathname).toBe(new URL(service.url + address).pathname);
          else expect([url.href, url.searchParams.get('lang')]).toEqual([url.href, chosen]);
        }
        for (const form of text.match(/<form[\s\S]*?<\/form>/g) ?? []) {
          const fields = elementsOf(form).filter(({ tag }) => tag === 'input');
          const lang = fields.find(({ attributes }) => attributes.name === 'lang')?.attributes;
          expect(lang).toMatchObject({ type: 'hidden', value: chosen });
        }
      }
    });

    test('takes no notice of parameters that it does not know', async () => {
      const text = await (await look(service, path)).text();
      for (const query of [
        'fbclid=Iw"><b>',
        'utm_source=x&utm_medium=y',
        '__proto__=1',
        '%zz=%zz',
        '=',
      ]) {
        const response = await look(service, including(path, query));
        expect([query, response.status]).toEqual([query, 200]);
        const mainOf = (page: string) => /<main[\s\S]*<\/main>/.exec(page)?.[0];
        expect(mainOf(await response.text())).toBe(mainOf(text) ?? '');
      }
    });

    test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s', async (method) => {
      const response = await look(service, path, {}, method);
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    });
  });

  test('every link leads to a page, and no name breaks out of any', async () => {
    for (const language of languages) {
      const seen = await crawl(service, language);
      for (const { text, response } of seen.values()) expectSound(text, response, language);
      const texts = [...seen.values()].map(({ text }) => text).join('\n');
      for (const name of [...Object.values(hostileNames), organizerName]) {
        expect(texts).toContain(escaped(name.replaceAll(directions, '')));
      }
      // Not even isolated are they harmless: one that opens more than it closes reaches beyond.
      expect(texts).not.toMatch(directions);
    }
  });

  test('a program that asks for the top gets the addresses in JSON, and is told that others do not', async () => {
    for (const accept of ['application/json', 'text/html;q=0', 'text/html;q=0.5, */*']) {
      const response = await look(service, '/', { accept });
      expect(response.headers.get('content-type')).toStartWith('application/json');
      expect(response.headers.get('vary')).toBe('accept, accept-language');
      expect(response.headers.get('set-cookie')).toBeNull();
    }
    const { headers } = await look(service, '/', { accept: '*/*' });
    expect(headers.get('content-type')).toStartWith('text/html');
  });

  test.each(languages)('what is nowhere is said to be so (%s)', async (language) => {
    for (const path of nowhere) {
      const response = await look(service, path, { 'accept-language': language });
      const text = await response.text();
      expect([path, response.status]).toEqual([path, 404]);
      expectSound(text, response, language);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-robots-tag')).toBe('noindex');
      expect(text).toContain(language === 'pl' ? 'Tu nic nie ma' : 'Nothing is here');
    }
  });

  test.each(languages)('an address that is cut off is said to be so (%s)', async (language) => {
    for (const path of wrong) {
      const response = await look(service, path, { 'accept-language': language });
      const text = await response.text();
      expect([path, response.status]).toEqual([path, 400]);
      expectSound(text, response, language);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('no query, path or header makes it fail', async () => {
    const name = fc.oneof(fc.constantFrom(...parameters), fc.string({ maxLength: 5 }));
    const value = fc.oneof(
      fc.constantFrom(...Object.values(ids), ...Object.values(hostileNames), ...oddValues),
      fc.string({ maxLength: 30, unit: 'binary' }),
      fc.string({ maxLength: 10 }).map((text) => text.repeat(300)),
    );
    const pair = fc.oneof(
      fc.tuple(name, value).map((given) => new URLSearchParams([given]).toString()),
      // Badly encoded, or not at all.
      fc
        .tuple(name, fc.stringMatching(/^[%=&+;a-f0-9[\]{}'"]{0,20}$/))
        .map((given) => given.join('=')),
    );
    const query = fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&'));
    const path = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...addresses.map((one) => one.replace(/\?.*/, ''))) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(...parents), value)
          .map(([parent, id]) => parent.replace('*', encodeURIComponent(id.toWellFormed()))),
      },
    );
    const language = fc.stringMatching(/^[\x21-\x7e]{0,30}$/);
    await fc.assert(
      fc.asyncProperty(path, query, language, async (path, query, language) => {
        const headers = { 'accept-language': language, 'if-none-match': language };
        const response = await look(service, `${path}?${query}`, headers);
        const text = await response.text();
        // Beyond 16 kB of address and headers, the server refuses before the service is asked.
        const isLong = path.length + query.length > 15_000;
        expect([200, 304, 400, 404, ...(isLong ? [431] : [])]).toContain(response.status);
        if (response.status === 304 || response.status === 431) return;
        if (response.headers.get('content-type')?.includes('json')) return;
        expectSound(text, response, /<html lang="pl"/.test(text) ? 'pl' : 'en');
      }),
      { numRuns: 300, includeErrorInReport: true },
    );
  });

  test('a name that is erased is gone from every page at once', async () => {
    const name = hostileNames.script;
    const before = await crawl(service, 'en');
    const told = [...before].filter(([, { text }]) => text.includes(escaped(name)));
    expect(told.length).toBeGreaterThan(0);
    const { workbench } = service;
    await createCorrections(workbench).erasePlayer(ids.script as PlayerId, asked);
    for (const [path, { response }] of told) {
      const known = { 'if-none-match': response.headers.get('etag') ?? '' };
      const again = await look(service, path, { 'accept-language': 'en', ...known });
      expect([path, again.status]).toEqual([path, 200]);
      expect([path, (await again.text()).includes(escaped(name))]).toEqual([path, false]);
    }
    for (const [path, { text }] of await crawl(service, 'pl')) {
      expect([path, text.includes(escaped(name))]).toEqual([path, false]);
    }
  });

  test('a match that is voided is gone from every page at once', async () => {
    const matchId = ids.completed;
    const before = await crawl(service, 'en');
    const told = [...before].filter(([, { text }]) => text.includes(matchId));
    expect(told.length).toBeGreaterThan(3);
    await createCorrections(service.workbench).voidMatch(matchId as MatchId, asked);
    for (const [path, { response }] of told) {
      if (path.includes(matchId)) continue;
      const known = { 'if-none-match': response.headers.get('etag') ?? '' };
      const again = await look(service, path, { 'accept-language': 'en', ...known });
      expect([path, again.status]).toEqual([path, 200]);
      expect(await again.text()).not.toContain(matchId);
    }
    const { status } = await look(service, `/matches/${matchId}`);
    expect(status).toBe(404);
    for (const { text } of (await crawl(service, 'pl')).values())
      expect(text).not.toContain(matchId);
  });
});

/** Every page to which the links lead, by its address. */
async function crawl(service: TestService, language: string) {
  const seen = new Map<string, { readonly text: string; readonly response: Response }>();
  const waiting = [...addresses];
  const known = new Set(waiting);
  while (waiting.length > 0 && seen.size < 1_000) {
    const address = waiting.shift() ?? '';
    const response = await look(service, address, { 'accept-language': language });
    const text = await response.text();
    expect([address, response.status]).toEqual([address, 200]);
    seen.set(address, { text, response });
    for (const url of linksOf(text, service.url + address)) {
      expect(url.origin).toBe(service.url);
      const next = url.pathname + url.search;
      if (known.has(next) || url.pathname === '/docs' || url.searchParams.has('lang')) continue;
      known.add(next);
      waiting.push(next);
    }
  }
  expect(waiting).toEqual([]);
  return seen;
}

describe.each(['memory', 'database'] as const)('The limit of an address, in %s', (store) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startSite('embedded', {
      ADDRESS_LIMIT_PER_MINUTE: 2,
      RATE_LIMIT_STORE: store,
      TRUST_PROXY: '1',
    });
    await fillSite(service);
  });
  afterAll(cleanUp);

  test.each(languages)('is told on a page, with when to come again (%s)', async (language) => {
    let n = 0;
    for (const path of addresses) {
      const from = `198.51.${language === 'pl' ? 1 : 2}.${++n}`;
      const headers = { 'x-forwarded-for': from, 'accept-language': language };
      const ask = () => look(service, path, headers);
      expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
      const refused = await ask();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61);
      expect(refused.headers.get('cache-control')).toBe('no-store');
      const text = await refused.text();
      expectSound(text, refused, language);
      expect(text).toContain(language === 'pl' ? 'Za dużo stron naraz' : 'Too many pages at once');
      // The address of another visitor, and the style, are none of it.
      const other = { ...headers, 'x-forwarded-for': `198.51.3.${n}` };
      expect((await look(service, path, other)).status).toBe(200);
      const style = /href="\.[./]*([^"]*pages\.css[^"]*)"/.exec(text)?.[1];
      expect((await look(service, `/${style}`, headers)).status).toBe(200);
    }
  });
});

async function expectAway(service: TestService): Promise<void> {
  const answers = languages.flatMap((language) =>
    addresses.map(async (path) => {
      const response = await look(service, path, { 'accept-language': language });
      return { language, response, text: await response.text() };
    }),
  );
  for (const { language, response, text } of await Promise.all(answers)) {
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expectSound(text, response, language);
    expect(text).toContain(language === 'pl' ? 'Chwilowo niedostępne' : 'Not available');
    expect(text).not.toMatch(/ECONN|postgres|pglite|\.ts\b|node_modules|stack/i);
  }
}

describe('While the database is away', () => {
  afterAll(cleanUp);

  test('each page of a PostgreSQL is 503, in the language of who looks, until it is back', async () => {
    const { DATABASE_URL = '', ...settings } = await freshDatabase('server');
    const way = await detourTo(new URL(DATABASE_URL));
    await way.open();
    const service = await startSite('server', { ...settings, DATABASE_URL: way.url });
    await fillSite(service);
    expect((await look(service, '/')).status).toBe(200);
    way.cut();
    await expectAway(service);
    await way.open();
    for (const path of addresses) expect((await look(service, path)).status).toBe(200);
    await service.stop();
    way.cut();
  });

  test('each page of an embedded one is 503 while a long command runs', async () => {
    const service = await startSite('embedded');
    await fillSite(service);
    const free = Promise.withResolvers<void>();
    const busy = service.workbench.database.longTransaction(async ({ db: on }) => {
      await sql`select 1`.execute(on);
      await free.promise;
    });
    await expectAway(service);
    free.resolve();
    await busy;
    for (const path of addresses) expect((await look(service, path)).status).toBe(200);
  });

  test('a fault of ours is told without its inside', async () => {
    const service = await startSite('embedded');
    await fillSite(service);
    const rename = (from: string, to: string) =>
      sql
        .raw(`alter table rating rename column ${from} to ${to}`)
        .execute(service.workbench.database.db);
    await rename('value', 'gone');
    for (const language of languages) {
      const response = await look(service, '/', { 'accept-language': language });
      const text = await response.text();
      expect(response.status).toBe(500);
      expectSound(text, response, language);
      expect(text).toContain(language === 'pl' ? 'Coś poszło tu nie tak' : 'Something went wrong');
      expect(text).not.toMatch(/column|select |pglite|\.ts\b|node_modules/i);
    }
    await rename('gone', 'value');
  });
});

describe('The settings', () => {
  afterAll(cleanUp);

  test('WEBSITE_INDEX=1 lets search engines list the pages, but for errors', async () => {
    const service = await startSite('embedded', { WEBSITE_INDEX: '1' });
    await fillSite(service);
    for (const path of addresses) {
      const response = await look(service, path);
      expect([path, response.headers.get('x-robots-tag')]).toEqual([path, null]);
      expect(await response.text()).not.toContain('noindex');
    }
  });

  test('WEBSITE=off leaves no page of the site', async () => {
    const service = await startSite('embedded', { WEBSITE: 'off' });
    await fillSite(service);
    for (const path of addresses) {
      const response = await look(service, path);
      const { pathname } = new URL(service.url + path);
      expect([path, response.status]).toEqual([path, pathname === '/' ? 200 : 404]);
      const text = await response.text();
      expect(text).not.toContain('Anna K.');
      if (pathname === '/') expect(text).toContain('The API lives at');
      else expect(response.headers.get('content-type')).toBe('application/problem+json');
    }
  });

  test('"All data is fictional" stands only where it is', async () => {
    const service = await startSite('embedded');
    for (const language of languages) {
      const text = await (await look(service, '/', { 'accept-language': language })).text();
      expect(text).not.toMatch(/fictional|zmyślone/);
    }
  });
});

test('a name of which nothing can be seen, or with a line break, is no name', async () => {
  const service = await startSite('embedded');
  await fillSite(service);
  const invisible = ['   ', '\u00a0\u2003', '\u200b', '\u202e\u2066', '\u3164 \u00ad', '\ufe0f'];
  for (const display_name of [...invisible, 'Anna\nK.', 'a'.repeat(201)]) {
    const nameless = person('plr_site999999', display_name, 3);
    expect(await failureOf(load(service.workbench, [nameless]))).toContain('display_name');
  }
  await cleanUp();
});
