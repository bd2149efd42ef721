// What the tests of the reads share: the table of problems, and tables of statuses.
import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { secrets } from './city.ts';
import { type DatabaseKind, json, startTestService, type TestService } from './service.ts';

type Problem = readonly [type: string, title: string];

/** The problems that a read can end with, by status. rules 8.1 */
const problems: Readonly<Record<number, Problem>> = {
  400: ['invalid-request', 'Invalid request'],
  401: ['unauthenticated', 'Authentication required'],
  404: ['not-found', 'Not found'],
  405: ['method-not-allowed', 'Method not allowed'],
  429: ['rate-limited', 'Rate limit reached'],
  500: ['internal-error', 'Internal error'],
  503: ['service-unavailable', 'Service unavailable'],
};

/** Headers that come with a problem of that status, and with no other. */
const ownHeaders: Readonly<Record<number, readonly string[]>> = {
  401: ['www-authenticate'],
  405: ['allow'],
  429: ['retry-after'],
  503: ['retry-after'],
};

type Fault = { readonly pointer: string };

/** Expects a problem document that is right in every member; `pointers` are those of its `errors`, in any order. */
export async function expectProblem(
  response: Response,
  status: number,
  pointers?: readonly string[],
): Promise<void> {
  const [type, title] = problems[status] ?? ['', ''];
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
  expect(present).toEqual([...(ownHeaders[status] ?? [])]);
}

/** How many requests the limit still leaves, by its header. */
export function requestsLeft({ headers }: Response): number {
  return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
}

/** Requests a minute that a key has in `startReads`. */
export const keyLimit = 200;

/** A service for the tests of one read, whose limit is low enough to be used up. */
export function startReads(
  kind: DatabaseKind,
  options: Omit<NonNullable<Parameters<typeof startTestService>[1]>, 'settings'> = {},
): Promise<TestService> {
  return startTestService(kind, { ...options, settings: { RATE_LIMIT_PER_MINUTE: keyLimit } });
}

/** `limited`: the key's limit is used up; `broken`: the table is gone; `away`: the database refuses. */
type Situation = 'limited' | 'broken' | 'away';

export type StatusCase = {
  readonly status: number;
  readonly why: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly pointers?: readonly string[];
  readonly when?: Situation;
};

/** Tests one status each; `table` is the one that the operation reads. */
export function testStatuses(
  service: () => TestService,
  table: string,
  cases: readonly StatusCase[],
): void {
  for (const { status, why, path, method = 'GET', headers, pointers, when } of cases) {
    test(`${method} answers ${status} where ${why}`, async () => {
      const key = when === 'limited' ? secrets.otherKey : secrets.key;
      const send = () =>
        fetch(service().url + path, { method, headers: { 'x-api-key': key, ...headers } });
      const response = await whileIn(when, service(), table, send);
      if (status === 200) {
        expect(response.status).toBe(200);
        expect(await json(response)).toBeObject();
      } else {
        await expectProblem(response, status, pointers);
      }
      // Without a valid key it is the address's limit that counts.
      const quota = status === 401 ? 1_000_000 : keyLimit;
      expect(response.headers.get('ratelimit-policy')).toBe(`"default";q=${quota};w=60`);
      expect(response.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=([1-9]|[1-5]\d|60)$/);
    });
  }
}

async function whileIn(
  situation: Situation | undefined,
  service: TestService,
  table: string,
  send: () => Promise<Response>,
): Promise<Response> {
  if (situation === undefined) return send();
  if (situation === 'limited') {
    await Promise.all(Array.from({ length: keyLimit }, async () => (await send()).arrayBuffer()));
    return send();
  }
  return withTableGone(service, table, situation, send);
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
