import type { PlayerId } from '../../shared/ids.ts';
import type { FieldError } from '../../shared/problem.ts';
import { minuteMs, warsawDay } from '../../shared/time.ts';
import type { MatchRecord } from './record-schema.ts';
import type { Submission } from './schema.ts';
import { type ScoreFormat, winnerOf } from './score.ts';

/** How far ahead of our clock a match may start: clocks differ a little. */
const clockToleranceMs = 5 * minuteMs;

/** What a competition asks of its results. */
export type Rules = { readonly starts_on: string; readonly match_format: ScoreFormat };

/** The winner that the result itself shows; undefined if a wrong score leaves it open. */
export function shownWinner(result: Submission, format?: ScoreFormat): PlayerId | undefined {
  const [first, second] = result.player_ids;
  switch (result.status) {
    case 'completed': {
      const side = winnerOf(result.score, format);
      return side === undefined ? undefined : result.player_ids[side];
    }
    case 'retired':
      return result.retired_player_id === first ? second : first;
    case 'walkover':
      return result.winner_id;
  }
}

/**
 * Every rule that a result breaks, except by its score; `now` in milliseconds since the epoch.
 * rules 5.2, 5.3
 */
export function* resultFaults(
  result: Submission,
  { starts_on, match_format }: Rules,
  now: number,
): Generator<FieldError> {
  const { status, player_ids, played_at } = result;
  if (player_ids[0] === player_ids[1]) {
    yield fault('player_ids/1', 'The same player stands twice in player_ids.');
  }
  if (status !== 'walkover' && played_at.instant > now + clockToleranceMs) {
    yield fault('played_at', 'played_at lies in the future.');
  } else if (warsawDay(played_at.instant) < starts_on) {
    yield fault('played_at', `played_at comes before the competition starts, on ${starts_on}.`);
  }
  yield* ownFaults(result, match_format);
}

/** What contradicts itself in a result, whoever plays and whenever. rules 5.2 */
export function* ownFaults(result: Submission, format: ScoreFormat): Generator<FieldError> {
  const { status, player_ids, winner_id } = result;
  const isByStranger = status === 'retired' && !player_ids.includes(result.retired_player_id);
  if (isByStranger) {
    yield fault('retired_player_id', 'retired_player_id is none of the two players.');
  }
  if (!winner_id) return;
  const winner = shownWinner(result, format);
  if (!player_ids.includes(winner_id)) {
    yield fault('winner_id', 'winner_id is none of the two players.');
  } else if (!isByStranger && winner && winner !== winner_id) {
    const reason = status === 'retired' ? 'that player retired' : 'the score says otherwise';
    yield fault('winner_id', `winner_id can't be ${winner_id}: ${reason}.`);
  }
}

/** What is wrong with the rating status of an imported result. */
export function* ratingStatusFaults({
  status,
  rating_status,
  run,
}: Pick<MatchRecord, 'status' | 'rating_status' | 'run'>): Generator<FieldError> {
  const isWanted = (status === 'walkover') === (rating_status === 'not_rated');
  if (rating_status && !isWanted) {
    yield fault('rating_status', `a ${status} match can't be ${rating_status}`);
  } else if ((rating_status === 'rated') !== Boolean(run)) {
    yield fault('run', 'a rated match has the run that rated it, no other match has one');
  }
}

function fault(member: string, detail: string): FieldError {
  return { pointer: `#/${member}`, detail };
}
