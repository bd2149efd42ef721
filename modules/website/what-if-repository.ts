import { prepared } from '../../shared/database/prepared.ts';
import type { PlayerId } from '../../shared/ids.ts';
import { nameOf, waits } from '../ratings/index.ts';

/** Where the players stand, what they are called, and whether a result of theirs waits to be rated. */
export const standingsOfPlayers = prepared((db, { ids }: { readonly ids: readonly PlayerId[] }) =>
  db
    .selectFrom('rating')
    .innerJoin('player', 'player.id', 'rating.player_id')
    .selectAll('rating')
    .select([nameOf('player').as('display_name'), waits.as('waits')])
    .where('rating.player_id', 'in', ids),
);

export type Stands = Awaited<ReturnType<typeof standingsOfPlayers>>[number];
