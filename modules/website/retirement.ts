// The score at which somebody might retire, as people write it. Pure.
import { readScore, type Score, type ScoreFormat, scoreFaults, setsWon } from '../matches/index.ts';

/** The formats of a match, by what an address calls them. */
export const formats = {
  'six-tiebreak': { games_per_set: 6, final_set: 'match_tiebreak' },
  'six-full': { games_per_set: 6, final_set: 'full_set' },
  'four-tiebreak': { games_per_set: 4, final_set: 'match_tiebreak' },
  'four-full': { games_per_set: 4, final_set: 'full_set' },
} as const satisfies Readonly<Record<string, ScoreFormat>>;

export type FormatName = keyof typeof formats;
export const formatNames = ['six-tiebreak', 'six-full', 'four-tiebreak', 'four-full'] as const;

/** What is wrong with a score as a whole. */
type Whole = 'unreadable' | 'no game' | 'one set' | 'decided' | 'match tiebreak' | 'third set';

/** What is wrong with a score, still to be put into words. */
export type ScoreProblem =
  | { readonly kind: Whole }
  | { readonly kind: 'set' | 'tiebreak'; readonly set: number; readonly format: ScoreFormat };

/** The score in a text, if a match of the format can be broken off there; else what is wrong with it. */
export function readRetirement(
  text: string,
  format: ScoreFormat,
):
  | { readonly score: Score; readonly problem?: undefined }
  | { readonly score?: undefined; readonly problem: ScoreProblem } {
  const read = readScore(text);
  if ('fault' in read || read.value.sets.length === 0 || read.value.sets.length > 3) {
    return { problem: { kind: 'unreadable' } };
  }
  const score = read.value;
  const [first] = scoreFaults({ status: 'retired', score }, format);
  return first ? { problem: problemAt(first.pointer, score, format) } : { score };
}

/** The problem that a fault of a score points at. rules 4 */
function problemAt(pointer: string, { sets }: Score, format: ScoreFormat): ScoreProblem {
  if (setsWon({ sets: sets.slice(0, 2) }, format).includes(2)) return { kind: 'decided' };
  const [, index, isTiebreak] = /\/sets\/(\d)(\/tiebreak)?$/.exec(pointer) ?? [];
  if (index === undefined) {
    if (!pointer.endsWith('/sets')) return { kind: 'match tiebreak' };
    return { kind: sets.length === 1 ? 'one set' : 'decided' };
  }
  if (sets.every(({ games }) => Math.max(...games) === 0)) return { kind: 'no game' };
  const set = Number(index) + 1;
  if (set === 3 && format.final_set === 'match_tiebreak') return { kind: 'third set' };
  return { kind: isTiebreak ? 'tiebreak' : 'set', set, format };
}
