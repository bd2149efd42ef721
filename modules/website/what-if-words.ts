import { inEach } from './language.ts';
import type { ScoreProblem } from './retirement.ts';

type SetProblem = Extract<ScoreProblem, { readonly set: number }>;
const late = ({ games_per_set: n }: SetProblem['format']) => `${n + 1}–${n - 1}`;
const tight = ({ games_per_set: n }: SetProblem['format']) => `${n + 1}–${n}`;

export const whatIfWords = inEach({
  now: ['If the match began now', 'Gdyby mecz zaczął się teraz'],
  nowMeaning: [
    'The chance is what the two ratings predict for each player; the K-factor is the most points that the match can move a rating. The confidence is the current one, after the drops now due.',
    'Szanse wynikają z obu rankingów, a współczynnik K to największa liczba punktów, o jaką mecz może zmienić ranking. Pewność podano na tę chwilę, z uwzględnieniem całego czasu bez meczu.',
  ],
  waits: [
    'A result of theirs still waits for its rating, and may change these numbers.',
    'Któryś z wyników tych graczy wciąż czeka na przeliczenie i może zmienić te liczby.',
  ],
  k: ['K-factor', 'Współ\u00adczynnik K'],
  chance: ['Chance', 'Szanse'],
  wins: [['If ', ' wins'] as readonly [before: string, after: string], ['Jeśli wygra ', '']],
  retires: [
    ['If ', ' retires'] as readonly [before: string, after: string],
    ['Jeśli skreczuje ', ''],
  ],
  at: [
    (score: string) => `At a score of ${score} (first the games of the player named first).`,
    (score: string) => `Przy stanie ${score} (najpierw gemy gracza wymienionego jako pierwszego).`,
  ],
  retirement: ['If somebody retires', 'Jeśli ktoś skreczuje'],
  retirementMeaning: [
    'Then it is not the result that counts, but each one’s share of the completed games.',
    'Wtedy liczy się nie wynik, lecz udział każdej ze stron w ukończonych gemach.',
  ],
  who: ['Who retires', 'Kto kreczuje'],
  score: [
    'Score, such as 6-4 3-2, first the games of:',
    'Wynik, na przykład 6-4 3-2, najpierw gemy:',
  ],
  formats: {
    'six-tiebreak': ['sets to 6, match tiebreak', 'sety do 6, super tie-break'],
    'six-full': ['sets to 6, full third set', 'sety do 6, pełny trzeci set'],
    'four-tiebreak': ['sets to 4, match tiebreak', 'sety do 4, super tie-break'],
    'four-full': ['sets to 4, full third set', 'sety do 4, pełny trzeci set'],
  },
  calculate: ['Calculate', 'Oblicz'],
  problem: {
    unreadable: [
      'Write the score set by set, such as 6-4 3-2, with a match tiebreak as [5-3].',
      'Podaj wynik set po secie, na przykład 6-4 3-2, a super tie-break jako [5-3].',
    ],
    'no game': [
      'No game was completed: that is a walkover, which changes no rating.',
      'Nie ukończono ani jednego gema: to walkower, który nie zmienia rankingu.',
    ],
    'one set': [
      'The second set is missing: one set decides no match.',
      'Brakuje drugiego seta: jeden set nie rozstrzyga meczu.',
    ],
    decided: [
      'These sets decide the match already: nobody can retire after that.',
      'Te sety już rozstrzygają mecz: potem nie można skreczować.',
    ],
    'match tiebreak': [
      'A match tiebreak can come only at one set each, where the format has one, and ends at 10 points with a lead of 2.',
      'Super tie-break można tu podać tylko przy stanie 1:1 w setach, do 10 punktów z przewagą 2, i tylko tam, gdzie się go gra.',
    ],
    'third set': [
      'In this format a match tiebreak takes the place of the third set: write it as [5-3], or choose a full third set.',
      'W tym formacie zamiast trzeciego seta gra się super tie-break: podaj go jako [5-3] albo wybierz pełny trzeci set.',
    ],
  },
  set: [
    ({ set, format }: SetProblem) =>
      `Set ${set} can’t have this score: a set is won at ${format.games_per_set} games with a lead of 2, at ${late(format)}, or at ${tight(format)} by a tiebreak, and only the last set may be unfinished.`,
    ({ set, format }: SetProblem) =>
      `Set ${set} nie może mieć takiego stanu: seta wygrywa się przy ${format.games_per_set} gemach z przewagą 2, przy ${late(format)} albo w tie-breaku przy ${tight(format)}, a nieukończony może być tylko ostatni.`,
  ],
  tiebreak: [
    ({ set }: SetProblem) =>
      `Set ${set}: the points of a tiebreak belong to 7–6 alone, won at 7 points with a lead of 2. Leave them out of any other set, also where the tiebreak was broken off.`,
    ({ set }: SetProblem) =>
      `Set ${set}: punkty tie-breaka podaje się tylko przy 7–6; wygrywa się go przy 7 punktach z przewagą 2. W innych setach, także po przerwanym tie-breaku, trzeba je pominąć.`,
  ],
  choose: ['Against whom?', 'Z kim?'],
  search: ['Name of the opponent', 'Imię lub nazwisko'],
  find: ['Search', 'Szukaj'],
  found: ['Found by name', 'Znalezieni'],
  nobody: ['Nobody else has that name.', 'Nikt inny tak się nie nazywa.'],
  more: [
    'There are more: these are the best rated. A longer part of the name finds fewer.',
    'Jest ich więcej: oto ci z najwyższym rankingiem. Dłuższy fragment imienia lub nazwiska zawęzi listę.',
  ],
  suggested: [
    'Of about the same rating, with time when this player has',
    'O zbliżonym rankingu, z wolnym czasem o tych samych porach',
  ],
  another: ['Another opponent', 'Inny rywal'],
});
