/** The players: who they are, when and where they like to play, and whom they might play. */
import { removeRow } from '../../shared/database/db.ts';
import type { Events } from '../../shared/events.ts';
import { updatePlayer } from './parts-repository.ts';
import { copyRatings, keepUnlisted, writeJoining, writeLevel } from './repository.ts';

export { type AvailabilityWindow, readWindow, weekdays } from './availability.ts';
export { Player, PlayerName, PlayerVenue } from './entity.ts';
export { type PlayerListed, playerKind, readLevel } from './kind.ts';
export {
  findPlayer,
  findPlayerInFull,
  listedPlayers,
  mergedInto,
  namesakesOf,
  storedPlayers,
} from './repository.ts';
export { playerRoutes } from './routes.ts';
export { LevelSchema, type PlayerRecord, type PlayerShown, type Suggestion } from './schema.ts';
export {
  levelRange,
  startingConfidence,
  startingLevel,
  startingRating,
} from './starting-rating.ts';
export { matchSuggestions } from './suggestions.ts';

/** How players react to the events of other modules; the matches of one who is merged are the other's by then. */
export function followEvents(events: Events): void {
  events.on('ratings.changed', ({ players }, { db }) => copyRatings(db, players));
  events.on('player.assessed', ({ id, self_assessed_ntrp }, { db }) =>
    writeLevel(db, id, self_assessed_ntrp),
  );
  events.on('player.joined', ({ id, created_at }, { db }) => writeJoining(db, id, created_at));
  events.on('player.erased', ({ id, display_name }, tx) =>
    updatePlayer(tx, { id, display_name, preferred_venue_ids: [], availability: [] }),
  );
  events.on('players.merged', async ({ from, into }, { db }) => {
    await keepUnlisted(db, from, into);
    await removeRow(db, 'player', from);
  });
}
