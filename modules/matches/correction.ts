import { type Db, filled } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { refusal } from '../../shared/problem.ts';
import { judgedMatch } from './judging.ts';
import { type StoredMatch, shownMatch } from './repository.ts';
import { swapped } from './score.ts';

/** The right values for what was wrong in a result: members of a submission, not judged yet. */
export type Correction = {
  readonly status?: unknown;
  readonly score?: unknown;
  readonly winner_id?: unknown;
  readonly retired_player_id?: unknown;
  readonly played_at?: unknown;
  readonly venue_id?: unknown;
  readonly court_number?: unknown;
  /** The players in the order of the score; one that isn't given stays. */
  readonly player_ids?: unknown;
  /** Whether the two players were exchanged, in the score and in who retired. */
  readonly swap?: boolean | undefined;
};

/**
 * The match as it would be stored if it had been submitted like this, at the moment `now`, in milliseconds;
 * what a submission refuses is refused in the same words.
 */
export async function correctedMatch(
  db: Db,
  match: StoredMatch,
  correction: Correction,
  now: number,
): Promise<StoredMatch> {
  if (correction.swap && !match.score) {
    throw refusal(`${match.id} has no score.`);
  }
  if (correction.swap && correction.status === 'walkover') {
    throw refusal('A walkover has no score to swap; name its winner.');
  }
  // A match that was once taken as played lies in the past, even if the clock was put back since.
  const isPast = match.status !== 'walkover' && correction.played_at === undefined;
  const latest = isPast ? Number.POSITIVE_INFINITY : now;
  const { id, created_at } = match;
  const sent = { id, createdAt: Date.parse(created_at), latest, hold: true };
  return judgedMatch(db, bodyOf(match, correction), sent);
}

/** The body of the submission that would have been right; what is null is left out. */
function bodyOf(match: StoredMatch, { swap, player_ids: corrected, ...given }: Correction): object {
  const { status = match.status } = given;
  const { id: _, rating_status: __, created_at: ___, ...submitted } = shownMatch(match);
  const { score, winner_id, retired_player_id } = submitted;
  const before = submitted.player_ids;
  const player_ids = before.map((id, side) => Object(corrected)[side] ?? id);
  /** Whose place the player has now. */
  const now = (id: PlayerId | null) => id && player_ids[before.indexOf(id)];
  const other = (id: PlayerId | null) => id && before.find((one) => one !== id);
  const stopped = swap ? other(retired_player_id) : retired_player_id;
  const body = {
    ...submitted,
    player_ids,
    score: status === 'walkover' ? null : score && (swap ? swapped(score) : score),
    winner_id: status === 'walkover' ? now(winner_id) : null,
    retired_player_id: status === 'retired' ? now(stopped ?? null) : null,
    ...filled(given),
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}
