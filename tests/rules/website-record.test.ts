// rules 13.2
import { expect, test } from 'bun:test';
import { tallies } from '../../modules/website/two-columns.tsx';

test('surfaces with equally many matches stand by name, however the database gives them', () => {
  const count = (surface: string | null, won: boolean, matches: number) => ({
    surface,
    won,
    matches,
  });
  const counts = [
    count('hard', true, 3),
    count('grass', false, 1),
    count('carpet', true, 1),
    count(null, true, 1),
  ];
  const names = (given: typeof counts) => tallies('en', given).map(({ name }) => name);
  const expected = ['Rated matches', 'hard court', 'carpet', 'court not known', 'grass'];
  expect(names(counts)).toEqual(expected);
  expect(names(counts.toReversed())).toEqual(expected);
});
