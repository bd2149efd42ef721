// Seasons and corrections that random tests once failed on: they are tried every time.
import {
  dayMs,
  firstDay,
  hourMs,
  momentOf,
  type Played,
  type Season,
  type Step,
  stepMs,
  straight,
  walkedOver,
} from './season.ts';
import type { Wish } from './wish.ts';

type Found = [season: Season, wishes: Wish[], later: Wish[], share: number, which: number];

/** What is done on the nth day, and the match that comes in, which was played so many days before. */
type Line =
  | readonly [day: number, does: 'run' | 'look']
  | readonly [day: number, does: 'submit', match: Partial<Played>, daysLate?: number];

function season(...lines: readonly Line[]): Season {
  const matches: Played[] = [];
  const steps = lines.map(([day, does, match, daysLate = 0], n): Step => {
    const at = firstDay + day * dayMs + 22 * hourMs + n * stepMs;
    if (does !== 'submit') return { at, does };
    const playedAt = momentOf(day - daysLate, 0);
    const rest = { players: [0, 1], venue: 0, result: straight } as const;
    return { at, does, match: matches.push({ ...rest, playedAt, submittedAt: at, ...match }) - 1 };
  });
  return { levels: [1.5, 1.5, 1.5, 1.5], matches, steps };
}

/** So many minutes after the results of the nth day come in. */
function minutesAfter(day: number, minutes: number): number {
  return firstDay + day * dayMs + 22 * hourMs + minutes * 60_000;
}

function wish(kind: Wish['kind'], which: number): Wish {
  return { kind, which, other: 0, result: straight, level: 1.5, days: 0, slot: 0, ahead: false };
}

