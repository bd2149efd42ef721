import { inEach } from './language.ts';

/** What the page on ratings says besides the rules themselves. */
export const rulesWords = inEach({
  intro: [
    'A rating is a number of points. It rises with a win and falls with a loss, and the more surprising the result, the further. A word beside it says how settled it is: new players find their place within a few matches, and one match moves a settled rating little.',
    'Ranking to liczba punktów. Rośnie po wygranej i spada po porażce, tym bardziej, im mniej można się było takiego wyniku spodziewać. Obok stoi określenie, które mówi, jak bardzo jest ustalony: kto zaczyna, w kilka meczów znajduje swoje miejsce, a rankingiem kogoś, kto grał dużo, jeden mecz nie zachwieje.',
  ],
  questions: ['What players ask', 'O co pytają gracze'],
  rules: ['The rules', 'Zasady'],
  stepsTitle: ['A match, step by step', 'Mecz krok po kroku'],
  kTitle: ['How far one match can move a rating', 'O ile jeden mecz może zmienić ranking'],
  word: ['Word', 'Określenie'],
  matches: ['Without a drop', 'Gra bez przerw'],
  most: ['Points (K)', 'Punkty (K)'],
  kMatches: {
    new: ['matches 1 and 2', '1. i 2. mecz'],
    settling: ['matches 3 to 5', '3.–5. mecz'],
    settled: ['from match 6 on', 'od 6. meczu'],
  },
  gainTitle: ['What a win brings and a loss costs', 'Ile daje wygrana, ile kosztuje porażka'],
  gainCaption: [
    'Points for a win and for a loss, by your opponent’s rating',
    'Punkty za wygraną i za porażkę, zależnie od tego, o ile ranking rywala różni się od Twojego',
  ],
  opponent: ['Opponent', 'Ranking rywala'],
  gap: [
    (points: number) =>
      points === 0 ? 'rated the same' : `${Math.abs(points)} ${points > 0 ? 'above' : 'below'} you`,
    (points: number) =>
      points === 0 ? 'taki sam' : `o ${Math.abs(points)} ${points > 0 ? 'wyższy' : 'niższy'}`,
  ],
  realMatch: [
    'A match that was rated here, played on',
    'Mecz przeliczony w tym serwisie, rozegrany',
  ],
  madeUpMatch: [
    'These two players and their match are made up.',
    'Ci gracze i ich mecz są zmyśleni.',
  ],
  steps: {
    before: [
      (rating: number, confidence: number) =>
        `Before the match the rating is ${rating}. Its confidence is ${confidence}`,
      (rating: number, confidence: number) =>
        `Przed meczem ranking wynosi ${rating}. Jego pewność to ${confidence}`,
    ],
    k: [
      (points: number) => `, so that K is ${points}.`,
      (points: number) => `, więc K wynosi ${points}.`,
    ],
    expected: [
      'The expected score follows from both ratings:',
      'Wynik oczekiwany wynika z obu rankingów:',
    ],
    actual: [
      (isWin: boolean, score: number) =>
        `The actual score is ${score}, for ${isWin ? 'a win' : 'a loss'}.`,
      (isWin: boolean, score: number) =>
        `Wynik rzeczywisty to ${score}, za ${isWin ? 'wygraną' : 'porażkę'}.`,
    ],
    change: [
      'The change is K times the difference of the scores:',
      'Zmiana to K razy różnica wyników:',
    ],
    rounded: [
      (points: string) => `Rounded, that is ${points}.`,
      (points: string) => `Po zaokrągleniu to ${points}.`,
    ],
    floor: [
      'It takes no more than there is: a rating is never below 0.',
      'Nie można stracić więcej, niż jest: ranking nigdy nie spada poniżej 0.',
    ],
    after: ['The new rating:', 'Nowy ranking:'],
  },
  more: [
    (count: number): string => (count === 1 ? 'More in rule' : 'More in rules'),
    (count: number): string => (count === 1 ? 'Więcej: zasada' : 'Więcej: zasady'),
  ],
});
