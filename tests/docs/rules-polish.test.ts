// docs/rules.pl.md says what docs/rules.md says, as far as a program can tell.
import { expect, test } from 'bun:test';
import { textOf } from './markdown.ts';

const [english, polish] = ['docs/rules.md', 'docs/rules.pl.md'].map((path) => {
  const parts = textOf(path).split(/^(?=- \*\*|#)/m);
  return new Map(parts.map((part) => [/^- \*\*([\d.]+)|^#+ ?(\d*)/.exec(part)?.[0] ?? '', part]));
});

test('both have the same rules and headings, in the same order', () => {
  expect(english?.size).toBe(81);
  expect([...(polish?.keys() ?? [])]).toEqual([...(english?.keys() ?? [])]);
});

/** Numbers, settings, members and options: what is the same in every language. */
function factsOf(text: string): string[] {
  const plain = text.replaceAll(/(\d),(\d)/g, '$1.$2');
  return (plain.match(/`[^`]+`|\d+(?:[.-]\d+)*|https?:\S+|\]\([^)]+\)/g) ?? []).toSorted();
}

test.each([...(english ?? [])])('%s has the same numbers and names in both', (rule, text) => {
  const other = polish?.get(rule) ?? '';
  expect(factsOf(other)).toEqual(factsOf(text));
  expect(other).not.toBe(text);
});

const rules = [...(english ?? [])].filter(([place]) => place.startsWith('- '));
test.each(rules)('%s leaves out nothing in Polish, which is about as long', (rule, text) => {
  expect((polish?.get(rule) ?? '').length / text.length).toBeGreaterThan(0.85);
});
