import * as v from 'valibot';
import { exampleId, exampleOpponentId, idSchema, runIdSchema } from '../../shared/ids.ts';
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

export type HistoryEntry = v.InferOutput<typeof HistoryEntrySchema>;

/**
 * An entry as it is exported and imported: also with the look that gave it or, for a drop that came with a match, with
 * that match, and with the rest of where it left the player. rules 9.3
 */
export const HistoryRecordSchema = closed({
  ...historyEntry,
  occurred_at: utcMoment(),
  look: v.optional(runIdSchema()),
  with_match: v.optional(idSchema('match')),
  nth: wholeNumber(1, 99),
  rated_matches: wholeNumber(0),
  last_rated_match_at: v.nullable(utcMoment()),
  drops_applied: wholeNumber(0),
});

export type HistoryRecord = v.InferOutput<typeof HistoryRecordSchema>;

/** The id of an entry that was removed, as it is exported and imported, by what tells the entry apart. rules 11.7 */
export const FormerRecordSchema = closed({
  id: idSchema('history'),
  player_id: idSchema('player'),
  match_id: v.nullable(idSchema('match')),
  look: v.nullable(runIdSchema()),
  nth: wholeNumber(1, 99),
});

export type FormerRecord = v.InferOutput<typeof FormerRecordSchema>;
