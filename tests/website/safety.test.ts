// That a page is whole, harmless and private whatever it shows, and however it is asked for.
import { beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createCorrections } from '../../modules/ratings/index.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { person } from '../support/city.ts';
import { detourTo } from '../support/detour.ts';
import { failureOf } from '../support/failure.ts';
import {
  freshDatabase,
  load,
  onBothDatabases,
  onDatabase,
  type TestService,
} from '../support/service.ts';
import { many } from '../support/tier.ts';
import { elementsOf, linksOf, pathsOf } from './html.ts';
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
import { ask, startSite } from './visitor.ts';

const all = [...pages, ...variants];
const addresses = all.map(({ path }) => path);
const [anyPage = ''] = addresses;
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
  '/?venue=ven_0000000000',
  '/?competition=cmp_0000000000',
];
/** Addresses that no link has. */
const wrong = [
  '/?cursor=x',
  '/?venue=x',
  `/?competition=${ids.anna}`,
  `/?q=${'a'.repeat(201)}`,
  '/venues?cursor=x',
  `/players/${ids.anna}/what-if?opponent=x`,
  '/competitions?cursor=x',
  `/competitions/${ids.league}?cursor=x`,
  `/players/${ids.anna}?cursor=x`,
  `/players/${ids.anna}/against/${ids.bartek}?cursor=x`,
];
/** The parameters of the pages, as far as they have any. */
const parameters = ['lang', 'q', 'venue', 'competition', 'cursor'].concat([
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
    ...(/^(script|style|iframe|object|embed|base)$/.test(tag) ? [tag] : []),
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

onBothDatabases('the pages of the site', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startSite(kind, { records: [], clock: () => now });
    await fillSite(service);
  });
  const look = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(service, path, headers, method);

  test.each(all)('$name is whole and harmless, and sets no cookie', async ({ path }) => {
    for (const language of languages) {
      const response = await look(path, { 'accept-language': language });
      const text = await response.text();
      expect(response.status).toBe(200);
      expectSound(text, response, language);
      expect(response.headers.get('x-robots-tag')).toBe('noindex');
      expect(text).toContain('<meta name="robots" content="noindex"/>');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024);
      // Each table has a name of its own.
      const names = [...text.matchAll(/<table([^>]*)>(?:<caption>(.*?)<\/caption>)?/gs)].map(
        ([, attributes = '', caption]) => caption ?? /aria-label="(.+?)"/.exec(attributes)?.[1],
      );
      expect(names).not.toContain(undefined);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test.each(all)('$name is 304 where it has not changed, and HEAD says the same', async (page) => {
    const whole = await look(page.path);
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = await look(page.path, { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    // Each language is a page of its own.
    const polish = { 'accept-language': 'pl', 'if-none-match': etag };
    expect((await look(page.path, polish)).status).toBe(200);
    const head = await look(page.path, {}, 'HEAD');
    const headersOf = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => !/^(ratelimit|date$)/.test(name)));
    expect(headersOf(head)).toEqual(headersOf(whole));
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('a page is 304 by any way to write what is known, and by nothing else', async () => {
    const etag = (await look(anyPage)).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, `W/"other",W/${etag}`]) {
      for (const method of ['GET', 'HEAD']) {
        const again = await look(anyPage, { 'if-none-match': known }, method);
        expect([known, again.status]).toEqual([known, 304]);
        expect(again.headers.get('etag')).toBe(etag);
        expect(again.headers.get('cache-control')).toBe('no-cache');
        expect(again.headers.get('vary')).toBe('accept, accept-language');
      }
    }
    for (const other of ['"other"', `"${etag.slice(2)}`, '', 'W/"x"']) {
      expect((await look(anyPage, { 'if-none-match': other })).status).toBe(200);
    }
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
  ])('"%s" is answered in %s', async (accepted, language) => {
    const response = await look(anyPage, { 'accept-language': accepted });
    expect(await response.text()).toContain(`<html lang="${language}">`);
  });

  test.each(all)('$name goes on in the language that is chosen', async ({ path }) => {
    for (const [chosen, accepted] of [
      ['pl', 'en'],
      ['en', 'pl'],
    ] as const) {
      const address = service.url + including(path, `lang=${chosen}`);
      const text = await (await look(address, { 'accept-language': accepted })).text();
      expect(text).toContain(`<html lang="${chosen}">`);
      for (const url of linksOf(text, address)) {
        if (url.pathname === '/docs' || url.href === address) continue;
        const isSwitch = url.searchParams.get('lang') === accepted;
        if (isSwitch) expect(url.pathname).toBe(new URL(address).pathname);
        else expect([url.href, url.searchParams.get('lang')]).toEqual([url.href, chosen]);
      }
      for (const form of text.match(/<form[\s\S]*?<\/form>/g) ?? []) {
        const fields = elementsOf(form).filter(({ tag }) => tag === 'input');
        const lang = fields.find(({ attributes }) => attributes.name === 'lang')?.attributes;
        expect(lang).toMatchObject({ type: 'hidden', value: chosen });
      }
    }
  });

  test.each(all)('$name takes no notice of unknown parameters, and is only read', async (page) => {
    const mainOf = async (response: Response) =>
      /<main.*<\/main>/s.exec(await response.text())?.[0];
    const strange = 'fbclid=Iw"><b>&utm_source=x&__proto__=1&%zz=%zz&=';
    const answer = await look(including(page.path, strange));
    expect(answer.status).toBe(200);
    expect(await mainOf(answer)).toBe(await mainOf(await look(page.path)));
    for (const method of page.path === anyPage ? ['POST', 'PUT', 'PATCH', 'DELETE'] : ['POST']) {
      const response = await look(page.path, {}, method);
      expect([method, response.status]).toEqual([method, 405]);
      expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    }
  });

  test('a program that asks for the top gets the addresses in JSON, and is told that others do not', async () => {
    for (const accept of ['application/json', 'text/html;q=0', 'text/html;q=0.5, */*']) {
      const response = await look('/', { accept });
      expect(response.headers.get('content-type')).toStartWith('application/json');
      expect(response.headers.get('vary')).toBe('accept, accept-language');
      expect(response.headers.get('set-cookie')).toBeNull();
    }
    const { headers } = await look('/', { accept: '*/*' });
    expect(headers.get('content-type')).toStartWith('text/html');
  });

  test.each([
    ...nowhere.map((path) => [path, 404] as const),
    ...wrong.map((path) => [path, 400] as const),
  ])('%s is said to be %i', async (path, status) => {
    const response = await look(path);
    expect(response.status).toBe(status);
    expectSound(await response.text(), response, 'en');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
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
        const response = await look(`${path}?${query}`, headers);
        const text = await response.text();
        // Beyond 16 kB of address and headers, the server refuses before the service is asked.
        const isLong = path.length + query.length > 15_000;
        expect([200, 304, 400, 404, ...(isLong ? [431] : [])]).toContain(response.status);
        if (response.status === 304 || response.status === 431) return;
        if (response.headers.get('content-type')?.includes('json')) return;
        expectSound(text, response, /<html lang="pl"/.test(text) ? 'pl' : 'en');
      }),
      { numRuns: many(60, 300), includeErrorInReport: true },
    );
  });

  test('a name of which nothing can be seen, or with a line break, is no name', async () => {
    const invisible = ['   ', '\u00a0\u2003', '\u200b', '\u202e\u2066', '\u3164 \u00ad', '\ufe0f'];
    for (const display_name of [...invisible, 'Anna\nK.', 'a'.repeat(201)]) {
      const nameless = person('plr_site999999', display_name, 3);
      expect(await failureOf(load(service.workbench, [nameless]))).toContain('display_name');
    }
  });

  /** The pages, and a few of each kind to which their links lead, by their addresses. */
  async function crawl() {
    const seen = new Map<string, { readonly text: string; readonly etag: string }>();
    const kinds = new Map<string, number>();
    const waiting = [...addresses];
    for (const address of waiting) {
      const response = await look(address);
      const text = await response.text();
      expect([address, response.status]).toEqual([address, 200]);
      if (/\.(csv|xml)/.test(address)) continue; // tables and feeds have tests of their own
      expectSound(text, response, 'en');
      seen.set(address, { text, etag: response.headers.get('etag') ?? '' });
      for (const next of pathsOf(text, service.url + address)) {
        const kind = next.replaceAll(/\w{3}_\w+|=[^&]*/g, '*');
        const isOther = next === '/docs' || next.includes('lang=') || waiting.includes(next);
        if (isOther || (kinds.get(kind) ?? 0) === 5) continue;
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        waiting.push(next);
      }
    }
    return seen;
  }

  /** Shows that what pages told is told by none of them any more, even to whoever knows them. */
  async function expectGone(told: string, change: () => Promise<unknown>, itself = '') {
    const about = [...(await crawl())].filter(([, { text }]) => text.includes(told));
    expect(about.length).toBeGreaterThan(2);
    await change();
    for (const [path, { etag }] of about.filter(([path]) => path !== itself)) {
      const again = await look(path, { 'if-none-match': etag });
      expect([path, again.status]).toEqual([path, 200]);
      expect([path, (await again.text()).includes(told)]).toEqual([path, false]);
    }
  }

  test('every link leads to a page, and no name breaks out of any', async () => {
    const texts = [...(await crawl()).values()].map(({ text }) => text).join('\n');
    for (const name of [...Object.values(hostileNames), organizerName]) {
      expect(texts).toContain(escaped(name.replaceAll(directions, '')));
    }
    // Not even isolated are they harmless: one that opens more than it closes reaches beyond.
    expect(texts).not.toMatch(directions);
  });

  test('a name that is erased is gone from every page at once', async () => {
    const { erasePlayer } = createCorrections(service.workbench);
    await expectGone(escaped(hostileNames.script), () =>
      erasePlayer(ids.script as PlayerId, asked),
    );
  });

  test('a match that is voided is gone from every page at once', async () => {
    const { voidMatch } = createCorrections(service.workbench);
    const path = `/matches/${ids.latest}`;
    await expectGone(ids.latest, () => voidMatch(ids.latest as MatchId, asked), path);
    expect((await look(path)).status).toBe(404);
  });

  test('a fault of ours is told without its inside', async () => {
    const { db } = service.workbench.database;
    await sql`alter table rating rename column value to gone`.execute(db);
    for (const language of languages) {
      const response = await look('/', { 'accept-language': language });
      const text = await response.text();
      expect(response.status).toBe(500);
      expectSound(text, response, language);
      expect(text).toContain(language === 'pl' ? 'Coś poszło tu nie tak' : 'Something went wrong');
      expect(text).not.toMatch(/column|select |pglite|\.ts\b|node_modules/i);
    }
    await sql`alter table rating rename column gone to value`.execute(db);
  });
});

