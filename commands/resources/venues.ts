import {
  exportVenues,
  findVenue,
  insertVenues,
  updateVenue,
  type VenueRecord,
  VenueSchema,
} from '../../modules/venues/index.ts';
import { isId, newId } from '../../shared/ids.ts';
import { courtsInWords } from '../words.ts';
import { type Resource, wrongOption } from './record.ts';
import { repeated } from './resource.ts';

/** Where matches are played. */
export const venues: Resource<VenueRecord, VenueRecord> = {
  one: 'venue',
  about: 'where matches are played',
  schema: VenueSchema,
  options(command, required) {
    const option = required ? 'requiredOption' : 'option';
    return command[option]('--name <name>', 'its name')
      [option]('--district <district>', 'district of the city')
      [option]('--address <address>', 'street and number')
      .option(
        '--court <number:surface[:indoor]>',
        'a court, such as 1:clay or 2:hard:indoor; once for each',
        repeated,
      );
  },
  flags: { name: '--name', district: '--district', address: '--address', courts: '--court' },
  example:
    "--name Agrykola --district Śródmieście --address 'Myśliwiecka 9' --court 1:clay --court 2:hard:indoor",
  record: ({ name, district, address, court }, stored) => ({
    id: stored?.id ?? newId('venue'),
    name: name ?? stored?.name,
    district: district ?? stored?.district,
    address: address ?? stored?.address,
    courts: Array.isArray(court) ? court.map(String).map(courtOf) : (stored?.courts ?? []),
  }),
  inWords: (venue) => ({ ...venue, courts: courtsInWords(venue.courts) }),
  all: exportVenues,
  find: async (on, id) => (isId('venue', id) ? findVenue(on, id) : undefined),
  insert: (tx, venue) => insertVenues(tx.db, [venue]),
  update: (tx, venue) => updateVenue(tx, venue),
};

const writtenCourt = /^(\d{1,9}):(\w+)(:indoor)?$/;

function courtOf(text: string) {
  const [, number, surface, cover] = writtenCourt.exec(text) ?? [];
  if (!surface) {
    const reason = 'expected a number and a surface, such as 1:clay or 2:hard:indoor.';
    throw wrongOption('--court', text, reason);
  }
  return { number: Number(number), surface, indoor: cover !== undefined };
}
