// Scores as people write them.
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { readResult, type Score, scoreFaults, swapped } from '../../modules/matches/index.ts';
import { markIn } from '../../modules/matches/score-marks.ts';

type Pair = readonly [number, number];
type SetScore = Score['sets'][number];

/** A score from its plain writing with both points of every tiebreak: 7-6(7-5) 4-6 [10-8]. */
function score(plain: string): Score {
  const pair = (text = ''): Pair => {
    const [first = 0, second = 0] = text.split('-').map(Number);
    return [first, second];
  };
  const sets: SetScore[] = [];
  let match_tiebreak: Pair | undefined;
  for (const part of plain.split(' ')) {
    const [games, points] = part.split(/[()]/);
    if (part.startsWith('[')) match_tiebreak = pair(part.slice(1, -1));
    else sets.push({ games: pair(games), ...(points && { tiebreak: pair(points) }) });
  }
  return { sets, ...(match_tiebreak && { match_tiebreak }) };
}

describe('read are', () => {
  test.each([
    ['6/4 6/3', '6-4 6-3'],
    ['6 - 4 6 - 3', '6-4 6-3'],
    ['6 -4 6- 3', '6-4 6-3'],
    ['64 63', '6-4 6-3'],
    ['64,63', '6-4 6-3'],
    ['06 60 64', '0-6 6-0 6-4'],
    ['(6-4)(6-3)', '6-4 6-3'],
    ['{6:4} {6:3}', '6-4 6-3'],
    ['[6-4] [6-3]', '6-4 6-3'],
    ['[6-4][6-7(5)][6-3]', '6-4 6-7(5-7) 6-3'],
    ['(6-4, 6-3)', '6-4 6-3'],
    ['(64) (63)', '6-4 6-3'],
    ['6-4.6-3.', '6-4 6-3'],
    ['6-4;6-3', '6-4 6-3'],
    ['6-4|6-3', '6-4 6-3'],
    ['7-6 5 6-4', '7-6(7-5) 6-4'],
    ['7-6 12 6-4', '7-6(14-12) 6-4'],
    ['76(5) 64', '7-6(7-5) 6-4'],
    ['76 5 64', '7-6(7-5) 6-4'],
    ['76 64', '7-6 6-4'],
    ['67(10) 64 63', '6-7(10-12) 6-4 6-3'],
    ['7/6 [7/5] 6/3', '7-6(7-5) 6-3'],
    ['6-3 7-6[7-5]', '6-3 7-6(7-5)'],
    ['(7-6(5)) (6-4)', '7-6(7-5) 6-4'],
    ['7-6⁵ 6-7¹⁰ 6-4', '7-6(7-5) 6-7(10-12) 6-4'],
    ['7-6^5 6-4', '7-6(7-5) 6-4'],
    ['7-6 7-5', '7-6 7-5'],
    ['6-4 4-6 1-0(8)', '6-4 4-6 [10-8]'],
    ['6-4 4-6 1-0 (8)', '6-4 4-6 [10-8]'],
    ['6-4 4-6 1-0(10-8)', '6-4 4-6 [10-8]'],
    ['6-4 4-6 0-1(11)', '6-4 4-6 [11-13]'],
    ['6-4 4-6 (10-8)', '6-4 4-6 [10-8]'],
    ['(6-4)(4-6)(10-8)', '6-4 4-6 [10-8]'],
    ['(6-4)(4-6)[10-8]', '6-4 4-6 [10-8]'],
    ['64 46 10:8', '6-4 4-6 [10-8]'],
    ['6-4 6-7 [10-8]', '6-4 6-7 [10-8]'],
    ['6-7 7-6 [10-8]', '6-7 7-6 [10-8]'],
    ['6-7 7-6 10-8', '6-7 7-6 [10-8]'],
    ['6-4 6-7 (10-8)', '6-4 6-7 [10-8]'],
  ])('%s as %s', (text, plain) => {
    expect<unknown>(readResult(text)).toEqual({ value: { score: score(plain) } });
  });

  test.each(['-', '–', ' — '])('%p as nothing', (text) => {
    expect(readResult(text)).toEqual({ value: {} });
  });
});

