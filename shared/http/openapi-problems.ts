import type { ProblemType } from '../problem.ts';
import { errorHeaders } from './openapi-headers.ts';
import { type Json, textSchema } from './openapi-schema.ts';
import type { Operation } from './operation.ts';
import { type ProblemTold, problemTypes } from './problem-types.ts';

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
      title: textSchema('The same for every error of the type.'),
      status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
      detail: textSchema('What is wrong with this request, for people.'),
      instance: textSchema('The path of the request.'),
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
        ...textSchema(
          'A JSON Pointer (RFC 6901, section 6) into the body, or `#/` and the name of a query parameter.',
        ),
        example: '#/score/sets/1',
      },
      detail: textSchema('What is wrong there, for people.'),
    },
    required: ['pointer', 'detail'],
  },
};

/** Each type of error that can end the operation. */
export function problemsOf({ params, query, errors = [] }: Operation): ProblemType[] {
  return [
    ...(isEmpty(query) ? [] : (['invalid-request'] as const)),
    ...(isEmpty(params) ? [] : (['not-found'] as const)),
    ...errors,
    'unauthenticated',
    'rate-limited',
    'internal-error',
    'service-unavailable',
  ];
}

const isEmpty = (entries: object) => Object.keys(entries).length === 0;

/** An example of each type of error. */
export function problemExamples(errorsUrl: string) {
  const types = Object.entries<ProblemTold>(problemTypes);
  return Object.fromEntries(
    types.map(([type, { status, title, meaning: detail, pointer }]) => {
      const errors = pointer && [{ pointer, detail }];
      const problem = {
        type: `${errorsUrl}#${type}`,
        title,
        status,
        detail,
        ...(errors && { errors }),
      };
      return [type, { summary: title, value: problem }];
    }),
  );
}

/** The answer to a group of errors that share a status. */
export function problemResponse(
  types: readonly ProblemType[],
  status: number | 'default' = problemTypes[types[0] ?? 'internal-error'].status,
): Json {
  const explanations = types.map((type) => {
    const { meaning, remedy } = problemTypes[type];
    return `${types.length > 1 ? `- \`${type}\`: ` : ''}${meaning} ${remedy}`;
  });
  return {
    description: explanations.join('\n'),
    headers: errorHeaders(status),
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

/** True of every path: no operation answers 405, but its path does to other methods. */
export const anyOtherError = {
  ...problemResponse(['method-not-allowed'], 'default'),
  description: 'Any other error has the same format, such as 405 for a method that the path lacks.',
};

/** The name of that answer among the components. */
export function problemResponseName(types: readonly ProblemType[]): string {
  const pascalCase = (type: string) =>
    type.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return types.map(pascalCase).join('Or');
}
