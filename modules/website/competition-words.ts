import { inEach } from './language.ts';

/** What the pages of competitions say. */
export const competitionWords = inEach({
  none: ['There are no competitions yet.', 'Nie ma jeszcze żadnych rozgrywek.'],
  season: ['Season', 'Sezon'],
  days: ['When', 'Termin'],
  organizer: ['Organizer', 'Organizator'],
  seasons: {
    winter: ['winter', 'zima'],
    spring: ['spring', 'wiosna'],
    summer: ['summer', 'lato'],
    autumn: ['autumn', 'jesień'],
  },
  states: {
    upcoming: ['upcoming', 'przed startem'],
    running: ['running now', 'w trakcie'],
    over: ['over', 'po zakończeniu'],
  },
  sets: {
    6: ['best of three sets, each to 6 games', 'do dwóch wygranych setów, sety do 6 gemów'],
    4: [
      'best of three short sets, each to 4 games',
      'do dwóch wygranych setów, krótkie sety do 4 gemów',
    ],
  },
  finalSet: {
    full_set: ['the third set is played out', 'trzeciego seta gra się w całości'],
    match_tiebreak: [
      'a match tiebreak to 10 points takes the place of the third set',
      'zamiast trzeciego seta super tie-break do 10 punktów',
    ],
  },
  noAd: ['one point decides the game at deuce', 'przy równowadze o gemie decyduje jeden punkt'],
  ranking: ['Ranking of its players', 'Ranking uczestników'],
  numbers: {
    results: ['Matches', 'Mecze'],
    rated: ['Rated', 'Przeliczone'],
    pending: ['Waiting for their rating', 'Czekają na przeliczenie'],
    walkovers: ['Walkovers', 'Walkowery'],
    players: ['Players', 'Gracze'],
  },
  pairings: ['Pairings with a result', 'Pary z wynikiem'],
  outOf: [
    (met: string, all: string) => `${met} of ${all}`,
    (met: string, all: string) => `${met} ${/^1\d\d$/.test(all) ? 'ze' : 'z'} ${all}`,
  ],
  table: ['Table', 'Tabela'],
  furtherPlaces: ['Table, further places', 'Tabela, dalsze miejsca'],
  place: ['Place', 'Miejsce'],
  matches: { long: ['Matches', 'Mecze'], short: ['M', 'M'] },
  wins: { long: ['Wins', 'Zwycięstwa'], short: ['W', 'Z'] },
  losses: { long: ['Losses', 'Porażki'], short: ['L', 'P'] },
  setsWon: ['Sets ±', 'Sety ±'],
  gamesWon: ['Games ±', 'Gemy ±'],
  order: [
    'The order is by wins; if equal, by wins in the matches among those who are tied; then by the difference of sets, then of games, in all matches; then by name.',
    'O kolejności decydują zwycięstwa; przy równej ich liczbie – zwycięstwa w meczach między wszystkimi, którzy mają ich tyle samo; potem różnica setów, a następnie gemów we wszystkich meczach; na końcu – porządek alfabetyczny.',
  ],
  counting: [
    'A walkover is a win without sets and games. Where a player retired, the other one won, with the sets and games that were completed. A match tiebreak counts as one set and one game. Results that wait for their rating count.',
    'Walkower to zwycięstwo bez setów i gemów. Mecz przerwany kreczem wygrywa druga strona, a liczą się ukończone sety i gemy. Super tie-break liczy się jako jeden set i jeden gem. Wyniki, które czekają na przeliczenie, są już wliczone.',
  ],
  nextPlaces: ['Next places', 'Dalsze miejsca'],
  whole: ['Back to the competition', 'Wróć do rozgrywek'],
  improved: ['Most improved', 'Największy postęp'],
  improvedMeaning: [
    'Who gained the most points in the matches of this competition.',
    'Najwięcej punktów zdobytych w meczach tych rozgrywek.',
  ],
  nobodyImproved: ['No player has gained points here yet.', 'Nikt jeszcze nie zdobył tu punktów.'],
  gained: ['Points', 'Punkty'],
  upsets: {
    running: ['Upsets of the last 7 days', 'Niespodzianki ostatnich 7 dni'],
    over: ['Upsets of its last 7 days of play', 'Niespodzianki ostatnich 7 dni gry'],
  },
  upsetsMeaning: [
    'The least expected wins, five at most, of players whose chance was below 35%.',
    'Najmniej spodziewane wygrane mimo szans poniżej 35%, najwyżej pięć.',
  ],
  noUpsets: [
    'None was found: an upset is a rated match of these days, won by a player whose chance was below 35%.',
    'Nie znaleziono żadnej: niespodzianka to przeliczony mecz z tych dni, wygrany mimo szans poniżej 35%.',
  ],
  chance: ['chance', 'szanse'],
  results: ['Results', 'Wyniki'],
  olderResults: ['Older results', 'Starsze wyniki'],
  noResults: ['No results yet.', 'Nie ma jeszcze wyników.'],
  winner: ['Winner', 'Wygrywa'],
  loser: ['Loser', 'Przegrywa'],
  score: ['Score', 'Wynik'],
  notRatedYet: ['not rated yet', 'jeszcze nieprzeliczony'],
});
