import { headerReferences, limitHeaders, optionalHeaders } from './openapi-responses.ts';
import type { Json } from './openapi-schema.ts';
import { serverAt } from './openapi-server.ts';

/** The scope that a submission needs. rules 6.1 */
export const submissionScope = 'matches:write';

/** What the token endpoint answers, which keeps to OAuth's own formats. RFC 6749, section 5 */
export const tokenSchemas = {
  TokenRequest: {
    type: 'object',
    properties: {
      grant_type: { type: 'string', enum: ['client_credentials'] },
      scope: {
        type: 'string',
        description: 'Scopes with spaces between; without it, all that the client may have.',
        example: submissionScope,
      },
    },
    required: ['grant_type'],
  },
  AccessToken: {
    type: 'object',
    properties: {
      access_token: { type: 'string', description: 'Opaque; what `Authorization: Bearer` takes.' },
      token_type: { type: 'string', enum: ['Bearer'] },
      expires_in: { type: 'integer', description: 'For how many seconds it is valid.' },
      scope: { type: 'string', description: 'The scopes granted, with spaces between.' },
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
      error_description: { type: 'string', description: 'What is wrong, for people.' },
    },
    required: ['error'],
  },
} satisfies Record<string, Json>;

type TokenError = { readonly error: string; readonly when: string; readonly example: string };

/** The errors of the token endpoint by their status: when each comes, and how it reads. */
export const tokenErrors: Readonly<Record<number, readonly TokenError[]>> = {
  400: [
    {
      error: 'invalid_request',
      when: 'The form is malformed, or `grant_type` is missing.',
      example: '"grant_type" is missing.',
    },
    {
      error: 'unsupported_grant_type',
      when: '`grant_type` is not `client_credentials`.',
      example: 'The only grant_type is client_credentials.',
    },
    {
      error: 'invalid_scope',
      when: 'A requested scope does not exist, or the client may not have it.',
      example: 'The scope does not exist or is not allowed.',
    },
  ],
  401: [
    {
      error: 'invalid_client',
      when: 'The client id or the secret is missing or wrong.',
      example: 'The client id or the secret is wrong.',
    },
  ],
  405: [
    {
      error: 'invalid_request',
      when: 'The method is not `POST`.',
      example: 'Use POST.',
    },
  ],
  413: [
    {
      error: 'invalid_request',
      when: 'The form is longer than 64 KiB.',
      example: 'The body is longer than 64 KiB.',
    },
  ],
  429: [
    {
      error: 'invalid_request',
      when: 'Too many requests came from this address within a minute.',
      example: 'Too many requests from this address.',
    },
  ],
  500: [
    {
      error: 'invalid_request',
      when: 'The service failed; the request is not to blame.',
      example: 'The service failed.',
    },
  ],
  503: [
    {
      error: 'invalid_request',
      when: 'The service can not answer for the moment.',
      example: 'The database can not be reached for the moment.',
    },
  ],
};

const headersOf: Readonly<Record<string, Json>> = {
  401: headerReferences('WWW-Authenticate', ...limitHeaders),
  405: {
    ...headerReferences('Allow'),
    ...optionalHeaders('Retry-After', ...limitHeaders),
  },
  429: headerReferences('Retry-After', ...limitHeaders),
  500: optionalHeaders(...limitHeaders),
  503: { ...headerReferences('Retry-After'), ...optionalHeaders(...limitHeaders) },
};

function errorResponse(status: string, errors: readonly TokenError[]): Json {
  return {
    description: errors.map(({ error, when }) => `- \`${error}\`: ${when}`).join('\n'),
    headers: headersOf[status] ?? headerReferences(...limitHeaders),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/TokenError' },
        examples: Object.fromEntries(
          errors.map(({ error, example }) => [
            error,
            { value: { error, error_description: example } },
          ]),
        ),
      },
    },
  };
}

/** The path of the token endpoint, which stands outside the API itself. */
export function tokenPath(authUrl: string): Json {
  return {
    servers: [serverAt(authUrl, authUrl, 'The authorization server')],
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
          Object.entries(tokenErrors).map(([status, errors]) => [
            status === '405' ? 'default' : status, // POST itself never gets it
            errorResponse(status, errors),
          ]),
        ),
      },
    },
  };
}
