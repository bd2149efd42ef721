// The page on how good the forecasts are. rules 13.7
import { expect, test } from 'bun:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { refreshQuality } from '../../modules/quality/index.ts';
import { QualityAnswers } from '../../modules/website/quality-answers.tsx';
import { visitOf } from '../../modules/website/visit.ts';
import { randomSeason } from '../ratings/random-season.ts';
import { completed, testCity } from '../support/city.ts';
import { load, onBothDatabases, type TestService } from '../support/service.ts';
import { elementsOf, pageInWords, readable } from './html.ts';
import { languages } from './site.ts';
import { look, startSite } from './visitor.ts';

onBothDatabases('the page on the quality of forecasts', (kind) => {
  const now = { at: Date.parse('2026-12-01T10:00:00Z') };
  const words = async (service: TestService) => {
    const pages = await Promise.all(
      languages.map((language) => look(service, '/quality', language)),
    );
    return pages.map(({ html }) => pageInWords(html)).join('\n\n');
  };

  test('claims nothing before there is a match, and gives only ranges after one and two', async () => {
    const service = await startSite(kind, { records: testCity() });
    expect(await words(service)).toMatchInlineSnapshot(`
      "# How good the forecasts are
      Before each match, the points of the two players say how likely each of them is to win. Here is what came of it. Every forecast is the one that was made before the match; none was changed afterwards.
      No match has been rated yet, so there is nothing to say about it.

      # Jak trafne są przewidywania
      Przed każdym meczem z punktów obu stron wynika, jakie szanse na wygraną ma każda z nich. Tu widać, co z tego wyszło. Każde przewidywanie powstało przed meczem i potem nikt go nie zmieniał.
      Żaden mecz nie został jeszcze przeliczony, więc nie ma o czym mówić."
    `);
    for (const day of ['10', '11']) {
      await service.submit(completed({ played_at: `2026-05-${day}T10:00:00Z` }));
      await service.rate();
      await refreshQuality({ ...service.workbench, clock: () => now.at });
      now.at += 3_600_000;
      const text = readable((await look(service, '/quality')).html);
      expect(text).toContain('too few to say how good the forecasts are');
      expect(text).not.toMatch(/were won|the favourite won|Log loss/);
    }
    expect(readable((await look(service, '/quality')).html)).toContain('So far 2 matches played');
  });

  test('says in a sentence, a chart and a table what came of the forecasts', async () => {
    const service = await startSite(kind, { records: [], clock: () => now.at });
    const season = randomSeason(3, 60, 1_200, 400);
    await load(service.workbench, [
      ...season.records,
      ...season.matches.slice(50).map(({ record }) => record),
    ]);
    await service.rate();
    await refreshQuality({ ...service.workbench, clock: () => now.at });
    expect(await words(service)).toMatchInlineSnapshot(`
      "# How good the forecasts are
      Before each match, the points of the two players say how likely each of them is to win. Here is what came of it. Every forecast is the one that was made before the match; none was changed afterwards.
      Of 230 matches in which somebody was given 70 to 80%, 50% were won.
      ## Given and won
      30% 40% 50% 60% 70% 80% 90% 100% 50% 60% 70% 80% 90% 100% Given Won as given
      Each mark is a group of matches: to the right, what the favourites were given; upwards, how many of these matches they won, with the range that is 95% sure. On the dashed line both are the same.
      Given | Matches | Won | 95% range
      50–55% | 119 | – | 45.7–63.3%
      55–60% | 141 | – | 43.6–59.9%
      60–65% | 129 | – | 44.1–61.1%
      65–70% | 100 | – | 30.9–49.8%
      70–75% | 128 | – | 43.0–60.0%
      75–80% | 102 | – | 39.5–58.6%
      80–85% | 88 | – | 34.4–54.7%
      85–90% | 91 | – | 37.3–57.4%
      90–95% | 73 | – | 42.1–64.4%
      95–100% | 25 | – | 37.1–73.3%
      Where there are fewer than 200 matches, only the range is shown.
      On average the shares differ by 21.6%.
      ## What is weak
      It is too sure of favourites: they win less often than they are given. · A simpler forecast did better: by the toss of a coin, with a log loss of 0.693 against 0.878. · Of matches with somebody new (a confidence below 40) there are too few to judge: 89. · Not counted above: 103 matches that ended by a retirement, and 0 that came in after a later one.
      ## Against simpler forecasts
      The same matches, forecast in other ways. Log loss and Brier score say how far off a forecast was: the lower, the better.
      Forecast by | Favourite won | Log loss | Brier score
      these points | 49.9% | 0.878 | 0.314
      Elo with a fixed K of 32 | 49.5% | 0.858 | 0.307
      the levels that players gave | 49.3% | 1.076 | 0.356
      the share of wins so far | 49.3% | 0.751 | 0.275
      the toss of a coin | 50.0% | 0.693 | 0.250
      ## By confidence and by gap
      Of a match, the lower confidence of the two counts.
      Matches with | Matches | Favourite won | 95% range
      Confidence below 40 | 89 | – | 42.5–62.8%
      Confidence 40 to 69 | 100 | – | 42.3–61.5%
      Confidence from 70 | 807 | 49.3% | 45.9–52.8%
      0 to 49 points apart | 180 | – | 48.8–63.2%
      50 to 99 | 179 | – | 40.3–54.8%
      100 to 199 | 275 | 49.8% | 44.0–55.7%
      200 to 299 | 171 | – | 37.8–52.5%
      300 and more | 191 | – | 43.8–57.8%
      ## All points together
      The points of everybody with a match in the 90 days before, at the last match of each month. If the middle rises or falls while nobody plays better or worse, points grow or shrink in worth.
      Jan 2024: Median 1373, Mean 1376; Feb 2025: Median 1390, Mean 1400 1250 1300 1350 1400 1450 1500 Jan 2024 Feb 2025
      Median 1390 Mean 1400
      The same as a table
      Month | Players | Median | Mean | Made | Lost
      Feb 2025 | 48 | 1,390 | 1,400 | 0 | 0
      Jan 2025 | 48 | 1,390 | 1,400 | 40 | 23
      Dec 2024 | 38 | 1,385 | 1,397 | 0 | 0
      Nov 2024 | 46 | 1,394 | 1,395 | 5 | 0
      Oct 2024 | 47 | 1,402 | 1,397 | 37 | 68
      Sept 2024 | 40 | 1,398 | 1,403 | 0 | 0
      Aug 2024 | 49 | 1,377 | 1,387 | 13 | 0
      Jul 2024 | 49 | 1,365 | 1,385 | 109 | 202
      Jun 2024 | 42 | 1,351 | 1,366 | 11 | 0
      May 2024 | 47 | 1,358 | 1,367 | 74 | 74
      Apr 2024 | 47 | 1,361 | 1,376 | 168 | 226
      Mar 2024 | 35 | 1,382 | 1,384 | 2 | 12
      Feb 2024 | 34 | 1,365 | 1,384 | 94 | 63
      Jan 2024 | 32 | 1,373 | 1,376 | 164 | 241
      A match makes or loses points where the two have different K; the floor at 0 makes some, too.
      ## What newcomers bring
      By the level that they gave: how many points their first ten matches moved, for each of them and for all their opponents together.
      Level | Players | For them | For opponents
      1.5 | 5 | +103 | −94
      2.0 | 9 | +80 | −74
      2.5 | 2 | +81 | −72
      3.0 | 8 | +13 | −22
      3.5 | 8 | −28 | +24
      4.0 | 4 | −52 | +50
      4.5 | 10 | −57 | +33
      5.0 | 9 | −68 | +66
      5.5 | 1 | −70 | +49
      Computed 1 December 2026 at 13:00; again every hour.

      # Jak trafne są przewidywania
      Przed każdym meczem z punktów obu stron wynika, jakie szanse na wygraną ma każda z nich. Tu widać, co z tego wyszło. Każde przewidywanie powstało przed meczem i potem nikt go nie zmieniał.
      Mecze, w których ktoś miał od 70 do 80% szans na wygraną: 230. Wygraną tej osoby skończyło się 50%.
      ## Szanse i wygrane
      30% 40% 50% 60% 70% 80% 90% 100% 50% 60% 70% 80% 90% 100% Szanse Wygrane jak przewidziano
      Każdy znak to grupa meczów: w prawo szanse faworytów, w górę udział meczów przez nich wygranych, z przedziałem pewnym na 95%. Na linii przerywanej jedno równa się drugiemu.
      Szanse | Mecze | Wygrane | Przedział 95%
      50–55% | 119 | – | 45,7–63,3%
      55–60% | 141 | – | 43,6–59,9%
      60–65% | 129 | – | 44,1–61,1%
      65–70% | 100 | – | 30,9–49,8%
      70–75% | 128 | – | 43,0–60,0%
      75–80% | 102 | – | 39,5–58,6%
      80–85% | 88 | – | 34,4–54,7%
      85–90% | 91 | – | 37,3–57,4%
      90–95% | 73 | – | 42,1–64,4%
      95–100% | 25 | – | 37,1–73,3%
      Gdzie meczów jest mniej niż 200, widać tylko przedział.
      Średnio udziały różnią się o 21,6%.
      ## Co jest słabe
      Przewidywania zbyt ufają faworytom: ci wygrywają rzadziej, niż z nich wynika. · Prostsze przewidywanie było lepsze: według rzutu monetą, ze stratą logarytmiczną 0,693 wobec 0,878. · Meczów, w których ktoś dopiero zaczyna (pewność poniżej 40), jest za mało, żeby je ocenić: 89. · Powyżej nie są liczone mecze zakończone kreczem (103) i wyniki, które dotarły po wyniku późniejszego meczu (0).
      ## Na tle prostszych przewidywań
      Te same mecze, przewidziane inaczej. Strata logarytmiczna (log loss) i wynik Briera mówią, jak daleko było od prawdy: im mniej, tym lepiej.
      Przewidywanie według | Wygrane faworyta | Strata log. | Wynik Briera
      tych punktów | 49,9% | 0,878 | 0,314
      Elo ze stałym K równym 32 | 49,5% | 0,858 | 0,307
      poziomów podanych przez graczy | 49,3% | 1,076 | 0,356
      udziału wygranych do tej pory | 49,3% | 0,751 | 0,275
      rzutu monetą | 50,0% | 0,693 | 0,250
      ## Według pewności i różnicy punktów
      W meczu liczy się niższa z dwóch pewności.
      Grupa meczów | Mecze | Wygrane faworyta | Przedział 95%
      Pewność poniżej 40 | 89 | – | 42,5–62,8%
      Pewność od 40 do 69 | 100 | – | 42,3–61,5%
      Pewność od 70 | 807 | 49,3% | 45,9–52,8%
      Różnica od 0 do 49 punktów | 180 | – | 48,8–63,2%
      Od 50 do 99 | 179 | – | 40,3–54,8%
      Od 100 do 199 | 275 | 49,8% | 44,0–55,7%
      Od 200 do 299 | 171 | – | 37,8–52,5%
      300 i więcej | 191 | – | 43,8–57,8%
      ## Wszystkie punkty razem
      Punkty wszystkich, którzy zagrali mecz w ciągu poprzednich 90 dni, przy ostatnim meczu każdego miesiąca. Jeśli środek rośnie lub spada, choć nikt nie gra lepiej ani gorzej, to zmienia się wartość punktów.
      sty 2024: Mediana 1373, Średnia 1376; lut 2025: Mediana 1390, Średnia 1400 1250 1300 1350 1400 1450 1500 sty 2024 lut 2025
      Mediana 1390 Średnia 1400
      To samo w tabeli
      Miesiąc | Gracze | Mediana | Średnia | Powstało | Zniknęło
      lut 2025 | 48 | 1 390 | 1 400 | 0 | 0
      sty 2025 | 48 | 1 390 | 1 400 | 40 | 23
      gru 2024 | 38 | 1 385 | 1 397 | 0 | 0
      lis 2024 | 46 | 1 394 | 1 395 | 5 | 0
      paź 2024 | 47 | 1 402 | 1 397 | 37 | 68
      wrz 2024 | 40 | 1 398 | 1 403 | 0 | 0
      sie 2024 | 49 | 1 377 | 1 387 | 13 | 0
      lip 2024 | 49 | 1 365 | 1 385 | 109 | 202
      cze 2024 | 42 | 1 351 | 1 366 | 11 | 0
      maj 2024 | 47 | 1 358 | 1 367 | 74 | 74
      kwi 2024 | 47 | 1 361 | 1 376 | 168 | 226
      mar 2024 | 35 | 1 382 | 1 384 | 2 | 12
      lut 2024 | 34 | 1 365 | 1 384 | 94 | 63
      sty 2024 | 32 | 1 373 | 1 376 | 164 | 241
      W meczu punkty powstają lub znikają, gdy obie strony mają różne K; trochę tworzy też granica 0.
      ## Co wnoszą nowe osoby
      Według podanego poziomu: o ile punktów pierwsze dziesięć meczów zmieniło ich wynik i łącznie wyniki ich rywali, na jedną osobę.
      Poziom | Gracze | Dla nich | Dla rywali
      1,5 | 5 | +103 | −94
      2,0 | 9 | +80 | −74
      2,5 | 2 | +81 | −72
      3,0 | 8 | +13 | −22
      3,5 | 8 | −28 | +24
      4,0 | 4 | −52 | +50
      4,5 | 10 | −57 | +33
      5,0 | 9 | −68 | +66
      5,5 | 1 | −70 | +49
      Obliczone 1 grudnia 2026, 13:00; na nowo co godzinę."
    `);
    const { html } = await look(service, '/quality');
    expect(Buffer.byteLength(html)).toBeLessThan(50_000);
    const elements = elementsOf(html);
    const charts = elements.filter(
      ({ tag, attributes }) => tag === 'svg' && attributes.role === 'img',
    );
    expect(charts.map(({ attributes }) => attributes['aria-labelledby'])).toEqual([
      'calibration-title',
      'pool-title pool-told',
    ]);
    // The page shows the last result until there is a next one.
    await load(
      service.workbench,
      season.matches.slice(0, 50).map(({ record }) => record),
    );
    await service.rate();
    now.at += 60_000;
    await refreshQuality({ ...service.workbench, clock: () => now.at });
    expect((await look(service, '/quality')).html).toBe(html);
  });

  test('is found from the page on how ratings work', async () => {
    const service = await startSite(kind, {});
    const { html } = await look(service, '/rules');
    const links = elementsOf(html).map(({ attributes: { href } }) => href);
    expect(links).toContain('./quality');
  });
});

