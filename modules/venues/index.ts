/** Where matches are played: venues and their courts. */

export { highestCourt, readCourt, readCourtNumber } from './court.ts';
export { Venue } from './entity.ts';
export { venueKind } from './kind.ts';
export { listVenues } from './repository.ts';
export { venueRoutes } from './routes.ts';
export { courtNumber, type VenueRecord } from './schema.ts';
