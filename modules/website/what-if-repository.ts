import { expressionBuilder, sql } from 'kysely';
import type { Tables } from '../../shared/database/db.ts';
import { prepared } from '../../shared/database/prepared.ts';
import type { PlayerId } from '../../shared/ids.ts';

const { exists, or, selectFrom } = expressionBuilder<Tables, 'rating'>();

/** Whether a match of the player waits for its rating. */
const waits = (side: 'first_player_id' | 'second_player_id') =>
  exists(
    selectFrom('match')
      .whereRef(side, '=', 'rating.player_id')
      .where('rating_status', '=', sql.lit('pending' as const))
      .where('rating_fault', 'is', null)
      .offset(sql.lit(0)),
  );

/** Where the players stand, what they are called, and whether a result of theirs waits to be rated. */
export const standingsOfPlayers = prepared((db, { ids }: { readonly ids: readonly PlayerId[] }) =>
  db
    .selectFrom('rating')
    .innerJoin('player', 'player.id', 'rating.player_id')
    .selectAll('rating')
    .select([
      'player.display_name',
      or([waits('first_player_id'), waits('second_player_id')]).as('waits'),
    ])
    .where('rating.player_id', 'in', ids),
);

export type Stands = Awaited<ReturnType<typeof standingsOfPlayers>>[number];
