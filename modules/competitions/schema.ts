import * as v from 'valibot';
import { exampleId, idSchema } from '../../shared/ids.ts';
import { calendarDate, closed, distinct, text } from '../../shared/schema.ts';
import { isCalendarDate } from '../../shared/time.ts';

export const competitionTypes = ['league', 'tournament'] as const;
export const setLengths = [6, 4] as const;
export const finalSets = ['full_set', 'match_tiebreak'] as const;

const MatchFormatSchema = v.pipe(
  closed({
    games_per_set: v.pipe(
      v.picklist(setLengths),
      v.description('`6`: full sets, 7-6 by a tiebreak. `4`: short sets, 5-4 by a tiebreak.'),
    ),
    no_ad: v.pipe(
      v.boolean(),
      v.description('True when one point decides a game at deuce; changes no score and no rating.'),
    ),
    final_set: v.pipe(
      v.picklist(finalSets),
      v.description(
        'Whether a third set is played out, or a tiebreak to 10 points takes its place.',
      ),
    ),
  }),
  v.description('The rules by which each match of the competition is scored, best of three sets.'),
  v.title('MatchFormat'),
);

const common = {
  id: idSchema('competition'),
  name: text(),
  type: v.pipe(
    v.picklist(competitionTypes),
    v.description(
      '`league`: everybody meets everybody in a season. `tournament`: knockout over a few days.',
    ),
  ),
  season: v.pipe(
    text(),
    v.regex(/^\d{4}-\S.*$/, 'Expected a year and a name, such as 2026-autumn.'),
    v.description('The year and a season name, joined by a hyphen.'),
    v.metadata({ example: '2026-autumn' }),
  ),
  starts_on: v.pipe(
    calendarDate(),
    v.description('The first day; results from before it are refused.'),
  ),
  ends_on: v.pipe(calendarDate(), v.description('The last day as planned.')),
  match_format: MatchFormatSchema,
  venue_ids: v.pipe(
    distinct(idSchema('venue')),
    v.description('Where its matches are usually played.'),
  ),
};

/** An organizer as it is imported and exported. */
export const OrganizerSchema = closed({ id: idSchema('organizer'), name: text() });

/** A competition as it is shown. */
export const CompetitionSchema = v.pipe(
  v.strictObject({
    ...common,
    organizer: v.pipe(OrganizerSchema, v.description('Who alone may submit its results.')),
  }),
  v.metadata({
    title: 'Competition',
    example: {
      id: exampleId('competition'),
      name: 'Mokotów Autumn League',
      type: 'league',
      season: '2026-autumn',
      starts_on: '2026-09-07',
      ends_on: '2026-11-29',
      match_format: { games_per_set: 6, no_ad: false, final_set: 'match_tiebreak' },
      venue_ids: [exampleId('venue')],
      organizer: { id: exampleId('organizer'), name: 'Mokotów Tennis Society' },
    },
  }),
);

/** A competition as it is imported and exported. */
export const CompetitionRecordSchema = v.pipe(
  closed({ ...common, organizer_id: idSchema('organizer') }),
  v.forward(
    v.check(
      // A date that doesn't exist can't be compared; that is a fault of its own.
      ({ starts_on, ends_on }) =>
        ![starts_on, ends_on].every(isCalendarDate) || starts_on <= ends_on,
      'The last day comes before the first one.',
    ),
    ['ends_on'],
  ),
);

export type OrganizerRecord = v.InferOutput<typeof OrganizerSchema>;
export type CompetitionShown = v.InferOutput<typeof CompetitionSchema>;
export type CompetitionRecord = v.InferOutput<typeof CompetitionRecordSchema>;
export type MatchFormat = v.InferOutput<typeof MatchFormatSchema>;
