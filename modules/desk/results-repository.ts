import { sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { anyOf, type Db } from '../../shared/database/db.ts';
import { beyond } from '../../shared/database/paging.ts';
import type { Position } from '../../shared/http/cursor.ts';
import type { CompetitionId, MatchId, PlayerId } from '../../shared/ids.ts';
import type { DeskPass } from '../auth/index.ts';
import type { MatchRow } from '../matches/index.ts';
import { isResult, nameOf } from '../ratings/index.ts';
import { competitionsOf } from './repository.ts';

/** Which results are sought, among those of the pass. */
type Sought = {
  readonly id?: MatchId | undefined;
  readonly competition?: CompetitionId | undefined;
  /** Only of these players. */
  readonly players?: readonly PlayerId[] | undefined;
  /** Only those that were played before this one. */
  readonly after?: Position | undefined;
};

/** A result as the desk shows it. */
export type Result = Awaited<ReturnType<typeof resultsOf>>[number];

/** More than any organizer has. */
const mostCompetitions = 10_000;

/** The results that a pass is for, or those of them that are voided; the last played first. */
export async function resultsOf(
  db: Db,
  pass: DeskPass,
  { id, competition, players, after }: Sought,
  limit: number,
  table: 'match' | 'voided_match' = 'match',
) {
  // By their ids, of which the planner knows how many results each has: an organizer may have a few among millions.
  const own = (await competitionsOf(db, pass, mostCompetitions)).map((one) => one.id);
  const chosen = competition ? own.filter((one) => one === competition) : own;
  const [only] = chosen.length === 1 ? chosen : []; // its index has them in order, which that of a list hasn't
  let results = db
    // Both tables have these columns, and the builder takes only one of them.
    .selectFrom(sql<MatchRow>`${sql.table(table)}`.as('result'))
    .innerJoin('competition', 'competition.id', 'result.competition_id')
    .innerJoin('venue', 'venue.id', 'result.venue_id')
    .innerJoin('player as first', 'first.id', 'result.first_player_id')
    .innerJoin('player as second', 'second.id', 'result.second_player_id')
    .where('result.competition_id', '=', only ?? anyOf(chosen))
    .orderBy('result.played_at', 'desc')
    .orderBy('result.id', 'desc')
    .limit(sql.lit(limit));
  if (id) results = results.where('result.id', '=', id);
  if (players) {
    results = results.where(({ eb, or }) =>
      or([
        eb('result.first_player_id', '=', anyOf(players)),
        eb('result.second_player_id', '=', anyOf(players)),
      ]),
    );
  }
  if (after) {
    results = results.where(({ ref }) =>
      beyond([ref('result.played_at'), ref('result.id')], '<', after),
    );
  }
  return results
    .select(['result.id', 'played_at', 'court_number', 'status', 'score', 'rating_status'])
    .select(['result.winner_id', 'result.created_at', 'rating_fault', 'competition_id', 'venue_id'])
    .select(['competition.name as competition_name', 'venue.name as venue_name'])
    .select(({ ref, selectFrom }) => {
      const side = (player: 'first' | 'second') => ({
        id: ref(`${player}.id`),
        name: nameOf(player),
        change: selectFrom('rating_history as entry')
          .select(({ eb, ref }) => eb(ref('value_after'), '-', ref('value_before')).as('change'))
          .whereRef('entry.match_id', '=', 'result.id')
          .whereRef('entry.player_id', '=', `${player}.id`)
          .where(isResult('entry'))
          .$asScalar(),
        after: selectFrom('rating_history as entry')
          .select('value_after')
          .whereRef('entry.match_id', '=', 'result.id')
          .whereRef('entry.player_id', '=', `${player}.id`)
          .where(isResult('entry'))
          .$asScalar(),
      });
      return [
        jsonBuildObject(side('first')).as('first'),
        jsonBuildObject(side('second')).as('second'),
      ];
    })
    .execute();
}
