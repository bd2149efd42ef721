import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import * as v from 'valibot';
import { scoreFaults } from '../../modules/matches/index.ts';
import { SubmissionSchema } from '../../modules/matches/schema.ts';
import { erasedName } from '../../modules/ratings/index.ts';
import { submissionScope } from '../../shared/http/access.ts';
import { problemsOf } from '../../shared/http/openapi-problems.ts';
import { problemTypes } from '../../shared/http/problem-types.ts';
import type { FieldError, ProblemType } from '../../shared/problem.ts';
import { at, documentAt, membersAt, operations } from '../support/document.ts';

const document = documentAt('https://tennis.example');

/** Every `$ref` in a value. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' ? [String(member)] : references(member),
  );
}

/** What a reference leads to; other values stay. */
function resolved(value: unknown): unknown {
  const reference = at(value, '$ref');
  return typeof reference === 'string' ? at(document, ...reference.slice(2).split('/')) : value;
}

// Of OpenAPI's own keywords ajv knows `nullable` alone.
const ajv = addFormats(new Ajv({ strict: true }));
for (const word of ['components', 'discriminator', 'example']) ajv.addKeyword(word);
ajv.addSchema({ components: document.components }, 'document');

/** The check of a named schema. */
function validator(name: string): (value: unknown) => unknown {
  const validate = ajv.getSchema(`document#/components/schemas/${name}`);
  if (!validate) throw new Error(`There is no schema ${name}.`);
  return validate;
}

describe('each operation', () => {
  test('is told apart, summed up, explained and tagged', () => {
    const tags = document.tags.map(({ name }) => name);
    for (const [path, item] of membersAt(document, 'paths')) {
      for (const method of ['get', 'post']) {
        const operation = at(item, method);
        if (!operation) continue;
        expect(String(at(operation, 'summary')).length, path).toBeGreaterThan(5);
        expect(String(at(operation, 'description')).length, path).toBeGreaterThan(20);
        expect(tags).toContain(String(at(operation, 'tags', 0)));
      }
    }
  });
});

describe('parameters have the bounds and defaults that the checks have', () => {
  const limit = { type: 'integer', minimum: 1, maximum: 100, default: 20 };
  const dateTime = { type: 'string', format: 'date-time' };
  const venueId = { type: 'string', pattern: '^ven_[a-z0-9]{10}$' };
  const playerId = { type: 'string', pattern: '^plr_[a-z0-9]{10}$' };
  test.each([
    ['/players', 'limit', limit],
    ['/matches', 'limit', limit],
    ['/players', 'cursor', { type: 'string' }],
    ['/players', 'min_rating', { type: 'integer', minimum: 0 }],
    ['/players', 'venue_id', venueId],
    ['/players/{player_id}/match-suggestions', 'limit', { ...limit, maximum: 10, default: 5 }],
    [
      '/players/{player_id}/match-suggestions',
      'max_rating_gap',
      { type: 'integer', minimum: 0, maximum: 500, default: 150 },
    ],
    ['/players/{player_id}', 'player_id', playerId],
    ['/matches', 'player_id', playerId],
    ['/matches', 'played_after', dateTime],
    ['/matches', 'played_before', dateTime],
    ['/matches', 'status', { type: 'string', enum: ['completed', 'retired', 'walkover'] }],
    ['/competitions', 'type', { type: 'string', enum: ['league', 'tournament'] }],
    ['/venues', 'district', { type: 'string' }],
  ])('%s: %s', (path, name, schema) => {
    const parameters = membersAt(document, 'paths', path, 'get', 'parameters');
    const parameter = parameters.map(([, each]) => each).find((each) => at(each, 'name') === name);
    expect(at(parameter, 'schema')).toEqual(schema);
    expect(at(parameter, 'description')).toBeString();
  });

  test('a submission needs an Idempotency-Key of 1 to 255 characters', () => {
    expect(at(document, 'paths', '/matches', 'post', 'parameters', 0)).toMatchObject({
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    });
  });
});

