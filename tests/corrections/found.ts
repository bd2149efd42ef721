// Seasons and corrections that are hard to get right: random tests failed on them once, or the rules are
// subtle there. They are tried every time.
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

/** So many minutes after the results of the nth day come in. */
const minutesAfter = (day: number, minutes: number) =>
  firstDay + day * dayMs + 22 * hourMs + minutes * 60_000;

/**
 * The season that a text tells, as `60: 0-2 late 3, look, run; …`: on day 60 comes the result of a match that
 * player 0 won against player 2 three days before, then a look, then a run.
 */
function season(text: string): Season {
  const matches: Played[] = [];
  const told = text.split('; ').flatMap((line) => {
    const [day = '', all = ''] = line.split(': ');
    return all.split(', ').map((does) => [Number(day), does] as const);
  });
  const steps = told.map(([day, does], n): Step => {
    const at = firstDay + day * dayMs + 22 * hourMs + n * stepMs;
    if (does === 'run' || does === 'look') return { at, does };
    const [, first, second, how, count] = /^(\d)-(\d)(?: (\S+))?(?: (\d+))?$/.exec(does) ?? [];
    if (!first || !second) throw new Error(`What is "${does}"?`);
    const moments: Readonly<Record<string, number>> = {
      late: momentOf(day - Number(count), 0),
      ahead: minutesAfter(day, Number(count)),
      announced: minutesAfter(Number(count), 0),
    };
    const isWalkover = how === 'walkover' || how === 'announced';
    const match = matches.push({
      players: [Number(first), Number(second)],
      playedAt: moments[how ?? ''] ?? momentOf(day, 0),
      submittedAt: at,
      venue: 0,
      result: isWalkover ? walkedOver : straight,
    });
    return { at, does: 'submit', match: match - 1 };
  });
  return { levels: [1.5, 1.5, 1.5, 1.5], matches, steps };
}

const nothing = { other: 0, result: straight, level: 1.5, days: 0, slot: 0, ahead: false };

function wish(kind: Wish['kind'], which: number, more: Partial<Wish> = {}): Wish {
  return { ...nothing, kind, which, ...more };
}

type Later = { readonly later?: Wish[]; readonly share?: number; readonly which?: number };

/** The season with its corrections; `share` 0 leaves half of it, and the later ones, for after these. */
function example(
  _: string,
  text: string,
  wishes: Wish[],
  { later = [], share = 1, which = 0 }: Later = {},
): Found {
  return [season(text), wishes, later, share, which];
}

