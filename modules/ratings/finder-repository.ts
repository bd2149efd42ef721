import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../shared/database/db.ts';
import type { CompetitionId, PlayerId, VenueId } from '../../shared/ids.ts';

/** How one criterion finds players: their ids, with repetitions, and whether it applies to a player. */
export type Finder = {
  readonly ids: Expression<{ player_id: PlayerId }>;
  readonly applies: (id: Expression<PlayerId>) => Expression<SqlBool>;
};

/** Makes PostgreSQL look up one player after another; it would rather read all in question first. */
export const oneByOne = sql.lit(0);

const { exists, or, selectFrom } = expressionBuilder<Tables, never>();

/** Finds players who have a match in the competition. */
export function ofCompetition(competition_id: CompetitionId): Finder {
  const players = (side: 'first_player_id' | 'second_player_id') =>
    selectFrom('match').select(`${side} as player_id`).where('competition_id', '=', competition_id);
  const playedIn = (side: 'first_player_id' | 'second_player_id', id: Expression<PlayerId>) =>
    exists(
      selectFrom(
        selectFrom('match')
          .select('competition_id')
          .where(side, '=', id)
          .offset(oneByOne)
          .as('own'),
      ).where('own.competition_id', '=', competition_id),
    );
  return {
    ids: players('first_player_id').unionAll(players('second_player_id')),
    applies: (id) => or([playedIn('first_player_id', id), playedIn('second_player_id', id)]),
  };
}

/** Finds players who prefer the venue. */
export function ofVenue(venue_id: VenueId): Finder {
  const ids = selectFrom('player_venue').select('player_id').where('venue_id', '=', venue_id);
  const applies = (id: Expression<PlayerId>) =>
    exists(ids.where('player_id', '=', id).offset(oneByOne));
  return { ids, applies };
}
