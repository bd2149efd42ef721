// Both languages of the website are complete.
import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { competitionWords } from '../../modules/website/competition-facts.tsx';
import type { Language } from '../../modules/website/language.ts';
import { root } from '../docs/markdown.ts';
import { sameInBoth } from '../website/site.ts';

/** A text, or what makes one, and where it stands. */
type Leaf = {
  readonly path: string;
  readonly text: string | ((...given: unknown[]) => unknown);
};

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

test.each([
  ['5', '6', '5 z 6'],
  ['30', '105', '30 ze 105'],
  ['30', '199', '30 ze 199'],
  ['30', '200', '30 z 200'],
])('%s of %s is "%s" in Polish', (met, all, polish) => {
  expect(competitionWords.pl.outOf(met, all)).toBe(polish);
});
