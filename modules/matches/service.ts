import type { Database } from '../../shared/database/connect.ts';
import type { Db } from '../../shared/database/db.ts';
import { withRetries } from '../../shared/database/transaction.ts';
import type { Transaction } from '../../shared/events.ts';
import { newId, type OrganizerId } from '../../shared/ids.ts';
import { Problem } from '../../shared/problem.ts';
import { type Clock, dayMs, utc } from '../../shared/time.ts';
import { validate } from '../../shared/validation.ts';
import { type Actor, type By, note } from '../audit/index.ts';
import type { Doubt } from './doubt.ts';
import { doubtsOfMatch } from './doubtful.ts';
import { fingerprint } from './idempotency.ts';
import { competitionFor, judgedMatch, judgeResult, newMatch } from './judging.ts';
import { duplicateMatch, idempotencyConflict } from './problems.ts';
import { type StoredMatch, shownMatch, twinsOf } from './repository.ts';
import { type Submission, SubmissionSchema } from './schema.ts';
import {
  insertResult,
  type KeptAnswer,
  keptAnswer,
  storeSubmission,
  submissionContext,
} from './submission-repository.ts';

/** A result as it arrived: who sends it, under which idempotency key, and the JSON that was sent. */
type Arrival = {
  readonly actor: Actor;
  readonly organizerId: OrganizerId;
  readonly key: string;
  readonly body: unknown;
  /** Called with what looks wrong before the result is stored; throws if it isn't to be. rules 5.8 */
  readonly onDoubts?: (doubts: readonly Doubt[]) => void;
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

  async function take({ actor, organizerId, key, body, onDoubts }: Arrival): Promise<Answer> {
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
    const { competition_id } = submission;
    const competition = competitionFor(organizerId, competition_id, context.competition);
    judgeResult(submission, { ...context, competition }, now);

    const match = newMatch(submission, { id: newId('match'), createdAt: now });
    const location = `${baseUrl}/matches/${match.id}`;
    const response = JSON.stringify(shownMatch(match));
    const answer = { fingerprint: sent, response, location, expires_at: utc(now + dayMs) };
    const doubts = onDoubts ? await doubtsOfMatch(db, match) : [];
    if (doubts.length > 0) {
      // The same result may have come in since it was looked for: it would be the doubt.
      const [meanwhile] = await keptAnswer(db, use);
      if (meanwhile) return replay(meanwhile, sent);
      const [same] = await twinsOf(db, [match]);
      if (same) throw duplicateMatch(same.twin);
      onDoubts?.(doubts);
    }
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

/** A match as it is, or would be, stored, and what looks wrong about it. rules 5.8 */
type Taken = { readonly match: StoredMatch; readonly doubts: readonly Doubt[] };

/**
 * What a result, as JSON, would become if it was sent now. Throws the problems of a submission, except those of its
 * key; an organizer's client or pass can send only results of that organizer's competitions.
 */
export function judgedResult(db: Db, body: unknown, by: By): Promise<Taken> {
  return judged(db, body, by, false);
}

/** Takes a result in that comes without an idempotency key; throws as `judgedResult` does. */
export async function addResult(tx: Transaction, body: unknown, by: By): Promise<Taken> {
  const taken = await judged(tx.db, body, by, true);
  const { match } = taken;
  await insertResult(tx.db, match);
  const after = shownMatch(match);
  await note(tx.db, by, [{ action: 'match submitted', subject: match.id, after }]);
  await tx.publish('match.submitted', {});
  return taken;
}

async function judged(db: Db, body: unknown, { actor, now }: By, hold: boolean): Promise<Taken> {
  const organizer = 'organizer_id' in actor ? actor.organizer_id : undefined;
  const sent = { id: newId('match'), createdAt: now, latest: now, organizer, hold };
  const match = await judgedMatch(db, body, sent);
  return { match, doubts: await doubtsOfMatch(db, match) };
}
