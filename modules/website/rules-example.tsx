/** @jsxImportSource preact */
import type { Db } from '../../shared/database/db.ts';
import { expectedScore, kFactor, ratingChange } from '../ratings/index.ts';
import { meetingOf, toldOf } from './changes.ts';
import { dayInWords, decimalInWords, signed } from './format.ts';
import { Confidence, PlayerLink, Sentence } from './parts.tsx';
import { latestRated } from './rules-repository.ts';
import { rulesWords } from './rules-words.ts';
import type { Told } from './sentences.ts';
import { type Visit, wordsFor } from './visit.ts';

/** One player's side of the match that the page calculates. */
type Side = {
  readonly player: { readonly id?: string; readonly display_name: string | null };
  readonly rating: number;
  readonly confidence: number;
  readonly opponentRating: number;
  readonly actual: number;
  readonly told?: Told;
};

export type Example = {
  readonly match?: { readonly id: string; readonly playedAt: string };
  readonly sides: readonly Side[];
};

// The players of docs/rules.md, 1.5.
const madeUp: Example = {
  sides: [
    {
      player: { display_name: 'Anna' },
      rating: 1400,
      confidence: 50,
      opponentRating: 1480,
      actual: 1,
    },
    {
      player: { display_name: 'Bartek' },
      rating: 1480,
      confidence: 20,
      opponentRating: 1400,
      actual: 0,
    },
  ],
};

/** The match to calculate: a rated one that was lately played to its end, or else a made-up one. */
export async function exampleOf(db: Db): Promise<Example> {
  const rows = await latestRated(db, {});
  const [row] = rows;
  if (!row) return madeUp;
  const sides = rows.map((row) => ({
    player: { id: row.player_id, display_name: row.display_name },
    rating: row.value_before,
    confidence: row.confidence_before,
    opponentRating: row.opponent_rating,
    actual: row.actual_score,
    told: toldOf({ ...row, reason: 'match_result' }, meetingOf(row, row.player_id)),
  }));
  sides.sort((one, other) => other.actual - one.actual);
  return { match: { id: row.match_id, playedAt: row.played_at }, sides };
}

type ExampleProps = { readonly visit: Visit; readonly example: Example };

/** A match, calculated step by step for each player. */
export function WorkedExample({ visit, example: { match, sides } }: ExampleProps) {
  const words = wordsFor(visit, rulesWords);
  return (
    <>
      {match ? (
        <p>
          {words.realMatch}{' '}
          <a href={visit.to(`matches/${match.id}`)}>{dayInWords(visit.language, match.playedAt)}</a>
          .
        </p>
      ) : (
        <p>{words.madeUpMatch}</p>
      )}
      <div class="sides">
        {sides.map((side) => (
          <Steps key={side.player.display_name} visit={visit} side={side} />
        ))}
      </div>
    </>
  );
}

function Steps({ visit, side }: { readonly visit: Visit; readonly side: Side }) {
  const { player, rating, confidence, opponentRating, actual, told } = side;
  const words = wordsFor(visit, rulesWords).steps;
  const number = (value: number) => decimalInWords(visit.language, value);
  const k = kFactor(confidence);
  const expected = expectedScore(rating, opponentRating);
  const change = ratingChange(k, expected, actual, rating);
  const exact = k * (actual - expected);
  const formula = `1 / (1 + 10^((${opponentRating} − ${rating}) / 400)) = ${number(expected)}`;
  const sum = `${rating} ${change < 0 ? '−' : '+'} ${Math.abs(change)} = ${rating + change}`;
  return (
    <article>
      <h3>
        {player.id ? (
          <PlayerLink visit={visit} player={{ ...player, id: player.id }} />
        ) : (
          player.display_name
        )}
      </h3>
      <ol>
        <li>
          {words.before(rating, confidence)} <Confidence visit={visit} value={confidence} />
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
          {words.rounded(signed(change))} {exact < -rating && words.floor}
        </li>
        <li>
          {words.after} <span class="formula">{sum}</span>
        </li>
      </ol>
      {told && (
        <p class="told">
          <Sentence visit={visit} told={told} />
        </p>
      )}
    </article>
  );
}
