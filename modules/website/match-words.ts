import { inEach } from './language.ts';

/** What the page of a match says. */
export const matchWords = inEach({
  when: ['When', 'Kiedy'],
  where: ['Where', 'Gdzie'],
  court: ['court', 'kort'],
  indoor: ['indoor', 'pod dachem'],
  outdoor: ['outdoor', 'na powietrzu'],
  scoreboard: ['Score', 'Wynik'],
  set: ['Set', 'Set'],
  matchTiebreak: ['Match tiebreak', 'Super tie-break'],
  tiebreak: ['tiebreak', 'tie-break'],
  winner: ['winner', 'wygrana'],
  retired: ['retired', 'krecz'],
  walkover: [
    'Walkover: the match was not played, so there is no score.',
    'Walkower: meczu nie rozegrano, więc nie ma wyniku w setach.',
  ],
  unchanged: ['Nothing: a walkover changes no rating.', 'Nic: walkower nie zmienia rankingu.'],
  ratings: ['What it did to the ratings', 'Co ten mecz zmienił w rankingu'],
  pending: [
    'This result is not rated yet. The ratings follow within minutes.',
    'Ten wynik nie jest jeszcze przeliczony. Nastąpi to w ciągu kilku minut.',
  ],
  fault: [
    'This result could not be rated so far. Neither player did anything wrong: whoever runs this service can see why, and the result counts once that is fixed.',
    'Tego wyniku nie udało się dotąd przeliczyć. To nie wina graczy: obsługa serwisu zna przyczynę, a wynik zostanie wliczony, gdy tylko uda się ją usunąć.',
  ],
  facts: {
    before: ['Rating before', 'Ranking przed meczem'],
    expected: ['Chance by the ratings', 'Szanse według rankingu'],
    actual: ['Result as the ratings count it', 'Wynik liczony do rankingu'],
    kFactor: ['K-factor: points at stake', 'Współczynnik K: stawka w punktach'],
    change: ['Change', 'Zmiana'],
    after: ['Rating after', 'Ranking po meczu'],
    confidence: ['Confidence, of 100', 'Pewność w skali do 100'],
  },
  sentences: ['The changes explained', 'Wyjaśnienie zmian'],
  more: ['More about these two', 'Więcej o tej parze'],
  headToHead: ['All their matches against each other', 'Wszystkie mecze między nimi'],
  whatIf: ['What if they meet again?', 'Co, jeśli zagrają znowu?'],
});
