import { describe, expect, test } from 'bun:test';
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
    value_before: null,
    value_after,
    confidence_after: 20,
    ...unplayed,
  };
}

function dropped(nth: number, confidence_after: number): Told {
  const explanation = explainInactivity(daysUntilDrop(nth), confidence_after);
  const kept = { value_before: 1, value_after: 1 };
  return { reason: 'inactivity', explanation, ...kept, confidence_after, ...unplayed };
}

const settled = { own: 1400, confidence: 20, rating: 1400 };

const read: readonly (readonly [string, Told, string])[] = [
  [
    'a first level',
    assessed(3.5),
    'Poziom gry z samooceny to NTRP 3,5, więc Twój ranking zaczyna się od 1400.',
  ],
  [
    'a win among equals',
    ratedMatch({ ...settled, won: true }),
    'Wygrana: po drugiej stronie siatki Anna K. z rankingiem 1400, takim samym jak Twój, więc Twój ranking wzrósł o 24 punkty, do 1424.',
  ],
  [
    'a close loss',
    ratedMatch({ ...settled, rating: 1390, won: false }),
    'Porażka: po drugiej stronie siatki Anna K. z rankingiem 1390, zbliżonym do Twojego, więc Twój ranking spadł o 25 punktów, do 1375.',
  ],
  [
    'the win of a favourite, one point',
    ratedMatch({ own: 1800, confidence: 90, rating: 1300, won: true }),
    'Wygrana zgodna z przewidywaniami: po drugiej stronie siatki Anna K. z rankingiem 1300, znacznie niższym od Twojego, więc Twój ranking wzrósł o 1 punkt, do 1801.',
  ],
  [
    'the loss of a favourite',
    ratedMatch({ own: 1800, confidence: 50, rating: 1500, won: false, side: 1 }),
    'Niespodziewana porażka: po drugiej stronie siatki Anna K. z rankingiem 1500, znacznie niższym od Twojego, więc Twój ranking spadł o 27 punktów, do 1773.',
  ],
  [
    'the win of an outsider',
    ratedMatch({ own: 1400, confidence: 20, rating: 1650, won: true }),
    'Niespodziewana wygrana: po drugiej stronie siatki Anna K. z rankingiem 1650, znacznie wyższym od Twojego, więc Twój ranking wzrósł o 39 punktów, do 1439.',
  ],
  [
    'the loss of an outsider, three points',
    ratedMatch({ own: 1400, confidence: 80, rating: 1650, won: false }),
    'Porażka zgodna z przewidywaniami: po drugiej stronie siatki Anna K. z rankingiem 1650, znacznie wyższym od Twojego, więc Twój ranking spadł o 3 punkty, do 1397.',
  ],
  [
    'no change',
    ratedMatch({ own: 1900, confidence: 95, rating: 1200, won: true }),
    'Wygrana zgodna z przewidywaniami: po drugiej stronie siatki Anna K. z rankingiem 1200, znacznie niższym od Twojego, więc Twój ranking nadal wynosi 1900.',
  ],
  [
    'a loss at the floor',
    ratedMatch({ own: 0, confidence: 20, rating: 0, won: false }),
    'Porażka: po drugiej stronie siatki Anna K. z rankingiem 0, takim samym jak Twój, ale Twój ranking pozostał równy 0, bo niżej spaść nie może.',
  ],
  [
    'an own retirement',
    ratedMatch({
      ...settled,
      won: false,
      sets: [
        [3, 6],
        [0, 1],
      ],
    }),
    'Twój krecz: po drugiej stronie siatki Anna K. z rankingiem 1400, a wygranie 3 z 10 ukończonych gemów to wynik gorszy od przewidywanego, więc Twój ranking spadł o 10 punktów, do 1390.',
  ],
  [
    'an own retirement in the lead',
    ratedMatch({ ...settled, won: false, side: 1, sets: [[5, 0]] }),
    'Twój krecz: po drugiej stronie siatki Anna K. z rankingiem 1400, ale wygranie wszystkich 5 ukończonych gemów to wynik lepszy od przewidywanego, więc Twój ranking wzrósł o 24 punkty, do 1424.',
  ],
  [
    'a win by retirement that cost points',
    ratedMatch({ ...settled, won: true, sets: [[0, 2]] }),
    'Wygrana przez krecz: po drugiej stronie siatki Anna K. z rankingiem 1400, ale przegranie obu ukończonych gemów to wynik gorszy od przewidywanego, więc Twój ranking spadł o 24 punkty, do 1376.',
  ],
  [
    'a win by retirement as predicted',
    ratedMatch({ ...settled, won: true, sets: [[3, 3]] }),
    'Wygrana przez krecz: po drugiej stronie siatki Anna K. z rankingiem 1400, a wygranie 3 z 6 ukończonych gemów to wynik zgodny z przewidywaniami, więc Twój ranking nadal wynosi 1400.',
  ],
  [
    'a retirement after one game',
    ratedMatch({ ...settled, won: true, sets: [[1, 0]] }),
    'Wygrana przez krecz: po drugiej stronie siatki Anna K. z rankingiem 1400, a wygranie jedynego ukończonego gema to wynik lepszy od przewidywanego, więc Twój ranking wzrósł o 24 punkty, do 1424.',
  ],
  [
    'somebody who was erased',
    ratedMatch({ ...settled, won: true, name: null }),
    'Wygrana: po drugiej stronie siatki Usunięty profil z rankingiem 1400, takim samym jak Twój, więc Twój ranking wzrósł o 24 punkty, do 1424.',
  ],
  [
    'a name over two lines',
    ratedMatch({ ...settled, won: true, name: ' Anna\r\n\u0000K. ' }),
    'Wygrana: po drugiej stronie siatki Anna K. z rankingiem 1400, takim samym jak Twój, więc Twój ranking wzrósł o 24 punkty, do 1424.',
  ],
  [
    'a name of which nothing shows',
    ratedMatch({ ...settled, won: true, name: '\n' }),
    'Wygrana: po drugiej stronie siatki ktoś z rankingiem 1400, takim samym jak Twój, więc Twój ranking wzrósł o 24 punkty, do 1424.',
  ],
  [
    'the second drop of confidence',
    dropped(2, 45),
    'Po 90 dniach bez meczu rankingowego pewność Twojego rankingu spadła do 45 na 100, ale sam ranking się nie zmienił.',
  ],
  [
    'a drop whose sentence somebody else wrote',
    { ...dropped(1, 45), explanation: 'You were away.' },
    'Po długiej przerwie bez meczu rankingowego pewność Twojego rankingu spadła do 45 na 100, ale sam ranking się nie zmienił.',
  ],
];

