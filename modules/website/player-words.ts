import { counted } from './format.ts';
import { inEach } from './language.ts';

export const playerWords = inEach({
  outOf: [
    (confidence: number) => `${confidence} out of 100`,
    (confidence: number) => `${confidence} na 100`,
  ],
  ranked: ['in the ranking', 'w rankingu'],
  best: ['Best rating', 'Najwyższy ranking'],
  lowest: ['Lowest rating', 'Najniższy ranking'],
  last: [(day: string) => `last on ${day}`, (day: string) => `ostatni: ${day}`],
  venues: ['Prefers to play at:', 'Najchętniej gra tutaj:'],
  meaning: {
    none: [
      'No match is rated yet: this rating follows from the level named on joining, and the first match can move it by up to 48 points.',
      'Żaden mecz nie jest jeszcze przeliczony: ten ranking wynika z samooceny poziomu gry, a pierwszy mecz może go zmienić nawet o 48 punktów.',
    ],
    new: [
      'There were few rated matches, or none for a long time, so the next one can move this rating by up to 48 points.',
      'Meczów było niewiele albo od dawna nie było żadnego, więc następny może zmienić ten ranking nawet o 48 punktów.',
    ],
    settling: [
      'This rating is not quite settled: one more match can move it by up to 32 points.',
      'Ten ranking nie jest w pełni ustalony: następny mecz może go zmienić nawet o 32 punkty.',
    ],
    settled: [
      'Many matches stand behind this rating, so one more moves it by at most 16 points.',
      'Za tym rankingiem stoi wiele meczów, więc następny zmieni go najwyżej o 16 punktów.',
    ],
  },
  record: ['Record', 'Bilans'],
  won: ['Won', 'Wygrane'],
  lost: ['Lost', 'Porażki'],
  waiting: [
    (count: number) =>
      counted('en', count, {
        one: 'result waits for its rating and isn’t counted yet.',
        other: 'results wait for their rating and aren’t counted yet.',
      }),
    (count: number) =>
      counted('pl', count, {
        one: 'wynik czeka na przeliczenie i jeszcze się nie liczy.',
        few: 'wyniki czekają na przeliczenie i jeszcze się nie liczą.',
        other: 'wyników czeka na przeliczenie i jeszcze się nie liczy.',
      }),
  ],
  next: {
    title: ['Next opponents', 'Proponowani rywale'],
    meaning: [
      'Players of about the same rating who have time when this player has.',
      'Osoby o zbliżonym rankingu, które mają czas o tych samych porach.',
    ],
    nobody: [
      'No times are known that this player shares with anybody of about the same rating.',
      'Nie znaleziono nikogo o zbliżonym rankingu, kto ma czas o tych samych porach.',
    ],
    timeless: [
      'It isn’t known when this player has time, so nobody can be suggested.',
      'Nie wiadomo, kiedy ta osoba ma czas na grę, więc nie można nikogo zaproponować.',
    ],
    gap: ['Gap', 'Różnica'],
    when: ['Both have time', 'Wspólne terminy'],
    venues: ['Both like to play at:', 'Wspólne obiekty:'],
    further: [(count: number) => `and ${count} more`, (count: number) => `i jeszcze ${count}`],
  },
  whatIfAnybody: [
    'What if? See what the next match would change',
    'Co, jeśli? Zobacz, co zmieniłby następny mecz',
  ],
  list: {
    title: ['Matches and changes', 'Mecze i zmiany'],
    caption: [
      'Every match and every change of the rating, most recently counted first',
      'Wszystkie mecze i zmiany rankingu, od ostatnio uwzględnionych',
    ],
    day: ['Day', 'Dzień'],
    what: ['Match', 'Mecz'],
    change: ['Change', 'Zmiana'],
    won: ['Won', 'Wygrana'],
    lost: ['Lost', 'Porażka'],
    start: ['Start', 'Początek'],
    drop: ['Time without a match', 'Przerwa w grze'],
    pending: ['not rated yet', 'jeszcze nieprzeliczony'],
    notRated: ['not rated', 'bez wpływu na ranking'],
  },
});
