import { counted } from './format.ts';
import { inEach } from './language.ts';

export const playerWords = inEach(
  {
    outOf: (confidence: number) => `${confidence} out of 100`,
    best: 'Best rating',
    lowest: 'Lowest rating',
    last: (day: string) => `last on ${day}`,
    meaning: {
      none: 'No match is rated yet: this rating follows from the level named on joining, and the first match can move it by up to 48 points.',
      new: 'There were few rated matches, or none for a long time, so the next one can move this rating by up to 48 points.',
      settling: 'This rating is not quite settled: one more match can move it by up to 32 points.',
      settled: 'Many matches stand behind this rating, so one more moves it by at most 16 points.',
    },
    record: 'Record',
    won: 'Won',
    lost: 'Lost',
    waiting: (count: number) =>
      counted('en', count, {
        one: 'result waits for its rating and isn’t counted yet.',
        other: 'results wait for their rating and aren’t counted yet.',
      }),
    next: {
      title: 'Next opponents',
      meaning: 'Players of about the same rating who have time when this player has.',
      nobody: 'No times are known that this player shares with anybody of about the same rating.',
      gap: 'Gap',
      when: 'Both have time',
      further: (count: number) => `and ${count} more`,
    },
    whatIfAnybody: 'What if? See what the next match would change',
    list: {
      title: 'Matches and changes',
      caption: 'Every match and every change of the rating, the last that counted first',
      day: 'Day',
      what: 'Match',
      change: 'Change',
      won: 'Won',
      lost: 'Lost',
      start: 'Start',
      drop: 'Time without a match',
      pending: 'not rated yet',
      notRated: 'not rated',
    },
  },
  {
    outOf: (confidence: number) => `${confidence} na 100`,
    best: 'Najwyższy ranking',
    lowest: 'Najniższy ranking',
    last: (day: string) => `ostatni: ${day}`,
    meaning: {
      none: 'Żaden mecz nie jest jeszcze przeliczony: ten ranking wynika z samooceny poziomu gry, a pierwszy mecz może go zmienić nawet o 48 punktów.',
      new: 'Meczów było niewiele albo od dawna nie było żadnego, więc następny może zmienić ten ranking nawet o 48 punktów.',
      settling:
        'Ten ranking nie jest jeszcze w pełni ustalony: następny mecz może go zmienić nawet o 32 punkty.',
      settled:
        'Za tym rankingiem stoi wiele meczów, więc następny zmieni go najwyżej o 16 punktów.',
    },
    record: 'Bilans',
    won: 'Wygrane',
    lost: 'Porażki',
    waiting: (count: number) =>
      counted('pl', count, {
        one: 'wynik czeka na przeliczenie i jeszcze się nie liczy.',
        few: 'wyniki czekają na przeliczenie i jeszcze się nie liczą.',
        other: 'wyników czeka na przeliczenie i jeszcze się nie liczy.',
      }),
    next: {
      title: 'Proponowani rywale',
      meaning: 'Osoby o zbliżonym rankingu, które mają czas o tych samych porach.',
      nobody: 'Nie znaleziono nikogo o zbliżonym rankingu, kto ma czas o tych samych porach.',
      gap: 'Różnica',
      when: 'Wspólne terminy',
      further: (count: number) => `i jeszcze ${count}`,
    },
    whatIfAnybody: 'Co, jeśli? Zobacz, co zmieniłby następny mecz',
    list: {
      title: 'Mecze i zmiany',
      caption: 'Wszystkie mecze i zmiany rankingu, od ostatnio uwzględnionych',
      day: 'Dzień',
      what: 'Mecz',
      change: 'Zmiana',
      won: 'Wygrana',
      lost: 'Porażka',
      start: 'Początek',
      drop: 'Przerwa w grze',
      pending: 'jeszcze nieprzeliczony',
      notRated: 'nie liczy się',
    },
  },
);