describe('the body of a submission', () => {
  const content = at(
    document,
    ...['paths', '/matches', 'post', 'requestBody', 'content', 'application/json'],
  );

  test('is one of three, told apart by status', () => {
    expect(references(at(content, 'schema', 'oneOf'))).toEqual([
      '#/components/schemas/CompletedResult',
      '#/components/schemas/RetiredResult',
      '#/components/schemas/WalkoverResult',
    ]);
    expect(at(content, 'schema', 'discriminator', 'propertyName')).toBe('status');
  });

  test.each(['completed', 'retired', 'walkover'])('the example "%s" is accepted', (status) => {
    const example = at(content, 'examples', status, 'value');
    expect(at(example, 'status')).toBe(status);
    const submission = v.parse(SubmissionSchema, example);
    const format = { games_per_set: 6, no_ad: false, final_set: 'match_tiebreak' } as const;
    expect<FieldError[]>(scoreFaults(submission, format)).toEqual([]);
    expect(
      validator(`${status.charAt(0).toUpperCase()}${status.slice(1)}Result`)(example),
    ).toBeTrue();
  });

  test('an unknown member is refused', () => {
    const example = { ...Object(at(content, 'examples', 'completed', 'value')), court: 2 };
    expect(validator('CompletedResult')(example)).toBeFalse();
  });
});

describe('the answers', () => {
  test.each(operations)('$operationId: the example is what it answers', ({ output }) => {
    const schema = at(document, 'components', 'schemas');
    const list = at(output, 'entries', 'data', 'item') !== undefined;
    const title = String(
      v.getMetadata(Object(at(output, 'entries', 'data', 'item') ?? output)).title,
    );
    const example = at(schema, title, 'example');
    const page = at(output, 'entries', 'next_cursor') ? { next_cursor: null } : {};
    const answer = list ? { data: [example], ...page } : example;
    expect(v.safeParse(output, answer).issues).toBeUndefined();
    expect(validator(`${title}`)(example)).toBeTrue();
  });

  test('may get new members', () => {
    const player = {
      ...Object(at(document, 'components', 'schemas', 'Player', 'example')),
      new: 1,
    };
    expect(validator('Player')(player)).toBeTrue();
  });

  test.each([
    ['/matches', 'post', '201', 'Location, Idempotent-Replayed, RateLimit, RateLimit-Policy'],
    ['/matches', 'post', '403', 'WWW-Authenticate, RateLimit, RateLimit-Policy'],
    ['/players', 'get', '200', 'RateLimit, RateLimit-Policy'],
    ['/players', 'get', '401', 'WWW-Authenticate, RateLimit, RateLimit-Policy'],
    ['/players', 'get', '429', 'Retry-After, RateLimit, RateLimit-Policy'],
    ['/players', 'get', '503', 'Retry-After, RateLimit, RateLimit-Policy'],
    ['/players', 'get', 'default', 'Allow, Retry-After, RateLimit, RateLimit-Policy'],
    ['/oauth/token', 'post', '401', 'WWW-Authenticate, RateLimit, RateLimit-Policy'],
    ['/oauth/token', 'post', '429', 'Retry-After, RateLimit, RateLimit-Policy'],
  ])('%s %s %s has the headers %s', (path, method, status, names) => {
    const response = resolved(at(document, 'paths', path, method, 'responses', status));
    const headers = membersAt(response, 'headers').map(([name]) => name);
    expect(headers.join(', ')).toBe(names);
  });
});

describe('every type of error', () => {
  const types = Object.keys(problemTypes) as ProblemType[];
  const used = new Set(references(document));

  test.each(types)('%s has an example', (type) => {
    const example = at(document, 'components', 'examples', type, 'value');
    expect(used).toContain(`#/components/examples/${type}`);
    expect(validator('Problem')(example)).toBeTrue();
  });

  test.each(operations)('$operationId names each that can end it', (operation) => {
    const item = at(document, 'paths', operation.path, operation.method);
    for (const type of problemsOf(operation)) {
      const { status } = problemTypes[type];
      const response = resolved(at(item, 'responses', status));
      const examples = at(response, 'content', 'application/problem+json', 'examples');
      expect(at(examples, type)).toEqual({ $ref: `#/components/examples/${type}` });
    }
  });
});

