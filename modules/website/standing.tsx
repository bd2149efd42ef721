/** @jsxImportSource preact */
import { matchesMissing, stateOf } from '../ratings/index.ts';
import { inEach } from './language.ts';
import { Confidence } from './parts.tsx';
import type { Visit } from './visit.ts';

/** Whether somebody is ranked, or what that takes. */
export const standingWords = inEach({
  ranked: ['ranked', 'w rankingu'],
  provisional: ['provisional', 'wstępnie'],
  resting: ['resting', 'przerwa w grze'],
  missing: [
    (matches: number) =>
      matches === 1
        ? 'one more rated match'
        : `${inEnglish[matches] ?? matches} more rated matches`,
    (matches: number) =>
      matches === 1
        ? 'jeszcze jeden mecz rankingowy'
        : `jeszcze ${inPolish[matches] ?? matches} mecze rankingowe`,
  ],
});

type Of<More = object> = More & {
  readonly visit: Visit;
  readonly of: { readonly confidence: number; readonly last_rated_match_at: string | null };
};

/** Ranked; or why not, and what is missing: provisional – one more rated match. rules 13.2 */
export function Standing({ visit, of }: Of) {
  const words = standingWords[visit.language];
  const state = stateOf(of, visit.now);
  if (state === 'ranked') return <>{words.ranked}</>;
  return (
    <>
      {words[state]} – {words.missing(matchesMissing(of.confidence))}
    </>
  );
}

/** A rating with how sure it is and how its player stands, in a line. */
export function RatingInFull({ visit, value, of }: Of<{ readonly value: number }>) {
  return (
    <>
      <strong>{value}</strong> <Confidence visit={visit} value={of.confidence} />{' '}
      <span class="quiet">
        <Standing visit={visit} of={of} />
      </span>
    </>
  );
}

const inEnglish = ['', '', 'two', 'three', 'four'];
const inPolish = ['', '', 'dwa', 'trzy', 'cztery'];
