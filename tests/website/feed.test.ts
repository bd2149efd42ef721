// The feeds are Atom as readers take it, and tell of each result as it is now.
import { beforeAll, expect, test } from 'bun:test';
import { SaxesParser } from 'saxes';
import { createCorrections } from '../../modules/ratings/index.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';
import { commandsOn } from '../commands/terminal.ts';
import { freePort } from '../support/raw-http.ts';
import { onBothDatabases, type TestService } from '../support/service.ts';
import * as small from './league.ts';
import { score } from './score.ts';
import { fillSite, hostileNames, ids, now } from './site.ts';
import { ask, startSite } from './visitor.ts';

const asked = { actor: { user: 'tests' }, reason: 'a test' };

type Node = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
};

/** The elements of a text in XML; whatever isn't well-formed throws, as does an unknown namespace. */
function parsed(text: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const given = Object.values(attributes).map(({ name, value }) => [name, value]);
    const node = { name, attributes: Object.fromEntries(given), children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (part) => {
    const node = open.at(-1);
    if (node) node.text += part;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  const [feed] = root.children;
  if (!feed) throw new Error('There is no element.');
  return feed;
}

const all = (node: Node, name: string) => node.children.filter((child) => child.name === name);

/** The only child of the name. */
function one(node: Node, name: string): Node {
  const [child, ...others] = all(node, name);
  if (!child || others.length > 0) throw new Error(`${node.name} has not one ${name}.`);
  return child;
}

const href = (node: Node, rel: string) =>
  all(node, 'link').find(({ attributes }) => attributes.rel === rel)?.attributes.href ?? '';

async function feedAt(service: TestService, path: string, language = 'en') {
  const answer = await ask(service, path, { 'accept-language': language });
  expect([path, answer.status]).toEqual([path, 200]);
  expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const feed = parsed(await answer.text());
  const entries = all(feed, 'entry').map((entry) => ({
    title: one(entry, 'title').text,
    id: one(entry, 'id').text,
    updated: one(entry, 'updated').text,
    published: one(entry, 'published').text,
    link: href(entry, 'alternate'),
    summary: one(entry, 'summary').text,
  }));
  return { feed, entries };
}

/** A moment as RFC 3339 has it. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

onBothDatabases('a feed of results', (kind) => {
  let service: TestService;
  let league: TestService;
  let top: string;
  const clock = { now: small.now };
  beforeAll(async () => {
    service = await startSite(kind, { records: [], clock: () => now });
    await fillSite(service);
    const PORT = await freePort();
    top = `https://tennis.example:${PORT}/liga`;
    league = await startSite(kind, {
      records: [],
      clock: () => clock.now,
      settings: { PORT, PUBLIC_URL: top },
    });
    await small.fillLeague(league);
  });

  const feeds = [
    '/feed.xml',
    `/competitions/${ids.league}/feed.xml`,
    `/competitions/${ids.cup}/feed.xml`,
    `/competitions/${ids.unplayedCup}/feed.xml`,
  ];

  test.each(feeds)('is well-formed and has all that RFC 4287 asks for: %s', async (path) => {
    for (const language of ['en', 'pl']) {
      const { feed, entries } = await feedAt(service, path, language);
      expect([feed.name, feed.attributes]).toEqual([
        'feed',
        { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language },
      ]);
      for (const name of ['title', 'id', 'author']) one(feed, name);
      expect(one(feed, 'updated').text).toMatch(moment);
      expect(new URL(href(feed, 'self')).pathname).toBe(path);
      expect(one(feed, 'id').text).toBe(href(feed, 'self'));
      expect(new URL(href(feed, 'alternate')).pathname).toBe(
        path.replace(/\/feed.xml$/, '') || '/',
      );
      expect(entries.length).toBe(
        path.includes(ids.unplayedCup) ? 0 : Math.min(entries.length, 50),
      );
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
      for (const { id, updated, published, title } of entries) {
        expect(id).toMatch(
          /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
        );
        expect([updated, published]).toEqual([expect.stringMatching(moment), expect.any(String)]);
        expect(title).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      }
    }
  });

  test('has the last fifty results of all, and names that break out of nothing', async () => {
    const { entries } = await feedAt(service, '/feed.xml');
    expect(entries.length).toBe(50);
    const titles = entries.map(({ title }) => title).join('\n');
    for (const name of [hostileNames.title, hostileNames.script, hostileNames.template]) {
      expect(titles).toContain(name);
    }
    expect(entries[0]?.link).toEndWith(`/matches/${ids.pending}`);
  });

  test('tells in plain facts who won, with links from where the service is', async () => {
    const { entries } = await feedAt(league, `/competitions/${small.ids.league}/feed.xml`);
    expect(entries.map(({ title }) => title)).toEqual([
      'Bartek Ł. beat Dawid P. 6–0 6–0',
      'Anna K. beat Celina Ż. by walkover',
      'Celina Ż. beat Bartek Ł. 6–4 2–1 ret.',
      'Dawid P. beat Anna K. 7–6(5) 3–6 [10–8]',
      'Anna K. beat Bartek Ł. 6–4 6–3',
    ]);
    expect(entries[4]).toMatchObject({
      link: `${top}/matches/${small.ids.first}`,
      summary: 'Liga Czterech, 2 May 2026',
    });
    const polish = await feedAt(league, '/feed.xml?lang=pl');
    expect(polish.entries.map(({ title }) => title)).toEqual([
      'Wygrywa Bartek Ł., przegrywa Dawid P.: 6–0 6–0',
      'Wygrywa Anna K., przegrywa Celina Ż.: walkower',
      'Wygrywa Celina Ż., przegrywa Bartek Ł.: 6–4 2–1 krecz',
      'Wygrywa Dawid P., przegrywa Anna K.: 7–6(5) 3–6 [10–8]',
      'Wygrywa Anna K., przegrywa Bartek Ł.: 6–4 6–3',
    ]);
    expect(href(polish.feed, 'alternate')).toBe(`${top}/?lang=pl`);
    expect(polish.entries[0]?.link).toBe(`${top}/matches/${small.ids.pending}?lang=pl`);
    // It is the same result in either language.
    expect(polish.entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
  });

  test('keeps the id of a result that is corrected, and says when', async () => {
    const before = (await feedAt(league, '/feed.xml')).entries;
    clock.now += 3_600_000;
    const corrections = createCorrections(league.workbench);
    const id = small.ids.first as MatchId;
    await corrections.correctMatch(id, { score: score('3-6 2-6') }, asked);
    const { feed, entries } = await feedAt(league, '/feed.xml');
    const updated = new Date(clock.now).toISOString();
    expect(entries[4]).toEqual({
      ...(before[4] ?? entries[0]),
      title: 'Bartek Ł. beat Anna K. 6–3 6–2',
      updated,
    } as (typeof entries)[number]);
    expect(one(feed, 'updated').text).toBe(updated);
    expect(entries.slice(0, 4)).toEqual(before.slice(0, 4));
  });

  test('leaves out a voided result, and has it again with its id once it is restored', async () => {
    const path = `/competitions/${small.ids.league}/feed.xml`;
    const before = (await feedAt(league, path)).entries;
    const etag = (await ask(league, path)).headers.get('etag') ?? '';
    const corrections = createCorrections(league.workbench);
    const id = small.ids.surprise as MatchId;
    await corrections.voidMatch(id, asked);
    expect((await ask(league, path, { 'if-none-match': etag })).status).toBe(200);
    expect((await feedAt(league, path)).entries).toEqual(before.filter((_, n) => n !== 3));
    clock.now += 3_600_000;
    await corrections.restoreMatch(id, asked);
    const { entries } = await feedAt(league, path);
    expect(entries[3]).toEqual({
      ...(before[3] ?? entries[0]),
      updated: new Date(clock.now).toISOString(),
    } as (typeof entries)[number]);
  });

  test('names nobody who is unlisted or erased', async () => {
    const { a, c } = small.ids.players;
    clock.now += 3_600_000;
    const unlisting = ['players', 'update', a, '--unlisted'];
    expect((await commandsOn(league.workbench)(unlisting)).status).toBe(0);
    await createCorrections(league.workbench).erasePlayer(c as PlayerId, asked);
    for (const path of ['/feed.xml', `/competitions/${small.ids.league}/feed.xml`]) {
      const text = await (await ask(league, path)).text();
      expect(text).not.toMatch(/Anna|Celina/);
      const { entries } = await feedAt(league, path);
      expect(entries[1]?.title).toBe('A player beat Former player by walkover');
      // So that readers take the new titles for the old ones.
      const now = new Date(clock.now).toISOString();
      expect(entries.map(({ updated }) => updated === now)).toEqual([
        false,
        true,
        true,
        true,
        true,
      ]);
    }
    const { entries } = await feedAt(league, '/feed.xml', 'pl');
    expect(entries[1]?.title).toBe('Wygrywa gracz, przegrywa Usunięty profil: walkower');
  });

  test('is asked for each time, as a page is, and 404 where nothing is', async () => {
    const { headers } = await ask(service, '/feed.xml');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('vary')).toBe('accept, accept-language');
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await ask(service, '/feed.xml', known)).status).toBe(304);
    const head = await ask(service, '/feed.xml', {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await ask(service, '/competitions/cmp_0000000000/feed.xml')).status).toBe(404);
    expect((await ask(service, '/competitions/x/feed.xml')).status).toBe(404);
  });
});
