/** The players: who they are, when and where they like to play, and whom they might play. */
import type { Events } from '../../shared/events.ts';
import { copyRatings } from './repository.ts';

export { Player, PlayerVenue } from './entity.ts';
export {
  exportPlayers,
  findPlayer,
  playerRatings,
  type RatingCopy,
  updatePlayer,
} from './repository.ts';
export { playerOperations } from './routes.ts';
export { type PlayerRecord, PlayerRecordSchema } from './schema.ts';
export { registerPlayers } from './service.ts';

/** Keeps this module's copy of the ratings in step with the ratings module. */
export function followRatings(events: Events): void {
  events.on('ratings.changed', ({ players }, { db }) => copyRatings(db, players));
}
