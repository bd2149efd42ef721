import * as v from 'valibot';
import { isObject } from '../json.ts';
import { headerReferences, limitHeaders } from './openapi-headers.ts';
import { problemResponse, problemResponseName, problemsOf } from './openapi-problems.ts';
import { type Json, type Schemas, schemaOf } from './openapi-schema.ts';
import type { Operation } from './operation.ts';
import { problemTypes } from './problem-types.ts';

/** What the operations share, by name: it grows as they are described. */
type Components = { readonly schemas: Schemas; readonly responses: Schemas };

/** An operation as the document has it. */
export function describeOperation(operation: Operation, { schemas, responses }: Components): Json {
  const { operationId, tags, summary, description, body } = operation;
  const parameters = [
    ...parametersOf('path', operation.params),
    ...parametersOf('header', operation.headers),
    ...parametersOf('query', operation.query),
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

function parametersOf(place: string, entries: Readonly<Record<string, v.GenericSchema>>): Json[] {
  return Object.entries(entries).map(([name, entry]) => {
    const { description, example, ...schema } = schemaOf(entry, { named: {}, closed: true });
    return {
      // Elysia has the names of headers in lower case.
      name: place === 'header' ? name.replaceAll(/\b[a-z]/g, (c) => c.toUpperCase()) : name,
      in: place,
      required: place !== 'query',
      description,
      schema,
      // Swagger UI fills in every example, and a list with all of its filters set is empty.
      ...(place !== 'query' && example !== undefined && { example }),
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

/** One answer for each status; those that several operations share are among the components. */
function errorResponses(operation: Operation, responses: Schemas): Json {
  const byStatus = Map.groupBy(problemsOf(operation), (type) => problemTypes[type].status);
  const references = [...byStatus].map(([status, group]) => {
    const name = problemResponseName(group);
    responses[name] = problemResponse(group);
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return {
    ...Object.fromEntries(references),
    default: { $ref: '#/components/responses/AnyOtherError' },
  };
}
