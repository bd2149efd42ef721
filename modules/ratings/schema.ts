import * as v from 'valibot';
import { exampleId, exampleOpponentId, idSchema } from '../../shared/ids.ts';
import { closed, moment, storable, utcMoment, wholeNumber } from '../../shared/schema.ts';
import { kFactors } from './rating.ts';

export const reasonCodes = ['initial_assessment', 'match_result', 'inactivity'] as const;

const KFactorSchema = v.picklist(kFactors);
const confidence = v.pipe(
  wholeNumber(0, 100),
  v.description('How settled the rating is: 20 at the start, 10 more with each match, up to 95.'),
);
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

export const RatingSchema = v.pipe(
  v.strictObject({
    player_id: idSchema('player'),
    value: v.pipe(wholeNumber(0), v.description('The rating as it stands.')),
    confidence,
    k_factor: v.pipe(
      KFactorSchema,
      v.description('The most points that the next rated match can move.'),
    ),
    rated_matches: v.pipe(wholeNumber(0), v.description('How many matches the rating rests on.')),
    last_rated_match_at: v.pipe(
      v.nullable(moment()),
      v.description('When the latest of them was played; null before the first.'),
    ),
    updated_at: v.pipe(
      moment(),
      v.description(
        'When the newest entry of the history was applied: a correction may set it back.',
      ),
    ),
  }),
  v.metadata({
    title: 'Rating',
    example: {
      player_id: exampleId('player'),
      value: 1418,
      confidence: 50,
      k_factor: 32,
      rated_matches: 3,
      last_rated_match_at: '2026-09-12T08:00:00.000Z',
      updated_at: '2026-09-12T11:42:07.318Z',
    },
  }),
);

const calculation = {
  opponent_id: idSchema('player'),
  opponent_rating: v.pipe(wholeNumber(0), v.description('Before the match.')),
  expected_score: v.pipe(share, v.description('What the two ratings promised, to 3 decimals.')),
  actual_score: v.pipe(
    share,
    v.description('1 for a win, 0 for a loss; in a retired match the share of games won.'),
  ),
  k_factor: KFactorSchema,
};

const historyEntry = {
  id: idSchema('history'),
  player_id: idSchema('player'),
  occurred_at: v.pipe(moment(), v.description('When the change was applied.')),
  reason: closed({
    code: v.picklist(reasonCodes),
    match_id: v.pipe(
      v.nullable(idSchema('match')),
      v.description('The match, for `match_result`.'),
    ),
    explanation: v.pipe(
      storable(),
      v.nonEmpty(),
      v.maxLength(1_000),
      v.description('One sentence to show to the player.'),
    ),
  }),
  value_before: v.pipe(v.nullable(wholeNumber(0)), v.description('Null for `initial_assessment`.')),
  value_after: wholeNumber(0),
  change: v.pipe(
    v.nullable(v.pipe(v.number(), v.integer())),
    v.description('`value_after` less `value_before`; null for `initial_assessment`.'),
  ),
  confidence_before: v.pipe(
    v.nullable(confidence),
    v.description('Null for `initial_assessment`.'),
  ),
  confidence_after: confidence,
  calculation: v.pipe(
    v.nullable(closed(calculation)),
    v.description('What the change follows from; null unless `reason.code` is `match_result`.'),
  ),
};

/** One change of a rating or confidence. rules 1.9 */
export const HistoryEntrySchema = v.pipe(
  closed(historyEntry),
  v.metadata({
    title: 'RatingHistoryEntry',
    example: {
      id: exampleId('history'),
      player_id: exampleId('player'),
      occurred_at: '2026-09-12T11:42:07.318Z',
      reason: {
        code: 'match_result',
        match_id: exampleId('match'),
        explanation:
          'You beat Marek L., whose rating of 1450 was close to yours, so your rating rose by 18 points to 1418.',
      },
      value_before: 1400,
      value_after: 1418,
      change: 18,
      confidence_before: 40,
      confidence_after: 50,
      calculation: {
        opponent_id: exampleOpponentId,
        opponent_rating: 1450,
        expected_score: 0.429,
        actual_score: 1,
        k_factor: 32,
      },
    },
  }),
);

/** A number that fits its column: unlike those of the history, some aren't computed again by an import. */
const storedNumber = wholeNumber(0, 2 ** 31 - 1);

const recordedEntry = {
  ...historyEntry,
  occurred_at: utcMoment(),
  /** How long a drop's player had had no rated match; null for what is no drop. */
  inactive_days: v.nullable(storedNumber),
};

/** An entry as the program has it: the interface tells the days of a drop in its sentence alone. */
export type HistoryEntry = v.InferOutput<typeof HistoryEntrySchema> &
  Readonly<Record<'inactive_days', number | null>>;

/**
 * An entry as it is exported and imported. A drop that a look gave, and whose own moment is that of a later match,
 * has `as_of`: the moment that counted for it. rules 11.7
 */
export const HistoryRecordSchema = v.pipe(
  closed({ ...recordedEntry, as_of: v.optional(utcMoment()) }),
  v.forward(
    v.check(
      ({ as_of, occurred_at, reason }) =>
        as_of === undefined || (reason.code === 'inactivity' && as_of < occurred_at),
      'Only a drop of confidence has this, of an earlier moment than its own.',
    ),
    ['as_of'],
  ),
);

export type HistoryRecord = v.InferOutput<typeof HistoryRecordSchema>;

/** An entry that was removed with a voided match, as it is exported and imported. rules 11.1 */
export const VoidedEntrySchema = v.pipe(
  closed({
    ...recordedEntry,
    value_before: v.nullable(storedNumber),
    value_after: storedNumber,
    calculation: v.nullable(closed({ ...calculation, opponent_rating: storedNumber })),
    voided_match_id: idSchema('match'),
    as_of: v.nullable(utcMoment()),
    /** The history entry that it follows, and its number, from 1, among those that follow the same entry. */
    after: v.nullable(idSchema('history')),
    nth: wholeNumber(1),
  }),
  v.forward(
    v.check(
      ({ reason, inactive_days }) => (reason.code === 'inactivity') === (inactive_days !== null),
      'A drop of confidence has this, nothing else has.',
    ),
    ['inactive_days'],
  ),
);

export type VoidedEntryRecord = v.InferOutput<typeof VoidedEntrySchema>;
