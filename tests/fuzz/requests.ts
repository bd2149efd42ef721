// Requests made from our own OpenAPI document, valid ones and such as nobody should send.
import fc from 'fast-check';
import { completed, ids, retired, secrets, walkover } from '../support/city.ts';
import { at, documentAt, membersAt } from '../support/document.ts';

export type FuzzRequest = {
  readonly method: string;
  /** Path and query, as they go over the wire. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array<ArrayBuffer> | undefined;
};

type Arbitrary<T> = fc.Arbitrary<T>;

const document = documentAt('http://localhost:3000');
const knownIds: Readonly<Record<string, readonly string[]>> = {
  player_id: ids.players,
  match_id: ['mat_aaaaaaaaa1'],
  competition_id: [ids.league, ids.shortCup],
  venue_id: ids.venues,
};

/** Texts that programs stumble over. */
const oddText = fc.oneof(
  fc.constantFrom('', '%zz', '%00', '%FF', '%C3%28', '+', '~0~1', '__proto__', 'null'),
  fc.constantFrom('plr_', 'plr_AAAAAAAAAA', `plr_${'a'.repeat(300)}`, '-1', '1e3', '0x10', '１２'),
  fc
    .string({ unit: 'binary', maxLength: 12 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
);

const pathArbitrary = (template: string): Arbitrary<string> =>
  fc.tuple(...template.split('/').map((part) => segment(part))).map((parts) => parts.join('/'));

function segment(part: string): Arbitrary<string> {
  const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
  if (!name) return fc.constant(part);
  const known = fc.constantFrom(...(knownIds[name] ?? ['x']));
  const kind = knownIds[name]?.[0]?.slice(0, 4) ?? '';
  return fc.oneof(
    { weight: 4, arbitrary: known },
    { weight: 1, arbitrary: fc.constant(`${kind}zzzzzzzzzz`) },
    { weight: 1, arbitrary: oddText.map((text) => text.replaceAll('/', '%2F') || 'x') },
  );
}

/** A value for a query parameter: often what its schema takes, sometimes not. */
function queryValue(schema: unknown): Arbitrary<string> {
  const words = at(schema, 'enum');
  const valid: Arbitrary<unknown> = Array.isArray(words)
    ? fc.constantFrom(...words)
    : at(schema, 'type') === 'integer'
      ? fc.integer({
          min: Number(at(schema, 'minimum') ?? 0),
          max: Number(at(schema, 'maximum') ?? 3000),
        })
      : at(schema, 'format') === 'date-time'
        ? fc.constantFrom(
            '2026-05-01T10:00:00Z',
            '2026-05-01T10:00:00 02:00',
            '2026-05-01t10:00:00.5z',
          )
        : fc.constantFrom(ids.venues[0], ids.players[0], ids.league, 'Mokotów', '2026-spring');
  return fc.oneof(
    { weight: 4, arbitrary: valid.map((value) => encodeURIComponent(String(value))) },
    { weight: 1, arbitrary: oddText },
    { weight: 1, arbitrary: fc.integer().map(String) },
  );
}

function queryArbitrary(operation: unknown): Arbitrary<string> {
  const parameters = Object.values(Object(at(operation, 'parameters')))
    .filter((parameter) => at(parameter, 'in') === 'query')
    .map((parameter) => [String(at(parameter, 'name')), at(parameter, 'schema')] as const);
  const unknown = fc.tuple(fc.constantFrom('page', 'Limit', '%zz', ''), oddText);
  const known = parameters.map(([name, schema]) => fc.tuple(fc.constant(name), queryValue(schema)));
  const pairs =
    known.length === 0
      ? unknown
      : fc.oneof({ weight: 8, arbitrary: fc.oneof(...known) }, { weight: 1, arbitrary: unknown });
  return fc
    .array(pairs, { maxLength: 4 })
    .map((list) => list.map(([name, value]) => `${name}=${value}`).join('&'));
}

const oddValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1.5,
    1e300,
    '',
    [],
    {},
    [[]],
    'x',
    '\0',
    '\ud800',
    'plr_aaaaaaaa01',
  ),
  fc.constantFrom({ toString: 1 }, { constructor: 2 }, [6, 4], [6, 4, 1], ['6', '4'], 9e15),
  fc.jsonValue({ maxDepth: 3 }),
);

type Step = {
  readonly pick: number;
  readonly kind: 'remove' | 'replace' | 'add' | 'repeat';
  readonly value: unknown;
};

const step: Arbitrary<Step> = fc.record({
  pick: fc.nat(1_000),
  kind: fc.constantFrom('remove', 'replace', 'add', 'repeat'),
  value: oddValue,
});

/** Changes one place of a JSON value, chosen by number. */
function mutate(value: unknown, { pick, kind, value: odd }: Step): unknown {
  const places: { holder: Record<string, unknown>; name: string }[] = [];
  const copy = structuredClone(value);
  const visit = (holder: unknown) => {
    if (typeof holder !== 'object' || holder === null) return;
    for (const name of Object.keys(holder)) {
      places.push({ holder: holder as Record<string, unknown>, name });
      visit(Object(holder)[name]);
    }
  };
  visit(copy);
  const place = places[pick % Math.max(1, places.length)];
  if (!place) return odd;
  const { holder, name } = place;
  if (kind === 'replace') holder[name] = odd;
  else if (kind === 'add' && !Array.isArray(holder))
    Object.defineProperty(
      holder,
      ['extra', '__proto__', 'constructor', 'tiebreak'][pick % 4] ?? '',
      { value: odd, enumerable: true, configurable: true, writable: true },
    );
  else if (Array.isArray(holder))
    kind === 'remove' ? holder.splice(Number(name), 1) : holder.push(holder[Number(name)]);
  else if (kind === 'remove') delete holder[name];
  return copy;
}

const encoder = new TextEncoder();
const json = (value: unknown) => encoder.encode(JSON.stringify(value));

const bodyArbitrary: Arbitrary<Uint8Array<ArrayBuffer>> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom(completed, retired, walkover).map((make) => json(make())),
  },
  {
    weight: 10,
    arbitrary: fc
      .tuple(
        fc.constantFrom(completed, retired, walkover),
        fc.array(step, { minLength: 1, maxLength: 3 }),
      )
      .map(([make, steps]) => json(steps.reduce(mutate, make()))),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      encoder.encode(''),
      encoder.encode('{"a":1e400}'),
      encoder.encode('['.repeat(40) + ']'.repeat(40)),
      encoder.encode('['.repeat(30_000)),
      encoder.encode(`{"a":"${'x'.repeat(65_600)}"}`),
      encoder.encode('\ufeff{}'),
      encoder.encode('{"status":"completed","status":"walkover"}'),
      encoder.encode('{"__proto__":{"status":"retired"}}'),
      encoder.encode('"\\ud800"'),
      new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]),
    ),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
);

