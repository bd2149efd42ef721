import type { Json } from './openapi-schema.ts';

const textHeader = (description: string, example: string) => ({
  description,
  required: true,
  schema: { type: 'string' },
  example,
});

/** Every header of an answer that a client may want to read; required where it always comes. */
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
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 7,
  },
  'WWW-Authenticate': textHeader(
    'Which credentials are wanted: `ApiKey` for reads, `Basic` for a token, or `Bearer` for a submission, with what is wrong with those that came (RFC 6750, section 3).',
    'Bearer realm="tennis", error="invalid_token"',
  ),
  Allow: {
    ...textHeader('For 405: the methods that the address has.', 'GET, HEAD, OPTIONS'),
    required: false,
  },
};

export const limitHeaders = ['RateLimit', 'RateLimit-Policy'];

/** References to headers by name. */
export function headerReferences(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

type ErrorAnswer = { readonly status: number; readonly headers: Readonly<Record<string, string>> };

/** The headers of answers to the errors, optional unless each of them has it. */
export function errorHeaders(errors: readonly ErrorAnswer[]): Json {
  const bears = ({ status, headers: own }: ErrorAnswer, name: string) =>
    // While the database is away, a limit that is kept in it isn't known.
    limitHeaders.includes(name) ? status < 500 : name.toLowerCase() in own;
  const names = ['WWW-Authenticate', 'Allow', 'Retry-After', ...limitHeaders].filter(
    (name) => limitHeaders.includes(name) || errors.some((error) => bears(error, name)),
  );
  const optional = names.filter(
    (name) => headers[name]?.required && !errors.every((error) => bears(error, name)),
  );
  return {
    ...headerReferences(...names),
    ...Object.fromEntries(optional.map((name) => [name, { ...headers[name], required: false }])),
  };
}