test('what players ask of their points is answered with numbers where there are enough matches', () => {
  const request = new Request('http://127.0.0.1/rules');
  // biome-ignore lint/suspicious/noExplicitAny: of a visit, the answers need its language alone
  const visit = visitOf({ owner: {} } as any, request, 0);
  const nothing = { wins: 0, gain: null, losses: 0, loss: null };
  const kept = (matches: number) =>
    ({
      matches,
      favourite_won: 0.681,
      baselines: { wins: { favourite_won: 0.61 } },
      points: {
        matches,
        wins_that_cost: 28,
        of_the_stronger: {
          ...{ below_50: nothing, below_100: nothing, below_200: nothing, below_300: nothing },
          from_300: { wins: matches, gain: 1.62, losses: 9, loss: 14.25 },
        },
      },
      // biome-ignore lint/suspicious/noExplicitAny: the answers look at nothing else
    }) as any;
  const told = (matches?: number) =>
    renderToString(h(QualityAnswers, { visit, kept: matches ? kept(matches) : undefined }));
  const text = told(1_240);
  expect(text).toContain('Here it happened in 28 of 1,240 rated matches.');
  expect(text).toContain('1,240 wins brought 1.6 points each on average, and 9 losses cost 14.3');
  expect(text).toContain('won 68.1% of them; whoever had the larger share of wins, 61%.');
  expect(told(190)).not.toContain('Here');
  expect(told(190)).toBe(told());
});
