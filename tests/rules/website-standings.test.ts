import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { pairings, standings, type TableResult } from '../../modules/website/competition-table.tsx';
import { score } from '../website/score.ts';

const format = { games_per_set: 6 } as const;
// By name they stand the other way round than by id, L before Ł, and Ł before M.
const names = new Map(
  ['Ż', 'Z', 'Ś', 'S', 'M', 'Ł', 'L', 'A'].map((name, place) => ['ABCDEFGH'.charAt(place), name]),
);

/** `A-B 6-4 6-3`: A beat B. A walkover has no score. */
function result(line: string): TableResult {
  const [first = '', second = ''] = line.slice(0, 3).split('-');
  const sets = line.slice(4);
  return { first, second, winner: first, score: sets ? score(sets) : null };
}

const table = (lines: readonly string[]) => standings(lines.map(result), names, format);
const orderOf = (lines: readonly string[]) =>
  table(lines)
    .map(({ id }) => id)
    .join('');

const easy = '6-0 6-0';
const close = '7-5 7-5';

describe('the order of a table', () => {
  test.each([
    ['is by wins', ['A-B 6-0 6-0', 'C-A 7-5 7-5', 'C-B 7-5 7-5'], 'CAB'],
    [
      'of two with as many wins has first who beat the other, whatever the sets',
      [`A-B ${close}`, `C-A ${easy}`, `B-C ${easy}`, `B-D ${easy}`, `A-D ${close}`, `D-C ${close}`],
      'ABDC',
    ],
    [
      'of three who beat each other in a circle is by the difference of sets',
      ['A-B 6-4 4-6 6-4', `B-C ${close}`, 'C-A 6-4 6-4'],
      'BCA',
    ],
    [
      'of three in a circle with as many sets is by the difference of games',
      ['A-B 6-4 6-4', 'B-C 6-1 6-2', 'C-A 6-3 6-3'],
      'BAC',
    ],
    [
      'of four is by the wins among the four, and is not begun anew among two of them',
      // All but E have two wins; among them A and D have two, B and C one. B beat C, but lost a set to E.
      [
        ...[`A-B ${easy}`, `A-C ${easy}`, `B-C ${easy}`, `C-D ${easy}`, 'D-A 7-5 7-5'],
        ...['D-B 7-6 7-6', 'B-E 6-4 4-6 6-4', `C-E ${easy}`],
      ],
      'ADCBE',
    ],
    [
      'counts only matches against those who are tied',
      // A and B have two wins each and haven't met; A beat C, the weakest, by more.
      ['A-C 6-0 6-0', 'A-D 6-0 6-0', 'B-C 6-1 6-1', 'B-D 6-0 6-0', `D-C ${close}`],
      'ABDC',
    ],
    ['is by name where all else is equal', ['G-D 6-4 6-4', 'F-C 6-4 6-4'], 'GFDC'],
  ])('%s', (_, lines, order) => {
    expect(orderOf(lines)).toBe(order);
  });
});

describe('the counts of a table', () => {
  test.each([
    ['a completed match', 'A-B 6-4 7-6', [2, 0], [13, 10]],
    ['a match tiebreak, as a set and a game', 'A-B 6-4 3-6 [10-8]', [2, 1], [10, 10]],
    ['a retirement, by what was finished', 'A-B 6-4 2-3', [1, 0], [8, 7]],
    ['a retirement of the one who led', 'A-B 3-6 1-5', [0, 1], [4, 11]],
    ['a walkover, without sets and games', 'A-B', [0, 0], [0, 0]],
  ] as const)('take in %s', (_, line, sets, games) => {
    const [first, second] = standings([result(line)], names, format);
    expect(first).toMatchObject({ id: 'A', matches: 1, wins: 1, losses: 0, sets, games });
    expect(second).toMatchObject({
      id: 'B',
      matches: 1,
      wins: 0,
      losses: 1,
      sets: sets.toReversed(),
      games: games.toReversed(),
    });
  });
});

test('a pair counts as met once, from whichever side it is told', () => {
  expect(
    pairings([
      { first: 'A', second: 'B' },
      { first: 'B', second: 'A' },
      { first: 'C', second: 'A' },
    ]),
  ).toEqual({ met: 2, all: 3 });
});

const lines = fc
  .tuple(
    fc.shuffledSubarray([...'ABCDEFGH'], { minLength: 2, maxLength: 2 }),
    fc.constantFrom('', easy, close, '6-4 4-6 [10-7]', '6-4 2-1', '7-6 6-7 [7-10]'),
  )
  .map(([pair, sets]) => `${pair.join('-')} ${sets}`.trim());
const seasons = fc.array(lines, { maxLength: 40 });

test('the order is total and the same in whatever order results come in', () => {
  fc.assert(
    fc.property(
      seasons.chain((season) =>
        fc.tuple(fc.constant(season), fc.shuffledSubarray(season, { minLength: season.length })),
      ),
      ([season, shuffled]) => expect(table(shuffled)).toEqual(table(season)),
    ),
  );
});

test('namesakes are told apart by their ids', () => {
  const alike = new Map([...'ABCDEFGH'].map((id) => [id, 'Jan K.']));
  const rows = (order: string[]) => standings(order.map(result), alike, format).map(({ id }) => id);
  expect(rows(['B-D 6-4 6-4', 'A-C 6-4 6-4'])).toEqual(rows(['A-C 6-4 6-4', 'B-D 6-4 6-4']));
});

test('what is won by some is lost by others, and more wins never stand lower', () => {
  fc.assert(
    fc.property(seasons, (season) => {
      const rows = table(season);
      const total = (of: (row: (typeof rows)[number]) => number) =>
        rows.reduce((sum, row) => sum + of(row), 0);
      expect(total(({ wins }) => wins)).toBe(season.length);
      expect(total(({ losses }) => losses)).toBe(season.length);
      expect(total(({ sets: [won, lost] }) => won - lost)).toBe(0);
      expect(total(({ games: [won, lost] }) => won - lost)).toBe(0);
      for (const { matches, wins, losses } of rows) expect(wins + losses).toBe(matches);
      const wins = rows.map((row) => row.wins);
      expect(wins).toEqual(wins.toSorted((one, other) => other - one));
    }),
  );
});