const oddHeader = fc.constantFrom<readonly [string, string]>(
  ['content-encoding', 'gzip'],
  ['content-type', 'text/plain'],
  ['content-type', 'application/json; charset=utf-8'],
  ['x-forwarded-for', '1.2.3.4, not an address'],
  ['origin', 'https://club.example'],
  ['accept', 'image/png'],
  ['range', 'bytes=0-1'],
  ['if-none-match', '*'],
  ['x-http-method-override', 'DELETE'],
);

const operations = membersAt(document.paths)
  .filter(([template]) => template !== '/oauth/token')
  .flatMap(([template, item]) =>
    membersAt(item)
      .filter(([verb]) => verb === 'get' || verb === 'post')
      .map(([verb, operation]) => ({ template, verb, operation })),
  );

const basic = (id: string, secret: string) => `Basic ${btoa(`${id}:${secret}`)}`;

/** Any request to the token endpoint. */
const tokenRequest: Arbitrary<FuzzRequest> = fc
  .record({
    method: fc.constantFrom('POST', 'POST', 'POST', 'POST', 'GET', 'PUT', 'OPTIONS'),
    authorization: fc.constantFrom(
      basic(ids.client, secrets.client),
      basic(ids.client, secrets.client),
      basic(ids.client, 'not-the-secret-of-this-client'),
      basic('%zz', '%'),
      'Basic !!!',
      `Bearer ${secrets.client}`,
      '',
    ),
    mediaType: fc.constantFrom(
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded; charset=utf-8',
      'application/x-www-form-urlencoded',
      'application/json',
      '',
    ),
    form: fc.array(
      fc.tuple(
        fc.constantFrom('grant_type', 'grant_type', 'scope', 'client_secret', 'x', ''),
        fc.oneof(fc.constantFrom('client_credentials', 'matches:write', 'all', ''), oddText),
      ),
      { maxLength: 4 },
    ),
    length: fc.constantFrom(0, 0, 0, 0, 0, 70_000),
  })
  .map(({ method, authorization, mediaType, form, length }) => ({
    method,
    target: '/oauth/token',
    headers: [
      ['authorization', authorization] as const,
      ['content-type', mediaType] as const,
    ].filter(([, value]) => value !== ''),
    body:
      method === 'POST' || method === 'PUT'
        ? encoder.encode(
            form.map(([name, value]) => `${name}=${value}`).join('&') + 'x'.repeat(length),
          )
        : undefined,
  }));

