import { sql } from 'kysely';
import {
  all,
  changeExactly,
  type Db,
  epochMs,
  firstRow,
  paged,
  recordset,
  rows,
  utcText,
} from '../../shared/database/db.ts';
import type { Position } from '../../shared/http/cursor.ts';
import type { CompetitionId, MatchId, OrganizerId, PlayerId, VenueId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import type { Match } from './schema.ts';
import type { MatchFormat, Score } from './score.ts';

const shown = sql`id, competition_id, venue_id, court_number, played_at_text as played_at,
  array[first_player_id, second_player_id] as player_ids, status, score, winner_id,
  retired_player_id, rating_status, ${utcText('created_at')} as created_at`;

/** The match with the id. */
export function findMatch(on: Db, id: MatchId): Promise<Match | undefined> {
  return firstRow(on, sql<Match>`select ${shown} from match where id = ${id}`);
}

export type MatchFilters = {
  readonly player_id?: PlayerId | undefined;
  readonly competition_id?: CompetitionId | undefined;
  readonly status?: string | undefined;
  readonly rating_status?: string | undefined;
  readonly played_after?: number | undefined;
  readonly played_before?: number | undefined;
};

/** Up to `limit` matches, the last played first, after the position `[played_at in UTC, id]`. */
export function listMatches(
  on: Db,
  filters: MatchFilters,
  limit: number,
  after: Position | undefined,
): Promise<Match[]> {
  const { player_id: player, competition_id, status, rating_status } = filters;
  const { played_after: from, played_before: until } = filters;
  const where = all([
    player === undefined
      ? undefined
      : sql`(first_player_id = ${player} or second_player_id = ${player})`,
    competition_id === undefined ? undefined : sql`competition_id = ${competition_id}`,
    status === undefined ? undefined : sql`status = ${status}`,
    rating_status === undefined ? undefined : sql`rating_status = ${rating_status}`,
    from === undefined ? undefined : sql`match.played_at >= ${utc(from)}::timestamptz`,
    until === undefined ? undefined : sql`match.played_at < ${utc(until)}::timestamptz`,
    after && sql`(match.played_at, id) < (${after[0]}::timestamptz, ${after[1]})`,
  ]);
  return rows(
    on,
    sql<Match>`select ${shown} from match where ${where}
      order by match.played_at desc, id desc limit ${limit}`,
  );
}

/** What the judgement of a result needs to know; `competition` is null where there is none. */
export type SubmissionContext = {
  readonly competition: {
    readonly name: string;
    readonly organizer_id: OrganizerId;
    readonly starts_on: string;
    readonly match_format: MatchFormat;
  } | null;
  readonly venue_known: boolean;
  readonly known_players: readonly PlayerId[];
};

/**
 * Reads what other modules know of the resources that a result names, and holds it until the
 * transaction ends: the competition as it is, venue and players in their place.
 */
export async function submissionContext(
  on: Db,
  ids: { competition_id: CompetitionId; venue_id: VenueId; player_ids: readonly PlayerId[] },
): Promise<SubmissionContext> {
  const context = await firstRow(
    on,
    sql<SubmissionContext>`select
      (select json_build_object('name', name, 'organizer_id', organizer_id,
          'starts_on', starts_on, 'match_format', json_build_object(
            'games_per_set', games_per_set, 'final_set', final_set))
        from competition where id = ${ids.competition_id} for share) as competition,
      exists (select from venue where id = ${ids.venue_id} for key share) as venue_known,
      array(select id from player where id = any(${[...ids.player_ids]}::text[])
        order by id for key share) as known_players`,
  );
  if (!context) throw new Error('A select without a table gave no row.');
  return context;
}

/** A match as it is stored. */
export type NewMatch = {
  readonly id: MatchId;
  readonly competition_id: CompetitionId;
  readonly venue_id: VenueId;
  readonly court_number: number | null;
  readonly played_at: string;
  readonly played_at_text: string;
  readonly first_player_id: PlayerId;
  readonly second_player_id: PlayerId;
  readonly status: Match['status'];
  readonly score: Score | null;
  readonly winner_id: PlayerId;
  readonly retired_player_id: PlayerId | null;
  readonly rating_status: Match['rating_status'];
  readonly created_at: string;
};

const stored = sql`id, competition_id, venue_id, court_number, played_at, played_at_text,
  first_player_id, second_player_id, status, score, winner_id, retired_player_id, rating_status,
  created_at`;

function newRows(matches: readonly NewMatch[]) {
  return recordset(
    matches,
    `id text, competition_id text, venue_id text, court_number smallint, played_at timestamptz,
     played_at_text text, first_player_id text, second_player_id text, status text, score json,
     winner_id text, retired_player_id text, rating_status text, created_at timestamptz`,
  );
}

/** Adds the match and gives it as it is shown; undefined where one like it is there already. */
export function insertMatch(on: Db, match: NewMatch): Promise<Match | undefined> {
  return firstRow(
    on,
    sql<Match>`insert into match (${stored}) select ${stored} from ${newRows([match])}
      on conflict do nothing returning ${shown}`,
  );
}

/** Adds the matches; throws unless all of them are new. */
export function insertMatches(on: Db, matches: readonly NewMatch[]): Promise<void> {
  return changeExactly(
    on,
    matches.length,
    sql`insert into match (${stored}) select ${stored} from ${newRows(matches)}
      on conflict do nothing`,
  );
}

/** For each of the matches the stored one of the same players, competition and moment, if any. */
export function twinsOf(
  on: Db,
  matches: readonly Pick<
    NewMatch,
    'id' | 'competition_id' | 'played_at' | 'first_player_id' | 'second_player_id'
  >[],
): Promise<{ readonly id: MatchId; readonly twin: MatchId }[]> {
  const pair = (end: string, table: string) =>
    sql.raw(`${end}(${table}.first_player_id, ${table}.second_player_id) collate "C"`);
  return rows(
    on,
    sql<{ id: MatchId; twin: MatchId }>`select record.id, match.id as twin
      from ${recordset(
        matches.map(({ id, competition_id, played_at, first_player_id, second_player_id }) => ({
          id,
          competition_id,
          played_at,
          first_player_id,
          second_player_id,
        })),
        `id text, competition_id text, played_at timestamptz, first_player_id text,
         second_player_id text`,
      )} join match on match.competition_id = record.competition_id
        and match.played_at = record.played_at
        and ${pair('least', 'match')} = ${pair('least', 'record')}
        and ${pair('greatest', 'match')} = ${pair('greatest', 'record')}`,
  );
}

/** Every match by id, as an import takes it. */
export function exportMatches(on: Db): AsyncGenerator<Match> {
  return paged(1_000, (last, size) =>
    rows(
      on,
      sql<Match>`select ${shown} from match where id > ${last?.id ?? ''}
        order by id limit ${size}`,
    ),
  );
}

/** The first played match of a competition; `playedAt` in milliseconds since the epoch. */
export function firstResult(
  on: Db,
  competitionId: CompetitionId,
): Promise<{ readonly id: MatchId; readonly playedAt: number } | undefined> {
  return firstRow(
    on,
    sql<{ id: MatchId; playedAt: number }>`select id, ${epochMs('played_at')} as "playedAt"
      from match where competition_id = ${competitionId} order by match.played_at, id limit 1`,
  );
}