describe('credentials', () => {
  test('reads need the key, submissions the scope, the token endpoint Basic', () => {
    const schemes = at(document, 'components', 'securitySchemes');
    expect(at(schemes, 'apiKey')).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
    });
    expect(at(schemes, 'basic')).toMatchObject({ type: 'http', scheme: 'basic' });
    const flow = at(schemes, 'oauth2', 'flows', 'clientCredentials');
    expect(at(flow, 'tokenUrl')).toBe('https://tennis.example/oauth/token');
    expect(membersAt(flow, 'scopes').map(([scope]) => scope)).toEqual([submissionScope]);
    const securityOf = (path: string, method: string) =>
      at(document, 'paths', path, method, 'security');
    expect(securityOf('/venues', 'get')).toEqual([{ apiKey: [] }]);
    expect(securityOf('/matches', 'post')).toEqual([{ oauth2: [submissionScope] }]);
    expect(securityOf('/oauth/token', 'post')).toEqual([{ basic: [] }]);
  });
});

describe('addresses', () => {
  test('are those of the installation', () => {
    expect(document.servers[0]).toMatchObject({ url: 'https://tennis.example/v1' });
    expect(at(document, 'paths', '/oauth/token', 'servers', 0, 'url')).toBe(
      'https://tennis.example',
    );
    expect(document.info.version).toBe('1.0.1');
  });

  test('are a variable while nobody has named a public one', () => {
    const [server] = documentAt('http://localhost:3000').servers;
    expect(at(server, 'url')).toBe('{public_url}/v1');
    expect(at(server, 'variables', 'public_url', 'default')).toBe('http://localhost:3000');
  });
});

// rules 11
test('it tells clients what corrections leave of results and of players', () => {
  const words = `${document.info.description}`;
  expect(words).toContain('A voided match is 404');
  expect(words).toContain('keeps one id, with all matches; the other is 404');
  expect(words).toContain(`is called “${erasedName}”`);
  const duplicate = problemTypes['duplicate-match'].remedy;
  expect(duplicate).toContain('if that one is wrong, the operator corrects it');
});

// rules 4.5, 5.3
test('what it says of submissions leaves out those whom it does not hold for', () => {
  const words = `${at(document, 'paths', '/matches', 'post', 'description')}`;
  expect(words).toContain('a completed match at one set all needs one');
  expect(words).toContain('at most 5 minutes ahead, that of a walkover further');
});

describe('as a whole', () => {
  test('it is plain JSON', () => {
    expect<unknown>(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test('no reference leads nowhere', () => {
    const all = references(document);
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter((reference) => !resolved({ $ref: reference }))).toEqual([]);
  });

  test.each(membersAt(document, 'components', 'schemas').map(([name]) => name))(
    'the schema %s can be compiled',
    (name) => {
      expect(validator(name)).toBeFunction();
    },
  );

  test.each(['https://tennis.example', 'http://localhost:3000'])(
    'redocly finds nothing by its recommended rules (at %s)',
    (publicUrl) => {
      const folder = mkdtempSync(join(tmpdir(), 'tennis-openapi-'));
      const file = join(folder, 'openapi.json');
      writeFileSync(file, JSON.stringify(documentAt(publicUrl)));
      const root = join(import.meta.dirname, '../..');
      const { stdout, status } = spawnSync(
        process.execPath,
        [
          join(root, 'node_modules/@redocly/cli/bin/cli.js'),
          ...['lint', file, '--config', join(root, 'redocly.yaml'), '--format', 'json'],
        ],
        {
          encoding: 'utf8',
          env: {
            ...process.env,
            REDOCLY_TELEMETRY: 'off',
            REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
          },
        },
      );
      rmSync(folder, { recursive: true });
      const report: unknown = JSON.parse(stdout.slice(stdout.indexOf('{')));
      expect(at(report, 'problems')).toEqual([]);
      expect(status).toBe(0);
    },
    30_000,
  );
});
