import * as v from 'valibot';
import { exampleId, idSchema } from '../../shared/ids.ts';
import { closed, text, wholeNumber } from '../../shared/schema.ts';
import { highestCourt } from './court.ts';

const surfaces = ['clay', 'hard', 'grass', 'carpet', 'artificial_grass'] as const;

export const courtNumber = wholeNumber(1, highestCourt);

/** A venue as it is shown, imported and exported. */
export const VenueSchema = v.pipe(
  closed({
    id: idSchema('venue'),
    name: text(),
    district: v.pipe(text(), v.description('The district of the city.')),
    address: text(),
    courts: v.array(
      closed({
        number: v.pipe(courtNumber, v.description('The court’s number at this venue.')),
        surface: v.picklist(surfaces),
        indoor: v.pipe(
          v.boolean(),
          v.description('True for an indoor court and for one under a seasonal dome.'),
        ),
      }),
    ),
  }),
  v.metadata({
    title: 'Venue',
    example: {
      id: exampleId('venue'),
      name: 'Korty Królikarnia',
      district: 'Mokotów',
      address: 'ul. Puławska 113a, Warszawa',
      courts: [
        { number: 1, surface: 'clay', indoor: false },
        { number: 2, surface: 'hard', indoor: true },
      ],
    },
  }),
);

export type VenueRecord = v.InferOutput<typeof VenueSchema>;