onBothDatabases('the pages of the site', (kind) => {
  describe.each(['memory', 'database'] as const)('with the limit of an address in %s', (store) => {
    let service: TestService;
    beforeAll(async () => {
      const limit = { ADDRESS_LIMIT_PER_MINUTE: 2, RATE_LIMIT_STORE: store };
      service = await startSite(kind, { records: [], settings: { ...limit, TRUST_PROXY: '1' } });
    });

    test.each(languages)('tell of it on a page, with when to come again (%s)', async (language) => {
      for (const [n, path] of (store === 'memory' ? addresses : [anyPage]).entries()) {
        const from = `198.51.${language === 'pl' ? 1 : 2}.${n + 1}`;
        const headers = { 'x-forwarded-for': from, 'accept-language': language };
        const again = () => ask(service, path, headers);
        expect([(await again()).status, (await again()).status]).not.toContain(429);
        const refused = await again();
        expect(refused.status).toBe(429);
        expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61);
        expect(refused.headers.get('cache-control')).toBe('no-store');
        const text = await refused.text();
        expectSound(text, refused, language);
        expect(text).toContain(
          language === 'pl' ? 'Za dużo stron naraz' : 'Too many pages at once',
        );
        // The address of another visitor, and the style, are none of it.
        const other = { ...headers, 'x-forwarded-for': `198.51.3.${n + 1}` };
        if (language === 'en') expect((await ask(service, path, other)).status).not.toBe(429);
        const style = /href="\.[./]*([^"]*pages\.css[^"]*)"/.exec(text)?.[1];
        expect((await ask(service, `/${style}`, headers)).status).toBe(200);
      }
    });
  });

  test('may be listed by search engines with WEBSITE_INDEX=1', async () => {
    const service = await startSite(kind, { settings: { WEBSITE_INDEX: '1' } });
    for (const path of ['/', '/rules', '/competitions']) {
      const response = await ask(service, path);
      expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, null]);
      expect(await response.text()).not.toContain('noindex');
    }
  });
});

