import { describe, expect, test } from 'bun:test';
import {
  gamesWon,
  type Score,
  type ScoreFormat,
  type SetScore,
  scoreFaults,
  setsWon,
  winnerOf,
} from '../../modules/matches/score.ts';
import type { Pair } from '../../modules/matches/score-rules.ts';

const fullSet: ScoreFormat = { games_per_set: 6, final_set: 'full_set' };
const matchTiebreak: ScoreFormat = { games_per_set: 6, final_set: 'match_tiebreak' };
const shortFullSet: ScoreFormat = { games_per_set: 4, final_set: 'full_set' };
const shortMatchTiebreak: ScoreFormat = { games_per_set: 4, final_set: 'match_tiebreak' };

const completedScoreFaults = (score: Score, format: ScoreFormat) =>
  scoreFaults({ status: 'completed', score }, format);
const retiredScoreFaults = (score: Score, format: ScoreFormat) =>
  scoreFaults({ status: 'retired', score }, format);

type Row = [sentence: string, format: ScoreFormat, line: string, pointers: string[]];

/** '6-4 6-7(5-7) [10-8]' as a score: sets, their tiebreaks in ( ), the match tiebreak in [ ]. */
function score(line: string): Score {
  const sets: SetScore[] = [];
  let decider: Pair | undefined;
  for (const part of line.split(' ')) {
    const [a = 0, b = 0, p, q] = (part.match(/\d+/g) ?? []).map(Number);
    if (part.startsWith('[')) decider = [a, b];
    else if (p === undefined || q === undefined) sets.push({ games: [a, b] });
    else sets.push({ games: [a, b], tiebreak: [p, q] });
  }
  return decider ? { sets, match_tiebreak: decider } : { sets };
}

const pointersOf = (faults: readonly { pointer: string }[]) =>
  faults.map(({ pointer }) => pointer.slice('#/score/'.length));

