import * as v from 'valibot';
import { idSchema, type PlayerId } from '../../shared/ids.ts';
import { moment, wholeNumber, writtenTime } from '../../shared/schema.ts';

export const matchStatuses = ['completed', 'retired', 'walkover'] as const;
export const ratingStatuses = ['pending', 'rated', 'not_rated'] as const;

const PairSchema = v.pipe(
  v.array(wholeNumber(0)),
  v.length(2, 'Expected exactly two numbers, in the order of player_ids.'),
  v.transform(([first = 0, second = 0]): [number, number] => [first, second]),
);

const gamesNote = 'Games won, in the order of `player_ids`.';
const tiebreakNote = 'Points of the tiebreak; only for a set that ended 7-6.';
const matchTiebreakNote =
  'Points of the tiebreak that takes the place of a third set, where the competition has it so.';

const SetSchema = v.strictObject({
  games: v.pipe(PairSchema, v.description(gamesNote)),
  tiebreak: v.optional(v.pipe(PairSchema, v.description(tiebreakNote))),
});

/** A score as it is shown. */
const ScoreSchema = v.strictObject({
  sets: v.pipe(v.array(SetSchema), v.minLength(1), v.maxLength(3)),
  match_tiebreak: v.optional(v.pipe(PairSchema, v.description(matchTiebreakNote))),
});

/** A score as it is sent: null for an optional member is the same as leaving it out. */
const SentScoreSchema = v.strictObject({
  sets: v.pipe(
    v.array(
      v.pipe(
        v.strictObject({
          games: v.pipe(PairSchema, v.description(gamesNote)),
          tiebreak: v.nullish(v.pipe(PairSchema, v.description(tiebreakNote))),
        }),
        v.transform(({ games, tiebreak }) => (tiebreak ? { games, tiebreak } : { games })),
      ),
    ),
    v.minLength(1, 'Expected one to three sets.'),
    v.maxLength(3, 'Expected one to three sets.'),
  ),
  match_tiebreak: v.nullish(v.pipe(PairSchema, v.description(matchTiebreakNote))),
});

const sentScore = v.pipe(
  SentScoreSchema,
  v.transform(({ sets, match_tiebreak }) => (match_tiebreak ? { sets, match_tiebreak } : { sets })),
);

const playerIds = v.pipe(
  v.array(idSchema('player')),
  v.length(2, 'Expected exactly two players.'),
  v.transform((ids) => ids as [PlayerId, PlayerId]),
);

const courtNumber = wholeNumber(1, 1_000);

const sent = {
  competition_id: idSchema('competition'),
  venue_id: idSchema('venue'),
  court_number: v.nullish(courtNumber),
  played_at: v.pipe(writtenTime(), v.description('When the match started, with the UTC offset.')),
  player_ids: v.pipe(
    playerIds,
    v.description('The two players, in the order of every pair in the score.'),
  ),
};
const winnerId = v.pipe(
  idSchema('player'),
  v.description('Follows from the result and may be left out; where it is sent, it must agree.'),
);
const nothing = (detail: string) => v.nullish(v.pipe(v.null(detail), v.description(detail)));
const notRetired = nothing('Only a match with the status "retired" has one; leave it out.');

const sentExample = {
  competition_id: 'cmp_5d8r1c6t3z',
  venue_id: 'ven_2h7v4n9b5s',
  court_number: 2,
  played_at: '2026-09-12T10:00:00+02:00',
  player_ids: ['plr_7k2m9x4q1a', 'plr_3w8p5j1c6e'],
};
const scoreExample = {
  sets: [{ games: [6, 4] }, { games: [6, 7], tiebreak: [5, 7] }],
  match_tiebreak: [10, 8],
};

/** What may be sent for a match that was played to its end. */
export const CompletedSchema = v.pipe(
  v.strictObject({
    ...sent,
    status: v.literal('completed'),
    score: sentScore,
    winner_id: v.nullish(winnerId),
    retired_player_id: notRetired,
  }),
  v.metadata({
    title: 'CompletedResult',
    description: 'A match that was played to its end.',
    example: { ...sentExample, status: 'completed', score: scoreExample },
  }),
);

/** What may be sent for a match during which a player stopped. */
export const RetiredSchema = v.pipe(
  v.strictObject({
    ...sent,
    status: v.literal('retired'),
    score: sentScore,
    winner_id: v.nullish(winnerId),
    retired_player_id: v.pipe(
      idSchema('player'),
      v.description('Who stopped; the other one wins.'),
    ),
  }),
  v.metadata({
    title: 'RetiredResult',
    description:
      'A match during which a player stopped; it is rated by the games completed until then.',
    example: {
      ...sentExample,
      status: 'retired',
      score: { sets: [{ games: [6, 4] }, { games: [2, 1] }] },
      retired_player_id: 'plr_3w8p5j1c6e',
    },
  }),
);

