import { expect, test } from 'bun:test';
import { counted } from '../../commands/words.ts';
import { playerKind } from '../../modules/players/index.ts';
import { comparableName, inEachOrder } from '../../shared/names.ts';

test('names are the same that differ only in what nobody sees', () => {
  for (const name of [
    'Iza Król',
    ' Iza \u00a0Król',
    'Iza\u200b Kro\u0301l',
    'I\u00adza Król\ufeff',
  ]) {
    expect(comparableName(name)).toBe('Iza Król');
  }
  expect(comparableName('Iza Krol')).not.toBe('Iza Król');
});

test.each([
  ['Jan', ['Jan', 'Jan', 'Jan']],
  ['Jan Sowa', ['Jan Sowa', 'Sowa Jan', 'Sowa Jan']],
  [' Ewa  Maria Sowa', ['Ewa Maria Sowa', 'Sowa Ewa Maria', 'Maria Sowa Ewa']],
])('the surname of "%s" may come first', (name, orders) => {
  expect(inEachOrder(name)).toEqual(orders);
});

test('the day on which somebody joined is one in Warsaw', () => {
  const player = { self_assessed_ntrp: 3.5, created_at: '2024-12-31T23:00:00Z' };
  expect(playerKind.title?.note(player as never)).toBe('NTRP 3.5, joined 2025-01-01');
});

test.each([
  [0, '0 matches'],
  [1, '1 match'],
  [2_000, '2,000 matches'],
])('%i are counted in words', (number, words) => {
  expect(counted(number, 'match', 'matches')).toBe(words);
});
