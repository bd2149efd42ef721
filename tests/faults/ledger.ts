import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';

/** A result as it was sent, and is sent again while nobody answers. */
export type Submission = {
  readonly organizer: number;
  readonly key: string;
  readonly text: string;
  readonly playedAt: string;
};

export const MatchSchema = v.looseObject({
  id: v.string(),
  played_at: v.string(),
  rating_status: v.picklist(['pending', 'rated', 'not_rated']),
});
export type Match = v.InferOutput<typeof MatchSchema>;

/** The match that a 201 told of, and the whole answer. */
export type Acknowledged = {
  readonly submission: Submission;
  readonly match: Match;
  readonly text: string;
};

/** What is wrong, and how. */
export type Fault = { readonly kind: 'lost' | 'doubled' | 'wrong'; readonly text: string };

/** What the harness knows of one database. */
export type Ledger = {
  /** When the database was made, in milliseconds since the epoch. */
  readonly start: number;
  /** The number of the next result; each is played at another second. */
  next: number;
  /** From which number on nobody has looked yet whether the results are there. */
  unseen: number;
  /** By the id of the match. */
  readonly acknowledged: Map<string, Acknowledged>;
  /** Those of the acknowledged that nobody has looked for yet. */
  readonly recent: Acknowledged[];
  /** The ids of matches in imports that may have been committed. */
  readonly offered: Set<string>;
  /** The ids of those that were. */
  readonly imported: Set<string>;
  unanswered: Submission[];
  /** How many of those were sent again. */
  repeated: number;
  refused: number;
};

/** The ledger of an empty database. */
export function emptyLedger(): Ledger {
  return {
    start: Date.now(),
    next: 0,
    unseen: 0,
    acknowledged: new Map(),
    recent: [],
    offered: new Set(),
    imported: new Set(),
    unanswered: [],
    repeated: 0,
    refused: 0,
  };
}

/** Notes an answer to a submission; gives what is wrong with it. */
export function acknowledge(ledger: Ledger, submission: Submission, text: string): Fault[] {
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), MatchSchema), text);
  if (!answer.success) return [wrong(`a 201 for ${submission.key} shows no match: ${text}`)];
  const match = answer.output;
  const earlier = ledger.acknowledged.get(match.id);
  if (earlier) return earlier.text === text ? [] : [wrong(`${match.id} was answered differently`)];
  const acknowledged = { submission, match, text };
  ledger.acknowledged.set(match.id, acknowledged);
  ledger.recent.push(acknowledged);
  return [];
}

/** Whether a match is the acknowledged one, but for its rating, which goes on. */
export function isSame(shown: Match, { match }: Acknowledged): boolean {
  const started = match.rating_status === 'pending' ? ['pending', 'rated'] : ['not_rated'];
  const { rating_status } = match;
  return (
    started.includes(shown.rating_status) && isDeepStrictEqual({ ...shown, rating_status }, match)
  );
}

/** A fault other than a result that is lost or doubled. */
export function wrong(text: string): Fault {
  return { kind: 'wrong', text };
}