test.each(read)('%s reads well in Polish', (_, told, polish) => {
  expect(sentence('pl', told)).toBe(polish);
});

test('the name is set apart where it stands, be it a word of the sentence itself', () => {
  for (const [language, name, start] of [
    ['en', 'You', 'You beat <bdi>You</bdi>, whose rating'],
    ['en', 'beat', 'You beat <bdi>beat</bdi>, whose rating'],
    ['pl', 'na', 'Wygrana: po drugiej stronie siatki <bdi>na</bdi> z rankingiem'],
  ] as const) {
    const told = ratedMatch({ ...settled, won: true, name });
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
    .record({
      own: fc.oneof(fc.nat(30), fc.integer({ min: 0, max: 3000 })),
      confidence: fc.integer({ min: 20, max: 95 }),
      rating: fc.oneof(fc.nat(30), fc.integer({ min: 0, max: 3000 })),
      won: fc.boolean(),
      side: fc.constantFrom(0 as const, 1 as const),
      name: names,
    })
    .map(ratedMatch),
  fc
    .record({
      own: fc.integer({ min: 0, max: 3000 }),
      confidence: fc.integer({ min: 20, max: 95 }),
      rating: fc.integer({ min: 0, max: 3000 }),
      won: fc.boolean(),
      side: fc.constantFrom(0 as const, 1 as const),
      name: names,
      sets: fc.tuple(games).filter(([[own, other]]) => own + other > 0),
    })
    .map(ratedMatch),
);

/** What is the same in both languages, or only looks so. */
const shared = ['a', 'to', 'ntrp'];
const nameOf = ({ meeting }: Told) => meeting?.opponent.display_name ?? '\n';
const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
const numbersOf = (text: string) =>
  (text.replaceAll(/(\d),(\d)/g, '$1.$2').match(/\d+(\.\d+)?/g) ?? []).map(Number);

describe('Every Polish sentence', () => {
  const everySentence = (holds: (polish: string, told: Told) => void) =>
    fc.assert(
      fc.property(entries, (told) => holds(sentence('pl', told), told)),
      { numRuns: 2_000 },
    );

  test('is one sentence in one line', () => {
    everySentence((polish, told) => {
      const rest = polish.replace(nameOf(told), 'X');
      expect(rest).toMatch(/^\p{Lu}[^\n.!?]+\.$/u);
      expect(rest).not.toMatch(/ {2}| ,|undefined|NaN/);
    });
  });

  test('holds the numbers of the English one, and the name', () => {
    everySentence((polish, told) => {
      expect(numbersOf(polish).toSorted()).toEqual(numbersOf(told.explanation).toSorted());
      if (told.meeting) expect(polish).toContain(nameOf(told));
    });
  });

  test('has no word of the English one', () => {
    everySentence((polish, told) => {
      const english = new Set(wordsOf(told.explanation.replace(nameOf(told), '')));
      const taken = wordsOf(polish.replace(nameOf(told), '')).filter((word) => english.has(word));
      expect(taken.filter((word) => !shared.includes(word))).toEqual([]);
    });
  });
});

test('the English sentence is the one that is stored', () => {
  fc.assert(
    fc.property(entries, (told) => {
      expect(sentence('en', told)).toBe(told.explanation);
    }),
  );
});

test.each(['en', 'pl'] as const)('a sentence has the name of today: %s', (language) => {
  const told = ratedMatch({ ...settled, won: true, name: 'Irena Ostrowska' });
  const opponent = { id: 'plr_1', display_name: 'Irena O.' };
  const meeting = told.meeting && { ...told.meeting, opponent };
  const today = sentence(language, { ...told, meeting });
  expect(today).toBe(sentence(language, told).replace('Irena Ostrowska', 'Irena O.'));
  expect(today).toContain('Irena O.');
});
