import * as v from 'valibot';
import { unreachable } from '../database/outage.ts';
import { type Problem, problemBy } from '../problem.ts';
import { keyRequired } from './access.ts';
import { wrongMethod } from './methods.ts';
import { errorHeaders } from './openapi-headers.ts';
import { type Json, textSchema } from './openapi-schema.ts';
import type { Operation } from './operation.ts';
import { problemTypes } from './problem-types.ts';
import { answerTo, failed, problemDocument } from './problems.ts';
import { parseQuery } from './query.ts';
import { rateLimited } from './rate-limit.ts';
import { found } from './reads.ts';

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

/** An occurrence of each error that can end the operation, as the service words it. */
export function problemsOf({ params, query, errors = [] }: Operation): Problem[] {
  return [
    ...(isEmpty(query) ? [] : [problemBy(() => parseQuery(query, 'limit=0'))]),
    ...(isEmpty(params) ? [] : [problemBy(() => found(examplesOf(params), undefined))]),
    ...errors,
    keyRequired(),
    rateLimited({ limit: 60, resetSeconds: 7 }),
    failed(),
    unreachable(),
  ];
}

/** Values for the parameters of a path. */
function examplesOf(params: Operation['params']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, schema]) => [name, String(v.getMetadata(schema).example)]),
  );
}

/** An example of each type of error, from the first operation that can end with it. */
export function problemExamples(operations: readonly Operation[], errorsUrl: string) {
  const examples = new Map<string, { readonly summary: string; readonly value: object }>();
  for (const operation of operations) {
    const values = examplesOf(operation.params);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
    for (const problem of [...problemsOf(operation), refusedMethod]) {
      if (examples.has(problem.type)) continue;
      const value = problemDocument(problem, `/v1${path}`, errorsUrl);
      examples.set(problem.type, { summary: value.title, value });
    }
  }
  const inOrder = Object.keys(problemTypes).map((type) => [type, examples.get(type)] as const);
  return Object.fromEntries(inOrder);
}

const isEmpty = (entries: object) => Object.keys(entries).length === 0;

/** The answer to a group of errors that share a status. */
export function problemResponse(problems: readonly Problem[]): Json {
  const isOneOfSeveral = problems.length > 1;
  const explanations = problems.map(({ type }) => {
    const { meaning, remedy } = problemTypes[type];
    return `${isOneOfSeveral ? `- \`${type}\`: ` : ''}${meaning} ${remedy}`;
  });
  return {
    description: explanations.join('\n'),
    headers: errorHeaders(problems.map(answerTo)),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(
          problems.map(({ type }) => [type, { $ref: `#/components/examples/${type}` }]),
        ),
      },
    },
  };
}

const refusedMethod = wrongMethod('DELETE', 'GET, HEAD, OPTIONS');

/** True of every path: no operation answers 405, but its path does to other methods. */
export const anyOtherError = {
  ...problemResponse([refusedMethod]),
  headers: errorHeaders([refusedMethod, unreachable()].map(answerTo)),
  description: 'Any other error has the same format, such as 405 for a method that the path lacks.',
};

/** The name of that answer among the components. */
export function problemResponseName(problems: readonly Problem[]): string {
  const pascalCase = (type: string) =>
    type.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return problems.map(({ type }) => pascalCase(type)).join('Or');
}
