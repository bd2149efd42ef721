import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { gamesWon, type MatchShown } from '../../modules/matches/index.ts';
import { startingRating } from '../../modules/players/index.ts';
import { confidenceAfterMatch, daysUntilDrop } from '../../modules/ratings/confidence.ts';
import {
  explainInactivity,
  explainMatch,
  explainStart,
} from '../../modules/ratings/explanation.ts';
import { actualScore, expectedScore, kFactor, ratingChange } from '../../modules/ratings/rating.ts';
import { Sentence } from '../../modules/website/parts.tsx';
import { sentence, type Told } from '../../modules/website/sentences.ts';
import type { Visit } from '../../modules/website/visit.ts';

type Score = NonNullable<MatchShown['score']>;
type Facts = {
  readonly own: number;
  readonly confidence: number;
  readonly rating: number;
  readonly won: boolean;
  readonly side?: 0 | 1;
  /** Null where it was erased. */
  readonly name?: string | null;
  /** The sets up to a retirement, own games first. */
  readonly sets?: readonly (readonly [number, number])[];
};

/** An entry as the rules give it, with the sentence that is stored in English. */
function ratedMatch({ own, confidence, rating, won, name = 'Anna K.', ...more }: Facts): Told {
  const { side = 0, sets } = more;
  const turned = (sets ?? [[6, won ? 4 : 7]]).map(([mine, other]) => ({
    games: side === 0 ? ([mine, other] as const) : ([other, mine] as const),
  }));
  const score: Score = { sets: turned };
  const games = gamesWon(score);
  const winner = won === (side === 0) ? 0 : 1;
  const expected = expectedScore(own, rating);
  const actual = actualScore(
    side,
    sets ? { status: 'retired', games } : { status: 'completed', winner },
  );
  const change = ratingChange(kFactor(confidence), expected, actual, own);
  const status = sets ? 'retired' : 'completed';
  const retired = sets !== undefined && !won;
  const explanation = explainMatch({
    opponent_name: name ?? 'Former player',
    opponent_rating: rating,
    status,
    won,
    retired,
    games: side === 0 ? games : [games[1], games[0]],
    expected_score: expected,
    actual_score: actual,
    change,
    value_after: own + change,
  });
  return {
    reason: 'match_result',
    explanation,
    drops_applied: 0,
    value_before: own,
    value_after: own + change,
    confidence_after: confidenceAfterMatch(confidence),
    opponent_rating: rating,
    expected_score: expected,
    actual_score: actual,
    meeting: { opponent: { id: 'plr_1', display_name: name }, status, score, side, won },
  };
}

/** What only a match has. */
const unplayed = { opponent_rating: null, expected_score: null, actual_score: null };

function assessed(level: number): Told {
  const value_after = startingRating(level);
  const explanation = explainStart(level, value_after);
  return {
    reason: 'initial_assessment',
    explanation,
    drops_applied: 0,
    value_before: null,
    value_after,
    confidence_after: 20,
    ...unplayed,
  };
}

function dropped(drops_applied: number, confidence_after: number): Told {
  const explanation = explainInactivity(daysUntilDrop(drops_applied), confidence_after);
  const kept = { value_before: 1, value_after: 1, ...unplayed };
  return { reason: 'inactivity', explanation, drops_applied, ...kept, confidence_after };
}

const settled = { own: 1400, confidence: 20, rating: 1400 };

/** Between two at 1400. */
const among = (facts: Pick<Facts, 'won'> & Partial<Facts>) => ratedMatch({ ...settled, ...facts });
const match = (own: number, confidence: number, rating: number, won: boolean, side: 0 | 1 = 0) =>
  ratedMatch({ own, confidence, rating, won, side });

