// Days as they are written in each language.
import { expect, test } from 'bun:test';
import { calendarDaysInWords, dayInWords } from '../../modules/website/language.ts';

test.each([
  ['pl', '2026-05-05', '5 maja 2026'],
  ['pl', '2026-04-28', '28 kwi 2026'],
  ['en', '2026-05-05', '5 May 2026'],
] as const)('a day in %s: %s is %s', (language, day, words) => {
  expect(dayInWords(language, `${day}T10:00:00Z`)).toBe(words);
});

test.each([
  ['pl', '2026-05-13', '2026-05-17', '13–17 maja 2026'],
  ['pl', '2026-04-01', '2026-05-17', '1 kwi – 17 maja 2026'],
  ['pl', '2025-05-13', '2026-05-17', '13 maja 2025 – 17 maja 2026'],
  ['en', '2026-05-03', '2026-05-17', '3–17 May 2026'],
  ['en', '2026-05-17', '2026-05-17', '17 May 2026'],
  ['en', '2026-04-01', '2026-05-17', '1 Apr – 17 May 2026'],
  ['en', '2025-05-13', '2026-05-17', '13 May 2025 – 17 May 2026'],
] as const)('days in %s: from %s to %s is %s', (language, from, to, words) => {
  expect(calendarDaysInWords(language, from, to)).toBe(words);
});
