import { readCourt, type VenueRecord, venueKind } from '../../modules/venues/index.ts';
import { courtsInWords } from '../words.ts';
import type { Records } from './records.ts';

/** Where matches are played. */
export const venues: Records<VenueRecord> = {
  kind: venueKind,
  about: 'where matches are played',
  flags: [
    { name: '--name <name>', member: 'name', needed: true, help: 'its name' },
    {
      name: '--district <district>',
      member: 'district',
      needed: true,
      help: 'district of the city',
    },
    { name: '--address <address>', member: 'address', needed: true, help: 'street and number' },
    {
      name: '--court <number:surface[:indoor]>',
      member: 'courts',
      many: true,
      read: readCourt,
      help: 'a court, such as 1:clay or 2:hard:indoor; once for each',
    },
  ],
  fresh: () => ({ courts: [] }),
  example:
    "--name Agrykola --district Śródmieście --address 'Myśliwiecka 9' --court 1:clay --court 2:hard:indoor",
  inWords: (venue) => ({ ...venue, courts: courtsInWords(venue.courts) }),
};
