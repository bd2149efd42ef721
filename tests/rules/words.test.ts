// How values are written for people.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  availabilityInWords,
  courtsInWords,
  formatInWords,
  inWords,
} from '../../commands/words.ts';
import { readScore, type Score } from '../../modules/matches/index.ts';

const scores: readonly [text: string, score: Score][] = [
  ['6-4 7-6(5)', { sets: [{ games: [6, 4] }, { games: [7, 6], tiebreak: [7, 5] }] }],
  [
    '6-7(11) 6-4 7-6',
    { sets: [{ games: [6, 7], tiebreak: [11, 13] }, { games: [6, 4] }, { games: [7, 6] }] },
  ],
  ['6-4 4-6 [10-8]', { sets: [{ games: [6, 4] }, { games: [4, 6] }], match_tiebreak: [10, 8] }],
  ['7-6(0) 3-2', { sets: [{ games: [7, 6], tiebreak: [7, 0] }, { games: [3, 2] }] }],
];

test.each(scores)('the score %s is written so, and read back from a spreadsheet', (text, score) => {
  expect(inWords(score)).toBe(text);
  const read: unknown = readScore(text);
  expect(read).toEqual({ value: score });
});

type Pair = [number, number];

const turned = (pair: fc.Arbitrary<Pair>) =>
  fc
    .tuple(pair, fc.boolean())
    .map(([[one, other], turn]): Pair => (turn ? [other, one] : [one, other]));
const won = (least: number) => fc.nat(30).map((lost): Pair => [Math.max(least, lost + 2), lost]);
const tiebreakSet = fc.tuple(won(7), fc.boolean()).map(([[winner, loser], turn]) => {
  return turn
    ? { games: [6, 7] as Pair, tiebreak: [loser, winner] as Pair }
    : { games: [7, 6] as Pair, tiebreak: [winner, loser] as Pair };
});
const set = fc.oneof(
  tiebreakSet,
  fc.tuple(fc.nat(7), fc.nat(7)).map((games) => ({ games })),
);
const sets = (most: number) => fc.array(set, { minLength: 1, maxLength: most });
const isSplit = ([first, second]: readonly { readonly games: Pair }[]) =>
  first !== undefined &&
  second !== undefined &&
  (first.games[0] - first.games[1]) * (second.games[0] - second.games[1]) < 0;
const anyScore: fc.Arbitrary<Score> = fc.oneof(
  fc.record({ sets: sets(3) }),
  fc.record({
    sets: sets(2).filter(isSplit),
    match_tiebreak: fc.oneof(turned(won(10)), fc.tuple(fc.nat(12), fc.nat(12))),
  }),
);

test('any score is read back from what people write of it', () => {
  fc.assert(
    fc.property(anyScore, (score) => {
      expect<unknown>(readScore(inWords(score))).toEqual({ value: score });
    }),
    { numRuns: 1_000 },
  );
});

test('a score that names no tiebreak says so by null, too', () => {
  const score = '{"sets":[{"games":[7,6],"tiebreak":null}],"match_tiebreak":null}';
  expect(inWords(JSON.parse(score))).toBe('7-6');
});

test('availability, courts and formats are words', () => {
  const windows = [
    { day: 'monday', start: '18:00', end: '20:00' },
    { day: 'tuesday', start: '07:30', end: '09:00' },
  ] as const;
  expect(availabilityInWords(windows)).toBe('Mon 18:00–20:00, Tue 07:30–09:00');
  const courts = [
    { number: 1, surface: 'clay', indoor: false },
    { number: 12, surface: 'artificial_grass', indoor: true },
  ] as const;
  expect(courtsInWords([...courts])).toBe('1 clay, 12 artificial grass indoor');
  const format = { games_per_set: 6, no_ad: false, final_set: 'full_set' } as const;
  expect(formatInWords(format)).toBe('full sets, full third set');
  expect(formatInWords({ games_per_set: 4, no_ad: true, final_set: 'match_tiebreak' })).toBe(
    'short sets, no-ad, match tiebreak',
  );
});

test.each([
  ['2026-06-01T12:00:00.000Z', '2026-06-01 14:00'],
  ['2026-12-31T23:30:00Z', '2027-01-01 00:30'],
  ['2026-05-11T18:00:00+02:00', '2026-05-11 18:00'],
  ['2026-05-11', '2026-05-11'],
  [null, '-'],
  ['', '-'],
  [[], '-'],
  [['a', 'b'], 'a, b'],
  [true, 'yes'],
  [{ value: 1600, confidence: 20 }, 'value 1600, confidence 20'],
  [
    { 'rating run': { ended_at: '2026-06-01T12:00:00.000Z', rated: 3 }, backup: {} },
    'rating run (ended at 2026-06-01 14:00, rated 3), backup (-)',
  ],
])('%j is %s', (value, words) => {
  expect(inWords(value)).toBe(words);
});
