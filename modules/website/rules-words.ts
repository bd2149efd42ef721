import { inEach } from './language.ts';

/** What the page on ratings says besides the rules themselves. */
export const rulesWords = inEach(
  {
    intro:
      'A rating is a number of points. It rises with a win and falls with a loss, and the more surprising the result, the further. A word beside it says how settled it is: new players find their place within a few matches, and one match moves a settled rating little.',
    questions: 'What players ask',
    rules: 'All the rules',
    stepsTitle: 'A match, step by step',
    kTitle: 'How far one match can move a rating',
    word: 'Word',
    matches: 'Without a drop',
    most: 'Points (K)',
    kMatches: {
      new: 'matches 1 and 2',
      settling: 'matches 3 to 5',
      settled: 'from match 6 on',
    },
    gainTitle: 'What a win brings and a loss costs',
    gainCaption: 'Points for a win and for a loss, by your opponent’s rating',
    opponent: 'Opponent',
    gap: (points: number) =>
      points === 0 ? 'rated the same' : `${Math.abs(points)} ${points > 0 ? 'above' : 'below'} you`,
    realMatch: 'A match that was rated here, played on',
    madeUpMatch: 'These two players and their match are made up.',
    steps: {
      before: (rating: number, confidence: number) =>
        `Before the match the rating is ${rating}. Its confidence is ${confidence}`,
      k: (points: number) => `, so that K is ${points}.`,
      expected: 'The expected score follows from both ratings:',
      actual: (isWin: boolean, score: number) =>
        `The actual score is ${score}, for ${isWin ? 'a win' : 'a loss'}.`,
      change: 'The change is K times the difference of the scores:',
      rounded: (points: string) => `Rounded, that is ${points}.`,
      floor: 'It takes no more than there is: a rating is never below 0.',
      after: 'The new rating:',
    },
    more: (count: number): string => (count === 1 ? 'More in rule' : 'More in rules'),
  },
  {
    intro:
      'Ranking to liczba punktów. Rośnie po wygranej i spada po porażce, tym bardziej, im mniej można się było takiego wyniku spodziewać. Obok stoi określenie, które mówi, jak bardzo jest ustalony: kto zaczyna, w kilka meczów znajduje swoje miejsce, a kto grał dużo, tym jeden mecz nie zachwieje.',
    questions: 'O co pytają gracze',
    rules: 'Wszystkie zasady',
    stepsTitle: 'Mecz krok po kroku',
    kTitle: 'O ile jeden mecz może zmienić ranking',
    word: 'Określenie',
    matches: 'Gra bez przerw',
    most: 'Punkty (K)',
    kMatches: {
      new: '1. i 2. mecz',
      settling: '3.–5. mecz',
      settled: 'od 6. meczu',
    },
    gainTitle: 'Ile daje wygrana, ile kosztuje porażka',
    gainCaption:
      'Punkty za wygraną i za porażkę, zależnie od tego, o ile ranking rywala różni się od Twojego',
    opponent: 'Ranking rywala',
    gap: (points: number) =>
      points === 0 ? 'taki sam' : `o ${Math.abs(points)} ${points > 0 ? 'wyższy' : 'niższy'}`,
    realMatch: 'Mecz przeliczony w tym serwisie, rozegrany',
    madeUpMatch: 'Ci gracze i ich mecz są zmyśleni.',
    steps: {
      before: (rating: number, confidence: number) =>
        `Przed meczem ranking wynosi ${rating}. Jego pewność to ${confidence}`,
      k: (points: number) => `, więc K wynosi ${points}.`,
      expected: 'Wynik oczekiwany wynika z obu rankingów:',
      actual: (isWin: boolean, score: number) =>
        `Wynik rzeczywisty to ${score}, za ${isWin ? 'wygraną' : 'porażkę'}.`,
      change: 'Zmiana to K razy różnica wyników:',
      rounded: (points: string) => `Po zaokrągleniu to ${points}.`,
      floor: 'Nie można stracić więcej, niż jest: ranking nigdy nie spada poniżej 0.',
      after: 'Nowy ranking:',
    },
    more: (count: number): string => (count === 1 ? 'Więcej: zasada' : 'Więcej: zasady'),
  },
);