/** What may be sent for a match to which a player didn't come. */
export const WalkoverSchema = v.pipe(
  v.strictObject({
    ...sent,
    status: v.literal('walkover'),
    score: nothing('A walkover has no score; leave it out.'),
    winner_id: v.pipe(idSchema('player'), v.description('Who was there.')),
    retired_player_id: notRetired,
  }),
  v.metadata({
    title: 'WalkoverResult',
    description: 'A match to which a player did not come; it is not rated.',
    example: {
      ...sentExample,
      court_number: null,
      status: 'walkover',
      winner_id: 'plr_7k2m9x4q1a',
    },
  }),
);

type Completed = v.InferOutput<typeof CompletedSchema>;
type Retired = v.InferOutput<typeof RetiredSchema>;
type Walkover = v.InferOutput<typeof WalkoverSchema>;
export type Submission = Completed | Retired | Walkover;

const UnknownStatusSchema = v.strictObject({
  ...CompletedSchema.entries,
  status: v.picklist(matchStatuses, `Expected one of: ${matchStatuses.join(', ')}.`),
  score: v.optional(v.unknown()),
  winner_id: v.optional(v.unknown()),
  retired_player_id: v.optional(v.unknown()),
});

/** The schema by which a body is judged: its `status` says which. */
export function submissionSchema(body: unknown): v.GenericSchema<unknown, Submission> {
  const status = typeof body === 'object' && body !== null && 'status' in body && body.status;
  if (status === 'completed') return CompletedSchema;
  if (status === 'retired') return RetiredSchema;
  if (status === 'walkover') return WalkoverSchema;
  // Reports the status and whatever else is wrong; its output is never used.
  return UnknownStatusSchema as unknown as v.GenericSchema<unknown, Submission>;
}

const recordOnly = {
  id: v.optional(idSchema('match')),
  created_at: v.optional(writtenTime()),
  rating_status: v.optional(v.picklist(ratingStatuses)),
};
const CompletedRecordSchema = v.strictObject({ ...CompletedSchema.entries, ...recordOnly });
const RetiredRecordSchema = v.strictObject({ ...RetiredSchema.entries, ...recordOnly });
const WalkoverRecordSchema = v.strictObject({ ...WalkoverSchema.entries, ...recordOnly });
const UnknownRecordSchema = v.strictObject({ ...UnknownStatusSchema.entries, ...recordOnly });

/** A match as it is imported: what may be sent, and what an export adds to it. */
export type MatchRecord =
  | v.InferOutput<typeof CompletedRecordSchema>
  | v.InferOutput<typeof RetiredRecordSchema>
  | v.InferOutput<typeof WalkoverRecordSchema>;

/** The schema by which a record is judged: its `status` says which. */
export function matchRecordSchema(record: object): v.GenericSchema<unknown, MatchRecord> {
  const status = 'status' in record && record.status;
  if (status === 'retired') return RetiredRecordSchema;
  if (status === 'walkover') return WalkoverRecordSchema;
  if (status === 'completed') return CompletedRecordSchema;
  return UnknownRecordSchema as unknown as v.GenericSchema<unknown, MatchRecord>;
}

/** A match as it is shown. */
export const MatchSchema = v.pipe(
  v.strictObject({
    id: idSchema('match'),
    competition_id: idSchema('competition'),
    venue_id: idSchema('venue'),
    court_number: v.pipe(v.nullable(courtNumber), v.description('Null where it was not sent.')),
    played_at: v.pipe(moment(), v.description('When the match started, with the offset as sent.')),
    player_ids: v.pipe(v.array(idSchema('player')), v.length(2)),
    status: v.picklist(matchStatuses),
    score: v.pipe(v.nullable(ScoreSchema), v.description('Null for a walkover.')),
    winner_id: idSchema('player'),
    retired_player_id: v.pipe(
      v.nullable(idSchema('player')),
      v.description('Null unless the status is `retired`.'),
    ),
    rating_status: v.pipe(
      v.picklist(ratingStatuses),
      v.description(
        '`pending`: not counted yet. `rated`: counted. `not_rated`: a walkover, never counted.',
      ),
    ),
    created_at: v.pipe(moment(), v.description('When the result was submitted.')),
  }),
  v.metadata({
    title: 'Match',
    description: 'A match and its result.',
    example: {
      id: 'mat_6n1t5k8v3h',
      ...sentExample,
      status: 'completed',
      score: scoreExample,
      winner_id: 'plr_7k2m9x4q1a',
      retired_player_id: null,
      rating_status: 'pending',
      created_at: '2026-09-12T11:40:52.871Z',
    },
  }),
);

export type Match = v.InferOutput<typeof MatchSchema>;
