// No page speaks the other language.
import { beforeAll, expect, test } from 'bun:test';
import { erasedName } from '../../modules/ratings/index.ts';
import type { Language } from '../../modules/website/language.ts';
import { commandsOn } from '../commands/terminal.ts';
import { onBothDatabases, type TestService } from '../support/service.ts';
import { elementsOf, linksOf } from './html.ts';
import { fillSite, ids, languages, now } from './site.ts';
import { look, startSite } from './visitor.ts';
import { leavesOf, madeOf, sameInBoth, words } from './words.ts';

/**
 * What a visitor reads or hears of a page, each piece by itself; names of the interface and of
 * places to choose from are no words.
 */
function piecesOf(html: string): string[] {
  const names = /<code>.*?<\/code>|<option value="(?:cmp|ven)_.*?<\/option>/g;
  const [, body = ''] = html.replaceAll(names, '').split('<body>');
  const texts = body.split(/<(?:[^>"]|"[^"]*")*>/);
  const heard = elementsOf(html).flatMap(({ attributes }) =>
    ['aria-label', 'title', 'alt', 'placeholder'].flatMap((name) => attributes[name] ?? []),
  );
  return [...texts, ...heard].map((text) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .trim(),
  );
}

/** At least four letters that follow one another: what a person would call a word. */
const isWord = (text: string) => /\p{L}{4}/u.test(text);

/** The texts of a language that the other one hasn't, long enough to know them by. */
function tellingTexts(language: Language): string[] {
  const [own, others] = [language, language === 'en' ? 'pl' : 'en'].map((each) => {
    const all = [...words].flatMap(([name, texts]) => leavesOf(texts[each as Language], name));
    return all.flatMap((leaf) =>
      [...madeOf(leaf).values()].flatMap((text) =>
        text.split(/[\d\n]+|\bx\b|true|false|undefined|NaN|\[object Object\]/),
      ),
    );
  });
  const foreign = new Set(others?.map((text) => text.trim().toLowerCase()));
  return [...new Set(own?.map((text) => text.trim()))].filter(
    (text) => isWord(text) && !foreign.has(text.toLowerCase()),
  );
}

/** Whether the words are in the text, as words of their own. */
function isIn(text: string, words: string): boolean {
  for (let place = text.indexOf(words); place >= 0; place = text.indexOf(words, place + 1)) {
    const around = `${text[place - 1] ?? ' '}${text[place + words.length] ?? ' '}`;
    if (!/\p{L}/u.test(around)) return true;
  }
  return false;
}

onBothDatabases('the pages', (kind) => {
  let service: TestService;
  let data: string[];
  const pages = new Map<string, Readonly<Record<Language, string>>>();

  const read = async (path: string, language: Language) =>
    (await look(service, path, language)).html;

  // Follows the links from the ranking, to a few addresses of each kind.
  beforeAll(async () => {
    service = await startSite(kind, { records: [], clock: () => now });
    await fillSite(service);
    const erase = ['players', 'erase', ids.bartek, '--yes', '--reason', 'asked for'];
    expect((await commandsOn(service.workbench)(erase)).status).toBe(0);
    const { db } = service.workbench.database;
    const players = await db.selectFrom('player').select('display_name as name').execute();
    const competitions = await db.selectFrom('competition').select(['name', 'season']).execute();
    const venues = await db.selectFrom('venue').select(['name', 'district', 'address']).execute();
    const organizers = await db.selectFrom('organizer').select('name').execute();
    data = [...players, ...competitions, ...venues, ...organizers].flatMap((row) =>
      Object.values(row),
    );
    data = data.filter((name) => name !== erasedName);
    // The pages leave out what turns the direction of a text.
    data.push(...data.map((name) => name.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')));
    const kinds = new Map<string, number>();
    const open = ['/', '/?q=ann', '/nowhere', '/?cursor=wrong'];
    for (let path = open.shift(); path; path = open.shift()) {
      const en = await read(path, 'en');
      pages.set(path, { en, pl: await read(path, 'pl') });
      for (const { origin, pathname, search } of linksOf(en, service.url + path)) {
        const next = pathname + search;
        const kind = next.replaceAll(/\w{3}_\w+|=[^&]*/g, '*');
        const isOther = origin !== service.url || /^\/docs|lang=/.test(next);
        if (isOther || pages.has(next) || open.includes(next) || (kinds.get(kind) ?? 0) > 4)
          continue;
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        open.push(next);
      }
    }
  });

  test('are reached, of every kind', () => {
    const kinds = new Set([...pages.keys()].map((path) => path.replaceAll(/\w{3}_\w+|\?.*/g, '*')));
    for (const kind of [
      '/',
      '/rules',
      '/players/*',
      '/competitions',
      '/competitions/*',
      '/matches/*',
    ])
      expect([...kinds]).toContain(kind);
  });

  test.each(languages)('in %s have no text of the other language', (language) => {
    const foreign = tellingTexts(language === 'en' ? 'pl' : 'en');
    expect(foreign.length).toBeGreaterThan(100);
    for (const [path, { [language]: html }] of pages) {
      const pieces = piecesOf(html).filter((piece) => !data.includes(piece));
      const read = data.reduce((text, name) => text.replaceAll(name, '…'), pieces.join('\n'));
      expect([path, foreign.filter((text) => isIn(read, text))]).toEqual([path, []]);
    }
  });

  test('call somebody who was erased so in either language', () => {
    const about = [...pages.values()].filter(({ en }) => en.includes('Former player'));
    expect(about.length).toBeGreaterThan(2);
    for (const { pl } of about) expect(pl).not.toContain('Former player');
  });

  test('have no words in common but names', () => {
    for (const [path, { en, pl }] of pages) {
      const polish = new Set(piecesOf(pl));
      const both = piecesOf(en).filter((text) => isWord(text) && polish.has(text));
      const names = [...data, ...sameInBoth];
      expect([path, both.filter((text) => !names.includes(text))]).toEqual([path, []]);
    }
  });
});
