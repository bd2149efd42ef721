// What a visitor reads on each page, in each language, and where it leads.
import { beforeAll, expect, test } from 'bun:test';
import { onBothDatabases, type TestService } from '../support/service.ts';
import { pageInWords, pathsOf, readable } from './html.ts';
import { fillLeague, ids, now } from './league.ts';
import { ask, look, startSite } from './visitor.ts';

const { a, b, c, d, e } = ids.players;

onBothDatabases('a visitor reads', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startSite(kind, { records: [], clock: () => now });
    await fillLeague(service);
  });
  /** A page, or what `part` takes of it, in each language. */
  async function read(path: string, part = (text: string) => text): Promise<string> {
    const [en, pl] = [await look(service, path), await look(service, path, 'pl')];
    return [en, pl].map(({ html }) => part(pageInWords(html))).join('\n\n');
  }
  const frameOf = (html: string) =>
    readable(html.replace(/<head>.*<\/head>|<main.*<\/main>/gs, ''));

  test('the ranking', async () => {
    expect(await read('/')).toMatchInlineSnapshot(`
      "# Ranking
      Narrow
      Venue / any venue / Korty Zachodnie Competition / any competition / Puchar Lata · 2026-cup / Liga Czterech · spring 2026 / Liga Wielu · spring 2026 Show
      All venues · All competitions
      Rank | Places in 30 days | Player | Rating | Confidence | Matches | 30 days | Last match
      1 | new | Anna K. | 1386 | confidence 40 of 100 | 2 | −14 | 16 May 2026
      2 | new | Bartek Ł. | 1372 | confidence 40 of 100 | 2 | −28 | 17 May 2026
      ## Provisional
      Too few matches so far to be given a place.
      Player | Rating | Confidence | Matches | 30 days | Last match
      Celina Ż. 1 more rated match | 1404 | confidence 30 of 100 | 1 | +4 | 17 May 2026
      Dawid P. 1 more rated match | 1238 | confidence 30 of 100 | 1 | +38 | 16 May 2026
      ## Resting
      No rated match within the last 365 days.
      Player | Rating | Confidence | Matches | 30 days | Last match
      Ewa Ś. 2 more rated matches | 1700 | confidence 20 of 100 | 0 | – | none yet
      Ranked is whoever has played a rated match within the last 365 days and is known well enough: a confidence of 40, which two matches give. As a file for spreadsheets
      ## Latest results
      Bartek Ł. beat Dawid P. 6–0 6–0 19 May 2026 · Anna K. beat Celina Ż. walkover 18 May 2026 · Celina Ż. beat Bartek Ł. 6–4 2–1 ret. 17 May 2026 · Dawid P. beat Anna K. 7–6(5) 3–6 [10–8] 16 May 2026 · Anna K. beat Bartek Ł. 6–4 6–3 2 May 2026
      Follow the results (feed)
      ## Competitions
      Puchar Lata begins 21 May 2026 · Liga Czterech until 30 Jun 2026

      # Ranking
      Zawęź
      Obiekt / dowolny obiekt / Korty Zachodnie Rozgrywki / dowolne rozgrywki / Puchar Lata · 2026-cup / Liga Czterech · wiosna 2026 / Liga Wielu · wiosna 2026 Pokaż
      Wszystkie obiekty · Wszystkie rozgrywki
      Miejsce | Miejsca w 30 dni | Gracz | Punkty | Pewność | Mecze | 30 dni | Ostatni mecz
      1 | nowość | Anna K. | 1386 | pewność 40 na 100 | 2 | −14 | 16 maja 2026
      2 | nowość | Bartek Ł. | 1372 | pewność 40 na 100 | 2 | −28 | 17 maja 2026
      ## Jeszcze bez miejsca
      Za mało meczów, żeby wskazać miejsce.
      Gracz | Punkty | Pewność | Mecze | 30 dni | Ostatni mecz
      Celina Ż. 1 mecz rankingowy do miejsca w rankingu | 1404 | pewność 30 na 100 | 1 | +4 | 17 maja 2026
      Dawid P. 1 mecz rankingowy do miejsca w rankingu | 1238 | pewność 30 na 100 | 1 | +38 | 16 maja 2026
      ## Przerwa w grze
      Bez meczu rankingowego w ostatnich 365 dniach.
      Gracz | Punkty | Pewność | Mecze | 30 dni | Ostatni mecz
      Ewa Ś. 2 mecze rankingowe do miejsca w rankingu | 1700 | pewność 20 na 100 | 0 | – | jeszcze brak
      Miejsce w rankingu ma, kto w ostatnich 365 dniach rozegrał mecz rankingowy i jest już dość dobrze znany: potrzebna jest pewność 40, którą dają dwa mecze. Jako plik do arkusza
      ## Najnowsze wyniki
      Bartek Ł. – Dawid P. 6–0 6–0 19 maja 2026 · Anna K. – Celina Ż. walkower 18 maja 2026 · Celina Ż. – Bartek Ł. 6–4 2–1 krecz 17 maja 2026 · Dawid P. – Anna K. 7–6(5) 3–6 [10–8] 16 maja 2026 · Anna K. – Bartek Ł. 6–4 6–3 2 maja 2026
      Śledź wyniki (kanał)
      ## Rozgrywki
      Puchar Lata początek 21 maja 2026 · Liga Czterech do 30 cze 2026"
    `);
  });

  test('who is found without being ranked', async () => {
    expect(await read('/?q=ewa&venue=ven_leaguexxx1')).toMatchInlineSnapshot(`
      "[Ranking · ewa · Korty Zachodnie]
      # Players found: ewa
      Whole ranking
      Players who prefer Korty Zachodnie
      ## Resting
      No rated match within the last 365 days.
      Player | Rating | Confidence | Matches | 30 days | Last match
      Ewa Ś. 2 more rated matches | 1700 | confidence 20 of 100 | 0 | – | none yet
      Ranked is whoever has played a rated match within the last 365 days and is known well enough: a confidence of 40, which two matches give. As a file for spreadsheets

      [Ranking · ewa · Korty Zachodnie]
      # Znalezieni: ewa
      Cały ranking
      Najchętniej grają tutaj: Korty Zachodnie
      ## Przerwa w grze
      Bez meczu rankingowego w ostatnich 365 dniach.
      Gracz | Punkty | Pewność | Mecze | 30 dni | Ostatni mecz
      Ewa Ś. 2 mecze rankingowe do miejsca w rankingu | 1700 | pewność 20 na 100 | 0 | – | jeszcze brak
      Miejsce w rankingu ma, kto w ostatnich 365 dniach rozegrał mecz rankingowy i jest już dość dobrze znany: potrzebna jest pewność 40, którą dają dwa mecze. Jako plik do arkusza"
    `);
  });

  test('that nobody is found', async () => {
    expect(await read('/?q=xyz')).toMatchInlineSnapshot(`
      "[Ranking · xyz]
      # Players found: xyz
      Whole ranking
      Nobody was found.
      A shorter part of the name finds more, such as the first name alone; accents and capitals don’t matter.
      Whole ranking

      [Ranking · xyz]
      # Znalezieni: xyz
      Cały ranking
      Nikogo nie znaleziono.
      Krótszy fragment imienia lub nazwiska, na przykład samo imię, znajdzie więcej osób; znaki diakrytyczne i wielkość liter nie grają roli.
      Cały ranking"
    `);
  });

  test('the venues', async () => {
    expect(await read('/venues')).toMatchInlineSnapshot(`
      "# Venues
      Venue | District and courts | Who prefers it
      Korty Zachodnie ul. Kortowa 1 | Wola 1 × hard court, outdoor 1 × clay, indoor | Their ranking

      # Obiekty
      Obiekt | Dzielnica i korty | Kto tu najchętniej gra
      Korty Zachodnie ul. Kortowa 1 | Wola 1 × kort twardy, na powietrzu 1 × mączka, pod dachem | Ich ranking"
    `);
  });

  test('a player', async () => {
    expect(await read(`/players/${a}`)).toMatchInlineSnapshot(`
      "# Anna K.
      1386 points
      No. 1 in the ranking
      −14 in 30 days
      confidence 40 of 100 The next match can move it by up to 32 points. How ratings work
      Prefers to play at Korty Zachodnie
      What if? The next match Next opponents
      ## Form
      Lost 6–7(5) 6–3 [8–10] · Won 6–4 6–3
      Won 1 of 2 rated | Best win Bartek Ł. 1400, 6–4 6–3 | Highest rating 1424 2 May 2026 | Last rated match 16 May 2026
      ## From match to match
      1400 on 1 Jan 2026; 1386 on 16 May 2026. Best: 1424 on 2 May 2026. Lowest: 1386 on 16 May 2026. 1350 1400 1450 1500 Feb 2026 Mar 2026 Apr 2026 May 2026 best 1424 lowest 1386
      The same as a table
      Day | Rating
      1 Jan 2026 | 1400
      2 May 2026 | 1424
      16 May 2026 | 1386
      ## Matches and changes
      Every match and every change of the rating, most recently counted first
      Day | Match | Change | Rating
      18 May 2026 | Celina Ż. Won by walkover Head to head | not rated
      16 May 2026 | Dawid P. Lost 6–7(5) 6–3 [8–10] Head to head In a surprise result, Anna K. lost to Dawid P., who was rated much lower (1200), so Anna K.’s rating fell by 38 points to 1386. | −38 | 1386
      2 May 2026 | Bartek Ł. Won 6–4 6–3 Head to head Anna K. beat Bartek Ł., who was rated the same (1400), so Anna K.’s rating rose by 24 points to 1424. | +24 | 1424
      1 Jan 2026 | Start Anna K.’s self-assessed level is NTRP 3.5, so the rating starts at 1400. | | 1400
      As a file for spreadsheets
      ## Record
      Kind | Won | Lost
      Rated matches | 1 | 1
      clay | 1 | 1
      Walkovers (separately) | 1 | 0
      ## Next opponents
      Players of about the same rating who have time when this player has.
      Player | Both have time | Gap
      Bartek Ł. 1372 What if? | Monday evening Both like to play at: Korty Zachodnie | 14

      # Anna K.
      1386 punktów
      1. miejsce w rankingu
      −14 przez 30 dni
      pewność 40 na 100 Następny mecz może zmienić liczbę punktów nawet o 32. Jak liczymy punkty
      Najchętniej gra tutaj: Korty Zachodnie
      Co, jeśli? Następny mecz Proponowani rywale
      ## Forma
      Porażka 6–7(5) 6–3 [8–10] · Wygrana 6–4 6–3
      Wygrane 1 z 2 rankingowych | Najlepsza wygrana Bartek Ł. 1400, 6–4 6–3 | Najwięcej punktów 1424 2 maja 2026 | Ostatni mecz rankingowy 16 maja 2026
      ## Od meczu do meczu
      1400 dnia 1 sty 2026; 1386 dnia 16 maja 2026. Najwięcej: 1424 dnia 2 maja 2026. Najmniej: 1386 dnia 16 maja 2026. 1350 1400 1450 1500 lut 2026 mar 2026 kwi 2026 maj 2026 najwięcej 1424 najmniej 1386
      To samo w tabeli
      Dzień | Punkty
      1 sty 2026 | 1400
      2 maja 2026 | 1424
      16 maja 2026 | 1386
      ## Mecze i zmiany
      Wszystkie mecze i zmiany liczby punktów, od ostatnio uwzględnionych
      Dzień | Mecz | Zmiana | Punkty
      18 maja 2026 | Celina Ż. Wygrana walkowerem Bezpośrednie mecze | bez wpływu na punkty
      16 maja 2026 | Dawid P. Porażka 6–7(5) 6–3 [8–10] Bezpośrednie mecze Niespodziewanie Anna K. przegrywa: po drugiej stronie siatki Dawid P. ze znacznie mniejszą liczbą punktów (1200), więc Anna K. traci 38 punktów i ma 1386. | −38 | 1386
      2 maja 2026 | Bartek Ł. Wygrana 6–4 6–3 Bezpośrednie mecze Anna K. wygrywa: po drugiej stronie siatki Bartek Ł. z tą samą liczbą punktów (1400), więc Anna K. zyskuje 24 punkty i ma 1424. | +24 | 1424
      1 sty 2026 | Początek Anna K. zaczyna od 1400 punktów: tyle odpowiada poziomowi gry NTRP 3,5 z samooceny. | | 1400
      Jako plik do arkusza
      ## Bilans
      Rodzaj | Wygrane | Porażki
      Mecze rankingowe | 1 | 1
      mączka | 1 | 1
      Walkowery (osobno) | 1 | 0
      ## Proponowani rywale
      Osoby o zbliżonej liczbie punktów, które mają czas o tych samych porach.
      Gracz | Wspólny czas | Różnica
      Bartek Ł. 1372 Co, jeśli? | poniedziałek wieczorem Wspólne obiekty: Korty Zachodnie | 14"
    `);
  });

  test('a player who hasn’t played', async () => {
    expect(await read(`/players/${e}`)).toMatchInlineSnapshot(`
      "# Ewa Ś.
      1700 points
      resting – 2 more rated matches
      no rated match in 30 days
      confidence 20 of 100 The next match can move it by up to 48 points. How ratings work
      Prefers to play at Korty Zachodnie
      What if? The next match Next opponents
      ## Matches and changes
      Every match and every change of the rating, most recently counted first
      Day | Match | Change | Rating
      1 Jan 2026 | Start Ewa Ś.’s self-assessed level is NTRP 5.0, so the rating starts at 1700. | | 1700
      As a file for spreadsheets
      ## Next opponents
      No times are known that this player shares with anybody of about the same rating.

      # Ewa Ś.
      1700 punktów
      przerwa w grze – 2 mecze rankingowe do miejsca w rankingu
      od 30 dni bez meczu rankingowego
      pewność 20 na 100 Następny mecz może zmienić liczbę punktów nawet o 48. Jak liczymy punkty
      Najchętniej gra tutaj: Korty Zachodnie
      Co, jeśli? Następny mecz Proponowani rywale
      ## Mecze i zmiany
      Wszystkie mecze i zmiany liczby punktów, od ostatnio uwzględnionych
      Dzień | Mecz | Zmiana | Punkty
      1 sty 2026 | Początek Ewa Ś. zaczyna od 1700 punktów: tyle odpowiada poziomowi gry NTRP 5,0 z samooceny. | | 1700
      Jako plik do arkusza
      ## Proponowani rywale
      Nie znaleziono nikogo o zbliżonej liczbie punktów, kto ma czas o tych samych porach."
    `);
  });

  test('two head to head, who have a walkover alone', async () => {
    expect(await read(`/players/${a}/against/${c}`)).toMatchInlineSnapshot(`
      "[Anna K. – Celina Ż. · Head to head]
      # Anna K. – Celina Ż.
      Anna K. 1386 confidence 40 of 100 ranked · Celina Ż. 1404 confidence 30 of 100 provisional – 1 more rated match
      What would a match change?
      ## Won by each
      Kind | Anna K. | Celina Ż.
      Rated matches | 0 | 0
      Sets | 0 | 0
      Games | 0 | 0
      Walkovers (separately) | 1 | 0
      ## Their matches
      The last one first; the score from the side of the player named first
      Day | Match | Anna K. | Celina Ż.
      18 May 2026 | Won by walkover Liga Czterech | not rated

      [Anna K. – Celina Ż. · Bezpośrednie mecze]
      # Anna K. – Celina Ż.
      Anna K. 1386 pewność 40 na 100 w rankingu · Celina Ż. 1404 pewność 30 na 100 jeszcze bez miejsca – 1 mecz rankingowy do miejsca w rankingu
      Co zmieniłby mecz?
      ## Bilans
      Rodzaj | Anna K. | Celina Ż.
      Mecze rankingowe | 0 | 0
      Sety | 0 | 0
      Gemy | 0 | 0
      Walkowery (osobno) | 1 | 0
      ## Ich mecze
      Od ostatniego; wynik z perspektywy gracza wymienionego jako pierwszego
      Dzień | Mecz | Anna K. | Celina Ż.
      18 maja 2026 | Wygrana walkowerem Liga Czterech | bez wpływu na punkty"
    `);
  });

  test('two head to head, who haven’t met', async () => {
    expect(await read(`/players/${a}/against/${e}`)).toMatchInlineSnapshot(`
      "[Anna K. – Ewa Ś. · Head to head]
      # Anna K. – Ewa Ś.
      Anna K. 1386 confidence 40 of 100 ranked · Ewa Ś. 1700 confidence 20 of 100 resting – 2 more rated matches
      What would a match change?
      They have not played each other yet.

      [Anna K. – Ewa Ś. · Bezpośrednie mecze]
      # Anna K. – Ewa Ś.
      Anna K. 1386 pewność 40 na 100 w rankingu · Ewa Ś. 1700 pewność 20 na 100 przerwa w grze – 2 mecze rankingowe do miejsca w rankingu
      Co zmieniłby mecz?
      Jeszcze nie było między nimi meczu."
    `);
  });

  test('against whom "what if?" can be asked', async () => {
    expect(await read(`/players/${a}/what-if`)).toMatchInlineSnapshot(`
      "# What if? Anna K.
      Anna K.
      ## Against whom?
      Name of the opponent [ ] Search
      ### Of about the same rating, with time when this player has
      Bartek Ł. 1372

      # Co, jeśli? Anna K.
      Anna K.
      ## Z kim?
      Imię lub nazwisko [ ] Szukaj
      ### O zbliżonej liczbie punktów, z wolnym czasem o tych samych porach
      Bartek Ł. 1372"
    `);
  });

  test('what a match would change', async () => {
    const path = `/players/${a}/what-if?opponent=${d}`;
    expect(await read(path)).toMatchInlineSnapshot(`
      "# What if? Anna K. – Dawid P.
      ## If the match began now
      | Anna K. | Dawid P.
      Rating | 1386 | 1238
      Confidence | confidence 40 of 100 | confidence 30 of 100
      Ranking | ranked | provisional – 1 more rated match
      Chance | 70.1% | 29.9%
      K-factor | 32 | 48
      The chance is what the two ratings predict for each player; the K-factor is the most points that the match can move a rating. The confidence is the current one, after the drops now due. How ratings work
      A result of theirs still waits for its rating, and may change these numbers.
      ## If Anna K. wins
      | Anna K. | Dawid P.
      Rating | +10 1396 | −14 1224
      Confidence | confidence 50 of 100 | confidence 40 of 100
      ## If Dawid P. wins
      | Anna K. | Dawid P.
      Rating | −22 1364 | +34 1272
      Confidence | confidence 50 of 100 | confidence 40 of 100
      Another opponent · Head to head

      # Co, jeśli? Anna K. – Dawid P.
      ## Gdyby mecz zaczął się teraz
      | Anna K. | Dawid P.
      Punkty | 1386 | 1238
      Pewność | pewność 40 na 100 | pewność 30 na 100
      Ranking | w rankingu | jeszcze bez miejsca – 1 mecz rankingowy do miejsca w rankingu
      Szanse | 70,1% | 29,9%
      Współ­czynnik K | 32 | 48
      Szanse wynikają z punktów obojga graczy, a współczynnik K to największa liczba punktów, jaką można w meczu zyskać lub stracić. Pewność podano na tę chwilę, z uwzględnieniem całego czasu bez meczu. Jak liczymy punkty
      Któryś z wyników tych graczy wciąż czeka na przeliczenie i może zmienić te liczby.
      ## Jeśli wygra Anna K.
      | Anna K. | Dawid P.
      Punkty | +10 1396 | −14 1224
      Pewność | pewność 50 na 100 | pewność 40 na 100
      ## Jeśli wygra Dawid P.
      | Anna K. | Dawid P.
      Punkty | −22 1364 | +34 1272
      Pewność | pewność 50 na 100 | pewność 40 na 100
      Inny rywal · Bezpośrednie mecze"
    `);
  });

  test('the competitions', async () => {
    expect(await read('/competitions')).toMatchInlineSnapshot(`
      "# Competitions
      Competition | Kind and season | When | State
      Puchar Lata Klub Ósemka | Tournament, 2026-cup | 21 May – 30 Jun 2026 | upcoming
      Liga Czterech Klub Ósemka | League, spring 2026 | 1 May – 30 Jun 2026 | running now
      Liga Wielu Klub Ósemka | League, spring 2026 | 1 Apr – 19 May 2026 | over

      # Rozgrywki
      Rozgrywki | Rodzaj i sezon | Termin | Stan
      Puchar Lata Klub Ósemka | Turniej, 2026-cup | 21 maja – 30 cze 2026 | przed startem
      Liga Czterech Klub Ósemka | Liga, wiosna 2026 | 1 maja – 30 cze 2026 | w trakcie
      Liga Wielu Klub Ósemka | Liga, wiosna 2026 | 1 kwi – 19 maja 2026 | po zakończeniu"
    `);
  });

  test('a league', async () => {
    expect(await read(`/competitions/${ids.league}`)).toMatchInlineSnapshot(`
      "[Liga Czterech · spring 2026]
      # Liga Czterech
      League, spring 2026 running now 1 May – 30 Jun 2026 Klub Ósemka
      ## Table
      Place | Player | Played | Won–lost | Sets ± | Games ±
      1 | Anna K. | 3 | 2–1 | 3–2 +1 | 24–18 +6
      2 | Celina Ż. | 2 | 1–1 | 1–0 +1 | 8–5 +3
      3 | Bartek Ł. | 3 | 1–2 | 2–3 −1 | 24–20 +4
      4 | Dawid P. | 2 | 1–1 | 2–3 −1 | 11–24 −13
      How the order comes about
      The order is by wins; if equal, by wins in the matches among those who are tied; then by the difference of sets, then of games, in all matches; then by name.
      A walkover is a win without sets and games. Where a player retired, the other one won, with the sets and games that were completed. A match tiebreak counts as one set and one game. Results that wait for their rating count.
      Results · Most improved · Upsets of the last 7 days · Ranking of its players
      ## About the competition
      Match format best of three sets, each to 6 games; a match tiebreak to 10 points takes the place of the third set; one point decides the game at deuce | Venues Korty Zachodnie
      Matches 5 | Rated 3 | Waiting for their rating 1 | Walkovers 1 | Players 4 | Pairings with a result 5 of 6
      ## Most improved
      Who gained the most points in the matches of this competition.
      Player | Points | Rated matches
      Dawid P. | +38 | 1
      Celina Ż. | +4 | 1
      ## Upsets of the last 7 days
      The least expected wins, five at most, of players whose chance was below 35%.
      Winner | Loser | Score
      Dawid P. chance 21.6% | Anna K. | 7–6(5) 3–6 [10–8]
      ## Results
      Winner | Loser | Score
      19 May 2026
      Bartek Ł. | Dawid P. | 6–0 6–0 not rated yet
      18 May 2026
      Anna K. | Celina Ż. | walkover
      17 May 2026
      Celina Ż. +4 | Bartek Ł. −4 | 6–4 2–1 ret.
      16 May 2026
      Dawid P. +38 | Anna K. −38 | 7–6(5) 3–6 [10–8]
      2 May 2026
      Anna K. +24 | Bartek Ł. −24 | 6–4 6–3
      Results as a file for spreadsheets · Table as a file · Follow the results (feed)

      [Liga Czterech · wiosna 2026]
      # Liga Czterech
      Liga, wiosna 2026 w trakcie 1 maja – 30 cze 2026 Klub Ósemka
      ## Tabela
      Miejsce | Gracz | Mecze | Bilans | Sety ± | Gemy ±
      1 | Anna K. | 3 | 2–1 | 3–2 +1 | 24–18 +6
      2 | Celina Ż. | 2 | 1–1 | 1–0 +1 | 8–5 +3
      3 | Bartek Ł. | 3 | 1–2 | 2–3 −1 | 24–20 +4
      4 | Dawid P. | 2 | 1–1 | 2–3 −1 | 11–24 −13
      Skąd taka kolejność
      O kolejności decydują zwycięstwa; przy równej ich liczbie – zwycięstwa w meczach między wszystkimi, którzy mają ich tyle samo; potem różnica setów, a następnie gemów we wszystkich meczach; na końcu – porządek alfabetyczny.
      Walkower to zwycięstwo bez setów i gemów. Mecz przerwany kreczem wygrywa druga strona, a liczą się ukończone sety i gemy. Super tie-break liczy się jako jeden set i jeden gem. Wyniki, które czekają na przeliczenie, są już wliczone.
      Wyniki · Największy postęp · Niespodzianki ostatnich 7 dni · Ranking uczestników
      ## O rozgrywkach
      Format meczu do dwóch wygranych setów, sety do 6 gemów; zamiast trzeciego seta super tie-break do 10 punktów; przy równowadze o gemie decyduje jeden punkt | Obiekty Korty Zachodnie
      Mecze 5 | Przeliczone 3 | Czekają na przeliczenie 1 | Walkowery 1 | Gracze 4 | Pary z wynikiem 5 z 6
      ## Największy postęp
      Najwięcej punktów zdobytych w meczach tych rozgrywek.
      Gracz | Punkty | Mecze rankingowe
      Dawid P. | +38 | 1
      Celina Ż. | +4 | 1
      ## Niespodzianki ostatnich 7 dni
      Najmniej spodziewane wygrane mimo szans poniżej 35%, najwyżej pięć.
      Wygrywa | Przegrywa | Wynik
      Dawid P. szanse 21,6% | Anna K. | 7–6(5) 3–6 [10–8]
      ## Wyniki
      Wygrywa | Przegrywa | Wynik
      19 maja 2026
      Bartek Ł. | Dawid P. | 6–0 6–0 jeszcze nieprzeliczony
      18 maja 2026
      Anna K. | Celina Ż. | walkower
      17 maja 2026
      Celina Ż. +4 | Bartek Ł. −4 | 6–4 2–1 krecz
      16 maja 2026
      Dawid P. +38 | Anna K. −38 | 7–6(5) 3–6 [10–8]
      2 maja 2026
      Anna K. +24 | Bartek Ł. −24 | 6–4 6–3
      Wyniki jako plik do arkusza · Tabela jako plik · Śledź wyniki (kanał)"
    `);
  });

  test('a tournament without results', async () => {
    expect(await read(`/competitions/${ids.cup}`)).toMatchInlineSnapshot(`
      "[Puchar Lata · 2026-cup]
      # Puchar Lata
      Tournament, 2026-cup upcoming 21 May – 30 Jun 2026 Klub Ósemka
      ## About the competition
      Match format best of three short sets, each to 4 games; the third set is played out
      Matches 0 | Rated 0 | Waiting for their rating 0 | Walkovers 0 | Players 0
      ## Results
      No results yet.

      [Puchar Lata · 2026-cup]
      # Puchar Lata
      Turniej, 2026-cup przed startem 21 maja – 30 cze 2026 Klub Ósemka
      ## O rozgrywkach
      Format meczu do dwóch wygranych setów, krótkie sety do 4 gemów; trzeciego seta gra się w całości
      Mecze 0 | Przeliczone 0 | Czekają na przeliczenie 0 | Walkowery 0 | Gracze 0
      ## Wyniki
      Nie ma jeszcze wyników."
    `);
  });

  test('a match', async () => {
    expect(await read(`/matches/${ids.surprise}`)).toMatchInlineSnapshot(`
      "[Anna K. – Dawid P. · 16 May 2026]
      # Anna K. – Dawid P.
      Player | Set 1 | Set 2 | Match tiebreak
      Anna K. | 6 tiebreak 5 | 6 | 8
      Dawid P. winner | 7 tiebreak 7 | 3 | 10
      ## What it did to the ratings
      | Anna K. | Dawid P.
      Rating before | 1424 | 1200
      Change | −38 | +38
      Rating after | 1386 | 1238
      Confidence, of 100 | 30 → 40 | 20 → 30
      Chance by the ratings | 78.4% | 21.6%
      Result as the ratings count it | 0% | 100%
      K-factor: the most it can move | 48 | 48
      ## The changes explained
      Anna K.
      In a surprise result, Anna K. lost to Dawid P., who was rated much lower (1200), so Anna K.’s rating fell by 38 points to 1386.
      Dawid P.
      In a surprise result, Dawid P. beat Anna K., who was rated much higher (1424), so Dawid P.’s rating rose by 38 points to 1238.
      ## Where and when
      When 16 May 2026 at 10:00 | Where Korty Zachodnie court 2, clay, indoor ul. Kortowa 1 | Competition Liga Czterech
      All their matches against each other · What if they meet again?

      [Anna K. – Dawid P. · 16 maja 2026]
      # Anna K. – Dawid P.
      Gracz | Set 1 | Set 2 | Super tie-break
      Anna K. | 6 tie-break 5 | 6 | 8
      Dawid P. wygrana | 7 tie-break 7 | 3 | 10
      ## Co ten mecz zmienił w punktach
      | Anna K. | Dawid P.
      Punkty przed meczem | 1424 | 1200
      Zmiana | −38 | +38
      Punkty po meczu | 1386 | 1238
      Pewność w skali do 100 | 30 → 40 | 20 → 30
      Szanse według punktów | 78,4% | 21,6%
      Wynik, jak go liczą zasady | 0% | 100%
      Współczynnik K: najwyższa możliwa zmiana | 48 | 48
      ## Wyjaśnienie zmian
      Anna K.
      Niespodziewanie Anna K. przegrywa: po drugiej stronie siatki Dawid P. ze znacznie mniejszą liczbą punktów (1200), więc Anna K. traci 38 punktów i ma 1386.
      Dawid P.
      Niespodziewanie Dawid P. wygrywa: po drugiej stronie siatki Anna K. ze znacznie większą liczbą punktów (1424), więc Dawid P. zyskuje 38 punktów i ma 1238.
      ## Gdzie i kiedy
      Kiedy 16 maja 2026, 10:00 | Gdzie Korty Zachodnie kort 2, mączka, pod dachem ul. Kortowa 1 | Rozgrywki Liga Czterech
      Wszystkie mecze między nimi · Co, jeśli zagrają znowu?"
    `);
  });

  /** What the page of a match has between its heading and the way on. */
  const resultIn = (text: string) => text.split('\n').slice(2, -1).join('\n');

  test('of a match that ended early how and why', async () => {
    const path = `/matches/${ids.retired}`;
    expect(await read(path, resultIn)).toMatchInlineSnapshot(`
      "Player | Set 1 | Set 2
      Bartek Ł. retired | 4 | 1
      Celina Ż. winner | 6 | 2
      ## What it did to the ratings
      | Bartek Ł. | Celina Ż.
      Rating before | 1376 | 1400
      Change | −4 | +4
      Rating after | 1372 | 1404
      Confidence, of 100 | 30 → 40 | 20 → 30
      Chance by the ratings | 46.6% | 53.4%
      Result as the ratings count it | 38.5% | 61.5%
      K-factor: the most it can move | 48 | 48
      ## The changes explained
      Bartek Ł.
      Bartek Ł. retired against Celina Ż., who was rated 1400, and winning 5 of the 13 completed games was worse than the ratings predicted, so Bartek Ł.’s rating fell by 4 points to 1372.
      Celina Ż.
      Celina Ż. won when Bartek Ł., who was rated 1376, retired, and winning 8 of the 13 completed games was better than the ratings predicted, so Celina Ż.’s rating rose by 4 points to 1404.
      ## Where and when
      When 17 May 2026 at 10:00 | Where Korty Zachodnie court 2, clay, indoor ul. Kortowa 1 | Competition Liga Czterech

      Gracz | Set 1 | Set 2
      Bartek Ł. krecz | 4 | 1
      Celina Ż. wygrana | 6 | 2
      ## Co ten mecz zmienił w punktach
      | Bartek Ł. | Celina Ż.
      Punkty przed meczem | 1376 | 1400
      Zmiana | −4 | +4
      Punkty po meczu | 1372 | 1404
      Pewność w skali do 100 | 30 → 40 | 20 → 30
      Szanse według punktów | 46,6% | 53,4%
      Wynik, jak go liczą zasady | 38,5% | 61,5%
      Współczynnik K: najwyższa możliwa zmiana | 48 | 48
      ## Wyjaśnienie zmian
      Bartek Ł.
      Bartek Ł. kreczuje: po drugiej stronie siatki Celina Ż. (1400 punktów), a wygranie 5 z 13 ukończonych gemów to wynik gorszy od przewidywanego, więc Bartek Ł. traci 4 punkty i ma 1372.
      Celina Ż.
      Celina Ż. wygrywa przez krecz: po drugiej stronie siatki Bartek Ł. (1376 punktów), a wygranie 8 z 13 ukończonych gemów to wynik lepszy od przewidywanego, więc Celina Ż. zyskuje 4 punkty i ma 1404.
      ## Gdzie i kiedy
      Kiedy 17 maja 2026, 10:00 | Gdzie Korty Zachodnie kort 2, mączka, pod dachem ul. Kortowa 1 | Rozgrywki Liga Czterech"
    `);
  });

  test('of a walkover that nobody played', async () => {
    const path = `/matches/${ids.walkover}`;
    expect(await read(path, resultIn)).toMatchInlineSnapshot(`
      "Player
      Anna K. winner
      Celina Ż.
      Walkover: the match was not played, so there is no score.
      ## What it did to the ratings
      Nothing: a walkover changes no rating.
      ## Where and when
      When 18 May 2026 at 18:00 | Where Korty Zachodnie court 2, clay, indoor ul. Kortowa 1 | Competition Liga Czterech

      Gracz
      Anna K. wygrana
      Celina Ż.
      Walkower: meczu nie rozegrano, więc nie ma wyniku w setach.
      ## Co ten mecz zmienił w punktach
      Nic: walkower nie zmienia punktów.
      ## Gdzie i kiedy
      Kiedy 18 maja 2026, 18:00 | Gdzie Korty Zachodnie kort 2, mączka, pod dachem ul. Kortowa 1 | Rozgrywki Liga Czterech"
    `);
  });

  test('of a match that isn’t rated that it waits', async () => {
    const path = `/matches/${ids.pending}`;
    expect(await read(path, resultIn)).toMatchInlineSnapshot(`
      "Player | Set 1 | Set 2
      Bartek Ł. winner | 6 | 6
      Dawid P. | 0 | 0
      ## What it did to the ratings
      This result is not rated yet. The ratings follow within minutes.
      ## Where and when
      When 19 May 2026 at 00:30 | Where Korty Zachodnie court 9 ul. Kortowa 1 | Competition Liga Czterech

      Gracz | Set 1 | Set 2
      Bartek Ł. wygrana | 6 | 6
      Dawid P. | 0 | 0
      ## Co ten mecz zmienił w punktach
      Ten wynik nie jest jeszcze przeliczony. Nastąpi to w ciągu kilku minut.
      ## Gdzie i kiedy
      Kiedy 19 maja 2026, 00:30 | Gdzie Korty Zachodnie kort 9 ul. Kortowa 1 | Rozgrywki Liga Czterech"
    `);
  });

  test('that there is nothing', async () => {
    expect(await read('/nowhere')).toMatchInlineSnapshot(`
      "# Nothing is here
      What was here may have been removed. The ranking leads to everything that there is.
      Ranking

      # Tu nic nie ma
      To, co tu było, mogło zostać usunięte. Z rankingu można dojść do wszystkiego, co tu jest.
      Ranking"
    `);
  });

  test('that an address is wrong', async () => {
    expect(await read('/?cursor=x')).toMatchInlineSnapshot(`
      "# This address is not right
      It may be old or cut off. Begin again at the ranking.
      Ranking

      # Ten adres jest nieprawidłowy
      Może być stary albo ucięty. Zacznij od rankingu.
      Ranking"
    `);
  });

  test('that an address is only read, where something is sent to it', async () => {
    const send = async (language: string) => {
      const answer = await ask(service, '/rules', { 'accept-language': language }, 'POST');
      return pageInWords(await answer.text());
    };
    expect(`${await send('en')}\n\n${await send('pl')}`).toMatchInlineSnapshot(`
      "# This address is only for reading
      Nothing can be sent to it, and nothing was changed. Begin again at the ranking.
      Ranking

      # Ten adres służy tylko do czytania
      Nic nie można na niego wysłać i nic nie zostało zmienione. Zacznij od rankingu.
      Ranking"
    `);
  });

  test('on every page the way to the others', async () => {
    const [en, pl] = [await look(service, '/venues'), await look(service, '/venues', 'pl')];
    expect(`${frameOf(en.html)}\n${frameOf(pl.html)}`).toMatchInlineSnapshot(`
      "To the contentAmateur Tennis Ratings Ranking Competitions How ratings work Polski [ ] API documentation
      Przejdź do treściAmatorski ranking tenisowy Ranking Rozgrywki Jak liczymy punkty English [ ] Dokumentacja API (po angielsku)"
    `);
  });

  test.each<[string, string[]]>([
    ['/', [`/players/${a}`, '/venues', '/competitions']],
    [`/?competition=${ids.league}&venue=${ids.venue}`, ['/', `/competitions/${ids.league}`]],
    ['/venues', [`/?venue=${ids.venue}`]],
    [
      `/players/${a}`,
      [
        ...[`/?venue=${ids.venue}`, `/players/${b}`, `/players/${a}/what-if?opponent=${b}`],
        ...[`/matches/${ids.surprise}`, `/players/${a}/against/${d}`, '/rules'],
      ],
    ],
    [`/players/${a}/against/${e}`, [`/players/${e}`, `/players/${a}/what-if?opponent=${e}`]],
    [`/players/${a}/what-if`, [`/players/${a}/what-if?opponent=${b}`]],
    [`/players/${a}/what-if?opponent=${d}`, [`/players/${a}/against/${d}`, `/players/${d}`]],
    ['/competitions', [`/competitions/${ids.league}`]],
    [
      `/competitions/${ids.league}`,
      [
        ...[`/?venue=${ids.venue}`, `/?competition=${ids.league}`],
        ...[`/matches/${ids.surprise}`, `/players/${d}`],
      ],
    ],
    [
      `/matches/${ids.surprise}`,
      [
        ...[`/players/${a}`, `/players/${d}`, `/players/${a}/against/${d}`],
        ...[`/players/${a}/what-if?opponent=${d}`, `/competitions/${ids.league}`],
        `/?venue=${ids.venue}`,
      ],
    ],
    ['/nowhere', ['/']],
  ])('at %s the way on, in the chosen language', async (path, targets) => {
    const chosen = new URL(path, service.url);
    chosen.searchParams.set('lang', 'pl');
    const { html, address } = await look(service, chosen.href);
    const inPolish = targets.map((target) => {
      const url = new URL(target, service.url);
      url.searchParams.set('lang', 'pl');
      return url.pathname + url.search;
    });
    expect(pathsOf(html, address)).toEqual(expect.arrayContaining(inPolish));
  });

  test('at a tournament without results no way to a ranking of nobody', async () => {
    const { html } = await look(service, `/competitions/${ids.cup}`);
    expect(html).not.toContain(`competition=${ids.cup}`);
  });
});