const completed: Row[] = [
  ['two sets won in a row are a match', fullSet, '6-4 6-0', []],
  ['a third set follows two split sets', fullSet, '6-4 4-6 7-5', []],
  ['nothing follows 2-0: the first set too many is wrong', fullSet, '6-4 6-4 6-4', ['sets/2']],
  ['a set too many is one fault, even if wrong in itself', fullSet, '6-4 6-4 9-7', ['sets/2']],
  ['one set is no match', fullSet, '6-4', ['sets']],
  ['two split sets are no match', fullSet, '6-4 4-6', ['sets']],
  ['a set ends with a lead of two', fullSet, '6-5 5-6', ['sets/0', 'sets/1']],
  ['a set ends at 7-5', fullSet, '7-5 5-7 7-5', []],
  ['a set ends 7-6', fullSet, '7-6 6-7 7-6', []],
  ['a set does not go beyond 7', fullSet, '8-6 6-8 10-8', ['sets/0', 'sets/1', 'sets/2']],
  ['a set at 7 ends with 5 or 6', fullSet, '7-4 7-0', ['sets/0', 'sets/1']],
  ['a set does not end level', fullSet, '6-6 7-7', ['sets/0', 'sets/1']],
  ['an unfinished set is wrong', fullSet, '6-4 3-2', ['sets/1']],
  ['all wrong sets are named at once', fullSet, '6-5 6-4 5-3', ['sets/0', 'sets/2']],
  ['a wrong set leaves open whether one is missing', fullSet, '6-4 8-6', ['sets/1']],
  ['a wrong set leaves open whether one is too many', fullSet, '8-6 6-4 6-4', ['sets/0']],
  ['huge numbers are just wrong', fullSet, '1000000000000000-6 6-4', ['sets/0']],

  ['a short set ends at 4 with a lead of two, or 5-3', shortFullSet, '4-2 3-5 4-0', []],
  ['a short set ends 5-4 after a tiebreak', shortFullSet, '5-4 4-5 5-4', []],
  ['a short set does not end 4-3', shortFullSet, '4-3 4-2', ['sets/0']],
  ['a short set does not end 5-2 or 6-4', shortFullSet, '5-2 6-4', ['sets/0', 'sets/1']],
  ['a long set does not end 4-2 or 5-3', fullSet, '4-2 5-3', ['sets/0', 'sets/1']],

  ['a tiebreak may be sent on 7-6', fullSet, '7-6(7-0) 6-7(5-7) 7-6(12-10)', []],
  ['a tiebreak is won at 7', fullSet, '7-6(6-4) 6-2', ['sets/0/tiebreak']],
  ['a tiebreak is won two ahead', fullSet, '7-6(7-6) 6-2', ['sets/0/tiebreak']],
  ['a tiebreak beyond 7 ends exactly two ahead', fullSet, '6-4 7-6(9-6)', ['sets/1/tiebreak']],
  ['a tiebreak has a winner', fullSet, '7-6(7-7) 6-2', ['sets/0/tiebreak']],
  ['its winner wins the set', fullSet, '7-6(5-7) 6-2', ['sets/0/tiebreak']],
  ['one that names the other side leaves the match open', fullSet, '7-6(5-7)', ['sets/0/tiebreak']],
  ['7-5 has no tiebreak', fullSet, '7-5(7-5) 6-2', ['sets/0/tiebreak']],
  ['6-4 has no tiebreak', fullSet, '6-2 6-4(7-5)', ['sets/1/tiebreak']],
  ['a set that is wrong is one fault, with its tiebreak', fullSet, '6-6(7-5) 6-2', ['sets/0']],
  ['a short set shows no tiebreak', shortFullSet, '5-4(7-5) 4-2', ['sets/0/tiebreak']],
  [
    'a tiebreak that is wrong hides no missing set',
    fullSet,
    '7-6(9-6)',
    ['sets/0/tiebreak', 'sets'],
  ],

  ['a match tiebreak replaces the third set', matchTiebreak, '6-4 4-6 [10-8]', []],
  ['short sets too can end in a match tiebreak', shortMatchTiebreak, '4-2 2-4 [3-10]', []],
  ['a match of two sets needs no match tiebreak', matchTiebreak, '6-4 6-4', []],
  ['a match tiebreak may go beyond 10', matchTiebreak, '6-4 4-6 [15-17]', []],
  ['a match tiebreak is won at 10', matchTiebreak, '6-4 4-6 [7-5]', ['match_tiebreak']],
  ['a match tiebreak is won two ahead', matchTiebreak, '6-4 4-6 [10-9]', ['match_tiebreak']],
  ['beyond 10 exactly two ahead', matchTiebreak, '6-4 4-6 [12-9]', ['match_tiebreak']],
  ['a match tiebreak has a winner', matchTiebreak, '6-4 4-6 [10-10]', ['match_tiebreak']],
  ['no match tiebreak after 2-0', matchTiebreak, '6-4 6-4 [10-8]', ['match_tiebreak']],
  ['a missing one is named where it should be', matchTiebreak, '6-4 4-6', ['match_tiebreak']],
  [
    'a third set stands in place of the match tiebreak',
    matchTiebreak,
    '6-4 4-6 6-4',
    ['sets/2', 'match_tiebreak'],
  ],
  ['a third set beside one is wrong', matchTiebreak, '6-4 4-6 6-4 [10-8]', ['sets/2']],
  ['after 2-0 only the first is too many', matchTiebreak, '6-4 6-4 6-4 [10-8]', ['sets/2']],
  ['a match tiebreak after one set lacks a set', matchTiebreak, '6-4 [10-8]', ['sets']],
  [
    'a match tiebreak and a set are judged together',
    matchTiebreak,
    '6-5 4-6 [9-7]',
    ['sets/0', 'match_tiebreak'],
  ],
  ['a full third set knows no match tiebreak', fullSet, '6-4 6-4 [10-8]', ['match_tiebreak']],
  ['nor after three sets', fullSet, '6-4 4-6 6-4 [10-8]', ['match_tiebreak']],
  [
    'nor in place of the third set, which is missing then',
    fullSet,
    '6-4 4-6 [10-8]',
    ['sets', 'match_tiebreak'],
  ],
];

