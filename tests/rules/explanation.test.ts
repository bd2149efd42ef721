import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { RatedMatch } from '../../modules/matches/index.ts';
import {
  explainInactivity,
  explainMatch,
  explainStart,
  type MatchExplanation,
} from '../../modules/ratings/explanation.ts';
import { actualScore, expectedScore, kFactor, ratingChange } from '../../modules/ratings/rating.ts';
import { explainSide } from '../../modules/ratings/standing.ts';
import type { MatchId, PlayerId } from '../../shared/ids.ts';

type Games = readonly [own: number, opponents: number];

/** A match as the rules rate it, so that no sentence is judged on numbers that can't occur. */
function rated(
  own: number,
  confidence: number,
  opponentRating: number,
  won: boolean,
  games?: Games, // of a match that ended because the loser retired
  opponentName = 'Anna K.',
): MatchExplanation {
  const expected = expectedScore(own, opponentRating);
  const actual = actualScore(
    0,
    games ? { status: 'retired', games } : { status: 'completed', winner: won ? 0 : 1 },
  );
  const change = ratingChange(kFactor(confidence), expected, actual, own);
  return {
    opponent_name: opponentName,
    opponent_rating: opponentRating,
    status: games ? 'retired' : 'completed',
    won,
    retired: games !== undefined && !won,
    games: games ?? (won ? [12, 7] : [7, 12]),
    expected_score: expected,
    actual_score: actual,
    change,
    value_after: own + change,
  };
}

