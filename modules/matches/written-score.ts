import { type Cell, dateHint } from '../../shared/exchange/cell.ts';
import { shortened } from '../../shared/text.ts';
import { isPlayedOut, type Pair, type Score, type SetScore, setTiebreakPoints } from './score.ts';
import { type Mark, markIn } from './score-marks.ts';

// Any dash (Pd); a minus sign, U+2212, is what some programs make of one.
const setScore =
  /^(\d{1,3})[\p{Pd}\u2212:](\d{1,3})(?:\((\d{1,3})(?:[\p{Pd}\u2212:](\d{1,3}))?\))?$/u;
const matchTiebreak = /^\[(\d{1,3})[\p{Pd}\u2212:](\d{1,3})\]$/u;

/**
 * A score such as `6-4 6-7(5) [10-8]`: a set's tiebreak in round brackets, by the loser's points or
 * both players', and the match tiebreak in square ones, or in none after a set each. Whether the score is
 * possible isn't checked.
 */
export function readScore(text: string): Cell<Score> {
  const parts = text.replaceAll(/(?<!\s)\s+\(/g, '(').match(/[^\s,]+/g) ?? [''];
  const last = matchTiebreak.exec(parts.at(-1) ?? '');
  const sets: SetScore[] = [];
  for (const part of last ? parts.slice(0, -1) : parts) {
    const found = setScore.exec(part);
    if (!found) {
      const expected = 'expected a score such as 6-4 7-6(5) or 6-4 3-6 [10-8]';
      return { fault: `"${shortened(part)}" is no set: ${expected}${hintAt(part)}.` };
    }
    const [, first, second, points, others] = found;
    const games = pair(first, second);
    if (points === undefined) sets.push({ games });
    else if (others !== undefined) sets.push({ games, tiebreak: pair(points, others) });
    else if (games[0] === games[1]) return { fault: `${part}: nobody has won this tiebreak.` };
    else sets.push({ games, tiebreak: tiebreakLostWith(Number(points), games) });
  }
  if (last) return { value: { sets, match_tiebreak: pair(last[1], last[2]) } };
  const [first, second, third] = sets;
  const isSplit = first && second && isWon(first) !== isWon(second);
  // Many write a match tiebreak like a set, and no set reaches ten games.
  return isSplit && third && !third.tiebreak && isPlayedOut(third.games)
    ? { value: { sets: [first, second], match_tiebreak: third.games } }
    : { value: { sets } };
}

/** What a cell says of a result, in the order of its players. */
export type WrittenResult = {
  readonly score?: Score;
  /** How the match ended, if not by its last point: without a game played it is a walkover. */
  readonly ending?: Mark;
  readonly leftOut?: string;
};

/** A score, and how the match ended if the text says so; nothing for a dash alone. */
export function readResult(text: string): Cell<WrittenResult> {
  const ending = markIn(text);
  const numbers = ending ? text.replaceAll(/\p{L}[\p{L}./]*/gu, ' ').trim() : text;
  if (ending && numbers === '') return { value: { ending: 'walkover' } };
  if (/^\p{Pd}$/u.test(text)) return { value: {} };
  const read = readScore(numbers);
  return 'fault' in read ? read : { value: { score: read.value, ...(ending && { ending }) } };
}

/** What may have led to a part that is no set. */
function hintAt(part: string): string {
  return (
    dateHint(part) ??
    (/\p{L}/u.test(part) ? '; who retired, or did not play, is said by the status' : '')
  );
}

/** The parts of a score as they are written: 6-4, 6-7(5) by the tiebreak's loser's points, [10-8]. */
export function writtenScore({ sets, match_tiebreak }: Score, dash = '-'): string[] {
  const parts = sets.map(
    ({ games, tiebreak }) => games.join(dash) + (tiebreak ? `(${Math.min(...tiebreak)})` : ''),
  );
  return match_tiebreak ? [...parts, `[${match_tiebreak.join(dash)}]`] : parts;
}

const isWon = ({ games }: SetScore) => games[0] > games[1];

function pair(first: string | undefined, second: string | undefined): Pair {
  return [Number(first), Number(second)];
}

/** A tiebreak is won at 7 points with a lead of 2, or later as soon as the lead is 2. */
function tiebreakLostWith(points: number, games: Pair): Pair {
  const winner = Math.max(setTiebreakPoints, points + 2);
  return games[0] > games[1] ? [winner, points] : [points, winner];
}
