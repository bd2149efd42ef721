import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { gamesWon, type MatchShown } from '../../modules/matches/index.ts';
import { startingRating } from '../../modules/players/index.ts';
import {
  comparisonOf,
  explainMatch,
  explainStart,
  isKeptAtZero,
  type MatchExplanation,
  outlookOf,
} from '../../modules/ratings/explanation.ts';
import { actualScore, expectedScore, kFactor, ratingChange } from '../../modules/ratings/rating.ts';
import { Sentence } from '../../modules/website/parts.tsx';
import type { Told } from '../../modules/website/sentences.ts';
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

type Language = Visit['language'];

/** An entry as the rules give it, with the facts and the sentence that the API tells the player. */
type Entry = {
  readonly told: Told;
  readonly explanation: string;
  readonly facts?: MatchExplanation;
};

function ratedMatch({ own, confidence, rating, won, name = 'Anna K.', ...more }: Facts): Entry {
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
  const facts: MatchExplanation = {
    opponent_name: name ?? 'Former player',
    opponent_rating: rating,
    status,
    won,
    retired: sets !== undefined && !won,
    games: side === 0 ? games : [games[1], games[0]],
    expected_score: expected,
    actual_score: actual,
    change,
    value_after: own + change,
  };
  const told = {
    player: { display_name: 'Ola P.' },
    reason: 'match_result',
    value_before: own,
    value_after: own + change,
    opponent_rating: rating,
    expected_score: expected,
    actual_score: actual,
    meeting: { opponent: { id: 'plr_1', display_name: name }, status, score, side, won },
  } as const;
  return { told, facts, explanation: explainMatch(facts) };
}

function assessed(level: number): Entry {
  const value_after = startingRating(level);
  const told = {
    player: { display_name: 'Ola P.' },
    reason: 'initial_assessment',
    value_before: null,
    value_after,
    opponent_rating: null,
    expected_score: null,
    actual_score: null,
  } as const;
  return { told, explanation: explainStart(level, value_after) };
}

/** The sentence as a page has it, and as a person reads it. */
const shown = (language: Language, told: Told) =>
  renderToString(h(Sentence, { visit: { language } as Visit, told })); // of which nothing else matters
const read = (language: Language, told: Told) => shown(language, told).replaceAll(/<\/?bdi>/g, '');

const settled = { own: 1400, confidence: 20, rating: 1400 };

/** Between two at 1400. */
const among = (facts: Pick<Facts, 'won'> & Partial<Facts>) => ratedMatch({ ...settled, ...facts });
const match = (own: number, confidence: number, rating: number, won: boolean, side: 0 | 1 = 0) =>
  ratedMatch({ own, confidence, rating, won, side });

