import { readCourt, type VenueRecord, venueKind } from '../../modules/venues/index.ts';
import { field, needed } from '../../shared/exchange/field.ts';
import { courtsInWords } from '../words.ts';
import { doubtNamesake } from './namesakes.ts';
import type { Resource } from './resource.ts';

const aCourt = 'a court, such as 1:clay or 2:hard:indoor';

export const venues: Resource<VenueRecord> = {
  kind: venueKind,
  about: 'where matches are played',
  fields: [
    needed('--name <name>', 'name', 'its name'),
    needed('--district <district>', 'district', 'district of the city'),
    needed('--address <address>', 'address', 'street and number'),
    field('--court <number:surface[:indoor]>', 'courts', aCourt, { many: true, read: readCourt }),
  ],
  fresh: () => ({ courts: [] }),
  examples: [
    "--name Agrykola --district Śródmieście --address 'Myśliwiecka 9' --court 1:clay --court 2:hard:indoor",
  ],
  doubt: doubtNamesake(venueKind),
  inWords: (venue: VenueRecord) => ({ ...venue, courts: courtsInWords(venue.courts) }),
};
