import { submissionScope } from './access.ts';
import { tooLarge } from './body.ts';
import { errorHeaders, headerReferences, limitHeaders } from './openapi-headers.ts';
import { type Json, textSchema } from './openapi-schema.ts';
import { serverObject } from './openapi-texts.ts';
import { problemTypes } from './problem-types.ts';

/** What the token endpoint takes and answers, in OAuth's own formats. RFC 6749, sections 4.4 and 5 */
export const tokenSchemas = {
  TokenRequest: {
    type: 'object',
    properties: {
      grant_type: { type: 'string', enum: ['client_credentials'] },
      scope: {
        ...textSchema('Scopes with spaces between; without it, all that the client may have.'),
        example: submissionScope,
      },
    },
    required: ['grant_type'],
  },
  AccessToken: {
    type: 'object',
    properties: {
      access_token: textSchema('Opaque; what `Authorization: Bearer` takes.'),
      token_type: { type: 'string', enum: ['Bearer'] },
      expires_in: { type: 'integer', description: 'For how many seconds it is valid.' },
      scope: textSchema('The scopes granted, with spaces between.'),
    },
    required: ['access_token', 'token_type', 'expires_in', 'scope'],
    example: {
      access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjbHVicyJ9.Zm9yIGFuIGV4YW1wbGU',
      token_type: 'Bearer',
      expires_in: 3600,
      scope: submissionScope,
    },
  },
  TokenError: {
    type: 'object',
    properties: {
      error: {
        type: 'string',
        enum: [
          'invalid_request',
          'invalid_client',
          'invalid_grant',
          'unauthorized_client',
          'unsupported_grant_type',
          'invalid_scope',
        ],
        description: 'What programs branch on.',
      },
      error_description: textSchema('What is wrong, for people.'),
    },
    required: ['error'],
  },
};

type Explained = readonly [code: string, status: number, when: string];

/** Each error of the token endpoint, and when it comes. */
export const tokenErrors: readonly Explained[] = [
  ['invalid_request', 400, 'The form is malformed, or `grant_type` is missing.'],
  ['unsupported_grant_type', 400, '`grant_type` is not `client_credentials`.'],
  ['invalid_scope', 400, 'A requested scope does not exist, or the client may not have it.'],
  ['invalid_client', 401, 'The client id or the secret is missing or wrong.'],
  ['invalid_request', 405, 'The method is not `POST`.'],
  ['invalid_request', 413, tooLarge().message],
  ['invalid_request', 429, 'Too many requests came from this address within a minute.'],
  ['invalid_request', 500, problemTypes['internal-error'].meaning],
  ['invalid_request', 503, problemTypes['service-unavailable'].meaning],
];

function errorResponse(status: number | 'default', explained: readonly Explained[]): Json {
  return {
    description: explained.map(([code, , when]) => `- \`${code}\`: ${when}`).join('\n'),
    headers: errorHeaders(status),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/TokenError' },
        examples: Object.fromEntries(explained.map(([code]) => [code, { value: { error: code } }])),
      },
    },
  };
}

/** The path of the token endpoint, which is outside the API itself. */
export function tokenPath(authUrl: string): Json {
  const byStatus = Map.groupBy(
    tokenErrors,
    ([, status]) => (status === 405 ? 'default' : status), // POST itself never gets it
  );
  return {
    servers: [serverObject(authUrl, authUrl, 'The authorization server')],
    post: {
      operationId: 'getAccessToken',
      tags: ['Authentication'],
      summary: 'Get an access token',
      description:
        'The client credentials grant of OAuth 2.0 (RFC 6749, section 4.4). The client’s id and secret come by HTTP Basic, never in the form. A token is valid for an hour; there is no refresh token, the same credentials get the next one.',
      security: [{ basic: [] }],
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: { $ref: '#/components/schemas/TokenRequest' },
          },
        },
      },
      responses: {
        200: {
          description: 'The token.',
          headers: {
            ...headerReferences(...limitHeaders),
            'Cache-Control': { required: true, schema: { type: 'string', enum: ['no-store'] } },
            Pragma: { required: true, schema: { type: 'string', enum: ['no-cache'] } },
          },
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/AccessToken' } },
          },
        },
        ...Object.fromEntries(
          [...byStatus].map(([status, explained]) => [status, errorResponse(status, explained)]),
        ),
      },
    },
  };
}