/** Any request to anything in the document; `token` is a valid access token. */
export function requestArbitrary(token: string): Arbitrary<FuzzRequest> {
  return fc.oneof(
    { weight: 15, arbitrary: operationRequest(token) },
    { weight: 1, arbitrary: tokenRequest },
  );
}

function operationRequest(token: string): Arbitrary<FuzzRequest> {
  const credentials = fc.oneof(
    { weight: 12, arbitrary: fc.constant('right') },
    { weight: 1, arbitrary: fc.constantFrom('none', 'wrong', 'swapped', 'both') },
  );
  return fc
    .constantFrom(...operations, ...operations.filter(({ verb }) => verb === 'post'))
    .chain(({ template, verb, operation }) =>
      fc
        .record({
          path: pathArbitrary(template),
          query: queryArbitrary(operation),
          who: credentials,
          method: fc.oneof(
            { weight: 12, arbitrary: fc.constant(verb.toUpperCase()) },
            { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH') },
          ),
          body: bodyArbitrary,
          key: fc.oneof(
            { weight: 8, arbitrary: fc.uuid() },
            {
              weight: 1,
              arbitrary: fc.constantFrom('', 'again', 'x'.repeat(255), 'x'.repeat(256)),
            },
          ),
          odd: fc.array(oddHeader, { maxLength: 1 }),
        })
        .map(({ path, query, who, method, body, key, odd }) => {
          const needsToken = (verb === 'post') !== (who === 'swapped');
          const headers: [string, string][] = [];
          const bearer = who === 'wrong' ? `${token}x` : token;
          const apiKey = who === 'wrong' ? `${secrets.key}x` : secrets.key;
          if (who !== 'none' && (needsToken || who === 'both'))
            headers.push(['authorization', `Bearer ${bearer}`]);
          if (who !== 'none' && (!needsToken || who === 'both'))
            headers.push(['x-api-key', apiKey]);
          if (method === 'POST' && key !== '') headers.push(['idempotency-key', key]);
          const bears = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
          return {
            method,
            target: `/v1${path}${query === '' ? '' : `?${query}`}`,
            headers: [...headers, ...odd.map(([name, value]): [string, string] => [name, value])],
            body: bears ? body : undefined,
          };
        }),
    );
}