// Own rating (and confidence), what happened, Anna K.'s rating; below it what the player reads.
const sentences = `
1400 (20) won against 1400
  You beat Anna K., whose rating of 1400 was the same as yours, so your rating rose by 24
  points to 1424.
1400 (20) won against 1410
  You beat Anna K., whose rating of 1410 was close to yours, so your rating rose by 25 points
  to 1425.
1500 (50) won against 1430
  You beat Anna K., whose rating of 1430 was close to yours, so your rating rose by 13 points
  to 1513.
1500 (80) won against 1607
  You beat Anna K., whose rating of 1607 was close to yours, so your rating rose by 10 points
  to 1510.
1500 (75) won against 1608
  In a surprise result, you beat Anna K., whose rating of 1608 was well above yours, so your
  rating rose by 10 points to 1510.
1400 (20) won against 1650
  In a surprise result, you beat Anna K., whose rating of 1650 was well above yours, so your
  rating rose by 39 points to 1439.
1300 (40) won against 1700
  In a surprise result, you beat Anna K., whose rating of 1700 was well above yours, so your
  rating rose by 29 points to 1329.
1500 (50) won against 1392
  As the ratings predicted, you beat Anna K., whose rating of 1392 was well below yours, so
  your rating rose by 11 points to 1511.
1800 (20) won against 1500
  As the ratings predicted, you beat Anna K., whose rating of 1500 was well below yours, so
  your rating rose by 7 points to 1807.
1800 (90) won against 1300
  As the ratings predicted, you beat Anna K., whose rating of 1300 was well below yours, so
  your rating rose by 1 point to 1801.
1900 (95) won against 1200
  As the ratings predicted, you beat Anna K., whose rating of 1200 was well below yours, so
  your rating stayed at 1900.
1400 (20) lost against 1400
  You lost to Anna K., whose rating of 1400 was the same as yours, so your rating fell by 24
  points to 1376.
1400 (30) lost against 1390
  You lost to Anna K., whose rating of 1390 was close to yours, so your rating fell by 25
  points to 1375.
1500 (70) lost against 1607
  You lost to Anna K., whose rating of 1607 was close to yours, so your rating fell by 6
  points to 1494.
1500 (69) lost against 1393
  You lost to Anna K., whose rating of 1393 was close to yours, so your rating fell by 21
  points to 1479.
1500 (50) lost against 1392
  In a surprise result, you lost to Anna K., whose rating of 1392 was well below yours, so
  your rating fell by 21 points to 1479.
1400 (20) lost against 1200
  In a surprise result, you lost to Anna K., whose rating of 1200 was well below yours, so
  your rating fell by 36 points to 1364.
1700 (85) lost against 1400
  In a surprise result, you lost to Anna K., whose rating of 1400 was well below yours, so
  your rating fell by 14 points to 1686.
1200 (20) lost against 1400
  As the ratings predicted, you lost to Anna K., whose rating of 1400 was well above yours, so
  your rating fell by 12 points to 1188.
1300 (90) lost against 1800
  As the ratings predicted, you lost to Anna K., whose rating of 1800 was well above yours, so
  your rating fell by 1 point to 1299.
1200 (95) lost against 1900
  As the ratings predicted, you lost to Anna K., whose rating of 1900 was well above yours, so
  your rating stayed at 1200.
0 (20) lost against 30
  You lost to Anna K., whose rating of 30 was close to yours, but your rating stayed at 0, the
  lowest it can be.
0 (20) lost against 1000
  As the ratings predicted, you lost to Anna K., whose rating of 1000 was well above yours, but
  your rating stayed at 0, the lowest it can be.
5 (20) lost against 10
  You lost to Anna K., whose rating of 10 was close to yours, so your rating fell by 5 points
  to 0.
0 (20) lost by retirement at 1-8 against 10
  You retired against Anna K., rated 10, and winning 1 of the 9 completed games was worse than
  the ratings predicted, but your rating stayed at 0, the lowest it can be.
0 (20) lost by retirement at 2-2 against 0
  You retired against Anna K., rated 0, and winning 2 of the 4 completed games was about what
  the ratings predicted, so your rating stayed at 0.
1400 (20) lost by retirement at 7-5 against 1410
  You retired against Anna K., rated 1410, but winning 7 of the 12 completed games was better
  than the ratings predicted, so your rating rose by 5 points to 1405.
1400 (20) lost by retirement at 3-9 against 1790
  You retired against Anna K., rated 1790, but winning 3 of the 12 completed games was better
  than the ratings predicted, so your rating rose by 7 points to 1407.
1400 (50) lost by retirement at 4-8 against 1400
  You retired against Anna K., rated 1400, and winning 4 of the 12 completed games was worse
  than the ratings predicted, so your rating fell by 5 points to 1395.
1600 (80) lost by retirement at 9-3 against 1400
  You retired against Anna K., rated 1400, and winning 9 of the 12 completed games was about
  what the ratings predicted, so your rating stayed at 1600.
1450 (50) lost by retirement at 0-5 against 1500
  You retired against Anna K., rated 1500, and losing all 5 completed games was worse than the
  ratings predicted, so your rating fell by 14 points to 1436.
1450 (20) lost by retirement at 5-0 against 1500
  You retired against Anna K., rated 1500, but winning all 5 completed games was better than
  the ratings predicted, so your rating rose by 27 points to 1477.
1500 (20) lost by retirement at 0-1 against 1500
  You retired against Anna K., rated 1500, and losing the only completed game was worse than
  the ratings predicted, so your rating fell by 24 points to 1476.
1500 (20) lost by retirement at 2-0 against 1500
  You retired against Anna K., rated 1500, but winning both completed games was better than the
  ratings predicted, so your rating rose by 24 points to 1524.
1400 (20) lost by retirement at 13-12 against 1400
  You retired against Anna K., rated 1400, but winning 13 of the 25 completed games was better
  than the ratings predicted, so your rating rose by 1 point to 1401.
1400 (20) won by retirement at 12-13 against 1400
  You won when Anna K., rated 1400, retired, but winning 12 of the 25 completed games was worse
  than the ratings predicted, so your rating fell by 1 point to 1399.
1400 (50) won by retirement at 8-4 against 1400
  You won when Anna K., rated 1400, retired, and winning 8 of the 12 completed games was
  better than the ratings predicted, so your rating rose by 5 points to 1405.
1800 (50) won by retirement at 7-6 against 1300
  You won when Anna K., rated 1300, retired, but winning 7 of the 13 completed games was worse
  than the ratings predicted, so your rating fell by 13 points to 1787.
1450 (50) won by retirement at 0-5 against 1500
  You won when Anna K., rated 1500, retired, but losing all 5 completed games was worse than
  the ratings predicted, so your rating fell by 14 points to 1436.
1400 (75) won by retirement at 1-4 against 1650
  You won when Anna K., rated 1650, retired, and winning 1 of the 5 completed games was about
  what the ratings predicted, so your rating stayed at 1400.
1450 (20) won by retirement at 1-0 against 1500
  You won when Anna K., rated 1500, retired, and winning the only completed game was better
  than the ratings predicted, so your rating rose by 27 points to 1477.
`;

const row =
  /^(\d+) \((\d+)\) (won|lost)(?: by retirement at (\d+)-(\d+))? against (\d+)\s+([\s\S]+)$/;
const table = sentences
  .trim()
  .split(/\n(?=\S)/)
  .map((entry) => {
    const [, own, confidence, result, games, gamesLost, opponent, text] = row.exec(entry) ?? [];
    const score: Games | undefined = games ? [Number(games), Number(gamesLost)] : undefined;
    const match = rated(Number(own), Number(confidence), Number(opponent), result === 'won', score);
    return { case: entry.split('\n')[0], match, text: text?.replace(/\s+/g, ' ') };
  });

