import { sql } from 'kysely';
import { anyOf, type Db, givenRows } from '../../shared/database/db.ts';
import type { VenueId } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { type Played, playedOf } from './doubt.ts';

/**
 * The matches of the same players that took place within a day and an hour of the given ones. Each
 * player is looked up once per day of play, however many matches there are.
 */
export async function matchesAround(
  db: Db,
  matches: readonly Pick<Played, 'player_ids' | 'instant'>[],
): Promise<Played[]> {
  const appearances = matches.flatMap(({ player_ids, instant }) =>
    player_ids.map((player) => ({ player, instant })),
  );
  const days = new Map(
    appearances.map(({ player: first_player_id, instant }) => {
      const played_at = `${utc(instant).slice(0, 'YYYY-MM-DD'.length)}T00:00:00Z`;
      return [`${first_player_id} ${played_at}`, { first_player_id, played_at }];
    }),
  );
  const around = await db
    .selectFrom(givenRows('match', [...days.values()]))
    .innerJoinLateral(
      ({ ref, selectFrom }) => {
        const day = ref('given.played_at');
        const side = (column: 'match.first_player_id' | 'match.second_player_id') =>
          selectFrom('match')
            .select(['id', 'match.venue_id', 'match.played_at', 'match.score'])
            .select(['match.first_player_id', 'match.second_player_id'])
            .whereRef(column, '=', 'given.first_player_id')
            .where('match.played_at', '>=', sql<string>`${day} - interval '25 hours'`)
            .where('match.played_at', '<', sql<string>`${day} + interval '49 hours'`);
        return side('match.first_player_id').unionAll(side('match.second_player_id')).as('near');
      },
      (join) => join.onTrue(),
    )
    .distinctOn('near.id')
    .selectAll('near')
    .where('near.score', 'is not', null)
    .orderBy('near.id')
    .execute();
  return around.flatMap(({ id, played_at, first_player_id, second_player_id, ...match }) => {
    const player_ids = [first_player_id, second_player_id];
    const result = { ...match, player_ids, instant: Date.parse(played_at) };
    return playedOf(result, id) ?? [];
  });
}

/** The courts of those venues that exist. */
export function courtsOf(db: Db, ids: readonly VenueId[]) {
  return db.selectFrom('venue').select(['id', 'courts']).where('id', '=', anyOf(ids)).execute();
}
