import * as v from 'valibot';
import { exampleId, exampleOpponentId, idSchema } from '../../shared/ids.ts';
import { closed, distinct, moment, text, wholeNumber, writtenTime } from '../../shared/schema.ts';
import { weekdays } from './availability.ts';
import { levelRange } from './starting-rating.ts';

const clockTimeForm = /^([01]\d|2[0-3]):[0-5]\d$/;

const clockTime = () =>
  v.pipe(
    v.string(),
    v.regex(clockTimeForm, 'Expected a time from 00:00 to 23:59, such as 18:30.'),
    v.metadata({ example: '18:30' }),
  );

/** A weekly window in local time. */
const AvailabilityWindowSchema = v.pipe(
  closed({ day: v.picklist(weekdays), start: clockTime(), end: clockTime() }),
  v.forward(
    v.check(
      ({ start, end }) => start < end || ![start, end].every((time) => clockTimeForm.test(time)),
      'Must end later than the window starts.',
    ),
    ['end'],
  ),
  v.description('A weekly span of time in Europe/Warsaw; it ends on the day on which it starts.'),
  v.title('AvailabilityWindow'),
);

const expectedLevel = `Expected a level from ${levelRange.join(' to ')}.`;

/** A level that players give themselves. rules 1.1 */
export const LevelSchema = v.pipe(
  v.number(),
  v.minValue(levelRange[0], expectedLevel),
  v.maxValue(levelRange[1], expectedLevel),
  v.multipleOf(0.5, 'Expected a level in steps of 0.5.'),
  v.description('The NTRP level that the player named when joining; it sets the starting rating.'),
);

const RatingSummarySchema = v.pipe(
  v.strictObject({
    value: v.pipe(wholeNumber(0), v.description('The rating.')),
    confidence: v.pipe(wholeNumber(0, 100), v.description('How settled the rating is.')),
  }),
  v.title('RatingSummary'),
);

const profile = {
  id: idSchema('player'),
  display_name: v.pipe(text(), v.description('First name and the initial of the last name.')),
  self_assessed_ntrp: LevelSchema,
  preferred_venue_ids: v.pipe(
    distinct(idSchema('venue')),
    v.description('Where the player likes to play.'),
  ),
  availability: v.pipe(
    v.array(AvailabilityWindowSchema),
    v.description('When the player usually has time, week by week.'),
  ),
};

/** A player as it is shown. */
export const PlayerSchema = v.pipe(
  v.strictObject({
    ...profile,
    rating: RatingSummarySchema,
    created_at: v.pipe(moment(), v.description('When the player joined.')),
  }),
  v.metadata({
    title: 'Player',
    example: {
      id: exampleId('player'),
      display_name: 'Zofia W.',
      self_assessed_ntrp: 3.5,
      preferred_venue_ids: [exampleId('venue')],
      availability: [{ day: 'saturday', start: '09:00', end: '12:30' }],
      rating: { value: 1418, confidence: 50 },
      created_at: '2026-03-02T17:20:31.456Z',
    },
  }),
);

/** A player as it is imported and exported; one who isn't said to be unlisted is listed. rules 13.5 */
export const PlayerRecordSchema = closed({
  ...profile,
  created_at: writtenTime(),
  unlisted: v.optional(v.boolean()),
});

/** By how much the ratings of opponents may differ. */
export const widestGap = 500;

/** Someone to play against. */
export const SuggestionSchema = v.pipe(
  v.strictObject({
    player: v.strictObject({
      id: idSchema('player'),
      display_name: v.string(),
      rating: RatingSummarySchema,
    }),
    rating_gap: v.pipe(
      wholeNumber(0, widestGap),
      v.description('By how much the two ratings differ.'),
    ),
    overlapping_availability: v.pipe(
      v.array(AvailabilityWindowSchema),
      v.minLength(1),
      v.description('When both have time, Monday first.'),
    ),
    shared_venue_ids: v.pipe(
      v.array(idSchema('venue')),
      v.description('Where both like to play; can be empty.'),
    ),
  }),
  v.metadata({
    title: 'MatchSuggestion',
    example: {
      player: {
        id: exampleOpponentId,
        display_name: 'Marek L.',
        rating: { value: 1432, confidence: 65 },
      },
      rating_gap: 14,
      overlapping_availability: [{ day: 'saturday', start: '10:00', end: '12:30' }],
      shared_venue_ids: [exampleId('venue')],
    },
  }),
);

export type PlayerShown = v.InferOutput<typeof PlayerSchema>;
export type PlayerRecord = v.InferOutput<typeof PlayerRecordSchema>;
export type Suggestion = v.InferOutput<typeof SuggestionSchema>;
