import * as v from 'valibot';
import type { Addresses } from '../config.ts';
import { type ProblemType, problemTypes } from '../problem.ts';
import {
  headerReferences,
  headers,
  limitHeaders,
  optionalHeaders,
  problemExamples,
  problemResponse,
  problemResponseName,
  problemSchemas,
} from './openapi-responses.ts';
import { isObject, type Json, type Schemas, schemaOf } from './openapi-schema.ts';
import { serverAt } from './openapi-server.ts';
import { apiDescription, tagDescriptions } from './openapi-texts.ts';
import { submissionScope, tokenPath, tokenSchemas } from './openapi-token.ts';
import type { Operation } from './operation.ts';

/** What can end every operation early, besides its own errors. */
const commonErrors = [
  'unauthenticated',
  'rate-limited',
  'internal-error',
  'service-unavailable',
] satisfies ProblemType[];

type Options = {
  readonly operations: readonly Operation[];
  readonly addresses: Addresses;
  /** The version of the interface. */
  readonly version: string;
};

/** The OpenAPI 3.0 document of the operations and of the token endpoint, as plain JSON. */
export function openApiDocument({ operations, addresses, version }: Options) {
  const schemas: Schemas = { ...problemSchemas, ...tokenSchemas };
  const responses: Schemas = { AnyOtherError: anyOtherError };
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const known = paths[operation.path];
    const described = describeOperation(operation, schemas, responses);
    paths[operation.path] = { ...known, [operation.method]: described };
  }
  paths['/oauth/token'] = tokenPath(addresses.auth);
  return {
    openapi: '3.0.3',
    info: {
      title: 'Amateur Tennis Ratings',
      version,
      description: apiDescription,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    externalDocs: { url: addresses.errors, description: 'Every error: what it means, what to do' },
    servers: [serverAt(addresses.base, addresses.auth, 'This service')],
    tags: Object.entries(tagDescriptions).map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      securitySchemes: securitySchemes(`${addresses.auth}/oauth/token`),
      schemas,
      responses,
      headers,
      examples: problemExamples(addresses.errors),
    },
  };
}

function securitySchemes(tokenUrl: string): Json {
  const scopes = { [submissionScope]: 'Submit results of the competitions that you organize.' };
  return {
    apiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'For everything that reads.',
    },
    oauth2: {
      type: 'oauth2',
      description: 'For submitting results.',
      flows: { clientCredentials: { tokenUrl, scopes } },
    },
    basic: {
      type: 'http',
      scheme: 'basic',
      description: 'For the token endpoint alone: client id and secret.',
    },
  };
}

function describeOperation(operation: Operation, schemas: Schemas, responses: Schemas): Json {
  const { operationId, tags, summary, description, body } = operation;
  const parameters = [
    ...parametersOf('path', operation.params, true),
    ...parametersOf('header', operation.headers, true),
    ...parametersOf('query', operation.query, false),
  ];
  return {
    operationId,
    tags,
    summary,
    description,
    security: operation.security ?? [{ apiKey: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body, schemas) }),
    responses: { ...success(operation, schemas), ...errorResponses(operation, responses) },
  };
}

function parametersOf(
  place: string,
  entries: Readonly<Record<string, v.GenericSchema>>,
  required: boolean,
): Json[] {
  return Object.entries(entries).map(([name, entry]) => {
    const { description, example, ...schema } = schemaOf(entry, { named: {}, closed: true });
    return {
      // Elysia has the names of headers in lower case.
      name: place === 'header' ? name.replaceAll(/\b[a-z]/g, (c) => c.toUpperCase()) : name,
      in: place,
      required,
      description,
      schema,
      ...(example !== undefined && { example }),
    };
  });
}

/** A body whose `status` tells which of the titled schemas it keeps to. */
function requestBody({ options }: NonNullable<Operation['body']>, named: Schemas): Json {
  const bodies = options.flatMap((option) => {
    const reference = schemaOf(option, { named, closed: true });
    const { description: summary, example } = v.getMetadata(option);
    return isObject(example)
      ? [{ status: String(example.status), reference, summary, example }]
      : [];
  });
  return {
    required: true,
    content: {
      'application/json': {
        schema: {
          oneOf: bodies.map(({ reference }) => reference),
          discriminator: {
            propertyName: 'status',
            mapping: Object.fromEntries(
              bodies.map(({ status, reference }) => [status, reference.$ref]),
            ),
          },
        },
        examples: Object.fromEntries(
          bodies.map(({ status, summary, example }) => [status, { summary, value: example }]),
        ),
      },
    },
  };
}

function success({ method, output }: Operation, named: Schemas): Json {
  const created = method === 'post';
  const names = created ? ['Location', 'Idempotent-Replayed', ...limitHeaders] : limitHeaders;
  return {
    [created ? 201 : 200]: {
      description: created ? 'What was created.' : 'What was asked for.',
      headers: headerReferences(...names),
      content: { 'application/json': { schema: schemaOf(output, { named, closed: false }) } },
    },
  };
}

/** One answer for each status; those that several operations share stand among the components. */
function errorResponses({ errors }: Operation, responses: Schemas): Json {
  const byStatus = Map.groupBy([...errors, ...commonErrors], (type) => problemTypes[type].status);
  const references = [...byStatus].map(([status, types]) => {
    const name = problemResponseName(types);
    responses[name] = problemResponse(types);
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return {
    ...Object.fromEntries(references),
    default: { $ref: '#/components/responses/AnyOtherError' },
  };
}

// No operation answers 405, but its path does to other methods, and there may be more errors one day.
const anyOtherError = {
  ...problemResponse(['method-not-allowed']),
  headers: { ...headerReferences('Allow'), ...optionalHeaders('Retry-After', ...limitHeaders) },
  description: 'Any other error has the same format, such as 405 for a method that the path lacks.',
};