describe('refused, with what to write, are', () => {
  test.each([
    ['12 12', /^"12" can be read in more than one way: write a set as 6-4, .* 7-6\(5\)\.$/],
    ['6 4 6 3', /^"6" can be read in more than one way/],
    ['76 12 ret', /^"12" can be read in more than one way/],
    ['7-6 64', /^"64" can be read in more than one way/],
    ['(7-6) 64', /^"64" can be read in more than one way/],
    ['64 46 108', /^"108" can be read in more than one way/],
    ['6.4', /^"6\.4" is no set: .* may have made a number of it/],
    ['46177', /may have made a number of it/],
    ['6:04', /^"6:04" is no set: .* may have made a time of it/],
    ['6:04:00', /has made a date of it/],
    ['6-4-6-3', /^"6-4-6-3" is no set/],
    ['6-4 - 6-3', /^"6-4 - 6-3" is no set/],
    ['7-65 6-4', /^"7-65" is no set: .* 7-6\(5\)/],
    ['7-6/5 6-4', /^"7-6\/5" is no set: .* 7-6\(5\)/],
    ['6-4 (7-5)', /^"\(7-5\)": points can't stand behind 6-4/],
    ['6-4 4-6 [8]', /^"\[8\]": points can't stand behind 4-6, .* \[10-8\]\.$/],
    ['6-4 4-6 0-1(10-8)', /^"0-1\(10-8\)": one player has the game and the other the points/],
    ['6-4 4-6 [10-8] 6-4', /^"\[10-8\]": points can't stand behind 4-6/],
    ['6-4 4-6 1-0(8) 6-4', /^"6-4": nothing can follow the match tiebreak\.$/],
    ['6-4 6-6(7-5)', /^"6-6\(7-5\)": whoever won the tiebreak has a game more/],
    ['6-4 (6-3', /lacks a bracket\.$/],
    ['6-0 6-0 w.o.', /is a walkover with sets that decide the match: leave the sets out\.$/],
  ])('%s', (text, fault) => {
    expect(readResult(text)).toEqual({ fault: expect.stringMatching(fault) });
  });
});

describe('how a match ended', () => {
  const words =
    'ret ret. RET rtd retired Krecz kr. skr. skrecz skreczował skreczowała w.o. W.O. wo w/o walkover wlk walkower def def. default scr';
  test.each(words.split(' '))('%s', (word) => {
    expect(readResult(word)).toEqual({ value: { ending: 'walkover' } });
    const retired = { value: { score: score('6-4 2-1'), ending: 'retired' } };
    for (const text of [
      `6-4 2-1 ${word}`,
      `${word} 64 21`,
      `6-4, 2-1 – ${word} (kontuzja)`,
      `6-4 2-1 Kowalska ${word}`,
    ]) {
      if (word !== 'default' && word !== 'w/o') {
        expect<unknown>([text, readResult(text)]).toEqual([text, retired]);
      }
    }
    expect<unknown>(readResult(`6-4 2-1 ${word}`)).toEqual(retired);
  });

  test.each(['0-0 ret', '0-0 0-0 w.o.'])('%s is a walkover', (text) => {
    expect(readResult(text)).toEqual({ value: { ending: 'walkover' } });
  });

  test.each(['6-6(2-0)', '6-6 (2-0)', '66(2-0)'])('%s was broken off', (last) => {
    const leftOut = 'the points of the tiebreak at 6-6 (2-0), which nobody won';
    expect<unknown>(readResult(`6-4 ${last} ret.`)).toEqual({
      value: { score: score('6-4 6-6'), leftOut, ending: 'retired' },
    });
  });

  test.each([
    ['krecz w 2. secie', 'retired'],
    ['Kowalska skreczowała (kontuzja)', 'retired'],
    ['wygrana walkowerem', 'walkover'],
    ['Nowak nie przyszedł - w.o.', 'walkover'],
    ['W/O', 'walkover'],
    ['woda', undefined],
    ['two sets', undefined],
    ['wygrał kreczem', 'retired'],
    ['Kreczmar', undefined],
    ['default court', undefined],
    ['played w/o an umpire', undefined],
    ['retro', undefined],
    ['', undefined],
  ] as const)('of %p: %p', (text, mark) => {
    expect(markIn(text)).toBe(mark);
  });
});

const join = (pair: Pair, sign = '-') => pair.join(sign);
const isFinal = (set: SetScore) =>
  scoreFaults(
    { status: 'completed', score: { sets: [set, set] } },
    { games_per_set: 6, final_set: 'full_set' },
  ).length === 0;

type Style = {
  readonly set: (set: SetScore) => string;
  readonly between?: string;
  readonly decider?: (points: Pair) => string;
  /** Whether the score can be written so. */
  readonly fits?: (score: Score) => boolean;
};
const lost = (points: Pair) => Math.min(...points);
const mark = (tiebreak: Pair | undefined, text: (points: Pair) => string) =>
  tiebreak ? text(tiebreak) : '';
const short =
  (sign: string) =>
  ({ games, tiebreak }: SetScore) =>
    join(games, sign) + mark(tiebreak, (points) => `(${lost(points)})`);
const isPlayedOut = ({ match_tiebreak: points }: Score) =>
  !points ||
  (Math.max(...points) >= 10 && Math.abs(points[0] - points[1]) === 2) ||
  (Math.max(...points) === 10 && lost(points) < 9);

/** Ways of writing; those with both points can write anything that can be read. */
const both: Record<string, Style> = {
  'both points': {
    set: ({ games, tiebreak }) => join(games) + mark(tiebreak, (p) => `(${join(p)})`),
  },
  'slashes and square brackets': {
    set: ({ games, tiebreak }) => join(games, '/') + mark(tiebreak, (p) => ` (${join(p, '/')})`),
    between: ', ',
    decider: (points) => `[${join(points, '/')}]`,
  },
  'colons and semicolons': {
    set: ({ games, tiebreak }) => join(games, ':') + mark(tiebreak, (p) => `(${join(p, ':')})`),
    between: ';',
  },
  'dashes in spaces': {
    set: ({ games, tiebreak }) =>
      join(games, ' – ') + mark(tiebreak, (p) => ` ( ${join(p, ' – ')} )`),
    decider: (points) => `[ ${join(points, ' – ')} ]`,
    between: '  ',
  },
};
const styles: Record<string, Style> = {
  ...both,
  'as the program writes it': { set: short('-') },
  'full stops between': { set: short('/'), between: '. ' },
  'sets in brackets': { set: (set) => `(${short('-')(set)})`, between: '' },
  'sets in braces': { set: (set) => `{${short(':')(set)}}` },
  'points behind': {
    set: ({ games, tiebreak }) => join(games) + mark(tiebreak, (points) => ` ${lost(points)}`),
    // 7-6 16 may be 7-6 1-6, too.
    fits: ({ sets }) =>
      sets.every(({ tiebreak }) => !tiebreak || !/^\d6$/.test(`${lost(tiebreak)}`)),
  },
  'points raised': {
    set: ({ games, tiebreak }) => join(games) + mark(tiebreak, (points) => `^${lost(points)}`),
  },
  'a match tiebreak like a set': {
    set: short('-'),
    decider: (points) => join(points),
    fits: isPlayedOut,
  },
  'a match tiebreak as a game': {
    set: short('-'),
    decider: (points) => `${points[0] > points[1] ? '1-0' : '0-1'}(${lost(points)})`,
    fits: isPlayedOut,
  },
  'without signs': {
    set: ({ games, tiebreak }) => join(games, '') + mark(tiebreak, (points) => `(${lost(points)})`),
    fits: ({ sets }) => sets.every(isFinal),
  },
};

const write = ({ sets, match_tiebreak }: Score, style: Style) =>
  [
    ...sets.map(style.set),
    ...(match_tiebreak ? [(style.decider ?? ((p) => `[${join(p)}]`))(match_tiebreak)] : []),
  ].join(style.between ?? ' ');

/** Writes the score in every style and reads it back: then no text is the writing of two scores. */
function expectReadBack(score: Score, among = styles): number {
  const fitting = Object.values(among).filter(({ fits }) => fits?.(score) ?? true);
  const texts = fitting.map((style) => write(score, style));
  expect<unknown>(texts.map((text) => [text, readResult(text)])).toEqual(
    texts.map((text) => [text, { value: { score } }]),
  );
  return new Set(texts).size;
}

const turned = (pair: fc.Arbitrary<Pair>) =>
  fc.tuple(pair, fc.boolean()).map(([[a, b], turn]): Pair => (turn ? [b, a] : [a, b]));
const won = (least: number) =>
  fc.nat(25).map((points): Pair => [Math.max(least, points + 2), points]);
const byTiebreak = fc.tuple(won(7), fc.boolean()).map(([points, turn]): SetScore => {
  const set = { sets: [{ games: [7, 6] as const, tiebreak: points }] };
  return (turn ? swapped(set) : set).sets[0] ?? { games: [7, 6] };
});
const finished = fc.oneof(
  byTiebreak,
  turned(fc.constantFrom<Pair>([6, 0], [6, 1], [6, 2], [6, 3], [6, 4], [7, 5], [7, 6])).map(
    (games): SetScore => ({ games }),
  ),
);
const unfinished = fc.tuple(fc.nat(6), fc.nat(6)).map((games): SetScore => ({ games }));
const split = fc.tuple(finished, finished).map(([one, other]): SetScore[] => {
  const isSame = one.games[0] > one.games[1] === other.games[0] > other.games[1];
  return [one, isSame ? (swapped({ sets: [other] }).sets[0] ?? other) : other];
});
const anyScore: fc.Arbitrary<Score> = fc.oneof(
  fc.tuple(finished, finished).map((sets) => ({ sets })),
  fc
    .tuple(split, fc.oneof(finished, unfinished))
    .map(([sets, third]) => ({ sets: [...sets, third] })),
  fc.tuple(finished, unfinished).map((sets) => ({ sets })),
  fc.record({
    sets: split,
    match_tiebreak: fc.oneof(turned(won(10)), fc.tuple(fc.nat(9), fc.nat(9))),
  }),
);

test('every score is read back, whichever way it is written', () => {
  fc.assert(
    fc.property(anyScore, (score) => {
      expect(expectReadBack(score)).toBeGreaterThanOrEqual(6);
    }),
    { numRuns: 2_000 },
  );
});

test('what is read of random digits and signs is read so in every way of writing it', () => {
  const piece = fc.constantFrom(
    ...'0123456789',
    ...'7766 -/:–()[]{}.,; ',
    '6-4 ',
    '7-6',
    '1-0',
    '6-7',
    '10-8',
    ' ret',
  );
  let read = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      const result = readResult(text);
      if ('fault' in result || !result.value.score) return;
      read += 1;
      expectReadBack(result.value.score, both);
    }),
    { numRuns: 50_000 },
  );
  expect(read).toBeGreaterThan(1_000);
});

const file = new URL('../../../shared/scores.csv', import.meta.url);
/** A third set such as 10-8, from before tiebreaks, is written like a match tiebreak, and read as one. */
const isLong = ({ sets }: Score) => sets.length === 3 && Math.max(...(sets[2]?.games ?? [])) >= 10;
const real = existsSync(file)
  ? [...readFileSync(file, 'utf8').matchAll(/"(\{.*?\})",/g)].map(
      ([, json = '']): Score => JSON.parse(json.replaceAll('""', '"')),
    )
  : [];
test.skipIf(real.length === 0)(
  `real scores (../shared/scores.csv, ${real.length}) are read back in at least six ways`,
  () => {
    for (const score of real.filter((one) => !isLong(one))) {
      for (const turn of [score, swapped(score)]) {
        expect(expectReadBack(turn)).toBeGreaterThanOrEqual(6);
      }
    }
  },
);