test('the sentences read well in Polish', () => {
  const told: Readonly<Record<string, Told>> = {
    'a first level': assessed(3.5),
    'a win among equals': among({ won: true }),
    'a close loss': among({ rating: 1390, won: false }),
    'a favourite’s win, one point': match(1800, 90, 1300, true),
    'a favourite’s loss, from the other side': match(1800, 50, 1500, false, 1),
    'an outsider’s win': match(1400, 20, 1650, true),
    'an outsider’s loss, three points': match(1400, 80, 1650, false),
    'no change': match(1900, 95, 1200, true),
    'a loss at the floor': match(0, 20, 0, false),
    'a retirement': among({
      won: false,
      sets: [
        [3, 6],
        [0, 1],
      ],
    }),
    'a retirement in the lead': among({ won: false, side: 1, sets: [[5, 0]] }),
    'a win by retirement that cost points': among({ won: true, sets: [[0, 2]] }),
    'a win by retirement as predicted': among({ won: true, sets: [[3, 3]] }),
    'a retirement after one game': among({ won: true, sets: [[1, 0]] }),
    'somebody who was erased': among({ won: true, name: null }),
    'a name over two lines': among({ won: true, name: ' Anna\r\n\u0000K. ' }),
    'a name of which nothing shows': among({ won: true, name: '\n' }),
    'the second drop of confidence': dropped(2, 45),
  };
  const read = Object.entries(told).map(([what, one]) => `${what}: ${sentence('pl', one)}`);
  expect(read.join('\n')).toMatchInlineSnapshot(`
    "a first level: Poziom gry z samooceny to NTRP 3,5, więc Twój ranking zaczyna się od 1400.
    a win among equals: Wygrana: po drugiej stronie siatki Anna K. z rankingiem 1400, takim samym jak Twój, więc Twój ranking wzrósł o 24 punkty, do 1424.
    a close loss: Porażka: po drugiej stronie siatki Anna K. z rankingiem 1390, zbliżonym do Twojego, więc Twój ranking spadł o 25 punktów, do 1375.
    a favourite’s win, one point: Wygrana zgodna z przewidywaniami: po drugiej stronie siatki Anna K. z rankingiem 1300, znacznie niższym od Twojego, więc Twój ranking wzrósł o 1 punkt, do 1801.
    a favourite’s loss, from the other side: Niespodziewana porażka: po drugiej stronie siatki Anna K. z rankingiem 1500, znacznie niższym od Twojego, więc Twój ranking spadł o 27 punktów, do 1773.
    an outsider’s win: Niespodziewana wygrana: po drugiej stronie siatki Anna K. z rankingiem 1650, znacznie wyższym od Twojego, więc Twój ranking wzrósł o 39 punktów, do 1439.
    an outsider’s loss, three points: Porażka zgodna z przewidywaniami: po drugiej stronie siatki Anna K. z rankingiem 1650, znacznie wyższym od Twojego, więc Twój ranking spadł o 3 punkty, do 1397.
    no change: Wygrana zgodna z przewidywaniami: po drugiej stronie siatki Anna K. z rankingiem 1200, znacznie niższym od Twojego, więc Twój ranking nadal wynosi 1900.
    a loss at the floor: Porażka: po drugiej stronie siatki Anna K. z rankingiem 0, takim samym jak Twój, ale Twój ranking pozostał równy 0, bo niżej spaść nie może.
    a retirement: Twój krecz: po drugiej stronie siatki Anna K. z rankingiem 1400, a wygranie 3 z 10 ukończonych gemów to wynik gorszy od przewidywanego, więc Twój ranking spadł o 10 punktów, do 1390.
    a retirement in the lead: Twój krecz: po drugiej stronie siatki Anna K. z rankingiem 1400, ale wygranie wszystkich 5 ukończonych gemów to wynik lepszy od przewidywanego, więc Twój ranking wzrósł o 24 punkty, do 1424.
    a win by retirement that cost points: Wygrana przez krecz: po drugiej stronie siatki Anna K. z rankingiem 1400, ale przegranie obu ukończonych gemów to wynik gorszy od przewidywanego, więc Twój ranking spadł o 24 punkty, do 1376.
    a win by retirement as predicted: Wygrana przez krecz: po drugiej stronie siatki Anna K. z rankingiem 1400, a wygranie 3 z 6 ukończonych gemów to wynik zgodny z przewidywaniami, więc Twój ranking nadal wynosi 1400.
    a retirement after one game: Wygrana przez krecz: po drugiej stronie siatki Anna K. z rankingiem 1400, a wygranie jedynego ukończonego gema to wynik lepszy od przewidywanego, więc Twój ranking wzrósł o 24 punkty, do 1424.
    somebody who was erased: Wygrana: po drugiej stronie siatki Usunięty profil z rankingiem 1400, takim samym jak Twój, więc Twój ranking wzrósł o 24 punkty, do 1424.
    a name over two lines: Wygrana: po drugiej stronie siatki Anna K. z rankingiem 1400, takim samym jak Twój, więc Twój ranking wzrósł o 24 punkty, do 1424.
    a name of which nothing shows: Wygrana: po drugiej stronie siatki ktoś z rankingiem 1400, takim samym jak Twój, więc Twój ranking wzrósł o 24 punkty, do 1424.
    the second drop of confidence: Po 90 dniach bez meczu rankingowego pewność Twojego rankingu spadła do 45 na 100, ale sam ranking się nie zmienił."
  `);
});

