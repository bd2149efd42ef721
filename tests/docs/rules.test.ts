// docs/rules.md says what the code does, the code cites rules that there are, and docs/rules.pl.md says the same.
import { expect, test } from 'bun:test';
import { Cron } from 'croner';
import { startingConfidence, startingRating } from '../../modules/players/index.ts';
import { confidenceAfterMatch } from '../../modules/ratings/confidence.ts';
import { expectedScore, kFactor, ratingChange } from '../../modules/ratings/rating.ts';
import { describeSettings } from '../../shared/config.ts';
import { sourcesOf } from '../support/scan.ts';
import { textOf } from './markdown.ts';

const page = textOf('docs/rules.md');
const rules = new Set([...page.matchAll(/^(?:- \*\*|## )(\d+(?:\.\d+)?)/gm)].map(([, n]) => n));

const citation = /\brules (\d+(?:\.\d+)?(?:(?:, | to | and )\d+(?:\.\d+)?)*)/g;

const sources = sourcesOf('main.ts', 'commands', 'modules', 'shared', 'tests').filter(
  ({ path }) => path !== 'tests/docs/rules.test.ts',
);

/** The rules that a text cites. */
function cited(text: string): string[] {
  return [...text.matchAll(citation)].flatMap(([, list = '']) => list.split(/, | to | and /));
}

test('every rule that a comment cites is there', () => {
  const missing = sources.flatMap(({ path, text }) =>
    cited(text).flatMap((rule) => (rules.has(rule) ? [] : [`${path} cites ${rule}`])),
  );
  expect(missing).toEqual([]);
  expect(cited('rules 1.4, 2 to 3.1')).toEqual(['1.4', '2', '3.1']);
  expect(rules.has('1.99')).toBe(false);
});

test('every section is cited', () => {
  const used = new Set(sources.flatMap(({ text }) => cited(text).map((n) => n.split('.')[0])));
  const sections = [...rules].filter((rule) => !rule?.includes('.'));
  expect(sections.filter((section) => !used.has(section))).toEqual([]);
});

test('the example of a rating holds', () => {
  expect(page).toContain('at 1400 for 3.5 and at 1800 for 5.5');
  expect([3.5, 5.5].map(startingRating)).toEqual([1400, 1800]);
  expect(page).toContain('100\n  points more give 0.640');
  expect(expectedScore(1500, 1400)).toBe(0.64);
  expect(page).toContain('Anna has 1400 points and a confidence of 50, so that *K* is 32');
  expect(page).toContain(
    'expected to score 0.387 and scored 1; 32 × 0.613 is 19.6, and she\n  has 1420',
  );
  const k = kFactor(50);
  const expected = expectedScore(1400, 1480);
  expect([k, expected, 1400 + ratingChange(k, expected, 1, 1400)]).toEqual([32, 0.387, 1420]);
  expect([startingConfidence, confidenceAfterMatch(90)]).toEqual([20, 95]);
});

test('the limits and times are those of the settings, unless set', () => {
  const defaults = new Map(describeSettings({}).map(({ name, value }) => [name, value]));
  const text = page.replaceAll(/\s+/g, ' ');
  for (const [name, before, after] of [
    ['RATE_LIMIT_PER_MINUTE', 'more than ', ' requests in any 60 seconds ('],
    ['ADDRESS_LIMIT_PER_MINUTE', 'a limit for their address, ', ' ('],
  ] as const) {
    expect(text).toContain(`${before}${defaults.get(name)}${after}\`${name}\`)`);
  }
  expect(text).toContain('every start of the service and once a day');
  const looks = new Cron(defaults.get('DECAY_SCHEDULE') ?? '').nextRuns(30);
  expect(new Set(looks.map((look) => look.toDateString())).size).toBe(30);
  expect(looks[29]?.getTime()).toBeLessThan(Date.now() + 31 * 86_400_000);
});

const [english, polish] = [page, textOf('docs/rules.pl.md')].map((text) => {
  const parts = text.split(/^(?=- \*\*|#)/m);
  return new Map(parts.map((part) => [/^- \*\*([\d.]+)|^#+ ?(\d*)/.exec(part)?.[0] ?? '', part]));
}) as [Map<string, string>, Map<string, string>];

/** Numbers, settings, members and options: what is the same in every language. */
function factsOf(text: string): string[] {
  const plain = text.replaceAll(/(\d),(\d)/g, '$1.$2');
  return (plain.match(/`[^`]+`|\d+(?:[.-]\d+)*|https?:\S+|\]\([^)]+\)/g) ?? []).toSorted();
}

test('the Polish rules are the same, in the same order, with the same numbers and names', () => {
  expect(english.size).toBe(93);
  expect([...polish.keys()]).toEqual([...english.keys()]);
  for (const [place, text] of english) {
    const other = polish.get(place) ?? '';
    expect([place, factsOf(other)]).toEqual([place, factsOf(text)]);
    expect(other).not.toBe(text);
    // Nothing is left out: it is about as long.
    if (place.startsWith('- '))
      expect([place, other.length / text.length > 0.85]).toEqual([place, true]);
  }
});
