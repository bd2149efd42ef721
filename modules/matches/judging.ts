// How a result that somebody sends is judged by what is stored, and becomes a match. rules 5.1
import type { SqlBool } from 'kysely';
import { type Db, missingIds } from '../../shared/database/db.ts';
import type { CompetitionId, MatchId, PlayerId } from '../../shared/ids.ts';
import { type FieldError, problemAt } from '../../shared/problem.ts';
import { utc } from '../../shared/time.ts';
import { validate } from '../../shared/validation.ts';
import { competitionRules } from '../competitions/index.ts';
import { duplicateMatch, notOrganizer } from './problems.ts';
import { type StoredMatch, twinsOf } from './repository.ts';
import { type Rules, resultFaults, shownWinner } from './result.ts';
import { type Submission, SubmissionSchema } from './schema.ts';
import { scoreFaults } from './score.ts';

type Sent = {
  readonly id: MatchId;
  /** When it came in, and the last moment at which it can have been played, in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly latest: number;
  /** Who sends it, if only that organizer's competitions are meant. */
  readonly organizer?: string | undefined;
  /** Whether its competition is locked against changes until the transaction ends. */
  readonly hold?: boolean;
};

/** The match that a result, as JSON, becomes. Throws the problems of a submission, except those of its key. */
export async function judgedMatch(
  db: Db,
  body: unknown,
  { id, createdAt, latest, organizer, hold = false }: Sent,
): Promise<StoredMatch> {
  const submission = validate(SubmissionSchema, body);
  const { competition_id, venue_id, player_ids } = submission;
  const [found] = await competitionRules(db, [competition_id], hold);
  const competition = competitionFor(organizer, competition_id, found);
  const [unknownVenue] = await missingIds(db, 'venue', [venue_id]);
  const unknownPlayers = new Set<string>(await missingIds(db, 'player', player_ids));
  const known_players = player_ids.filter((id) => !unknownPlayers.has(id));
  judgeResult(submission, { competition, venue_known: !unknownVenue, known_players }, latest);
  const match = newMatch(submission, { id, createdAt });
  const [same] = await twinsOf(db, [match]);
  if (same && same.twin !== id) throw duplicateMatch(same.twin);
  return match;
}

/** The competition that was found; throws if there is none, or another organizer's. */
export function competitionFor<C extends { readonly name: string; readonly organizer_id: string }>(
  organizer: string | undefined,
  id: CompetitionId,
  found: C | null | undefined,
): C {
  if (!found) {
    const detail = `There is no competition with the id ${id}.`;
    throw problemAt('validation-failed', [{ pointer: '#/competition_id', detail }]);
  }
  if (organizer !== undefined && found.organizer_id !== organizer) throw notOrganizer(found.name);
  return found;
}

/** What a result is judged by. */
type Judged = {
  readonly competition: Rules;
  readonly venue_known: SqlBool;
  readonly known_players: readonly PlayerId[];
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