test('the name is set apart where it stands, be it a word of the sentence itself', () => {
  for (const [language, name, start] of [
    ['en', 'You', 'You beat <bdi>You</bdi>, whose rating'],
    ['en', 'beat', 'You beat <bdi>beat</bdi>, whose rating'],
    ['pl', 'na', 'Wygrana: po drugiej stronie siatki <bdi>na</bdi> z rankingiem'],
  ] as const) {
    const told = among({ won: true, name });
    const visit = { language } as Visit; // of which nothing else matters
    expect(renderToString(h(Sentence, { visit, told }))).toStartWith(start);
  }
});

const names = fc.constantFrom('Łukasz Ż.', 'Świętosława Ćwik-Źrebięca', 'דנה כהן', '李娜', 'محمد');
const games = fc.tuple(fc.nat(6), fc.nat(5));
const entries: fc.Arbitrary<Told> = fc.oneof(
  fc.integer({ min: 3, max: 11 }).map((halves) => assessed(halves / 2)),
  fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 20, max: 90 }))
    .map(([nth, after]) => {
      return dropped(nth, after);
    }),
  fc
    .record(
      {
        own: fc.oneof(fc.nat(30), fc.integer({ min: 0, max: 3000 })),
        confidence: fc.integer({ min: 20, max: 95 }),
        rating: fc.oneof(fc.nat(30), fc.integer({ min: 0, max: 3000 })),
        won: fc.boolean(),
        side: fc.constantFrom(0 as const, 1 as const),
        name: names,
        sets: fc.tuple(games).filter(([[own, other]]) => own + other > 0),
      },
      { requiredKeys: ['own', 'confidence', 'rating', 'won', 'side', 'name'] },
    )
    .map(ratedMatch),
);

/** What is the same in both languages, or only looks so. */
const shared = ['a', 'to', 'ntrp'];
const nameOf = ({ meeting }: Told) => meeting?.opponent.display_name ?? '\n';
const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
const numbersOf = (text: string) =>
  (text.replaceAll(/(\d),(\d)/g, '$1.$2').match(/\d+(\.\d+)?/g) ?? []).map(Number);

test('every Polish sentence is one in one line, with the numbers and the name, but no word, of the English one', () => {
  fc.assert(
    fc.property(entries, (told) => {
      const polish = sentence('pl', told);
      const rest = polish.replace(nameOf(told), 'X');
      expect(rest).toMatch(/^\p{Lu}[^\n.!?]+\.$/u);
      expect(rest).not.toMatch(/ {2}| ,|undefined|NaN/);
      expect(numbersOf(polish).toSorted()).toEqual(numbersOf(told.explanation).toSorted());
      if (told.meeting) expect(polish).toContain(nameOf(told));
      const english = new Set(wordsOf(told.explanation.replace(nameOf(told), '')));
      const taken = wordsOf(polish.replace(nameOf(told), '')).filter((word) => english.has(word));
      expect(taken.filter((word) => !shared.includes(word))).toEqual([]);
      expect(sentence('en', told)).toBe(told.explanation); // as it is stored
    }),
    { numRuns: 2_000 },
  );
});

test.each(['en', 'pl'] as const)('a sentence has the name of today: %s', (language) => {
  const told = among({ won: true, name: 'Irena Ostrowska' });
  const opponent = { id: 'plr_1', display_name: 'Irena O.' };
  const meeting = told.meeting && { ...told.meeting, opponent };
  const today = sentence(language, { ...told, meeting });
  expect(today).toBe(sentence(language, told).replace('Irena Ostrowska', 'Irena O.'));
  expect(today).toContain('Irena O.');
});
