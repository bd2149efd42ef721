import * as v from 'valibot';
import type { Db } from '../../shared/database/db.ts';
import { readJson } from '../../shared/http/body.ts';
import type { Cursors } from '../../shared/http/cursor.ts';
import {
  listOperation,
  type Operation,
  type Reply,
  readOperation,
} from '../../shared/http/operation.ts';
import { queryDateTime, queryWord } from '../../shared/http/query.ts';
import { idSchema } from '../../shared/ids.ts';
import { Problem } from '../../shared/problem.ts';
import { utc } from '../../shared/time.ts';
import { findMatch, listMatches } from './repository.ts';
import { MatchSchema, matchStatuses, ratingStatuses, SubmissionSchema } from './schema.ts';
import type { Arrival } from './service.ts';

const IdempotencyKeySchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(255),
  v.description('New for every result, such as a UUID; the same one again to repeat a request.'),
  v.metadata({ example: '0d9f6c1e-5b0a-4c55-9f0e-6f3c1f7a2b64' }),
);

/** The operations on matches. */
export function matchOperations(
  database: Db,
  cursors: Cursors,
  submit: (arrival: Arrival) => Promise<Reply>,
): Operation[] {
  return [
    listOperation(cursors, {
      operationId: 'listMatches',
      path: '/matches',
      tag: 'Matches',
      summary: 'List matches',
      description: 'The results, the last played first. Filters combine.',
      errors: ['invalid-request'],
      output: MatchSchema,
      filters: {
        player_id: v.optional(
          v.pipe(idSchema('player'), v.description('Only matches in which this player took part.')),
        ),
        competition_id: v.optional(
          v.pipe(idSchema('competition'), v.description('Only matches of this competition.')),
        ),
        status: v.optional(
          v.pipe(queryWord(matchStatuses), v.description('Only matches that ended in this way.')),
        ),
        rating_status: v.optional(
          v.pipe(queryWord(ratingStatuses), v.description('Only matches that stand so.')),
        ),
        played_after: v.optional(
          v.pipe(queryDateTime(), v.description('Only matches played at this moment or later.')),
        ),
        played_before: v.optional(
          v.pipe(queryDateTime(), v.description('Only matches played before this moment.')),
        ),
      },
      rows: ({ filters, limit, after }) => listMatches(database, filters, limit, after),
      item: (match) => match,
      position: ({ played_at, id }) => [utc(Date.parse(played_at)), id],
    }),
    readOperation({
      operationId: 'getMatch',
      path: '/matches/{match_id}',
      tag: 'Matches',
      summary: 'Get a match',
      description: 'One result; `rating_status` tells whether the ratings count it yet.',
      errors: ['not-found'],
      output: MatchSchema,
      resource: 'match',
      answer: ({ id }) => findMatch(database, id),
    }),
    {
      operationId: 'submitMatch',
      method: 'POST',
      path: '/matches',
      tag: 'Matches',
      summary: 'Submit a match result',
      description: [
        'Takes one result of a competition that the token’s organizer runs. The answer comes at once; the ratings follow within minutes, in the order of play: read the match again until its `rating_status` is `rated`.',
        'A request that got no answer can be repeated with the same `Idempotency-Key` and the same body: within 24 hours it gets the first answer again, with `Idempotent-Replayed: true`, and makes no second match.',
        'The winner follows from the score, or from who retired; only a walkover has to name it. Under a match format with `match_tiebreak`, two split sets need one. A date and time needs its UTC offset and may lie at most 5 minutes ahead. A member that is not listed is refused, null for an optional one is the same as none.',
      ].join('\n\n'),
      security: 'accessToken',
      status: 201,
      query: {},
      headers: { 'Idempotency-Key': IdempotencyKeySchema },
      body: SubmissionSchema,
      output: MatchSchema,
      errors: [
        'invalid-request',
        'insufficient-scope',
        'not-competition-organizer',
        'duplicate-match',
        'idempotency-conflict',
        'payload-too-large',
        'unsupported-media-type',
        'invalid-score',
        'validation-failed',
      ],
      async perform({ call, credential }) {
        if (credential?.kind !== 'accessToken') throw new Error('The guard let a stranger in.');
        const key = idempotencyKey(call.request.headers.get('idempotency-key'));
        const body = await readJson(call.request);
        return submit({ organizerId: credential.organizerId, key, body });
      },
    },
  ];
}

function idempotencyKey(header: string | null): string {
  const key = header?.trim() ?? '';
  if (key.length >= 1 && key.length <= 255) return key;
  const detail =
    key === ''
      ? 'The header Idempotency-Key is missing: send a new one with every new result.'
      : 'The header Idempotency-Key must have 1 to 255 characters.';
  throw new Problem('invalid-request', detail);
}