const retired: Row[] = [
  ['the last set can be unfinished', fullSet, '6-4 3-2', []],
  ['the first set can be the last', fullSet, '1-0', []],
  ['the third set can be the last', fullSet, '6-4 4-6 0-5', []],
  ['the last set can be finished', fullSet, '6-4', []],
  ['two split sets can be the end', fullSet, '6-4 4-6', []],
  ['6-5 can be the end', fullSet, '6-5', []],
  ['6-6 can be the end', fullSet, '4-6 6-6', []],
  ['0-0 after a finished set can be the end', fullSet, '6-4 0-0', []],
  ['8-6 is not reached', fullSet, '6-4 8-6', ['sets/1']],
  ['7-4 is not reached', fullSet, '7-4', ['sets/0']],
  ['an earlier set is finished', fullSet, '5-4 3-2', ['sets/0']],
  ['both earlier sets are finished', fullSet, '5-4 3-2 1-0', ['sets/0', 'sets/1']],
  ['an unfinished set has no tiebreak', fullSet, '6-4 6-6(3-2)', ['sets/1/tiebreak']],
  ['a finished set keeps its tiebreak', fullSet, '7-6(7-3) 1-0', []],
  ['the tiebreak of a finished set is judged', fullSet, '7-6(7-6) 1-0', ['sets/0/tiebreak']],
  ['two sets to nil decide the match', fullSet, '6-4 6-4', ['sets']],
  ['three sets decide the match', fullSet, '6-4 4-6 6-4', ['sets']],
  ['nothing follows 2-0', fullSet, '6-4 6-4 3-0', ['sets/2']],
  ['nor a finished set, which decides nothing', fullSet, '6-4 6-4 6-4', ['sets/2']],
  ['a wrong set leaves open what is decided', fullSet, '5-4 6-4 6-4', ['sets/0']],
  ['without a completed game it is a walkover', fullSet, '0-0', ['sets/0']],
  ['so it is with two sets at 0-0', fullSet, '0-0 0-0', ['sets/0']],
  ['nor is a match tiebreak a game there', fullSet, '0-0 [10-8]', ['sets/0', 'match_tiebreak']],
  ['a set without a game is not an earlier set', fullSet, '0-0 6-4', ['sets/0']],

  ['short sets stop at 4-3', shortFullSet, '4-3', []],
  ['short sets stop at 4-4', shortFullSet, '2-4 4-4', []],
  ['short sets never reach 5-2', shortFullSet, '2-4 5-2', ['sets/1']],
  ['a short 5-3 and 5-4 are finished', shortFullSet, '5-3 4-5', []],
  ['a short set shows no tiebreak', shortFullSet, '4-4(1-0)', ['sets/0/tiebreak']],

  ['a match tiebreak can be unfinished', matchTiebreak, '6-4 4-6 [3-2]', []],
  ['a match tiebreak can be at its start', matchTiebreak, '6-4 4-6 [0-0]', []],
  ['a match tiebreak can stop at 10-9', matchTiebreak, '6-4 4-6 [10-9]', []],
  ['a match tiebreak can stop at 11-11', matchTiebreak, '6-4 4-6 [11-11]', []],
  ['a match tiebreak can be completed', matchTiebreak, '6-4 4-6 [10-8]', []],
  ['12-5 is not reached', matchTiebreak, '6-4 4-6 [12-5]', ['match_tiebreak']],
  ['none is needed at one set all', matchTiebreak, '6-4 4-6', []],
  ['a match tiebreak needs two sets', matchTiebreak, '6-4 [3-2]', ['sets']],
  ['a match tiebreak needs two finished sets', matchTiebreak, '6-4 3-2 [3-2]', ['sets/1']],
  ['no match tiebreak after 2-0', matchTiebreak, '6-4 6-4 [3-2]', ['match_tiebreak']],
  ['no third set is played', matchTiebreak, '6-4 4-6 1-0', ['sets/2']],
  ['nor a finished one', matchTiebreak, '6-4 4-6 6-4', ['sets/2']],
  ['two sets to nil decide it here too', matchTiebreak, '6-4 6-4', ['sets']],
  ['a full third set knows no match tiebreak', fullSet, '6-4 4-6 [3-2]', ['match_tiebreak']],
  ['which then leaves the last set unfinished', fullSet, '6-4 3-2 [3-2]', ['match_tiebreak']],
];

describe('a completed match (rules 4)', () => {
  for (const [sentence, format, line, pointers] of completed) {
    test(`${sentence}: ${line} (${format.games_per_set} games)`, () => {
      expect(pointersOf(completedScoreFaults(score(line), format))).toEqual(pointers);
    });
  }
});

describe('a retired match (rules 4.5)', () => {
  for (const [sentence, format, line, pointers] of retired) {
    test(`${sentence}: ${line} (${format.games_per_set} games)`, () => {
      expect(pointersOf(retiredScoreFaults(score(line), format))).toEqual(pointers);
    });
  }
});

