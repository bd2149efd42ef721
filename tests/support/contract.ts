// Every answer of the API that a test receives is held against the OpenAPI document.
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { at, documentAt, membersAt } from './document.ts';

const document = documentAt('http://localhost:3000');
const special = membersAt(document, 'components', 'headers').map(([name]) => name);

/** An answer, as far as the document has a say in it. */
export type Answer = {
  readonly method: string;
  /** The path of the request, with `/v1`. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
};

const ajv = addFormats(new Ajv({ strict: true, allErrors: true }));
for (const word of ['components', 'paths', 'discriminator', 'example']) ajv.addKeyword(word);
const { components, paths } = document;
ajv.addSchema(Object(closed({ components, paths })), 'document');

/** The schemas as they are today: an answer may get new members, but not without the document. */
function closed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(closed);
  const members = Object.fromEntries(Object.entries(value).map(([k, v]) => [k, closed(v)]));
  const isSchema = members.type === 'object' && 'properties' in members;
  return isSchema ? { additionalProperties: false, ...members } : members;
}

const tokenPath = '/oauth/token';
const templates = Object.keys(paths).map((template) => {
  const base = template === tokenPath ? '' : '/v1';
  return { template, pattern: new RegExp(`^${base}${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
});

/** What of an answer contradicts the document; nothing where all is well. */
export function contradictions(answer: Answer): string[] {
  const { method, status, headers, body } = answer;
  if (method === 'OPTIONS' && templates.some(({ pattern }) => pattern.test(answer.path))) {
    return status === 204 && body === '' && headers.has('allow') ? [] : ['OPTIONS: 204 with Allow'];
  }
  const place = descriptionOf(answer);
  if (!place) return [`the status ${status} is not listed`];
  const { description, pointer } = place;
  const [[mediaType, content] = ['none', {}]] = membersAt(description, 'content');
  const faults = headerFaults(description, headers);
  if (headers.get('content-type') !== mediaType) {
    faults.push(`content-type is ${headers.get('content-type')}, not ${mediaType}`);
  }
  if (method === 'HEAD') return body === '' ? faults : [...faults, 'HEAD has a body'];
  const value: unknown = JSON.parse(body);
  const validate = ajv.getSchema(
    `document#${pointer}/content/${escaped(mediaType)}/schema`.replaceAll(/[{}]/g, encodeURI),
  );
  if (!validate) throw new Error(`There is no schema at ${pointer}.`);
  if (!validate(value)) {
    for (const { instancePath, message, params } of validate.errors ?? []) {
      faults.push(`${instancePath} ${message} ${JSON.stringify(params)}`);
    }
  }
  return [...faults, ...errorFaults(answer, content, value)];
}

/** The described response that an answer must keep to, and where it is. */
function descriptionOf({ method, path, status }: Answer) {
  const found = templates.find(({ pattern }) => pattern.test(path));
  // What has no operation is answered as any other error is.
  if (!found) return follow('/components/responses/AnyOtherError');
  const item = `/paths/${escaped(found.template)}`;
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const own = at(paths, found.template, verb);
  const [other] = membersAt(paths, found.template).flatMap(([name]) =>
    name === 'get' || name === 'post' ? name : [],
  );
  const [operation, key] = own ? [verb, String(status)] : [other, 'default'];
  return follow(`${item}/${operation}/responses/${key}`);
}

/** The value at a JSON pointer into the document, or the value that a reference there leads to. */
function follow(pointer: string): { description: unknown; pointer: string } | undefined {
  const value = at(document, ...pointer.slice(1).split('/').map(unescaped));
  const reference = at(value, '$ref');
  if (typeof reference === 'string') return follow(reference.slice(1));
  return value === undefined ? undefined : { description: value, pointer };
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (name: string) => name.replaceAll('~1', '/').replaceAll('~0', '~');

function headerFaults(description: unknown, headers: Headers): string[] {
  const listed = membersAt(description, 'headers');
  const names = new Set(listed.map(([name]) => name));
  const faults = special
    .filter((name) => headers.has(name) && !names.has(name))
    .map((name) => `the header ${name} is not listed`);
  for (const [name, entry] of listed) {
    const reference = at(entry, '$ref');
    const header = typeof reference === 'string' ? follow(reference.slice(1))?.description : entry;
    const text = headers.get(name);
    if (text === null) {
      if (at(header, 'required') === true) faults.push(`the header ${name} is missing`);
      continue;
    }
    const schema = at(header, 'schema');
    const value = at(schema, 'type') === 'integer' ? Number(text) : text;
    if (!ajv.validate(Object(schema), value)) faults.push(`the header ${name} is ${text}`);
  }
  return faults;
}

/** Where an error contradicts the examples of its response, or itself. rules 8.1 */
function errorFaults({ path, status }: Answer, content: unknown, value: unknown): string[] {
  if (status < 400) return [];
  const faults: string[] = [];
  const types = membersAt(content, 'examples').map(([name]) => name);
  const code = at(value, 'error');
  if (code !== undefined) return types.includes(String(code)) ? [] : [`${code} is not listed`];
  const type = String(at(value, 'type')).split('#')[1] ?? '';
  const example = at(components.examples, type, 'value');
  const isAnyOther = types.includes('method-not-allowed');
  if (!isAnyOther && !types.includes(type)) faults.push(`the type ${type} is not listed`);
  if (at(value, 'title') !== at(example, 'title')) faults.push('another title');
  if (at(value, 'status') !== status) faults.push('another status in the body');
  if (at(value, 'instance') !== path) faults.push('instance is not the path');
  if (at(value, 'errors') && !at(example, 'errors')) faults.push(`${type} has no errors`);
  return faults;
}

const found: string[] = [];

/** Throws where any answer so far contradicted the document, also one that a test overlooked. */
export function expectNoContradiction(): void {
  if (found.length > 0) throw new Error(found.splice(0).join('\n'));
}

/** The API and the token endpoint of whatever the tests have started. */
const isOurs = /^http:\/\/(127\.0\.0\.1|localhost):\d+\/(v1|oauth\/token)([/?]|$)/;
/** For answers of others there, which aren't checked. */
export const plainFetch = globalThis.fetch;

async function checkedFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await plainFetch(input, init);
  if (!isOurs.test(response.url)) return response;
  const body = await response
    .clone()
    .text()
    .catch(() => undefined); // the request was ended, or the server was
  if (body === undefined) return response;
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
  const { pathname: path } = new URL(response.url);
  const { status, headers } = response;
  const faults = contradictions({ method, path, status, headers, body });
  if (faults.length === 0) return response;
  const report = `${method} ${path} ${status} contradicts the document: ${faults.join('; ')}`;
  found.push(report);
  throw new Error(`${report}\n${body.slice(0, 2_000)}`);
}

globalThis.fetch = Object.assign(checkedFetch, { preconnect: plainFetch.preconnect });