export const found: Found[] = [
  example(
    'A match is voided while it waits, and restored after a run.',
    '0: 0-1; 1: 2-3, run, 0-2, run',
    [wish('void', 0)],
    { later: [wish('restore', 0)], share: 0 },
  ),
  example(
    'A walkover that was played comes after a look, though the entries before that look are gone.',
    '0: 0-1 walkover; 59: 0-1, run; 60: 0-2, look, run',
    [wish('void', 1), wish('result', 0)],
  ),
  example(
    'A match is voided before a look and restored after it: it was rated before that all the same.',
    '0: 0-1, run; 1: 2-3; 70: look, 2-3, run',
    [wish('void', 0)],
    { later: [wish('restore', 0)], share: 0 },
  ),
  example(
    'A walkover that was played comes where a voided match stood, and that is restored.',
    '0: 1-2 walkover; 1: 0-2, run; 3: 2-3, run',
    [wish('void', 1), wish('result', 0)],
    { later: [wish('restore', 0)] },
  ),
  example(
    'The drop that came with a voided match does not take the place of one that a look gave.',
    '0: 0-2, run; 90: 0-3, run; 95: 0-2 walkover; 96: 1-3, run; 186: look; 190: 0-3 late 50, run',
    [wish('void', 1), wish('result', 1)],
  ),
  example(
    'What a look should have given came along with a match, and that match is voided.',
    '61: 0-1, run; 70: look; 72: 1-2, run',
    [wish('moment', 0, { days: -60 }), wish('void', 1)],
  ),
  example(
    'Two matches that a drop came along with, one after the other, turn out not to have been played.',
    '0: 0-3, run; 64: 0-1, run; 67: 0-2, run',
    [wish('result', 1, { result: walkedOver }), wish('result', 2, { result: walkedOver })],
  ),
  example(
    'A walkover that was played comes before others of its run, whose players are merged with its own.',
    '0: 0-1 walkover; 1: 2-3; 2: 0-2, run',
    [wish('result', 0), wish('merge', 3, { other: 1 })],
  ),
  example(
    'The match that a walkover comes before has drops of its own.',
    '0: 1-3, run; 70: 0-1 walkover; 131: 1-2, run',
    [wish('result', 1)],
  ),
  example(
    'The opponent of a voided match is merged, and the match is restored.',
    '0: 0-1, run, run; 30: run',
    [wish('void', 0)],
    { later: [wish('merge', 0, { other: 2 }), wish('restore', 0)], share: 0 },
  ),
  example(
    'A match turns out to have been played after it was rated, when a drop was due.',
    '0: 0-1, run; 10: 0-2, run; 95: 1-3',
    [wish('moment', 1, { days: 70, ahead: true }), wish('venue', 1)],
    { which: 1 },
  ),
  example(
    'A match is rated minutes before it was played, as a clock has it, and a drop falls due between.',
    '0: 0-1 ahead 2, run; 60: 0-2 ahead 4, run',
    [wish('swap', 0)],
    { which: 1 },
  ),
  example(
    'A walkover that was announced is played after all, long after the run in which it comes.',
    '0: 0-1, run; 1: 0-2 announced 75; 2: 2-3, run; 80: look',
    [wish('result', 1)],
  ),
  example(
    'A match that waited at a look was played after that, and then before it after all.',
    '0: 0-1, run; 61: 0-2 late 2; 62: look; 64: 1-3',
    [wish('moment', 1, { days: 4, ahead: true }), wish('moment', 1, { days: -4 })],
  ),
  example(
    'A match that was void at a look is restored, after a late one that brings some of its drops.',
    '100: 0-1, run; 101: 0-2 late 66, run; 400: look; 401: 0-2 late 180, run; 402: 0-3 late 182, run',
    [wish('void', 0)],
    { later: [wish('restore', 0)], share: 0, which: 1 },
  ),
  example(
    'A walkover that was played comes before a look and a match, which owes a drop now.',
    '10: 0-1 walkover, 2-3 late 2, run; 20: look; 75: 0-3, run',
    [wish('result', 0)],
  ),
  example(
    'A walkover that was played comes into its run, of which something was voided and restored.',
    '10: 0-1 walkover, 2-0 late 1, 3-1 late 2, run',
    [wish('void', 2), wish('restore', 0), wish('result', 0)],
  ),
  example(
    'Drops that came with a match go with it: it is a walkover by the time that the one before is restored.',
    '0: 0-1, run; 61: 0-1, run',
    [wish('void', 0), wish('result', 0, { result: walkedOver }), wish('restore', 0)],
  ),
  example('So it is voided by then.', '0: 0-1, run; 61: 0-1, run', [
    wish('void', 0),
    wish('void', 0),
    wish('restore', 0),
  ]),
  example(
    'A drop that a later match owes comes behind what is kept of a voided match.',
    '45: 0-1, run; 46: 0-1, run; 100: 0-1, run',
    [wish('void', 1), wish('moment', 0, { days: -40 }), wish('restore', 0)],
  ),
  example(
    'A walkover that was played, and has waited since a look, comes behind what is kept of a voided match.',
    '1: 0-1, 0-2 walkover; 2: 0-1, look, run',
    [wish('void', 0), wish('result', 0), wish('restore', 0)],
  ),
];
