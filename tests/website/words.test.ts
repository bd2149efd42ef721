// Both languages are complete, and no page speaks the other one.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { erasedName } from '../../modules/ratings/index.ts';
import { competitionWords } from '../../modules/website/competition-words.ts';
import type { Language } from '../../modules/website/language.ts';
import { commandsOn } from '../commands/terminal.ts';
import { root } from '../docs/markdown.ts';
import { cleanUp, startTestService, type TestService } from '../support/service.ts';
import { elementsOf, linksOf } from './html.ts';
import { fillSite, ids, languages, now } from './site.ts';

setDefaultTimeout(180_000);

/** A text, or what makes one, and where it stands. */
type Leaf = { readonly path: string; readonly text: string | ((...given: unknown[]) => unknown) };

/** Texts that are right in both languages. */
const sameInBoth: readonly string[] = ['Ranking', 'Start', 'Set', 'M'];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isMaker = (value: unknown): value is (...given: unknown[]) => unknown =>
  typeof value === 'function';
/** The forms of a noun, of which Polish has more. */
const isForms = (value: object) => 'one' in value && 'other' in value;

function leavesOf(value: unknown, path: string): Leaf[] {
  if (typeof value === 'string' || isMaker(value)) return [{ path, text: value }];
  if (!isObject(value)) throw new Error(`${path} is no text.`);
  if (isForms(value)) return [{ path, text: String(Object.values(value)) }];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, `${path}.${name}`));
}

/** What a page can give a text to make one. */
const gifts = [1, 2, 5, 0, -3, 'x', true, false, '', '2026-05-01', { set: 3, format: {} }].map(
  (gift) => Array.from({ length: 4 }, () => gift),
);

/** All texts that come out, by what was given; a gift that a text can't take gives none. */
function madeOf({ text }: Leaf): ReadonlyMap<unknown, string> {
  if (typeof text === 'string') return new Map([['', text]]);
  const made = gifts.flatMap((gift) => {
    try {
      return [[gift, String(text(...gift))] as const];
    } catch {
      return [];
    }
  });
  return new Map(made);
}

const folder = join(root, 'modules/website');
const words = new Map<string, Readonly<Record<Language, unknown>>>();
for (const file of readdirSync(folder)) {
  const module: Record<string, unknown> = await import(join(folder, file));
  for (const [name, value] of Object.entries(module)) {
    if (!name.endsWith('Words') || isMaker(value)) continue;
    if (isObject(value) && 'en' in value && 'pl' in value) words.set(name, value);
    else throw new Error(`${name} is not in each language.`);
  }
}

test('every page’s words are found', () => {
  for (const name of ['siteWords', 'rankingWords', 'problemWords', 'rulesWords', 'playerWords']) {
    expect([...words.keys()]).toContain(name);
  }
});

describe.each([...words])('%s', (name, { en, pl }) => {
  const [english, polish] = [leavesOf(en, name), leavesOf(pl, name)];

  test('has the same texts in both languages', () => {
    expect(polish.map(({ path }) => path)).toEqual(english.map(({ path }) => path));
  });

  test('says everything otherwise in the other language', () => {
    for (const [place, leaf] of english.entries()) {
      const other = polish[place];
      if (!other) throw new Error(`${leaf.path} is in English alone.`);
      const made = madeOf(leaf);
      const otherMade = madeOf(other);
      expect([leaf.path, made.size > 0, [...otherMade.keys()]]).toEqual([
        leaf.path,
        true,
        [...made.keys()],
      ]);
      const differs = [...made].some(([gift, text]) => otherMade.get(gift) !== text);
      const [text = ''] = made.values();
      if (!sameInBoth.includes(text))
        expect([leaf.path, text, differs]).toEqual([leaf.path, text, true]);
      // What stands before or behind a name may be nothing in one of the languages.
      if (/\.\d$/.test(leaf.path)) continue;
      for (const texts of [made, otherMade]) {
        expect([...texts.values()].some((text) => text.trim() !== '')).toBe(true);
      }
    }
  });

  test('has Polish numerals in the three forms that they need', () => {
    for (const { path, text } of polish) {
      if (!isMaker(text)) continue;
      const [one, few, many] = [1, 2, 5].map((count) => {
        try {
          return String(text(count, count)).replaceAll(/\d+/g, '#');
        } catch {
          return '';
        }
      });
      if (one?.includes('#') && one !== few) expect([path, few]).not.toEqual([path, many]);
    }
  });
});

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

describe('The pages', () => {
  afterAll(cleanUp);
  let service: TestService;
  let data: string[];
  const pages = new Map<string, Readonly<Record<Language, string>>>();

  async function read(path: string, language: Language) {
    const headers = { accept: 'text/html', 'accept-language': language };
    return (await fetch(service.url + path, { headers })).text();
  }

  // Follows the links from the ranking, to a few addresses of each kind.
  beforeAll(async () => {
    service = await startTestService('embedded', {
      settings: { WEBSITE: 'public' },
      records: [],
      clock: () => now,
    });
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

test.each([
  ['5', '6', '5 z 6'],
  ['30', '105', '30 ze 105'],
  ['30', '199', '30 ze 199'],
  ['30', '200', '30 z 200'],
])('%s of %s is "%s" in Polish', (met, all, polish) => {
  expect(competitionWords.pl.outOf(met, all)).toBe(polish);
});