describe('a match is explained in one sentence', () => {
  test.each(table)('$case', ({ match, text }) => {
    expect<string | undefined>(explainMatch(match)).toBe(text);
  });

  test('the table above was read whole', () => {
    expect(table).toHaveLength(41);
  });

  test.each([
    ['Max', 'You beat Max, whose rating'],
    ['  Zoë\t\r\n de  B. ', 'You beat Zoë de B., whose rating'],
    ['Jan\u2028\u0085\u0000P.', 'You beat Jan P., whose rating'],
    [' \n ', 'You beat your opponent, whose rating'],
  ])('the name %j stays within the line', (name, opening) => {
    expect(explainMatch(rated(1400, 20, 1400, true, undefined, name))).toStartWith(opening);
  });

  const count = fc.nat(13);
  const anyGames = fc.tuple(count, count).filter(([own, other]) => own + other > 0);
  const games = fc.option(anyGames, { nil: undefined });
  const value = fc.oneof(fc.nat(2500), fc.nat(60), fc.integer({ min: 1400, max: 1500 }));
  const confidence = fc.constantFrom(20, 40, 70);

  test('it never contradicts the change: rose, fell or stayed, by how much, to what', () => {
    fc.assert(
      fc.property(
        value,
        confidence,
        value,
        fc.boolean(),
        games,
        (own, settled, opponent, won, score) => {
          const match = rated(own, settled, opponent, won, score);
          const { change, value_after: valueAfter } = match;
          const points = `${Math.abs(change)} ${Math.abs(change) === 1 ? 'point' : 'points'}`;
          const ending =
            change === 0
              ? ` stayed at ${valueAfter}`
              : ` ${change > 0 ? 'rose' : 'fell'} by ${points} to ${valueAfter}.`;
          const text = explainMatch(match);
          expect(text).toContain(`your rating${ending}`);
          expect(text.match(/\b(rose|fell|stayed)\b/g)).toHaveLength(1);
          if (change > 0) expect(text).not.toContain('worse than');
          if (change < 0) expect(text).not.toContain('better than');
          if (text.includes('well above')) expect(opponent).toBeGreaterThan(own + 100);
          if (text.includes('well below')) expect(opponent).toBeLessThan(own - 100);
          if (text.includes('the same as')) expect(opponent).toBe(own);
          if (text.includes('close to')) {
            expect(opponent).not.toBe(own);
            expect(Math.abs(opponent - own)).toBeLessThan(110);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('it is one line that ends with its only full stop, whatever the name holds', () => {
    const unprintable = fc.constantFrom(...'\n\r\t\v\f\0\u0085\u2028\u2029\u001b. K');
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: unprintable, maxLength: 20 }),
    );
    fc.assert(
      fc.property(name, fc.boolean(), games, value, (opponentName, won, score, opponent) => {
        const text = explainMatch(rated(1450, 20, opponent, won, score, opponentName));
        const stops = (line: string) => line.split('.').length - 1;
        expect(text).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(text).toMatch(/^\S.*[^.]\.$/u);
        expect(stops(text)).toBe(stops(opponentName) + 1);
      }),
    );
  });
});

test('each player reads of a match from the own side', () => {
  const [anna, bartek] = ['plr_aaaaaaaaaa', 'plr_bbbbbbbbbb'] as [PlayerId, PlayerId];
  const retired: RatedMatch = {
    id: 'mat_aaaaaaaaaa' as MatchId,
    played_at: '2026-01-02T10:00:00.000Z',
    first_player_id: anna,
    second_player_id: bartek,
    status: 'retired',
    score: { sets: [{ games: [2, 4] }] },
    winner_id: bartek,
    retired_player_id: anna,
  };
  const completed = { ...retired, status: 'completed' } as const;
  const [first, second] = [rated(1400, 20, 1400, false), rated(1400, 20, 1400, true)];
  expect(explainSide(retired, 0, 'B', first)).toMatch(/^You retired against B, .* 2 of the 6 /);
  expect(explainSide(retired, 1, 'A', second)).toMatch(/^You won when A, .* 4 of the 6 /);
  expect(explainSide(completed, 0, 'B', first)).toMatch(
    /^You lost to B, .* by 24 points to 1376\.$/,
  );
  expect(explainSide(completed, 1, 'A', second)).toMatch(/^You beat A, .* by 24 points to 1424\.$/);
});

describe('a starting rating is explained by the level', () => {
  test.each([
    [1.5, 1000, 'You assessed yourself at NTRP 1.5, so your rating starts at 1000.'],
    [4, 1500, 'You assessed yourself at NTRP 4.0, so your rating starts at 1500.'],
    [5.5, 1800, 'You assessed yourself at NTRP 5.5, so your rating starts at 1800.'],
  ])('NTRP %p: %p', (ntrp, start, text) => {
    expect(explainStart(ntrp, start)).toBe(text);
  });
});

describe('a drop for inactivity is explained by the days', () => {
  test.each([
    [60, 65],
    [90, 60],
    [510, 20],
  ])('%p days, down to %p', (days, confidence) => {
    expect(explainInactivity(days, confidence)).toBe(
      `You went ${days} days without a rated match, so confidence in your rating dropped to ` +
        `${confidence} out of 100, but the rating itself did not change.`,
    );
  });
});
