import type { Addresses } from '../config.ts';
import { serviceName } from '../version.ts';
import { submissionScope } from './access.ts';
import { headers } from './openapi-headers.ts';
import { describeOperation } from './openapi-operation.ts';
import { anyOtherError, problemExamples, problemSchemas } from './openapi-problems.ts';
import type { Json, Schemas } from './openapi-schema.ts';
import { apiDescription, serverObject, tagDescriptions } from './openapi-texts.ts';
import { tokenPath, tokenSchemas } from './openapi-token.ts';
import type { Operation } from './operation.ts';

const apiVersion = '1.0.1';

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

/** The OpenAPI 3.0 document of the operations and of the token endpoint, as plain JSON. */
export function openApiDocument(operations: readonly Operation[], addresses: Addresses) {
  const schemas: Schemas = { ...problemSchemas, ...tokenSchemas };
  const responses: Schemas = { AnyOtherError: anyOtherError };
  const paths: Schemas = {};
  for (const operation of operations) {
    const described = describeOperation(operation, { schemas, responses });
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described };
  }
  paths['/oauth/token'] = tokenPath(addresses.auth);
  return {
    openapi: '3.0.3',
    info: {
      title: serviceName,
      version: apiVersion,
      description: apiDescription,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    externalDocs: { url: addresses.errors, description: 'Every error: what it means, what to do' },
    servers: [serverObject(addresses.base, addresses.auth, 'This service')],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
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
