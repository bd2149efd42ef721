import { insertRows } from '../../shared/database/db.ts';
import { byId } from '../../shared/database/paging.ts';
import { called, type Editable } from '../../shared/exchange/kind.ts';
import { shownVenues, updateVenue } from './repository.ts';
import { type VenueRecord, VenueSchema } from './schema.ts';

export const venueKind: Editable<VenueRecord> = {
  ...called('venue'),
  schema: VenueSchema,
  insert: ({ db }, venues) => insertRows(db, 'venue', venues),
  ...byId(shownVenues),
  title: { member: 'name', note: ({ district }) => district },
  update: updateVenue,
};
