import type { Database } from '../../shared/database/connect.ts';
import type { Transaction } from '../../shared/database/transaction.ts';
import { type MatchId, newId, type OrganizerId } from '../../shared/ids.ts';
import { type FieldError, problemAt } from '../../shared/problem.ts';
import { dayMs, utc } from '../../shared/time.ts';
import { validate } from '../../shared/validation.ts';
import { fingerprint } from './idempotency.ts';
import { claimKey, keepAnswer } from './key-repository.ts';
import { duplicateMatch, idempotencyConflict, notOrganizer } from './problems.ts';
import {
  insertMatch,
  type StoredMatch,
  type SubmissionContext,
  submissionContext,
  twinsOf,
} from './repository.ts';
import { resultFaults, shownWinner } from './result.ts';
import { type Match, type Submission, SubmissionSchema } from './schema.ts';
import { scoreFaults } from './score.ts';

/** A result as it arrived: who sends it, under which idempotency key, and the JSON that was sent. */
type Arrival = {
  readonly organizerId: OrganizerId;
  readonly key: string;
  readonly body: unknown;
};

/** The answer to a result that was taken in: the JSON text of its match. */
type Answer = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

export type Submit = (arrival: Arrival) => Promise<Answer>;

type Dependencies = {
  readonly database: Database;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** `{base_url}`, below which the new match is found. */
  readonly baseUrl: string;
};

/**
 * Takes results in. The returned function answers with the new match, or what the same key was
 * answered before; it throws the problems of a submission in the order of rules 5.1, from the key on.
 */
export function createSubmit({ database, clock, baseUrl }: Dependencies): Submit {
  return ({ organizerId, key, body }) =>
    database.transaction(async (tx) => {
      const now = clock();
      const use = { organizerId, key, fingerprint: fingerprint(body), now, expiresAt: now + dayMs };
      const earlier = await claimKey(tx.db, use);
      if (earlier) {
        if (earlier.fingerprint !== use.fingerprint) throw idempotencyConflict();
        const { response, location } = earlier;
        return { body: response, headers: { location, 'idempotent-replayed': 'true' } };
      }
      const submission = validate(SubmissionSchema, body);
      const match = await record(tx, submission, organizerId, now);
      const location = `${baseUrl}/matches/${match.id}`;
      const response = JSON.stringify(match);
      await keepAnswer(tx.db, use, { response, location });
      await tx.publish('match.submitted', { count: 1 });
      return { body: response, headers: { location } };
    });
}

async function record(
  tx: Transaction,
  submission: Submission,
  organizerId: OrganizerId,
  now: number,
): Promise<Match> {
  const context = await submissionContext(tx.db, submission);
  judge(submission, context, organizerId, now);
  const row = newMatch(submission, { id: newId('match'), createdAt: now });
  const match = await insertMatch(tx.db, row);
  if (match) return match;
  const [same] = await twinsOf(tx.db, [row]);
  throw duplicateMatch(same?.twin);
}

function judge(
  submission: Submission,
  context: SubmissionContext,
  organizerId: OrganizerId,
  now: number,
): void {
  const { competition } = context;
  if (!competition) {
    const detail = `There is no competition with the id ${submission.competition_id}.`;
    throw problemAt('validation-failed', [{ pointer: '#/competition_id', detail }]);
  }
  if (competition.organizer_id !== organizerId) throw notOrganizer(competition.name);
  const faults = [
    ...referenceFaults(submission, context),
    ...resultFaults(submission, competition, now),
  ];
  if (faults.length > 0) throw problemAt('validation-failed', faults);
  const wrongSets = scoreFaults(submission, competition.match_format);
  if (wrongSets.length > 0) throw problemAt('invalid-score', wrongSets);
}

function referenceFaults(
  { venue_id, player_ids }: Submission,
  { venue_known, known_players }: SubmissionContext,
): FieldError[] {
  const faults: FieldError[] = [];
  if (!venue_known) {
    faults.push({ pointer: '#/venue_id', detail: `There is no venue with the id ${venue_id}.` });
  }
  player_ids.forEach((id, index) => {
    // The same unknown player twice is one more fault, and resultFaults names it.
    if (known_players.includes(id) || player_ids.indexOf(id) !== index) return;
    faults.push({
      pointer: `#/player_ids/${index}`,
      detail: `There is no player with the id ${id}.`,
    });
  });
  return faults;
}

/** The row of a result whose rules hold; `createdAt` in milliseconds since the epoch. */
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
