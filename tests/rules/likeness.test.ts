// Names as sheets have them beside names as they are stored.
import { expect, test } from 'bun:test';
import { createLikeness, readName, shortName } from '../../modules/exchange/likeness.ts';

const meantBy = (text: string, ...stored: string[]) => {
  const likeness = createLikeness<string>();
  for (const name of stored) likeness.add(readName(name, true), name);
  return likeness.find(readName(text, false));
};

test.each([
  ['Jan Kowalski', 'Jan K.'],
  ['Kowalski Jan', 'Jan K.'],
  ['KOWALSKI Jan', 'Jan K.'],
  ['Jan KOWALSKI', 'Jan K.'],
  ['Kowalski, Jan', 'Jan K.'],
  ['jan kowalski', 'Jan Ko.'],
  ['JAN K.', 'Jan K.'],
  ['Jan K', 'Jan K.'],
  ['Jan K.', 'Jan Kowalski'],
  ['K. Jan', 'Jan Kowalski'],
  ['J. Kowalski', 'Jan Kowalski'],
  ['J.Kowalski', 'Jan Kowalski'],
  ['Kowalski J.', 'Jan Kowalski'],
  ['Kowalski Jan', 'Jan Kowalski'],
  ['Łoś-Łęcka Żaneta', 'Zaneta L.'],
  ['ZANETA LOS-LECKA', 'Żaneta Łoś-Łęcka'],
  ['Zaneta Los Lecka', 'Żaneta Łoś-Łęcka'],
  ['Anna Nowak-Lis', 'Anna N.-L.'],
  ['Anna Maria Nowak', 'Anna N.'],
  ['Nowak Anna Maria', 'Anna N.'],
  ['Anna Nowak', 'Anna Maria N.'],
  ['Anna-Maria Nowak', 'Anna N.'],
  ['Jan van der Berg', 'Jan B.'],
  ['EWA', 'Ewa'],
])('%s may be %s', (text, stored) => {
  expect(meantBy(text, stored)).toEqual([stored]);
});

test.each([
  ['Jan Kowalski', 'Jan L.'],
  ['Jan Kowalski', 'Jan Kw.'],
  ['Jan Kowalski', 'Jan Kowal'],
  ['Jan Kow', 'Jan Kowalski'],
  ['Janusz Kowalski', 'Jan K.'],
  ['J. Kowalski', 'Jan K.'],
  ['J. K.', 'Jan Kowalski'],
  ['Kowalski', 'Jan Kowalski'],
  ['Jan', 'Jan K.'],
  ['KOWALSKI Jan', 'Kowalski J.'],
  ['Anna Nowak-Lis', 'Anna Nowak'],
  ['Ana Nowak', 'Anna Nowak'],
  ['a b c d e f g', 'a g.'],
])('%s can’t be %s', (text, stored) => {
  expect(meantBy(text, stored)).toEqual([]);
});

test('the same words are meant before shorter ones, and else all that fit', () => {
  expect(meantBy('kowalski jan', 'Jan K.', 'Jan Kowalski')).toEqual(['Jan Kowalski']);
  expect(meantBy('Jan Kowalski', 'Jan K.', 'Jan Ko.')).toEqual(['Jan K.', 'Jan Ko.']);
  expect(meantBy('Adam Marcin', 'Marcin A.', 'Adam M.')).toEqual(['Adam M.', 'Marcin A.']);
});

test.each([
  ['Jan Kowalski', 'Jan K.'],
  ['KOWALSKI Jan', 'Jan K.'],
  ['Kowalski, Jan', 'Jan K.'],
  ['JAN KOWALSKI', 'Jan K.'],
  ['Anna Maria Łoś-Łęcka', 'Anna Ł.'],
  ['Jan K.', 'Jan K.'],
  ['Ewa', 'Ewa'],
])('%s is stored as %s', (text, stored) => {
  expect(shortName(text, () => true)).toBe(stored);
});

test('as many letters of the surname are stored as it takes, in the end all', () => {
  expect(shortName('KOWALSKI Jan', (name) => name.length > 6)).toBe('Jan Ko.');
  expect(shortName('Jan Kowal', () => false)).toBe('Jan Kowal');
});

test('the surname is the first word where the others of a sheet begin with it', () => {
  const isFree = () => true;
  expect(shortName('Kowalski Jan', isFree, true)).toBe('Jan K.');
  expect(shortName('Jan KOWALSKI', isFree, true)).toBe('Jan K.');
  expect(shortName('Nowak Anna Maria', isFree, true)).toBe('Anna N.');
});

test('many names are told apart quickly', () => {
  const given = Array.from({ length: 300 }, (_, n) => `${letter(n)}imie${letter(n * 7)}${n}`);
  const likeness = createLikeness<number>();
  for (let n = 0; n < 20_000; n += 1) {
    likeness.add(readName(`${given[n % 300]} ${letter(n * 3)}nazwisko${n}`, true), n);
  }
  const began = performance.now();
  for (let n = 0; n < 5_000; n += 1)
    likeness.find(readName(`${given[n % 300]} ${letter(n)}x${n}`, false));
  expect(performance.now() - began).toBeLessThan(2_000);
});

const letter = (n: number) => String.fromCharCode(97 + (n % 26));
