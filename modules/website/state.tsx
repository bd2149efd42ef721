/** @jsxImportSource preact */
import { matchesMissing } from '../ratings/index.ts';
import { counted, inEach } from './language.ts';
import type { Visit } from './visit.ts';

/** What it means to be in the ranking or not, and what is missing. */
export const stateWords = inEach({
  ranked: { title: ['Ranked', 'W rankingu'], word: ['ranked', 'w rankingu'] },
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
