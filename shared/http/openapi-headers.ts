import type { Json } from './openapi-schema.ts';

const textHeader = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});

/** Every header of an answer that a client may want to read. */
export const headers: Readonly<Record<string, Json>> = {
  Location: {
    description: 'The address of the new match.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
  'Idempotent-Replayed': {
    description: 'Sent when this answer repeats the first one to the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  RateLimit: textHeader(
    'How the limit stands: `r` requests are left, and in `t` seconds one more is free.',
    '"default";r=59;t=60',
  ),
  'RateLimit-Policy': textHeader('The limit: `q` requests in `w` seconds.', '"default";q=60;w=60'),
  'Retry-After': {
    description: 'How many seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 1 },
    example: 7,
  },
  'WWW-Authenticate': textHeader(
    'Which credentials are wanted: `ApiKey` for reads, `Basic` for a token, or `Bearer` for a submission, with what is wrong with those that came (RFC 6750, section 3).',
    'Bearer realm="tennis", error="invalid_token"',
  ),
  Allow: textHeader('For 405: the methods that the address has.', 'GET, HEAD, OPTIONS'),
};

export const limitHeaders = ['RateLimit', 'RateLimit-Policy'];

/** References to headers by name. */
export function headerReferences(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The headers of answers of that status. */
export function errorHeaders(status: number | 'default'): Json {
  return headerReferences(
    ...(status === 401 || status === 403 ? ['WWW-Authenticate'] : []),
    ...(status === 'default' ? ['Allow'] : []),
    ...(status === 429 || status === 503 || status === 'default' ? ['Retry-After'] : []),
    ...limitHeaders,
  );
}
