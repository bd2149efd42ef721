import { sql } from 'kysely';
import { anyOf, type Db, holdsAny, type Tables } from '../../shared/database/db.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { entriesNaming, readIdsOfPerson } from '../audit/index.ts';

/** Rows of the results of any of the ids, with the names of what they refer to. */
function results(db: Db, table: 'match' | 'voided_match', ids: readonly PlayerId[]) {
  return db
    .selectFrom(sql<Tables['match']>`${sql.table(table)}`.as('match'))
    .innerJoin('competition', 'competition.id', 'match.competition_id')
    .innerJoin('venue', 'venue.id', 'match.venue_id')
    .innerJoin('player as first', 'first.id', 'match.first_player_id')
    .innerJoin('player as second', 'second.id', 'match.second_player_id')
    .selectAll('match')
    .select(['competition.name as competition_name', 'venue.name as venue_name'])
    .select([
      'first.display_name as first_player_name',
      'second.display_name as second_player_name',
    ])
    .where(({ eb, or }) =>
      or([eb('first_player_id', '=', anyOf(ids)), eb('second_player_id', '=', anyOf(ids))]),
    )
    .orderBy('played_at')
    .orderBy('match.id')
    .execute();
}

/**
 * All that is stored about a player, and about whoever was merged into that player: the rows by their tables.
 * The other tables hold nothing about players: run, job_run, quality_result, organizer, api_client, api_key, pass,
 * installation_secret, rate_window, competition, venue and competition_venue.
 */
export async function everythingAbout(db: Db, player: PlayerId) {
  const ids = (await readIdsOfPerson(db, player)) as PlayerId[];
  const [matches, voided] = [
    await results(db, 'match', ids),
    await results(db, 'voided_match', ids),
  ];
  const own = <
    T extends 'player_venue' | 'player_name' | 'rating' | 'former_entry' | 'recalculation',
  >(
    table: T,
  ) =>
    db
      .selectFrom(sql<{ player_id: PlayerId }>`${sql.table(table)}`.as('own'))
      .selectAll('own')
      .where('player_id', '=', anyOf(ids))
      .execute();
  const histories = db.selectFrom('rating_history').orderBy('run').orderBy('at').orderBy('id');
  const subjects = [...ids, ...matches.map(({ id }) => id), ...voided.map(({ id }) => id)];
  return {
    ids,
    player: await db.selectFrom('player').selectAll().where('id', '=', anyOf(ids)).execute(),
    player_venue: await own('player_venue'),
    player_name: await own('player_name'),
    rating: await own('rating'),
    rating_history: await histories.selectAll().where('player_id', '=', anyOf(ids)).execute(),
    // What the opponents are told of their matches with the player.
    rating_history_of_opponents: await histories
      .select(['id', 'player_id', 'match_id', 'occurred_at', 'opponent_id', 'opponent_rating'])
      .select('explanation')
      .where('opponent_id', '=', anyOf(ids))
      .execute(),
    former_entry: await own('former_entry'),
    recalculation: await own('recalculation'),
    match: matches,
    voided_match: voided,
    submission_key: await db
      .selectFrom('submission_key')
      .selectAll()
      .where(({ ref }) => holdsAny(ref('response'), ids))
      .orderBy('expires_at')
      .execute(),
    audit_entry: await entriesNaming(db, subjects, ids),
  };
}
