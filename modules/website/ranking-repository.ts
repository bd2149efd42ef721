import { sql } from 'kysely';
import { prepared } from '../../shared/database/prepared.ts';

/** The best players who played lately: a first cut. */
export const rankedPlayers = prepared((db, { since }: { readonly since: string }, limit) =>
  db
    .selectFrom('rating')
    .innerJoin('player', 'player.id', 'rating.player_id')
    .select([
      'player.id',
      'player.display_name',
      'rating.value',
      'rating.confidence',
      'rating.rated_matches',
      'rating.last_rated_match_at',
    ])
    .where('rating.last_rated_match_at', '>', since)
    .orderBy('rating.value', 'desc')
    .orderBy('rating.player_id')
    .limit(sql.lit(limit)),
);
