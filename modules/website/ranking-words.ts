import { inEach } from './language.ts';

/** What the ranking says. */
export const rankingWords = inEach({
  rank: ['Rank', 'Miejsce'],
  matches: ['Matches', 'Mecze'],
  change: ['Last 30 days', 'Ostatnie 30 dni'],
  last: ['Last match', 'Ostatni mecz'],
  ranked: [
    'Everybody who has played a rated match within the last 365 days, by rating.',
    'Osoby z meczem rankingowym w ciągu ostatnich 365 dni, od najwyższego rankingu.',
  ],
  everybody: [
    'Everybody by rating, including those who have not played within the last 365 days.',
    'Wszyscy, od najwyższego rankingu, także osoby bez meczu w ciągu ostatnich 365 dni.',
  ],
  found: [
    'Players with this in their name, by rating.',
    'Znalezione osoby, od najwyższego rankingu.',
  ],
  unranked: ['not ranked', 'poza rankingiem'],
  never: ['none yet', 'jeszcze brak'],
  filters: ['Search', 'Szukaj'],
  name: ['Name, or a part of it', 'Imię, nazwisko lub ich część'],
  anywhere: ['any venue', 'dowolny obiekt'],
  anyCompetition: ['any competition', 'dowolne rozgrywki'],
  activity: ['Activity', 'Aktywność'],
  active: ['ranked only', 'tylko w rankingu'],
  all: ['everybody', 'wszyscy'],
  show: ['Show', 'Pokaż'],
  reset: ['Whole ranking', 'Cały ranking'],
  allVenues: ['All venues', 'Wszystkie obiekty'],
  allCompetitions: ['All competitions', 'Wszystkie rozgrywki'],
  ofCompetition: ['Players of', 'Uczestnicy rozgrywek'],
  ofVenue: ['Players who prefer', 'Najchętniej grają tutaj:'],
  nobody: ['Nobody was found.', 'Nikogo nie znaleziono.'],
  nobodyYet: ['There are no players yet.', 'Nie ma jeszcze żadnych graczy.'],
  nobodyRanked: [
    'Nobody is ranked: that takes a rated match within the last 365 days.',
    'W rankingu nikogo nie ma: żeby się w nim znaleźć, trzeba rozegrać mecz rankingowy w ciągu ostatnich 365 dni.',
  ],
  tryLess: [
    'A shorter part of the name finds more, such as the first name alone; accents and capitals don’t matter.',
    'Krótszy fragment imienia lub nazwiska, na przykład samo imię, znajdzie więcej osób; znaki diakrytyczne i wielkość liter nie grają roli.',
  ],
  tryAll: [
    'Search everybody, even those who have not played for a year',
    'Szukaj wśród wszystkich, także tych bez meczu od roku',
  ],
  tryWhole: ['Go back to the whole ranking', 'Wróć do całego rankingu'],
});

/** What the list of venues says. */
export const venuesWords = inEach({
  district: ['District and courts', 'Dzielnica i korty'],
  players: ['Who prefers it', 'Kto tu najchętniej gra'],
  ranking: ['Their ranking', 'Ich ranking'],
  none: ['There are no venues yet.', 'Nie ma jeszcze żadnych obiektów.'],
});
