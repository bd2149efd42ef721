/** @jsxImportSource preact */
import { matchesMissing, stateOf } from '../ratings/index.ts';
import { counted, inEach } from './language.ts';
import { Confidence } from './parts.tsx';
import type { Visit } from './visit.ts';

/** What it means to be in the ranking or not, and what is missing. */
export const stateWords = inEach({
  ranked: {
    title: ['Ranking', 'Ranking'],
    word: ['ranked', 'w rankingu'],
    meaning: [
      'Ranked is whoever has played a rated match within the last 365 days and is known well enough: a confidence of 40, which two matches give.',
      'Miejsce w rankingu ma, kto w ostatnich 365 dniach rozegrał mecz rankingowy i jest już dość dobrze znany: potrzebna jest pewność 40, którą dają dwa mecze.',
    ],
  },
  provisional: {
    title: ['Provisional', 'Jeszcze bez miejsca'],
    word: ['provisional', 'jeszcze bez miejsca'],
    meaning: [
      'Too few matches so far to be given a place.',
      'Za mało meczów, żeby wskazać miejsce.',
    ],
  },
  resting: {
    title: ['Resting', 'Przerwa w grze'],
    word: ['resting', 'przerwa w grze'],
    meaning: [
      'No rated match within the last 365 days.',
      'Bez meczu rankingowego w ostatnich 365 dniach.',
    ],
  },
  missing: [
    { one: 'more rated match', other: 'more rated matches' },
    {
      one: 'mecz rankingowy do miejsca w rankingu',
      few: 'mecze rankingowe do miejsca w rankingu',
      many: 'meczów rankingowych do miejsca w rankingu',
      other: 'meczu rankingowego do miejsca w rankingu',
    },
  ],
});

/** What somebody who isn't ranked needs for it. */
export function Missing({
  visit,
  confidence,
}: {
  readonly visit: Visit;
  readonly confidence: number;
}) {
  const { missing } = stateWords[visit.language];
  return <>{counted(visit.language, matchesMissing(confidence), missing)}</>;
}

type Of<More = object> = More & {
  readonly visit: Visit;
  readonly of: { readonly confidence: number; readonly last_rated_match_at: string | null };
};

/** Ranked; or why not, and what is missing: provisional – 1 more rated match. rules 13.2 */
export function Standing({ visit, of }: Of) {
  const state = stateOf(of, visit.now);
  const { word } = stateWords[visit.language][state];
  if (state === 'ranked') return <>{word}</>;
  return (
    <>
      {word} – <Missing visit={visit} confidence={of.confidence} />
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