describe('the details tell a human what to do', () => {
  test.each([
    [
      '6-4 6-5',
      fullSet,
      /Set 2 can't end 6-5: .* 6 games .* 2, at 7-5, or 7-6 by a tiebreak\. Did a player retire/,
    ],
    ['4-3 4-2', shortFullSet, /Set 1 can't end 4-3: .* 4 games .* 2, at 5-3, or 5-4 by a tiebreak/],
    ['0-0 0-0', fullSet, /^Set 1 can't end 0-0:/],
    ['5-4(7-5) 4-2', shortFullSet, /leave the tiebreak out, a short set/],
    ['7-5(7-5) 6-2', fullSet, /^Set 1: leave the tiebreak out, 7-5 was not ended by one\.$/],
    ['6-2 7-6(9-6)', fullSet, /^Set 2: the tiebreak can't end 9-6, it is won at 7 points .* 2\.$/],
    ['7-6(5-7) 6-2', fullSet, /^Set 1: the winner of the tiebreak must win the set\.$/],
    ['6-4 2-1', fullSet, /can't end 2-1: .* Did a player retire \(retired_player_id\)\? .* time /],
    ['6-4 6-5 6-4', fullSet, /^Set 2 can't end 6-5: .* by a tiebreak\.$/],
    ['8-6', fullSet, /^Set 1 can't end 8-6: .* one longer set has no place here: .* three\.$/],
    ['6-4 4-6 1-0', matchTiebreak, /^Set 3 is not played here: .* give its points/],
    ['6-4 4-6 6-4', matchTiebreak, /^Set 3 is not played here: .* a competition has one format/],
    ['6-4', fullSet, /^Set 2 is missing: one set decides no match\. Did a player retire/],
    ['6-4 4-6', fullSet, /^Set 3 is missing: each player won one set/],
    ['6-4 4-6', matchTiebreak, /^The match tiebreak is missing: each player won one set/],
    ['6-4 6-4 6-4', fullSet, /^Set 3 is one too many: sets 1 and 2 decide/],
    ['6-4 4-6 6-4 [10-8]', matchTiebreak, /^Set 3 is not played here: a match tiebreak takes/],
    ['6-4 6-4 [10-8]', matchTiebreak, /^The match tiebreak is one too many: the sets decide/],
    ['6-4 6-4 [10-8]', fullSet, /^A full third set is played here, no match tiebreak; /],
    ['6-4 4-6 [9-7]', matchTiebreak, /match tiebreak can't end 9-7: .* 10 points .* 2\.$/],
  ])('completed %s', (line, format, detail) => {
    expect(completedScoreFaults(score(line), format)[0]?.detail).toMatch(detail);
  });
  test.each([
    ['6-6(7-5)', fullSet, /leave the tiebreak/],
    ['0-0', fullSet, /walkover/],
    ['0-0 0-0', fullSet, /walkover/],
    ['7-4', fullSet, /^Set 1 can't stand at 7-4:/],
    ['6-4 4-6 [12-5]', matchTiebreak, /^The match tiebreak can't stand at 12-5:/],
    ['6-4 6-4', fullSet, /^The sets already decide the match: nobody can retire/],
  ])('retired %s', (line, format, detail) => {
    expect(retiredScoreFaults(score(line), format)[0]?.detail).toMatch(detail);
  });
});

describe('the winner has won more sets (rules 4.6)', () => {
  test.each([
    ['6-4 6-4', 0],
    ['4-6 6-4 5-7', 1],
    ['6-4 4-6 [8-10]', 1],
    ['7-6(7-5) 6-4', 0],
    ['6-4', undefined],
    ['6-4 4-6', undefined],
    ['6-6 6-4', undefined],
    ['6-4 4-6 6-4 [8-10]', undefined],
    ['7-6(5-7) 6-4', undefined],
  ] as const)('%s: %p', (line, winner) => {
    expect(winnerOf(score(line))).toBe(winner);
  });

  test.each([
    ['6-4 6-4', fullSet, 0],
    ['6-4 6-5', fullSet, undefined],
    ['4-2 4-2', fullSet, undefined],
    ['4-6 6-4 [8-10]', matchTiebreak, 1],
    ['4-6 6-4 [8-9]', matchTiebreak, undefined],
    ['4-6 6-4 [8-10]', fullSet, undefined],
  ] as const)('of what is finished under the format, %s: %p', (line, format, winner) => {
    expect(winnerOf(score(line), format)).toBe(winner);
  });
});

describe('the games won are those completed (rules 1.4)', () => {
  test.each([
    ['6-4 3-2', [9, 6]],
    ['7-6(7-2) 0-0', [7, 6]],
    ['6-4 4-6 [10-8]', [11, 10]],
    ['6-4 4-6 [9-11]', [10, 11]],
    ['6-4 4-6 [9-8]', [10, 10]],
    ['6-4 4-6 [10-9]', [10, 10]],
  ] as const)('%s: %p', (line, games) => {
    expect(gamesWon(score(line))).toEqual([...games]);
  });
});

describe('the sets won are those finished, and a match tiebreak that was played out', () => {
  test.each([
    ['6-4 3-2', fullSet, [1, 0]],
    ['6-4 4-2', fullSet, [1, 0]],
    ['4-2 4-1', shortFullSet, [2, 0]],
    ['6-4 4-6 6-7(5-7)', fullSet, [1, 2]],
    ['6-4 4-6 [10-8]', matchTiebreak, [2, 1]],
    ['6-4 4-6 [9-8]', matchTiebreak, [1, 1]],
  ] as const)('%s: %p', (line, format, sets) => {
    expect(setsWon(score(line), format)).toEqual([...sets]);
  });
});
