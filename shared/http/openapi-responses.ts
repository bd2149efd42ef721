import { type ProblemType, problemTypes } from '../problem.ts';
import { allProblemTypes, exampleProblem } from './openapi-problems.ts';
import type { Json } from './openapi-schema.ts';

const integerText = (description: string, example: number): Json => ({
  description,
  required: true,
  schema: { type: 'integer', minimum: 1 },
  example,
});
const text = (description: string, example: string): Json => ({
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
  RateLimit: text(
    'How the limit stands: `r` requests are left, and in `t` seconds one more is free.',
    '"default";r=59;t=60',
  ),
  'RateLimit-Policy': text('The limit: `q` requests in `w` seconds.', '"default";q=60;w=60'),
  'Retry-After': integerText('How many seconds to wait before the next request.', 7),
  'WWW-Authenticate': text(
    'Which credentials are wanted, and what is wrong with those that came (RFC 6750, section 3).',
    'Bearer realm="tennis", error="invalid_token"',
  ),
  Allow: {
    ...text('For 405: the methods that the address has.', 'GET, HEAD, OPTIONS'),
    required: false,
  },
};

/** References to headers by name. */
export function headerReferences(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers by name that come with some answers of a kind and not with others. */
export function optionalHeaders(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { ...headers[name], required: false }]));
}

export const limitHeaders = ['RateLimit', 'RateLimit-Policy'];

/** The schemas of problem documents. */
export const problemSchemas = {
  Problem: {
    type: 'object',
    description: 'What went wrong (RFC 9457).',
    properties: {
      type: {
        type: 'string',
        format: 'uri',
        description: 'The kind of error, and where it is explained: what programs branch on.',
      },
      title: { type: 'string', description: 'The same for every error of the type.' },
      status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
      detail: { type: 'string', description: 'What is wrong with this request, for people.' },
      instance: { type: 'string', description: 'The path of the request.' },
      errors: {
        type: 'array',
        minItems: 1,
        items: { $ref: '#/components/schemas/FieldError' },
        description: 'Each wrong member or parameter, where the request has such.',
      },
    },
    required: ['type', 'title', 'status', 'detail'],
  },
  FieldError: {
    type: 'object',
    properties: {
      pointer: {
        type: 'string',
        description:
          'A JSON Pointer (RFC 6901, section 6) into the body, or `#/` and the name of a query parameter.',
        example: '#/score/sets/1',
      },
      detail: { type: 'string', description: 'What is wrong there, for people.' },
    },
    required: ['pointer', 'detail'],
  },
} satisfies Record<string, Json>;

/** A named example of each type of error. */
export function problemExamples(errorsUrl: string): Json {
  return Object.fromEntries(
    allProblemTypes.map((type) => [
      type,
      { summary: problemTypes[type].title, value: exampleProblem(type, errorsUrl) },
    ]),
  );
}

// While the database is away, a limit that is kept in it isn't known.
const headersOf: Partial<Record<ProblemType, readonly string[]>> = {
  unauthenticated: ['WWW-Authenticate', ...limitHeaders],
  'insufficient-scope': ['WWW-Authenticate', ...limitHeaders],
  'method-not-allowed': ['Allow', ...limitHeaders],
  'rate-limited': ['Retry-After', ...limitHeaders],
  'internal-error': [],
  'service-unavailable': ['Retry-After'],
};

/** The answer to a group of errors that share a status. */
export function problemResponse(types: readonly ProblemType[]): Json {
  const namesOf = (type: ProblemType) => headersOf[type] ?? limitHeaders;
  const names = [...new Set([...types.flatMap(namesOf), ...limitHeaders])];
  const certain = names.filter((name) => types.every((type) => namesOf(type).includes(name)));
  return {
    description: types.map((type) => describe(type, types.length > 1)).join('\n'),
    headers: { ...optionalHeaders(...names), ...headerReferences(...certain) },
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(
          types.map((type) => [type, { $ref: `#/components/examples/${type}` }]),
        ),
      },
    },
  };
}

/** The name of that answer among the components. */
export function problemResponseName(types: readonly ProblemType[]): string {
  return types.map(pascalCase).join('Or');
}

function describe(type: ProblemType, oneOfSeveral: boolean): string {
  const { meaning, remedy } = problemTypes[type];
  return oneOfSeveral ? `- \`${type}\`: ${meaning} ${remedy}` : `${meaning} ${remedy}`;
}

function pascalCase(type: string): string {
  return type.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
