// What the tests of the API's answers share: the table of problems, pages, and tables that are away.
import { expect } from 'bun:test';
import { sql } from 'kysely';
import { json, type TestService } from './service.ts';

/** Every type of problem with its status and title; a status alone means the first one here. rules 8.1 */
const problems: Readonly<Record<string, readonly [status: number, title: string]>> = {
  'invalid-request': [400, 'Invalid request'],
  unauthenticated: [401, 'Authentication required'],
  'insufficient-scope': [403, 'Insufficient scope'],
  'not-competition-organizer': [403, 'Not the competition organizer'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'Method not allowed'],
  'duplicate-match': [409, 'Duplicate match'],
  'idempotency-conflict': [409, 'Idempotency key conflict'],
  'payload-too-large': [413, 'Payload too large'],
  'unsupported-media-type': [415, 'Unsupported media type'],
  'invalid-score': [422, 'Invalid score'],
  'validation-failed': [422, 'Validation failed'],
  'rate-limited': [429, 'Rate limit reached'],
  'internal-error': [500, 'Internal error'],
  'service-unavailable': [503, 'Service unavailable'],
};

/** Headers that come with a problem of that type, and with no other. */
const ownHeaders: Readonly<Record<string, readonly string[]>> = {
  unauthenticated: ['www-authenticate'],
  'insufficient-scope': ['www-authenticate'],
  'method-not-allowed': ['allow'],
  'rate-limited': ['retry-after'],
  'service-unavailable': ['retry-after'],
};

type Fault = { readonly pointer: string };

/** Expects a problem document that is right in every member; `pointers` are those of its `errors`, in any order. */
export async function expectProblem(
  response: Response,
  problem: string | number,
  pointers?: readonly string[],
): Promise<void> {
  const [type = '', [status, title] = [0, '']] =
    Object.entries(problems).find(([type, [status]]) => problem === type || problem === status) ??
    [];
  const { pathname, port } = new URL(response.url);
  const { errors, ...body } = await json(response);
  const found = errors?.toSorted((a: Fault, b: Fault) => a.pointer.localeCompare(b.pointer));
  expect([response.status, { ...body, ...(errors && { errors: found }) }]).toEqual([
    status,
    {
      type: `http://localhost:${port}/errors#${type}`,
      title,
      status,
      detail: expect.stringMatching(/\S/),
      instance: pathname,
      ...(pointers && {
        errors: pointers
          .toSorted((a, b) => a.localeCompare(b))
          .map((pointer) => ({ pointer, detail: expect.stringMatching(/\S/) })),
      }),
    },
  ]);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const special = ['www-authenticate', 'allow', 'retry-after'];
  const present = special.filter((name) => response.headers.has(name));
  expect(present).toEqual([...(ownHeaders[type] ?? [])]);
}

/** How many requests the limit still leaves, by its header. */
export function requestsLeft({ headers }: Response): number {
  return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
}

/** Does the work while the table has another name, or a view in its place refuses to be read. */
export async function withTableGone<T>(
  { workbench }: TestService,
  table: string,
  situation: 'broken' | 'away',
  work: () => Promise<T>,
): Promise<T> {
  const run = (statement: string) => sql.raw(statement).execute(workbench.database.db);
  await run(`alter table ${table} rename to away`);
  if (situation === 'away') {
    // 57P03: cannot_connect_now, what PostgreSQL itself says while it starts or recovers.
    await run(`create function refuse() returns boolean language plpgsql as
      $$ begin raise exception 'starting up' using errcode = '57P03'; end $$`);
    await run(`create view ${table} as select * from away where refuse()`);
  }
  try {
    return await work();
  } finally {
    if (situation === 'away') {
      await run(`drop view ${table}`);
      await run('drop function refuse');
    }
    await run(`alter table away rename to ${table}`);
  }
}

/** The rows of a page and its cursor; throws where the answer is no page. */
export async function page(
  service: TestService,
  path: string,
): Promise<{ data: Record<string, unknown>[]; next: string | null }> {
  const response = await service.get(path);
  const { data, next_cursor: next, ...rest } = await json(response);
  if (response.status !== 200 || Object.keys(rest).length > 0) {
    throw new Error(`${path}: ${response.status} ${JSON.stringify(rest)}`);
  }
  return { data, next };
}

/** The ids on the only page of a list. */
export async function idsAt(service: TestService, path: string): Promise<unknown[]> {
  const { data, next } = await page(service, path);
  expect(next).toBeNull();
  return data.map(({ id }) => id);
}
