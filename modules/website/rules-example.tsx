/** @jsxImportSource preact */
import { expectedScore, kFactor, ratingChange } from '../ratings/index.ts';
import { meetingOf } from './changes-list.ts';
import { dayInWords, decimalInWords, inEach, signed } from './language.ts';
import type { RatedSide } from './match-repository.ts';
import { Meter, PlayerLink, Sentence } from './parts.tsx';
import type { Visit } from './visit.ts';

/** How a match is calculated, in words. */
export const exampleWords = inEach({
  realMatch: [
    'A match that was rated here, played on',
    'Mecz przeliczony w tym serwisie, rozegrany',
  ],
  madeUpMatch: [
    'These two players and their match are made up.',
    'Ci gracze i ich mecz są zmyśleni.',
  ],
  steps: {
    before: [
      (rating: number, confidence: number) =>
        `Before the match the rating is ${rating}. Its confidence is ${confidence}`,
      (rating: number, confidence: number) =>
        `Punkty przed meczem: ${rating}. Ich pewność to ${confidence}`,
    ],
    k: [
      (points: number) => `, so that K is ${points}.`,
      (points: number) => `, więc K wynosi ${points}.`,
    ],
    expected: [
      'The expected score follows from both ratings:',
      'Wynik oczekiwany wynika z punktów obu stron:',
    ],
    actual: [
      (isWin: boolean, score: number) =>
        `The actual score is ${score}, for ${isWin ? 'a win' : 'a loss'}.`,
      (isWin: boolean, score: number) =>
        `Wynik rzeczywisty to ${score}, za ${isWin ? 'wygraną' : 'porażkę'}.`,
    ],
    change: [
      'The change is K times the difference of the scores:',
      'Zmiana to K razy różnica wyników:',
    ],
    rounded: [
      (points: string) => `Rounded, that is ${points}.`,
      (points: string) => `Po zaokrągleniu to ${points}.`,
    ],
    floor: [
      'It takes no more than there is: a rating is never below 0.',
      'Nie można stracić więcej, niż jest: nikt nie ma mniej niż 0 punktów.',
    ],
    after: ['The new rating:', 'Punkty po meczu:'],
  },
});

// The players of docs/rules.md, 1.5.
const anna = { value_before: 1400, confidence_before: 50, actual_score: 1 };
const bartek = { value_before: 1480, confidence_before: 20, actual_score: 0 };
const madeUp = [
  { ...anna, display_name: 'Anna', opponent_rating: bartek.value_before },
  { ...bartek, display_name: 'Bartek', opponent_rating: anna.value_before },
];

type ExampleProps = { readonly visit: Visit; readonly sides: readonly RatedSide[] };

/** A match, calculated step by step for each player; a made-up one if none is given. */
export function WorkedExample({ visit, sides }: ExampleProps) {
  const words = exampleWords[visit.language];
  const [match] = sides;
  return (
    <>
      {match ? (
        <p>
          {words.realMatch}{' '}
          <a href={visit.to(`matches/${match.match_id}`)}>
            {dayInWords(visit.language, match.played_at)}
          </a>
          .
        </p>
      ) : (
        <p>{words.madeUpMatch}</p>
      )}
      <div class="sides">
        {(match ? sides : madeUp).map((side) => (
          <Steps key={side.display_name} visit={visit} side={side} />
        ))}
      </div>
    </>
  );
}

type StepsProps = { readonly visit: Visit; readonly side: RatedSide | (typeof madeUp)[number] };

function Steps({ visit, side }: StepsProps) {
  const { value_before: rating, confidence_before: confidence, opponent_rating } = side;
  const { actual_score: actual } = side;
  const words = exampleWords[visit.language].steps;
  const number = (value: number) => decimalInWords(visit.language, value);
  const k = kFactor(confidence);
  const expected = expectedScore(rating, opponent_rating);
  const change = ratingChange(k, expected, actual, rating);
  const exact = k * (actual - expected);
  const rounded = ratingChange(k, expected, actual, Number.POSITIVE_INFINITY);
  const formula = `1 / (1 + 10^((${opponent_rating} − ${rating}) / 400)) = ${number(expected)}`;
  const sum = `${rating} ${change < 0 ? '−' : '+'} ${Math.abs(change)} = ${rating + change}`;
  return (
    <article class="card">
      <h3>
        {'player_id' in side ? (
          <PlayerLink visit={visit} player={{ ...side, id: side.player_id }} />
        ) : (
          side.display_name
        )}
      </h3>
      <ol>
        <li>
          {words.before(rating, confidence)} <Meter value={confidence} />
          {words.k(k)}
        </li>
        <li>
          {words.expected} <span class="formula">{formula}</span>
        </li>
        <li>{words.actual(actual === 1, actual)}</li>
        <li>
          {words.change}{' '}
          <span class="formula">
            {`${k} × (${actual} − ${number(expected)}) = ${number(exact)}`}
          </span>
          {words.rounded(signed(rounded))} {change > rounded && words.floor}
        </li>
        <li>
          {words.after} <span class="formula">{sum}</span>
        </li>
      </ol>
      {'player_id' in side && (
        <p class="told">
          <Sentence
            visit={visit}
            told={{ ...side, player: side, meeting: meetingOf(side, side.player_id) }}
          />
        </p>
      )}
    </article>
  );
}
