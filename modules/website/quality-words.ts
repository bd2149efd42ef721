import { inEach } from './language.ts';

/** What the page on the quality of ratings says. */
export const qualityWords = inEach({
  title: ['How good the forecasts are', 'Jak trafne są przewidywania'],
  intro: [
    'Before each match, the points of the two players say how likely each of them is to win. Here is what came of it. Every forecast is the one that was made before the match; none was changed afterwards.',
    'Przed każdym meczem z punktów obu stron wynika, jakie szanse na wygraną ma każda z nich. Tu widać, co z tego wyszło. Każde przewidywanie powstało przed meczem i potem nikt go nie zmieniał.',
  ],
  computed: [
    (moment: string) => `Computed ${moment}; again every hour.`,
    (moment: string) => `Obliczone ${moment}; na nowo co godzinę.`,
  ],
  none: [
    'No match has been rated yet, so there is nothing to say about it.',
    'Żaden mecz nie został jeszcze przeliczony, więc nie ma o czym mówić.',
  ],
  finding: [
    (matches: string, given: string, won: string) =>
      `Of ${matches} matches in which somebody was given ${given}, ${won} were won.`,
    (matches: string, given: string, won: string) =>
      `Mecze, w których ktoś miał ${given} szans na wygraną: ${matches}. Wygraną tej osoby skończyło się ${won}.`,
  ],
  span: [
    (from: number, to: number) => `${from} to ${to}%`,
    (from: number, to: number) => `od ${from} do ${to}%`,
  ],
  overall: [
    (matches: string, won: string) => `Of ${matches} matches, the favourite won ${won}.`,
    (matches: string, won: string) => `Mecze: ${matches}. Wygrane faworytów: ${won}.`,
  ],
  few: [
    (matches: string, enough: string) =>
      `So far ${matches} played to the end: too few to say how good the forecasts are. Below ${enough} only the range is shown in which the true share lies in 95 cases of 100.`,
    (matches: string, enough: string) =>
      `Rozegrane do końca: na razie ${matches}. To za mało, żeby ocenić przewidywania. Poniżej ${enough} widać tylko przedział, w którym prawdziwy udział leży w 95 przypadkach na 100.`,
  ],
  matchesPlayed: [
    { one: 'match', other: 'matches' },
    { one: 'mecz', few: 'mecze', many: 'meczów', other: 'meczu' },
  ],
  calibration: {
    title: ['Given and won', 'Szanse i wygrane'],
    told: [
      'Each mark is a group of matches: to the right, what the favourites were given; upwards, how many of these matches they won, with the range that is 95% sure. On the dashed line both are the same.',
      'Każdy znak to grupa meczów: w prawo szanse faworytów, w górę udział meczów przez nich wygranych, z przedziałem pewnym na 95%. Na linii przerywanej jedno równa się drugiemu.',
    ],
    given: ['Given', 'Szanse'],
    matches: ['Matches', 'Mecze'],
    won: ['Won', 'Wygrane'],
    between: ['95% range', 'Przedział 95%'],
    even: ['as given', 'jak przewidziano'],
    few: [
      (enough: string) => `Where there are fewer than ${enough} matches, only the range is shown.`,
      (enough: string) => `Gdzie meczów jest mniej niż ${enough}, widać tylko przedział.`,
    ],
    off: [
      (share: string) => `On average the shares differ by ${share}.`,
      (share: string) => `Średnio udziały różnią się o ${share}.`,
    ],
  },
  against: {
    title: ['Against simpler forecasts', 'Na tle prostszych przewidywań'],
    told: [
      'The same matches, forecast in other ways. Log loss and Brier score say how far off a forecast was: the lower, the better.',
      'Te same mecze, przewidziane inaczej. Strata logarytmiczna (log loss) i wynik Briera mówią, jak daleko było od prawdy: im mniej, tym lepiej.',
    ],
    by: ['Forecast by', 'Przewidywanie według'],
    rating: ['these points', 'tych punktów'],
    coin: ['the toss of a coin', 'rzutu monetą'],
    level: ['the levels that players gave', 'poziomów podanych przez graczy'],
    wins: ['the share of wins so far', 'udziału wygranych do tej pory'],
    elo32: ['Elo with a fixed K of 32', 'Elo ze stałym K równym 32'],
    won: ['Favourite won', 'Wygrane faworyta'],
    loss: ['Log loss', 'Strata log.'],
    brier: ['Brier score', 'Wynik Briera'],
  },
  weak: {
    title: ['What is weak', 'Co jest słabe'],
    bin: [
      (given: string, won: string) => `Whoever was given ${given} won ${won}.`,
      (given: string, won: string) => `Kto miał ${given} szans, ten wygrał w ${won} meczów.`,
    ],
    bold: [
      'It is too sure of favourites: they win less often than they are given.',
      'Przewidywania zbyt ufają faworytom: ci wygrywają rzadziej, niż z nich wynika.',
    ],
    careful: [
      'It trusts favourites too little: they win more often than they are given.',
      'Przewidywania za mało ufają faworytom: ci wygrywają częściej, niż z nich wynika.',
    ],
    close: [
      (won: string) =>
        `Between players who are less than 50 points apart it knows no better than a coin: the favourite won ${won}.`,
      (won: string) =>
        `Gdy różnica jest mniejsza niż 50 punktów, przewidywanie nie jest lepsze od rzutu monetą: wygrane faworyta to ${won}.`,
    ],
    beaten: [
      (what: string, loss: string, own: string) =>
        `A simpler forecast did better: by ${what}, with a log loss of ${loss} against ${own}.`,
      (what: string, loss: string, own: string) =>
        `Prostsze przewidywanie było lepsze: według ${what}, ze stratą logarytmiczną ${loss} wobec ${own}.`,
    ],
    newcomers: [
      (matches: string) =>
        `Of matches with somebody new (a confidence below 40) there are too few to judge: ${matches}.`,
      (matches: string) =>
        `Meczów, w których ktoś dopiero zaczyna (pewność poniżej 40), jest za mało, żeby je ocenić: ${matches}.`,
    ],
    apart: [
      (retired: string, late: string) =>
        `Not counted above: ${retired} that ended by a retirement, and ${late} that came in after a later one.`,
      (retired: string, late: string) =>
        `Powyżej nie są liczone mecze zakończone kreczem (${retired}) i wyniki, które dotarły po wyniku późniejszego meczu (${late}).`,
    ],
    nothing: ['No weakness stands out so far.', 'Jak dotąd żadna słabość się nie wyróżnia.'],
  },
  groups: {
    title: ['By confidence and by gap', 'Według pewności i różnicy punktów'],
    confidence: {
      below_40: ['Confidence below 40', 'Pewność poniżej 40'],
      below_70: ['Confidence 40 to 69', 'Pewność od 40 do 69'],
      from_70: ['Confidence from 70', 'Pewność od 70'],
    },
    gap: {
      below_50: ['0 to 49 points apart', 'Różnica od 0 do 49 punktów'],
      below_100: ['50 to 99', 'Od 50 do 99'],
      below_200: ['100 to 199', 'Od 100 do 199'],
      below_300: ['200 to 299', 'Od 200 do 299'],
      from_300: ['300 and more', '300 i więcej'],
    },
    told: [
      'Of a match, the lower confidence of the two counts.',
      'W meczu liczy się niższa z dwóch pewności.',
    ],
    group: ['Matches with', 'Grupa meczów'],
  },
  pool: {
    title: ['All points together', 'Wszystkie punkty razem'],
    told: [
      'The points of everybody with a match in the 90 days before, at the last match of each month. If the middle rises or falls while nobody plays better or worse, points grow or shrink in worth.',
      'Punkty wszystkich, którzy zagrali mecz w ciągu poprzednich 90 dni, przy ostatnim meczu każdego miesiąca. Jeśli środek rośnie lub spada, choć nikt nie gra lepiej ani gorzej, to zmienia się wartość punktów.',
    ],
    month: ['Month', 'Miesiąc'],
    players: ['Players', 'Gracze'],
    median: ['Median', 'Mediana'],
    mean: ['Mean', 'Średnia'],
    made: ['Made', 'Powstało'],
    taken: ['Lost', 'Zniknęło'],
    table: ['The same as a table', 'To samo w tabeli'],
    note: [
      'A match makes or loses points where the two have different K; the floor at 0 makes some, too.',
      'W meczu punkty powstają lub znikają, gdy obie strony mają różne K; trochę tworzy też granica 0.',
    ],
  },
  newcomers: {
    title: ['What newcomers bring', 'Co wnoszą nowe osoby'],
    told: [
      'By the level that they gave: how many points their first ten matches moved, for each of them and for all their opponents together.',
      'Według podanego poziomu: o ile punktów pierwsze dziesięć meczów zmieniło ich wynik i łącznie wyniki ich rywali, na jedną osobę.',
    ],
    level: ['Level', 'Poziom'],
    own: ['For them', 'Dla nich'],
    others: ['For opponents', 'Dla rywali'],
  },
});