async function expectAway(service: TestService): Promise<void> {
  // The rules as a whole need no database.
  const asking = addresses.filter((path) => path !== '/rules/all');
  const answers = asking.map(async (path, n) => {
    const language = languages[n % 2] ?? 'en';
    const response = await ask(service, path, { 'accept-language': language });
    return { language, response, text: await response.text() };
  });
  for (const { language, response, text } of await Promise.all(answers)) {
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expectSound(text, response, language);
    expect(text).toContain(language === 'pl' ? 'Chwilowo niedostępne' : 'Not available');
    expect(text).not.toMatch(/ECONN|postgres|pglite|\.ts\b|node_modules|stack/i);
  }
}

onDatabase('server', 'each page, while the database is away', (kind) => {
  test('is 503, in the language of who looks, until it is back', async () => {
    const { DATABASE_URL = '', ...settings } = await freshDatabase(kind);
    const way = await detourTo(new URL(DATABASE_URL));
    await way.open();
    const service = await startSite(kind, {
      records: [],
      settings: { ...settings, DATABASE_URL: way.url },
    });
    expect((await ask(service, '/')).status).toBe(200);
    way.cut();
    await expectAway(service);
    await way.open();
    expect((await ask(service, '/')).status).toBe(200);
    await service.stop();
    way.cut();
  });
});

onDatabase('embedded', 'each page, while a long command has the database', (kind) => {
  test('is 503, in the language of who looks, until it is back', async () => {
    const service = await startSite(kind);
    const free = Promise.withResolvers<void>();
    const busy = service.workbench.database.longTransaction(async ({ db: on }) => {
      await sql`select 1`.execute(on);
      await free.promise;
    });
    await expectAway(service);
    free.resolve();
    await busy;
    expect((await ask(service, '/')).status).toBe(200);
  });
});
