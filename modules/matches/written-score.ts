import type { Cell } from '../../shared/exchange/cell.ts';
import type { Pair, Score, SetScore } from './score.ts';

const setScore = /^(\d{1,3})[-–:](\d{1,3})(?:\((\d{1,3})(?:[-–:](\d{1,3}))?\))?$/;
const matchTiebreak = /^\[(\d{1,3})[-–:](\d{1,3})\]$/;
/** As many write it: no set comes to ten games. */
const bareTiebreak = /^(\d{2,3}[-–:]\d{1,3}|\d{1,3}[-–:]\d{2,3})$/;

/**
 * A score such as `6-4 6-7(5) [10-8]`: a set's tiebreak in round brackets, by the loser's points or
 * both players', and the match tiebreak in square ones, or without any after two sets. Whether it can come about isn't judged.
 */
export function readScore(text: string): Cell<Score> {
  const parts = text.replaceAll(/\s+\(/g, '(').split(/[\s,]+/);
  const [end = ''] = parts.slice(-1);
  const isBare = parts.length === 3 && bareTiebreak.test(end);
  const last = matchTiebreak.exec(isBare ? `[${end}]` : end);
  const sets: SetScore[] = [];
  for (const part of last ? parts.slice(0, -1) : parts) {
    const found = setScore.exec(part);
    if (!found) {
      const expected = 'expected a score such as 6-4 7-6(5) or 6-4 3-6 [10-8]';
      const hint = /\p{L}/u.test(part) ? '; that somebody retired is said by the status' : '';
      return { fault: `"${part}" is no set: ${expected}${hint}.` };
    }
    const [, first, second, points, others] = found;
    const games = pair(first, second);
    if (points === undefined) sets.push({ games });
    else if (others !== undefined) sets.push({ games, tiebreak: pair(points, others) });
    else if (games[0] === games[1]) return { fault: `${part}: nobody has won this tiebreak.` };
    else sets.push({ games, tiebreak: tiebreakLostWith(Number(points), games) });
  }
  return { value: last ? { sets, match_tiebreak: pair(last[1], last[2]) } : { sets } };
}

function pair(first: string | undefined, second: string | undefined): Pair {
  return [Number(first), Number(second)];
}

/** A tiebreak is won at 7 points with a lead of 2, or later as soon as the lead is 2. */
function tiebreakLostWith(points: number, games: Pair): Pair {
  const winner = Math.max(7, points + 2);
  return games[0] > games[1] ? [winner, points] : [points, winner];
}
