import type { PlayerId } from '../../shared/ids.ts';
import type { FieldError } from '../../shared/problem.ts';
import { minuteMs, warsawDay } from '../../shared/time.ts';
import type { MatchRecord, Submission } from './schema.ts';
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
export function resultFaults(result: Submission, rules: Rules, now: number): FieldError[] {
  return [
    ...playerFaults(result),
    ...timeFaults(result, rules.starts_on, now),
    ...ownFaults(result, rules.match_format),
  ];
}

/** What contradicts itself in a result, whoever plays and whenever. rules 5.2 */
export function ownFaults(result: Submission, format: ScoreFormat): FieldError[] {
  return [...retiredPlayerFaults(result), ...winnerFaults(result, format)];
}

/** What is wrong with the rating status of an imported result. */
export function ratingStatusFaults({
  status,
  rating_status,
}: Pick<MatchRecord, 'status' | 'rating_status'>): FieldError[] {
  const isWanted = (status === 'walkover') === (rating_status === 'not_rated');
  if (!rating_status || isWanted) return [];
  return [{ pointer: '#/rating_status', detail: `a ${status} match can't be ${rating_status}` }];
}

function playerFaults({ player_ids: [first, second] }: Submission): FieldError[] {
  if (first !== second) return [];
  return [{ pointer: '#/player_ids/1', detail: 'The same player stands twice in player_ids.' }];
}

function timeFaults({ played_at, status }: Submission, startsOn: string, now: number) {
  const pointer = '#/played_at';
  if (status !== 'walkover' && played_at.instant > now + clockToleranceMs) {
    return [{ pointer, detail: 'played_at lies in the future.' }];
  }
  if (warsawDay(played_at.instant) >= startsOn) return [];
  const detail = `played_at comes before the competition starts, on ${startsOn}.`;
  return [{ pointer, detail }];
}

function retiredPlayerFaults(result: Submission): FieldError[] {
  if (result.status !== 'retired' || result.player_ids.includes(result.retired_player_id))
    return [];
  const detail = 'retired_player_id is none of the two players.';
  return [{ pointer: '#/retired_player_id', detail }];
}

function winnerFaults(result: Submission, format: ScoreFormat): FieldError[] {
  const { winner_id, player_ids } = result;
  if (!winner_id) return [];
  const pointer = '#/winner_id';
  if (!player_ids.includes(winner_id)) {
    return [{ pointer, detail: 'winner_id is none of the two players.' }];
  }
  if (result.status === 'walkover' || retiredPlayerFaults(result).length > 0) return [];
  const winner = shownWinner(result, format);
  if (!winner || winner === winner_id) return [];
  const reason = result.status === 'retired' ? 'that player retired' : 'the score says otherwise';
  return [{ pointer, detail: `winner_id can't be ${winner_id}: ${reason}.` }];
}
