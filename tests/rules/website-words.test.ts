// Both languages of the website are complete.
import { describe, expect, test } from 'bun:test';
import { competitionWords } from '../../modules/website/competition-words.ts';
import { isMaker, leavesOf, madeOf, sameInBoth, words } from '../website/words.ts';

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