test('the sentences read well in both languages', () => {
  const entries: Readonly<Record<string, Entry>> = {
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
    'somebody who is unlisted': among({ won: true, name: '' }),
    'somebody who was erased': among({ won: true, name: null }),
    'a name over two lines': among({ won: true, name: ' Anna\r\n\u0000K. ' }),
    'a name of which nothing shows': among({ won: true, name: '\n' }),
  };
  const lines = Object.entries(entries).map(([what, { told }]) => {
    return `${what}\n  ${read('en', told)}\n  ${read('pl', told)}`;
  });
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "a first level
      Ola P.’s self-assessed level is NTRP 3.5, so the rating starts at 1400.
      Ola P. zaczyna od 1400 punktów: tyle odpowiada poziomowi gry NTRP 3,5 z samooceny.
    a win among equals
      Ola P. beat Anna K., who was rated the same (1400), so Ola P.’s rating rose by 24 points to 1424.
      Ola P. wygrywa: po drugiej stronie siatki Anna K. z tą samą liczbą punktów (1400), więc Ola P. zyskuje 24 punkty i ma 1424.
    a close loss
      Ola P. lost to Anna K., who was rated about the same (1390), so Ola P.’s rating fell by 25 points to 1375.
      Ola P. przegrywa: po drugiej stronie siatki Anna K. z podobną liczbą punktów (1390), więc Ola P. traci 25 punktów i ma 1375.
    a favourite’s win, one point
      As the ratings predicted, Ola P. beat Anna K., who was rated much lower (1300), so Ola P.’s rating rose by 1 point to 1801.
      Zgodnie z przewidywaniami Ola P. wygrywa: po drugiej stronie siatki Anna K. ze znacznie mniejszą liczbą punktów (1300), więc Ola P. zyskuje 1 punkt i ma 1801.
    a favourite’s loss, from the other side
      In a surprise result, Ola P. lost to Anna K., who was rated much lower (1500), so Ola P.’s rating fell by 27 points to 1773.
      Niespodziewanie Ola P. przegrywa: po drugiej stronie siatki Anna K. ze znacznie mniejszą liczbą punktów (1500), więc Ola P. traci 27 punktów i ma 1773.
    an outsider’s win
      In a surprise result, Ola P. beat Anna K., who was rated much higher (1650), so Ola P.’s rating rose by 39 points to 1439.
      Niespodziewanie Ola P. wygrywa: po drugiej stronie siatki Anna K. ze znacznie większą liczbą punktów (1650), więc Ola P. zyskuje 39 punktów i ma 1439.
    an outsider’s loss, three points
      As the ratings predicted, Ola P. lost to Anna K., who was rated much higher (1650), so Ola P.’s rating fell by 3 points to 1397.
      Zgodnie z przewidywaniami Ola P. przegrywa: po drugiej stronie siatki Anna K. ze znacznie większą liczbą punktów (1650), więc Ola P. traci 3 punkty i ma 1397.
    no change
      As the ratings predicted, Ola P. beat Anna K., who was rated much lower (1200), so Ola P.’s rating stayed at 1900.
      Zgodnie z przewidywaniami Ola P. wygrywa: po drugiej stronie siatki Anna K. ze znacznie mniejszą liczbą punktów (1200), więc Ola P. nadal ma 1900 punktów.
    a loss at the floor
      Ola P. lost to Anna K., who was rated the same (0), but Ola P.’s rating stayed at 0, the lowest it can be.
      Ola P. przegrywa: po drugiej stronie siatki Anna K. z tą samą liczbą punktów (0), ale Ola P. nadal ma 0 punktów, bo mniej mieć nie można.
    a retirement
      Ola P. retired against Anna K., who was rated 1400, and winning 3 of the 10 completed games was worse than the ratings predicted, so Ola P.’s rating fell by 10 points to 1390.
      Ola P. kreczuje: po drugiej stronie siatki Anna K. (1400 punktów), a wygranie 3 z 10 ukończonych gemów to wynik gorszy od przewidywanego, więc Ola P. traci 10 punktów i ma 1390.
    a retirement in the lead
      Ola P. retired against Anna K., who was rated 1400, but winning all 5 completed games was better than the ratings predicted, so Ola P.’s rating rose by 24 points to 1424.
      Ola P. kreczuje: po drugiej stronie siatki Anna K. (1400 punktów), ale wygranie wszystkich 5 ukończonych gemów to wynik lepszy od przewidywanego, więc Ola P. zyskuje 24 punkty i ma 1424.
    a win by retirement that cost points
      Ola P. won when Anna K., who was rated 1400, retired, but losing both completed games was worse than the ratings predicted, so Ola P.’s rating fell by 24 points to 1376.
      Ola P. wygrywa przez krecz: po drugiej stronie siatki Anna K. (1400 punktów), ale przegranie obu ukończonych gemów to wynik gorszy od przewidywanego, więc Ola P. traci 24 punkty i ma 1376.
    a win by retirement as predicted
      Ola P. won when Anna K., who was rated 1400, retired, and winning 3 of the 6 completed games was about what the ratings predicted, so Ola P.’s rating stayed at 1400.
      Ola P. wygrywa przez krecz: po drugiej stronie siatki Anna K. (1400 punktów), a wygranie 3 z 6 ukończonych gemów to wynik zgodny z przewidywaniami, więc Ola P. nadal ma 1400 punktów.
    a retirement after one game
      Ola P. won when Anna K., who was rated 1400, retired, and winning the only completed game was better than the ratings predicted, so Ola P.’s rating rose by 24 points to 1424.
      Ola P. wygrywa przez krecz: po drugiej stronie siatki Anna K. (1400 punktów), a wygranie jedynego ukończonego gema to wynik lepszy od przewidywanego, więc Ola P. zyskuje 24 punkty i ma 1424.
    somebody who is unlisted
      Ola P. beat a player, who was rated the same (1400), so Ola P.’s rating rose by 24 points to 1424.
      Ola P. wygrywa: po drugiej stronie siatki gracz z tą samą liczbą punktów (1400), więc Ola P. zyskuje 24 punkty i ma 1424.
    somebody who was erased
      Ola P. beat Former player, who was rated the same (1400), so Ola P.’s rating rose by 24 points to 1424.
      Ola P. wygrywa: po drugiej stronie siatki Usunięty profil z tą samą liczbą punktów (1400), więc Ola P. zyskuje 24 punkty i ma 1424.
    a name over two lines
      Ola P. beat Anna K., who was rated the same (1400), so Ola P.’s rating rose by 24 points to 1424.
      Ola P. wygrywa: po drugiej stronie siatki Anna K. z tą samą liczbą punktów (1400), więc Ola P. zyskuje 24 punkty i ma 1424.
    a name of which nothing shows
      Ola P. beat a player, who was rated the same (1400), so Ola P.’s rating rose by 24 points to 1424.
      Ola P. wygrywa: po drugiej stronie siatki gracz z tą samą liczbą punktów (1400), więc Ola P. zyskuje 24 punkty i ma 1424."
  `);
});

test('a name is set apart wherever it stands, be it a word of the sentence itself', () => {
  const named = (own: string | null, name: string) => {
    const { told } = among({ won: true, name });
    return { ...told, player: { display_name: own } };
  };
  expect(shown('en', named('beat', 'who'))).toStartWith(
    '<bdi>beat</bdi> beat <bdi>who</bdi>, who was rated',
  );
  expect(shown('pl', named('po', 'na'))).toStartWith(
    '<bdi>po</bdi> wygrywa: po drugiej stronie siatki <bdi>na</bdi> z tą samą',
  );
  // Who is unlisted has no name, even at the beginning.
  expect(read('en', named('', 'Ada'))).toMatch(/^A player beat Ada.* so a player’s rating rose/);
});

const names = fc.constantFrom('Łukasz Ż.', 'Świętosława Ćwik-Źrebięca', 'דנה כהן', '李娜', 'محمد');
const games = fc.tuple(fc.nat(6), fc.nat(5));
const matches: fc.Arbitrary<Entry> = fc
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
  .map(ratedMatch);
const starts = fc.integer({ min: 3, max: 11 }).map((halves) => assessed(halves / 2));

/** What is the same in both languages, or only looks so. */
const shared = ['a', 'to', 'ntrp'];
const nameOf = ({ meeting }: Told) => meeting?.opponent.display_name ?? '\n';
const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
const numbersOf = (text: string) =>
  (text.replaceAll(/(\d),(\d)/g, '$1.$2').match(/\d+(\.\d+)?/g) ?? []).map(Number).toSorted();
const nameless = (text: string, told: Told) =>
  text
    .replaceAll('Ola P.', 'X')
    .replaceAll(nameOf(told), 'Y')
    .replace(/\d\.\d/, '0');

test('every sentence is one in one line, about both by name, with the numbers that the API tells the player', () => {
  fc.assert(
    fc.property(fc.oneof(starts, matches), ({ told, explanation }) => {
      for (const language of ['en', 'pl'] as const) {
        const text = read(language, told);
        const rest = nameless(text, told);
        expect(rest).toMatch(/^\p{Lu}[^\n.!?]*\.$/u);
        expect(rest).not.toMatch(/ {2}| ,|undefined|NaN|\b[Yy]our?s?\b|Twój|Twoj/);
        expect(text).toContain('Ola P.');
        if (told.meeting) expect(text).toContain(nameOf(told));
        // The level has a decimal here and there; a rating that is told twice counts twice.
        expect(new Set(numbersOf(text))).toEqual(new Set(numbersOf(explanation)));
      }
      const english = new Set(wordsOf(nameless(read('en', told), told)));
      const taken = wordsOf(nameless(read('pl', told), told)).filter((word) => english.has(word));
      expect(taken.filter((word) => ![...shared, 'x', 'y'].includes(word))).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

/** What a word of each sentence stands for: its facts are read back from it. */
const meanings = {
  en: {
    won: / beat | won when /,
    retired: / retired against /,
    rose: /rating rose by/,
    fell: /rating fell by/,
    zero: /stayed at 0, the lowest/,
    favourite: /rated much lower/,
    outsider: /rated much higher/,
    same: /rated the same/,
    surprise: /^In a surprise result/,
    predicted: /^As the ratings predicted/,
    better: /better than the ratings/,
    worse: /worse than the ratings/,
  },
  pl: {
    won: /wygrywa/,
    retired: /kreczuje/,
    rose: /zyskuje/,
    fell: /traci/,
    zero: /nadal ma 0 punktów, bo/,
    favourite: /znacznie mniejszą/,
    outsider: /znacznie większą/,
    same: /tą samą/,
    surprise: /^Niespodziewanie/,
    predicted: /^Zgodnie z przewidywaniami/,
    better: /wynik lepszy od/,
    worse: /wynik gorszy od/,
  },
};

test('every sentence says just what the entry says', () => {
  fc.assert(
    fc.property(matches, ({ told, facts }) => {
      if (!facts) throw new Error('A match has facts.');
      const { won, change, status, opponent_rating, value_after, expected_score } = facts;
      const isCompleted = status === 'completed';
      const outlook = outlookOf(expected_score);
      const isClear = isCompleted && outlook !== 'open';
      const comparison = isCompleted ? undefined : comparisonOf(facts);
      const expected = {
        won,
        retired: facts.retired,
        rose: change > 0,
        fell: change < 0,
        zero: isKeptAtZero(facts),
        favourite: isCompleted && outlook === 'favourite',
        outsider: isCompleted && outlook === 'outsider',
        same: isCompleted && outlook === 'open' && opponent_rating === value_after - change,
        surprise: isClear && won !== (outlook === 'favourite'),
        predicted: isClear && won === (outlook === 'favourite'),
        better: comparison === 'better',
        worse: comparison === 'worse',
      };
      for (const language of ['en', 'pl'] as const) {
        const text = read(language, told);
        const found = Object.entries(meanings[language]).map(([name, word]) => {
          return [name, word.test(text)];
        });
        expect(Object.fromEntries(found)).toEqual(expected);
      }
    }),
    { numRuns: 2_000 },
  );
});
