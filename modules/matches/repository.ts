import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type Selectable,
  sql,
} from 'kysely';
import {
  anyOf,
  type Db,
  filled,
  givenRows,
  momentAt,
  type Tables,
} from '../../shared/database/db.ts';
import { type Filters, listBy } from '../../shared/database/paging.ts';
import { preparedById } from '../../shared/database/prepared.ts';
import { plannedForValues } from '../../shared/database/statement-names.ts';
import type { CompetitionId, MatchId, PlayerId, VenueId } from '../../shared/ids.ts';
import type { MatchShown } from './schema.ts';

/** All that is stored of a match: `played_at` in UTC, `played_at_text` with the offset as sent. */
export type MatchRow = Selectable<Tables['match']>;

/** A match's place among runs and looks. */
export type Placed = Pick<MatchRow, 'run' | 'waited' | 'came_after'>;

/** A match as it comes in: without what becomes of it. */
export type StoredMatch = Omit<MatchRow, 'received_at' | 'rating_fault' | keyof Placed>;

/** The members of a match that its players' ratings depend on. */
export const ratedBy = [
  'id',
  'played_at',
  'status',
  'score',
  'first_player_id',
  'second_player_id',
  'winner_id',
  'retired_player_id',
] as const;

/** That part of a match. */
export type RatedMatch = Pick<StoredMatch, (typeof ratedBy)[number]>;

/** Matches, as they are shown. */
export function recordedMatches(db: Db) {
  return db
    .selectFrom('match')
    .select(({ ref }) => [
      'id',
      'competition_id',
      'venue_id',
      'court_number',
      'played_at_text as played_at',
      sql<PlayerId[]>`array[${ref('first_player_id')}, ${ref('second_player_id')}]`.as(
        'player_ids',
      ),
      'status',
      'score',
      'winner_id',
      'retired_player_id',
      'rating_status',
      'created_at',
    ]);
}

/** A stored match in the same form. */
export function shownMatch(match: StoredMatch): MatchShown {
  return {
    id: match.id,
    competition_id: match.competition_id,
    venue_id: match.venue_id,
    court_number: match.court_number,
    played_at: match.played_at_text,
    player_ids: [match.first_player_id, match.second_player_id],
    status: match.status,
    score: match.score,
    winner_id: match.winner_id,
    retired_player_id: match.retired_player_id,
    rating_status: match.rating_status,
    created_at: match.created_at,
  };
}

/** The match with the id. */
export const findMatch = preparedById<MatchId, MatchShown>((db, id) =>
  recordedMatches(db).where('id', '=', id),
);

type MatchFilters = Filters<
  Pick<MatchShown, 'competition_id' | 'status' | 'rating_status'> & {
    player_id: PlayerId;
    played_after: number;
    played_before: number;
  }
>;

/** Up to `limit` matches, the last played first, after the position `[played_at in UTC, id]`. */
export const listMatches = listBy(
  (db, { player_id, played_after, played_before, ...equal }: MatchFilters, isFirstPage) => {
    const { competition_id, status, rating_status } = equal;
    const isEqual = filled({ competition_id, status, rating_status });
    let matches = recordedMatches(db).where(({ and }) => and(isEqual));
    if (player_id !== undefined) {
      matches = matches.where(({ eb, or }) =>
        or([eb('first_player_id', '=', player_id), eb('second_player_id', '=', player_id)]),
      );
    }
    if (played_after !== undefined) {
      matches = matches.where('played_at', '>=', momentAt(played_after));
    }
    if (played_before !== undefined && isFirstPage) {
      matches = matches.where('played_at', '<', momentAt(played_before));
    }
    // The indexes for rare values hold only some of the values. Without them a list of what is pending, where nothing
    // is, reads all matches: 0.7 s of 1,000,000.
    const mayBeRare = status !== undefined || rating_status !== undefined;
    return mayBeRare ? matches.modifyEnd(sql.raw(plannedForValues)) : matches;
  },
  ({ ref }) => [ref('match.played_at'), ref('id')],
  'desc',
);

/** What people call the players, competitions and venues of the matches, by their ids. */
export async function namesIn(
  db: Db,
  matches: readonly Pick<MatchShown, 'player_ids' | 'competition_id' | 'venue_id'>[],
): Promise<ReadonlyMap<string, string>> {
  type Named = { id: string; name: string };
  const named = (table: 'competition' | 'venue', ids: readonly (CompetitionId | VenueId)[]) =>
    db.selectFrom(table).select(['id', 'name']).where('id', '=', anyOf(ids)).$castTo<Named>();
  const players = anyOf(matches.flatMap((match) => match.player_ids));
  const competitions = matches.map((match) => match.competition_id);
  const venues = matches.map((match) => match.venue_id);
  const rows = await db
    .selectFrom('player')
    .select(['id', 'display_name as name'])
    .where('id', '=', players)
    .$castTo<Named>()
    .unionAll(named('competition', competitions))
    .unionAll(named('venue', venues))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** For each of the matches the stored one of the same players, competition and moment, if any. */
export function twinsOf(
  db: Db,
  matches: readonly Pick<
    StoredMatch,
    'id' | 'competition_id' | 'played_at' | 'first_player_id' | 'second_player_id'
  >[],
): Promise<{ readonly id: MatchId; readonly twin: MatchId }[]> {
  return db
    .selectFrom(givenRows('match', matches))
    .innerJoin('match', (join) =>
      join
        .onRef('match.competition_id', '=', 'given.competition_id')
        .onRef('match.played_at', '=', 'given.played_at')
        .on(({ and, eb, fn }) => {
          const end = (name: 'least' | 'greatest', table: 'match' | 'given') =>
            sql`${fn(name, [`${table}.first_player_id`, `${table}.second_player_id`])} collate "C"`;
          const isSame = (name: 'least' | 'greatest') =>
            eb(end(name, 'match'), '=', end(name, 'given'));
          return and([isSame('least'), isSame('greatest')]);
        }),
    )
    .select(['given.id', 'match.id as twin'])
    .execute();
}

/** Whether the two players met in the match. */
export function betweenPlayers(one: PlayerId, other: PlayerId) {
  return ({ and, eb, or }: ExpressionBuilder<Tables, 'match'>) =>
    or([
      and([eb('first_player_id', '=', one), eb('second_player_id', '=', other)]),
      and([eb('first_player_id', '=', other), eb('second_player_id', '=', one)]),
    ]);
}

/** Against whom the player, one of the two, played the match. */
export function opponentOf(player: PlayerId | Expression<PlayerId>) {
  const { case: either, ref, val } = expressionBuilder<Tables, 'match'>();
  const [first, second] = [ref('match.first_player_id'), ref('match.second_player_id')];
  return either(val(player)).when(first).then(second).else(first).end();
}

/** The match of a competition that was played first. */
export function firstResult(db: Db, competitionId: CompetitionId) {
  return db
    .selectFrom('match')
    .select(['id', 'played_at'])
    .where('competition_id', '=', competitionId)
    .orderBy('played_at')
    .orderBy('id')
    .limit(sql.lit(1))
    .executeTakeFirst();
}
