import type { Cell } from '../../shared/exchange/cell.ts';
import { shortened } from '../../shared/text.ts';
import { gamesWon, type Score, winnerOf } from './score.ts';
import { type Mark, markIn } from './score-marks.ts';
import { noSet, sign } from './score-parts.ts';
import { readSets, type WrittenSets } from './score-sets.ts';

/** What a cell says of a result, in the order of its players. */
export type WrittenResult = Partial<WrittenSets> & {
  /** How the match ended, if not by its last point: without a game played it is a walkover. */
  readonly ending?: Mark;
};

/** No score needs more, whatever is said beside it. */
const mostCharacters = 200;
/** Words, with the dashes around them. */
const words = new RegExp(String.raw`(?:${sign}|\s)*\p{L}[\p{L}\p{M}.'’]*(?:${sign}|\s)*`, 'gu');
const onlySigns = new RegExp(String.raw`^(?:${sign}|\s)+$`, 'u');

/**
 * A score as people write it, `6/4 7:6 (5)`, `64 46 [10-8]`, `(6-4)(2-1) krecz`, and how the match ended if it
 * says so; nothing for a dash alone. What can be read in two ways is refused. Whether the score is possible
 * isn't checked. What is `leftOut` has a place only in the last set of a retired match.
 */
export function readResult(text: string): Cell<WrittenResult> {
  if (text.length > mostCharacters) {
    return { fault: `A score has at most ${mostCharacters} characters; this has ${text.length}.` };
  }
  const mark = markIn(text) ?? markIn(text.replace(/^\P{L}+/u, ''));
  const numbers = mark ? text.replaceAll(words, ' ') : text;
  if (mark && !/\d/.test(numbers)) return { value: { ending: 'walkover' } };
  if (onlySigns.test(text)) return { value: {} };
  const read = readSets(numbers, mark !== undefined);
  if ('fault' in read || !mark) return read;
  const { score } = read.value;
  if (score.match_tiebreak === undefined && Math.max(...gamesWon(score)) === 0) {
    return { value: { ending: 'walkover' } };
  }
  if (mark === 'walkover' && winnerOf(score, standard) !== undefined) {
    return {
      fault: `"${shortened(text)}" is a walkover with sets that decide the match: leave the sets out.`,
    };
  }
  return { value: { ...read.value, ending: 'retired' } };
}

const standard = { games_per_set: 6, final_set: 'full_set' } as const;

/** A score alone, as readResult reads it. */
export function readScore(text: string): Cell<Score> {
  const read = readResult(text);
  if ('fault' in read) return read;
  const { score, ending, leftOut } = read.value;
  if (ending) return { fault: 'Who retired, or did not play, is said by the status.' };
  if (leftOut !== undefined) return { fault: `There is no place for ${leftOut}.` };
  return score ? { value: score } : noSet(text);
}

/** The parts of a score as they are written: 6-4, 6-7(5) by the tiebreak's loser's points, [10-8]. */
export function writtenScore({ sets, match_tiebreak }: Score, dash = '-'): string[] {
  const parts = sets.map(
    ({ games, tiebreak }) => games.join(dash) + (tiebreak ? `(${Math.min(...tiebreak)})` : ''),
  );
  return match_tiebreak ? [...parts, `[${match_tiebreak.join(dash)}]`] : parts;
}
