import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { startingRating } from '../../modules/players/index.ts';
import { actualScore, expectedScore, kFactor, ratingChange } from '../../modules/ratings/rating.ts';

const kFactors = [48, 32, 16] as const;
const rating = fc.integer({ min: 0, max: 4000 });

describe('starting rating: 1000 + (NTRP - 1.5) x 200', () => {
  test.each([
    [1.5, 1000],
    [2, 1100],
    [2.5, 1200],
    [3, 1300],
    [3.5, 1400],
    [4, 1500],
    [4.5, 1600],
    [5, 1700],
    [5.5, 1800],
  ])('NTRP %p starts at %p', (ntrp, value) => {
    expect(startingRating(ntrp)).toBe(value);
  });
});

describe('K-factor: 48 below confidence 40, 32 from 40 to 69, 16 from 70', () => {
  test.each([
    [0, 48],
    [20, 48],
    [39, 48],
    [40, 32],
    [69, 32],
    [70, 16],
    [95, 16],
    [100, 16],
  ] as const)('confidence %p gives %p', (confidence, k) => {
    expect(kFactor(confidence)).toBe(k);
  });
});

describe('expected score: 1 / (1 + 10^((opponent - own) / 400)) to 3 decimals', () => {
  test.each([
    [0, 0.5],
    [1, 0.501],
    [100, 0.64],
    [200, 0.76],
    [400, 0.909], // 10/11
    [800, 0.99], // 100/101
    [1320, 0.999],
    [1321, 1],
    [4000, 1],
  ])('a lead of %p points expects %p', (lead, expected) => {
    expect(expectedScore(4000, 4000 - lead)).toBe(expected);
    expect(expectedScore(4000 - lead, 4000)).toBe(Math.round(1000 - 1000 * expected) / 1000);
  });

  test('no difference up to 4000 points comes within 1e-9 of a rounding tie', () => {
    for (let difference = -4000; difference <= 4000; difference++) {
      const unrounded = 1000 / (1 + 10 ** (difference / 400));
      const distance = Math.abs(unrounded - Math.floor(unrounded) - 0.5) / 1000;
      if (distance < 1e-9) throw new Error(`${difference} points are ${distance} from a tie`);
    }
  });

  test('the two expected scores of a match add up to 1', () => {
    for (let lead = 0; lead <= 4000; lead++) {
      const sum = 1000 * expectedScore(lead, 0) + 1000 * expectedScore(0, lead);
      if (Math.round(sum) !== 1000) throw new Error(`${lead} points add up to ${sum}`);
    }
  });

  test('it depends on the difference alone and never falls as the rating rises', () => {
    fc.assert(
      fc.property(rating, rating, rating, (own, opponent, shift) => {
        expect(expectedScore(own + shift, opponent + shift)).toBe(expectedScore(own, opponent));
        expect(expectedScore(own + 1, opponent)).toBeGreaterThanOrEqual(
          expectedScore(own, opponent),
        );
      }),
    );
  });
});

describe('actual score', () => {
  test('a completed match is 1 for the winner and 0 for the loser', () => {
    for (const winner of [0, 1] as const) {
      const result = { status: 'completed', winner } as const;
      expect([actualScore(0, result), actualScore(1, result)]).toEqual(
        winner === 0 ? [1, 0] : [0, 1],
      );
    }
  });

  test.each([
    [7, 5, 0.583, 0.417],
    [1, 2, 0.333, 0.667],
    [0, 3, 0, 1],
    [1, 0, 1, 0],
    [1, 15, 0.063, 0.938], // 0.0625 and 0.9375: both ties, each rounded up
    [5, 11, 0.313, 0.688],
  ])('a match retired at %p-%p in games is %p for one and %p for the other', (...row) => {
    const [games, otherGames, score, otherScore] = row;
    const result = { status: 'retired', games: [games, otherGames] } as const;
    expect([actualScore(0, result), actualScore(1, result)]).toEqual([score, otherScore]);
  });

  test('the share of games is rounded half up exactly, for every score of up to 100 games', () => {
    for (let total = 1; total <= 100; total++) {
      for (let won = 0; won <= total; won++) {
        const share = actualScore(0, { status: 'retired', games: [won, total - won] });
        const inIntegers = Math.floor((2000 * won + total) / (2 * total));
        if (share !== inIntegers / 1000) throw new Error(`${won} of ${total} gave ${share}`);
      }
    }
  });

  test('a retired match without a game is refused', () => {
    expect(() => actualScore(0, { status: 'retired', games: [0, 0] })).toThrow(RangeError);
  });
});

describe('change: K x (actual - expected), to the nearest integer', () => {
  test.each([
    [48, 0.5, 1, 1400, 24],
    [48, 0.486, 0, 1400, -23],
    [32, 0.76, 1, 1600, 8],
    [16, 0.983, 1, 1900, 0],
    [16, 0.017, 0, 1200, 0],
    [48, 0.486, 0.583, 1400, 5],
    [48, 0.5, 0, 10, -10], // -24 would end below 0
    [48, 0.5, 0, 24, -24],
    [48, 0.5, 0, 0, 0],
  ])('K %p, expected %p, actual %p moves %p by %p', (k, expected, actual, value, by) => {
    expect(ratingChange(k, expected, actual, value)).toBe(by);
  });

  // Why: K is 16 m, so a tie would need 16 m d = 500 + 1000 n, that is 4 m d = 125 + 250 n, which
  // is even on the left and odd on the right.
  test('for every K, expected and actual score it is strictly the nearest: no tie occurs', () => {
    for (const k of kFactors) {
      for (let expected = 0; expected <= 1000; expected++) {
        for (let actual = 0; actual <= 1000; actual++) {
          const change = ratingChange(k, expected / 1000, actual / 1000, 1000);
          const offBy = Math.abs(1000 * change - k * (actual - expected)); // in thousandths
          if (!(offBy < 500)) throw new Error(`K ${k}: ${expected}, ${actual} gave ${change}`);
        }
      }
    }
  });

  test('the rating never goes below 0 and never moves by more than K', () => {
    const score = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
    fc.assert(
      fc.property(
        fc.constantFrom(...kFactors),
        score,
        score,
        fc.integer({ min: 0, max: 60 }),
        (k, expected, actual, value) => {
          const change = ratingChange(k, expected, actual, value);
          expect(value + change).toBeGreaterThanOrEqual(0);
          expect(Math.abs(change)).toBeLessThanOrEqual(k);
          expect(Object.is(change, -0)).toBe(false);
        },
      ),
    );
  });
});
