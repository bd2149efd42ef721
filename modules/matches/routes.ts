import { Elysia } from 'elysia';
import * as v from 'valibot';
import { submissionScope } from '../../shared/http/access.ts';
import { readJson } from '../../shared/http/body.ts';
import { parameter, queryDateTime, queryWord } from '../../shared/http/query.ts';
import { type Api, listDetail, listQuery, oneDetail, pathId } from '../../shared/http/reads.ts';
import { idSchema } from '../../shared/ids.ts';
import { utc } from '../../shared/time.ts';
import { findMatch, listMatches } from './repository.ts';
import { MatchSchema, matchStatuses, ratingStatuses, SubmissionSchema } from './schema.ts';
import type { Submit } from './service.ts';

/** The operations on matches. */
export function matchRoutes(api: Api, submit: Submit) {
  return new Elysia({ prefix: '/matches', tags: ['Matches'] })
    .use(readingRoutes(api))
    .use(api.access.submitters)
    .post(
      '',
      async ({ call, headers, request, set }) => {
        const key = headers['idempotency-key'];
        const body = await api.access.waitForClient(call, () => readJson(request));
        const { clientId, organizerId } = await api.access.submitterNow(request);
        const actor = { client_id: clientId, organizer_id: organizerId };
        const answer = await submit({ actor, organizerId, key, body });
        set.status = 201;
        Object.assign(set.headers, answer.headers);
        return answer.body;
      },
      {
        parse: 'none', // the body is read after the credentials and the key, up to a limit
        headers: v.object({ 'idempotency-key': IdempotencyKeySchema }, missing),
        detail: {
          operationId: 'submitMatch',
          summary: 'Submit a match result',
          description: [
            'Takes one result of a competition that the token’s organizer runs. The answer comes at once; the ratings follow within minutes, in the order of play: read the match again until its `rating_status` is `rated`.',
            'A request that got no answer can be repeated with the same `Idempotency-Key` and the same body: within 24 hours it gets the first answer again, with `Idempotent-Replayed: true`, and makes no second match.',
            'The winner follows from the score, or from who retired; only a walkover has to name it. Where the format has `match_tiebreak`, a completed match at one set all needs one. A time needs its UTC offset and may lie at most 5 minutes ahead, that of a walkover further. A member that is not listed is refused; null for an optional one is the same as none.',
          ].join('\n\n'),
          security: [{ oauth2: [submissionScope] }],
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
        },
      },
    );
}

function readingRoutes({ access, list, one }: Api) {
  return new Elysia()
    .use(access.readers)
    .get(
      '',
      list(listMatches, ({ played_at, id }) => [utc(Date.parse(played_at)), id]),
      {
        query: listQuery({
          player_id: parameter(idSchema('player'), 'Only matches in which this player took part.'),
          competition_id: parameter(idSchema('competition'), 'Only matches of this competition.'),
          status: parameter(queryWord(matchStatuses), 'Only matches that ended in this way.'),
          rating_status: parameter(queryWord(ratingStatuses), 'Only of this rating status.'),
          played_after: parameter(queryDateTime(), 'Only matches played at this moment or later.'),
          played_before: parameter(queryDateTime(), 'Only matches played before this moment.'),
        }),
        detail: listDetail(
          'matches',
          'The results, the last played first. Filters combine.',
          MatchSchema,
        ),
      },
    )
    .get('/:match_id', one(findMatch), {
      params: v.object({ match_id: pathId('match') }),
      detail: oneDetail(
        'match',
        'One result; `rating_status` tells whether the ratings count it yet.',
        MatchSchema,
      ),
    });
}

const missing = 'The header Idempotency-Key is missing: send a new one with every new result.';

const IdempotencyKeySchema = v.pipe(
  v.string(missing),
  v.minLength(1, missing),
  v.maxLength(255, 'The header Idempotency-Key must have 1 to 255 characters.'),
  v.description('New for every result, such as a UUID; the same one again to repeat a request.'),
  v.metadata({ example: '0d9f6c1e-5b0a-4c55-9f0e-6f3c1f7a2b64' }),
);
