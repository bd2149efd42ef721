/** Where matches are played: venues and their courts. */
export { Venue } from './entity.ts';
export { exportVenues, findVenue, insertVenues, updateVenue } from './repository.ts';
export { venueOperations } from './routes.ts';
export { type Venue as VenueRecord, VenueSchema } from './schema.ts';
