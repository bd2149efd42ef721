import type { Database } from '../../shared/database/connect.ts';
import { withRetries } from '../../shared/database/transaction.ts';
import { type MatchId, newId, type OrganizerId, type PlayerId } from '../../shared/ids.ts';
import { type FieldError, Problem, problemAt } from '../../shared/problem.ts';
import { type Clock, dayMs, utc } from '../../shared/time.ts';
import { validate } from '../../shared/validation.ts';
import { fingerprint } from './idempotency.ts';
import { duplicateMatch, idempotencyConflict, notOrganizer } from './problems.ts';
import { type StoredMatch, shownMatch } from './repository.ts';
import { type Rules, resultFaults, shownWinner } from './result.ts';
import { type Submission, SubmissionSchema } from './schema.ts';
import { scoreFaults } from './score.ts';
import {
  type KeptAnswer,
  keptAnswer,
  type SubmissionContext,
  storeSubmission,
  submissionContext,
} from './submission-repository.ts';

/** A result as it arrived: who sends it, under which idempotency key, and the JSON that was sent. */
type Arrival = {
  readonly clientId: string;
  readonly organizerId: OrganizerId;
  readonly key: string;
  readonly body: unknown;
};

/** The answer to a result that was taken in: the JSON text of its match. */
type Answer = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

export type Submit = (arrival: Arrival) => Promise<Answer>;

type Dependencies = {
  readonly database: Database;
  readonly clock: Clock;
  /** `{base_url}`, below which the new match is found. */
  readonly baseUrl: string;
};

/**
 * Takes results in. The returned function answers with the new match, or with the first answer to the
 * same key; it throws the problems of a submission in the order of rules 5.1, from the key on.
 */
export function createSubmit({ database, clock, baseUrl }: Dependencies): Submit {
  const { db } = database;

  async function take({ clientId, organizerId, key, body }: Arrival): Promise<Answer> {
    const now = clock();
    const use = { organizer_id: organizerId, key, now: utc(now) };
    const sent = fingerprint(body);
    let submission: Submission;
    try {
      submission = validate(SubmissionSchema, body);
    } catch (error) {
      const [earlier] = error instanceof Problem ? await keptAnswer(db, use) : [];
      if (earlier) return replay(earlier, sent);
      throw error;
    }
    const { earlier, ...context } = await submissionContext(db, use, submission);
    if (earlier) return replay(earlier, sent);
    const { competition } = context;
    if (!competition) {
      const detail = `There is no competition with the id ${submission.competition_id}.`;
      throw problemAt('validation-failed', [{ pointer: '#/competition_id', detail }]);
    }
    if (competition.organizer_id !== organizerId) throw notOrganizer(competition.name);
    judgeResult(submission, { ...context, competition }, now);

    const match = newMatch(submission, { id: newId('match'), createdAt: now });
    const location = `${baseUrl}/matches/${match.id}`;
    const response = JSON.stringify(shownMatch(match));
    const answer = { fingerprint: sent, response, location, expires_at: utc(now + dayMs) };
    const actor = { client_id: clientId, organizer_id: organizerId };
    const { version } = competition;
    const twin = await storeSubmission(db, match, { ...use, ...answer, version, actor });
    if (twin) throw duplicateMatch(twin);
    return { body: response, headers: { location } };
  }

  return async (arrival) => {
    const answer = await withRetries(() => take(arrival));
    // A repeated answer, too: if the first one was lost on its way, nobody has been told yet.
    database.announce('match.submitted', {});
    return answer;
  };
}

/** Repeats the first answer, if the body is the same. */
function replay({ fingerprint, response, location }: KeptAnswer, sent: string): Answer {
  if (fingerprint !== sent) throw idempotencyConflict();
  return { body: response, headers: { location, 'idempotent-replayed': 'true' } };
}

/** What a result is judged by. */
type Judged = Pick<SubmissionContext, 'venue_known'> & {
  readonly known_players: readonly PlayerId[];
  readonly competition: Rules;
};

/** Throws what is wrong with the result of a competition that exists; `now` is in milliseconds. */
export function judgeResult(
  submission: Submission,
  { competition, venue_known, known_players }: Judged,
  now: number,
): void {
  const { venue_id, player_ids } = submission;
  const faults: FieldError[] = [];
  if (!venue_known) {
    faults.push({ pointer: '#/venue_id', detail: `There is no venue with the id ${venue_id}.` });
  }
  player_ids.forEach((id, index) => {
    // An unknown player named twice is a fault of its own, which resultFaults reports.
    if (known_players.includes(id) || player_ids.indexOf(id) !== index) return;
    faults.push({
      pointer: `#/player_ids/${index}`,
      detail: `There is no player with the id ${id}.`,
    });
  });
  faults.push(...resultFaults(submission, competition, now));
  if (faults.length > 0) throw problemAt('validation-failed', faults);
  const wrongSets = scoreFaults(submission, competition.match_format);
  if (wrongSets.length > 0) throw problemAt('invalid-score', wrongSets);
}

/** The row of a sound result; `createdAt` in milliseconds since the epoch. */
export function newMatch(
  result: Submission,
  { id, createdAt }: { readonly id: MatchId; readonly createdAt: number },
): StoredMatch {
  const winner = shownWinner(result);
  if (!winner) throw new Error(`The result ${id} has no winner although its score is valid.`);
  return {
    id,
    competition_id: result.competition_id,
    venue_id: result.venue_id,
    court_number: result.court_number ?? null,
    played_at: utc(result.played_at.instant),
    played_at_text: result.played_at.text,
    first_player_id: result.player_ids[0],
    second_player_id: result.player_ids[1],
    status: result.status,
    score: result.score ?? null,
    winner_id: winner,
    retired_player_id: result.retired_player_id ?? null,
    rating_status: result.status === 'walkover' ? 'not_rated' : 'pending',
    created_at: utc(createdAt),
  };
}