export const found: Found[] = [
  // A walkover that was played comes after a look, though the entries before that look are gone.
  [
    season(
      [0, 'submit', { result: walkedOver }],
      [59, 'submit', {}],
      [59, 'run'],
      [60, 'submit', { players: [0, 2] }],
      [60, 'look'],
      [60, 'run'],
    ),
    [wish('void', 1), wish('result', 0)],
    [],
    1,
    0,
  ],
  // A match is voided before a look, and restored after it: it was rated before that look all the same.
  [
    season(
      [0, 'submit', {}],
      [0, 'run'],
      [1, 'submit', { players: [2, 3] }],
      [70, 'look'],
      [70, 'submit', { players: [2, 3] }],
      [70, 'run'],
    ),
    [wish('void', 0)],
    [wish('restore', 0)],
    0,
    0,
  ],
  // A walkover that was played comes where the entries of a voided match stood, and that is restored.
  [
    season(
      [0, 'submit', { players: [1, 2], result: walkedOver }],
      [1, 'submit', { players: [0, 2] }],
      [1, 'run'],
      [3, 'submit', { players: [2, 3] }],
      [3, 'run'],
    ),
    [wish('void', 1), wish('result', 0)],
    [wish('restore', 0)],
    1,
    0,
  ],
  // The drop that came along with a voided match doesn't take the place of one that a look gave.
  [
    season(
      [0, 'submit', { players: [0, 2] }],
      [0, 'run'],
      [90, 'submit', { players: [0, 3] }],
      [90, 'run'],
      [95, 'submit', { players: [0, 2], result: walkedOver }],
      [96, 'submit', { players: [1, 3] }],
      [96, 'run'],
      [186, 'look'],
      [190, 'submit', { players: [0, 3] }, 50],
      [190, 'run'],
    ),
    [wish('void', 1), wish('result', 1)],
    [],
    1,
    0,
  ],
  // What a look should have given came along with a match, and that match is voided.
  [
    season(
      [61, 'submit', {}],
      [61, 'run'],
      [70, 'look'],
      [72, 'submit', { players: [1, 2] }],
      [72, 'run'],
    ),
    [{ ...wish('moment', 0), days: -60 }, wish('void', 1)],
    [],
    1,
    0,
  ],
  // Two matches that a drop came along with, one after the other, turn out not to have been played.
  [
    season(
      [0, 'submit', { players: [0, 3] }],
      [0, 'run'],
      [64, 'submit', { players: [0, 1] }],
      [64, 'run'],
      [67, 'submit', { players: [0, 2] }],
      [67, 'run'],
    ),
    [
      { ...wish('result', 1), result: walkedOver },
      { ...wish('result', 2), result: walkedOver },
    ],
    [],
    1,
    0,
  ],
  // A walkover that was played comes before others of its run whose players are merged with its own.
  [
    season(
      [0, 'submit', { result: walkedOver }],
      [1, 'submit', { players: [2, 3] }],
      [2, 'submit', { players: [0, 2] }],
      [2, 'run'],
    ),
    [wish('result', 0), { ...wish('merge', 3), other: 1 }],
    [],
    1,
    0,
  ],
  // The match that one comes before, which was a walkover, has drops of its own.
  [
    season(
      [0, 'submit', { players: [1, 3] }],
      [0, 'run'],
      [70, 'submit', { result: walkedOver }],
      [131, 'submit', { players: [1, 2] }],
      [131, 'run'],
    ),
    [wish('result', 1)],
    [],
    1,
    0,
  ],
  // The opponent of a voided match is merged, and the match is restored.
  [
    season([0, 'submit', {}], [0, 'run'], [0, 'run'], [30, 'run']),
    [wish('void', 0)],
    [{ ...wish('merge', 0), other: 2 }, wish('restore', 0)],
    0,
    0,
  ],
  // A match turns out to have been played after it was rated, when a drop of confidence was due.
  [
    season(
      [0, 'submit', {}],
      [0, 'run'],
      [10, 'submit', { players: [0, 2] }],
      [10, 'run'],
      [95, 'submit', { players: [1, 3] }],
    ),
    [{ ...wish('moment', 1), days: 70, ahead: true }, wish('venue', 1)],
    [],
    1,
    1,
  ],
  // A match is rated some minutes before it was played, as a clock has it, and a drop falls due between.
  [
    season(
      [0, 'submit', { playedAt: minutesAfter(0, 2) }],
      [0, 'run'],
      [60, 'submit', { players: [0, 2], playedAt: minutesAfter(60, 4) }],
      [60, 'run'],
    ),
    [wish('swap', 0)],
    [],
    1,
    1,
  ],
  // A walkover that was announced is played after all, long after the run in which it comes.
  [
    season(
      [0, 'submit', {}],
      [0, 'run'],
      [1, 'submit', { players: [0, 2], result: walkedOver, playedAt: minutesAfter(75, 0) }],
      [2, 'submit', { players: [2, 3] }],
      [2, 'run'],
      [80, 'look'],
    ),
    [wish('result', 1)],
    [],
    1,
    0,
  ],
  // A match that waited at a look is said to have been played after that, and then before it after all.
  [
    season(
      [0, 'submit', {}],
      [0, 'run'],
      [61, 'submit', { players: [0, 2] }, 2],
      [62, 'look'],
      [64, 'submit', { players: [1, 3] }],
    ),
    [
      { ...wish('moment', 1), days: 4, ahead: true },
      { ...wish('moment', 1), days: -4 },
    ],
    [],
    1,
    0,
  ],
  // A match that was void at a look is restored, after a late one that brings some of what that look should have.
  [
    season(
      [100, 'submit', {}],
      [100, 'run'],
      [101, 'submit', { players: [0, 2] }, 66],
      [101, 'run'],
      [400, 'look'],
      [401, 'submit', { players: [0, 2] }, 180],
      [401, 'run'],
      [402, 'submit', { players: [0, 3] }, 182],
      [402, 'run'],
    ),
    [wish('void', 0)],
    [wish('restore', 0)],
    0,
    1,
  ],
];
