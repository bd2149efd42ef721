// How one match, or a time without one, changes where players stand. Pure: a rating is a function of
// the matches in the order in which they were applied.
import type { Selectable } from 'kysely';
import type { Tables } from '../../shared/database/db.ts';
import { newId } from '../../shared/ids.ts';
import { gamesWon, type RatedMatch, type Side } from '../matches/index.ts';
import { startingConfidence, startingRating } from '../players/index.ts';
import { applyDrops, confidenceAfterMatch, daysUntilDrop, dropsDue } from './confidence.ts';
import { type Computed, explainInactivity, explainMatch, explainStart } from './explanation.ts';
import { actualScore, expectedScore, kFactor, ratingChange } from './rating.ts';
import type { HistoryEntry } from './schema.ts';

/**
 * Where a player's rating stands; moments are ISO 8601 in UTC. A drop that fell due while the confidence
 * was 20 wasn't given, so it isn't counted in `drops_applied` and stays owed. rules 2.4
 */
export type Standing = Selectable<Tables['rating']>;

export type StandingChange = { readonly before: Standing; readonly after: Standing };

export type Assessed = Pick<
  Selectable<Tables['player']>,
  'id' | 'self_assessed_ntrp' | 'created_at'
>;

/** The first entry of a new player, and where it puts the player. rules 1.1, 2.1 */
export function assess({ id, self_assessed_ntrp, created_at }: Assessed) {
  const standing: Standing = {
    player_id: id,
    value: startingRating(self_assessed_ntrp),
    confidence: startingConfidence,
    rated_matches: 0,
    last_rated_match_at: null,
    drops_applied: 0,
    updated_at: created_at,
  };
  const explanation = explainStart(self_assessed_ntrp, standing.value);
  const reason = { code: 'initial_assessment', match_id: null, explanation } as const;
  return { entry: entryOf(undefined, standing, reason), standing };
}

/** How many drops are due at the moment, in milliseconds, and aren't applied; can be below 0. */
export function dropsOwed(own: Standing, at: number): number {
  const { last_rated_match_at: last, drops_applied } = own;
  return last === null ? 0 : dropsDue(Date.parse(last), at) - drops_applied;
}

/** The same for the drops that were due strictly before the match was played. rules 2.5 */
export function dropsOwedBefore(own: Standing, match: RatedMatch): number {
  return dropsOwed(own, Date.parse(match.played_at) - 1);
}

/** Gives the player up to `count` drops at the moment `now`: an entry each, and the new standing. */
export function dropConfidence(own: Standing, count: number, now: string) {
  const entries: HistoryEntry[] = [];
  let standing = own;
  for (const confidence of applyDrops(own.confidence, count)) {
    const before = standing;
    const drops_applied = before.drops_applied + 1;
    standing = { ...before, confidence, drops_applied, updated_at: later(now, before.updated_at) };
    const explanation = explainInactivity(daysUntilDrop(drops_applied), confidence);
    entries.push(entryOf(before, standing, { code: 'inactivity', match_id: null, explanation }));
  }
  return { entries, standing };
}

/**
 * Rates the match for one side at the moment `now`. Both standings are those before the match.
 * rules 1.2 to 1.7; throws a RangeError if the score holds no completed game.
 */
export function rateSide(
  match: RatedMatch,
  side: Side,
  own: Standing,
  opponent: Standing,
  now: string,
  opponentName: string,
) {
  if (match.status === 'walkover' || !match.score) throw new RangeError('A walkover is not rated.');
  const games = gamesWon(match.score);
  const winner: Side = match.winner_id === match.first_player_id ? 0 : 1;
  const expected = expectedScore(own.value, opponent.value);
  const actual = actualScore(
    side,
    match.status === 'retired' ? { status: 'retired', games } : { status: 'completed', winner },
  );
  const k = kFactor(own.confidence);
  const change = ratingChange(k, expected, actual, own.value);
  const standing: Standing = {
    ...afterMatch(own, match.played_at),
    value: own.value + change,
    confidence: confidenceAfterMatch(own.confidence),
    updated_at: later(now, own.updated_at),
  };
  const calculation = {
    opponent_id: opponent.player_id,
    opponent_rating: opponent.value,
    expected_score: expected,
    actual_score: actual,
    k_factor: k,
  };
  const computed = { ...calculation, change, value_after: standing.value };
  const explanation = explainSide(match, side, opponentName, computed);
  const reason = { code: 'match_result', match_id: match.id, explanation } as const;
  return { entry: entryOf(own, standing, reason, calculation), standing };
}

/** What an error says about the match that caused it: one of the engine, that something stored was damaged. */
export function faultOf(error: unknown): string {
  if (error instanceof TypeError) return `What is stored of it can't be read: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

/**
 * The sentence about a match for one side, from what was computed; throws a RangeError for a match that
 * isn't rated.
 */
export function explainSide(
  match: RatedMatch,
  side: Side,
  opponent_name: string,
  computed: Computed,
): string {
  if (match.status === 'walkover' || !match.score) throw new RangeError('A walkover is not rated.');
  const own = side === 0 ? match.first_player_id : match.second_player_id;
  const games = gamesWon(match.score);
  return explainMatch({
    ...computed,
    opponent_name,
    status: match.status,
    won: match.winner_id === own,
    retired: match.retired_player_id === own,
    games: side === 0 ? games : [games[1], games[0]],
  });
}

/** What one more rated match changes besides the rating. rules 2.6, 3.5 */
function afterMatch(own: Standing, playedAt: string): Standing {
  const { last_rated_match_at: last, drops_applied } = own;
  const isLatest = last === null || playedAt > last;
  return {
    ...own,
    rated_matches: own.rated_matches + 1,
    last_rated_match_at: isLatest ? playedAt : last,
    drops_applied: isLatest ? 0 : drops_applied,
  };
}

/** An entry of the history as it is stored, and when its match was played, if it has one. */
type Step = Pick<
  Selectable<Tables['rating_history']>,
  'player_id' | 'occurred_at' | 'value_after' | 'confidence_after'
> & { readonly played_at: string | null };

/** Where a stored entry leaves the player; the first one comes without a standing before it. */
export function standingAfter(before: Standing | undefined, step: Step): Standing {
  const { player_id, occurred_at, played_at, value_after: value, confidence_after } = step;
  const stored = { player_id, value, confidence: confidence_after, updated_at: occurred_at };
  if (!before) {
    return { ...stored, rated_matches: 0, last_rated_match_at: null, drops_applied: 0 };
  }
  if (played_at !== null) return { ...afterMatch(before, played_at), ...stored };
  return { ...before, ...stored, drops_applied: before.drops_applied + 1 };
}

/** The entry that says how a player came from one standing to the next. rules 1.9 */
function entryOf(
  before: Standing | undefined,
  after: Standing,
  reason: HistoryEntry['reason'],
  calculation: HistoryEntry['calculation'] = null,
): HistoryEntry {
  return {
    id: newId('history'),
    player_id: after.player_id,
    occurred_at: after.updated_at,
    reason,
    value_before: before?.value ?? null,
    value_after: after.value,
    change: before ? after.value - before.value : null,
    confidence_before: before?.confidence ?? null,
    confidence_after: after.confidence,
    calculation,
  };
}

/** The later of two moments, which are written in the same form. rules 2.7 */
function later(now: string, previous: string): string {
  return now > previous ? now : previous;
}
