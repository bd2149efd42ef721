/** @jsxImportSource preact */
import type { MatchInFull } from './match-repository.ts';
import { matchWords } from './match-words.ts';
import { type Visit, wordsFor } from './visit.ts';

type CourtProps = {
  readonly visit: Visit;
  readonly match: Pick<MatchInFull, 'court_number' | 'courts'>;
};

/** The court, and what is known of it: the venue may not list it, or list two with its number. rules 5.8 */
export function Court({ visit, match: { court_number, courts } }: CourtProps) {
  if (court_number === null) return null;
  const words = wordsFor(visit, matchWords);
  const named = courts.filter(({ number }) => number === court_number);
  const known = [
    new Set(named.map(({ surface }) => visit.words.surfaces[surface])),
    new Set(named.map(({ indoor }) => (indoor ? words.indoor : words.outdoor))),
  ].flatMap((possible) => (possible.size === 1 ? [...possible] : []));
  return <span class="beside">{[`${words.court} ${court_number}`, ...known].join(', ')}</span>;
}
