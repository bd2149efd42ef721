import * as v from 'valibot';
import { exampleId, exampleOpponentId, idSchema, type PlayerId } from '../../shared/ids.ts';
import { closed, listOf, member, moment, wholeNumber, writtenTime } from '../../shared/schema.ts';
import { courtNumber } from '../venues/index.ts';

export const matchStatuses = ['completed', 'retired', 'walkover'] as const;
export const ratingStatuses = ['pending', 'rated', 'not_rated'] as const;
type MatchStatus = (typeof matchStatuses)[number];

const pair = (description: string) =>
  v.pipe(
    listOf(wholeNumber(0), 2, 2, 'Expected exactly two numbers, in the order of player_ids.'),
    v.transform(([first = 0, second = 0]): readonly [number, number] => [first, second]),
    v.description(description),
  );
const games = pair('Games won, in the order of `player_ids`.');
const tiebreak = pair('Points of the tiebreak; only for a set that ended 7-6.');
const matchTiebreak = pair(
  'Points of the tiebreak that takes the place of a third set, where the competition has it so.',
);

/** A score as it is shown. */
export const ScoreSchema = v.strictObject({
  sets: v.pipe(
    v.array(v.strictObject({ games, tiebreak: v.optional(tiebreak) })),
    v.minLength(1),
    v.maxLength(3),
  ),
  match_tiebreak: v.optional(matchTiebreak),
});

const sentSet = v.pipe(
  closed({ games, tiebreak: v.nullish(tiebreak) }),
  v.transform((set) =>
    set.tiebreak ? { games: set.games, tiebreak: set.tiebreak } : { games: set.games },
  ),
);

/** A score as it is sent: null for an optional member is the same as leaving it out. */
const SentScoreSchema = v.pipe(
  closed({
    sets: listOf(sentSet, 1, 3, 'Expected one to three sets: all matches are best of three.'),
    match_tiebreak: v.nullish(matchTiebreak),
  }),
  v.transform(({ sets, match_tiebreak }) => (match_tiebreak ? { sets, match_tiebreak } : { sets })),
);

const playerIds = v.pipe(
  listOf(idSchema('player'), 2, 2, 'Expected exactly two players.'),
  v.transform((ids) => ids as [PlayerId, PlayerId]),
);

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
const present = v.pipe(idSchema('player'), v.description('Who was there.'));
const stopped = v.pipe(idSchema('player'), v.description('Who stopped; the other one wins.'));
const nothing = (detail: string) => v.nullish(v.pipe(v.null(detail), v.description(detail)));
const notRetired = nothing('Only a match with the status "retired" has one; leave it out.');

const sentExample = {
  competition_id: exampleId('competition'),
  venue_id: exampleId('venue'),
  court_number: 2,
  played_at: '2026-09-12T10:00:00+02:00',
  player_ids: [exampleId('player'), exampleOpponentId],
};
const scoreExample = {
  sets: [{ games: [6, 4] }, { games: [6, 7], tiebreak: [5, 7] }],
  match_tiebreak: [10, 8],
};
const documented = {
  completed: {
    title: 'CompletedResult',
    description: 'A match that was played to its end.',
    example: { ...sentExample, status: 'completed', score: scoreExample },
  },
  retired: {
    title: 'RetiredResult',
    description:
      'A match during which a player stopped; it is rated by the games completed until then.',
    example: {
      ...sentExample,
      played_at: '2026-09-13T10:00:00+02:00',
      status: 'retired',
      score: { sets: [{ games: [6, 4] }, { games: [2, 1] }] },
      retired_player_id: exampleOpponentId,
    },
  },
  walkover: {
    title: 'WalkoverResult',
    description: 'A match to which a player did not come; it is not rated.',
    example: {
      ...sentExample,
      played_at: '2026-09-19T10:00:00+02:00',
      court_number: null,
      status: 'walkover',
      winner_id: exampleId('player'),
    },
  },
};

/** What may be sent of a result, and `more`, as its `status` requires. */
export function resultSchema<const M extends v.ObjectEntries>(more: M) {
  const option = <S extends MatchStatus, const E extends v.ObjectEntries>(status: S, own: E) =>
    v.pipe(
      closed({ ...sent, status: v.literal(status), ...own, ...more }),
      v.metadata(documented[status]),
    );
  const unjudged = v.optional(v.unknown());
  return v.variant('status', [
    option('completed', {
      score: SentScoreSchema,
      winner_id: v.nullish(winnerId),
      retired_player_id: notRetired,
    }),
    option('retired', {
      score: SentScoreSchema,
      winner_id: v.nullish(winnerId),
      retired_player_id: stopped,
    }),
    option('walkover', {
      score: nothing('A walkover has no score; leave it out.'),
      winner_id: present,
      retired_player_id: notRetired,
    }),
    // With another status, or none: what else is wrong is reported as well.
    v.pipe(
      closed({
        ...sent,
        status: unjudged,
        score: unjudged,
        winner_id: unjudged,
        retired_player_id: unjudged,
        ...more,
      }),
      v.rawCheck(({ dataset: { value }, addIssue }) => {
        const message = `Expected one of: ${matchStatuses.join(', ')}.`;
        addIssue({ message, ...member(value, 'status') });
      }),
      v.never(),
    ),
  ]);
}

/** A result as it is submitted. */
export const SubmissionSchema = resultSchema({});
export type Submission = v.InferOutput<typeof SubmissionSchema>;

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
      id: exampleId('match'),
      ...sentExample,
      status: 'completed',
      score: scoreExample,
      winner_id: exampleId('player'),
      retired_player_id: null,
      rating_status: 'pending',
      created_at: '2026-09-12T11:40:52.871Z',
    },
  }),
);

export type MatchShown = v.InferOutput<typeof MatchSchema>;
