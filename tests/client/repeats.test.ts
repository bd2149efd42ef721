// What the typed client does by itself where the network or the service fails, the limit is reached, or a token ends.
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { createClient, Problem, type Result } from '../../clients/typescript/client.ts';
import { commandsOn } from '../commands/terminal.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { onDatabase, startTestService, type TestService } from '../support/service.ts';
import { type Trouble, wayTo } from './way.ts';

const credentials = { apiKey: secrets.key, clientId: ids.client, clientSecret: secrets.client };
const result = () => completed() as Result;
const busy = (status: number, retryAfter?: string) =>
  new Response('<html>Busy</html>', {
    status,
    headers: retryAfter ? { 'retry-after': retryAfter } : {},
  });

onDatabase('embedded', 'The typed client', (kind) => {
  let service: TestService;
  let way: Awaited<ReturnType<typeof wayTo>>;
  beforeAll(async () => {
    service = await startTestService(kind, { settings: { ADDRESS_LIMIT_PER_MINUTE: 1_000 } });
    way = await wayTo(service.url);
  });
  beforeEach(() => {
    way.seen.splice(0);
    way.troubles.splice(0);
  });
  afterAll(() => way.close());

  const newClient = () => createClient({ baseUrl: way.url, ...credentials });
  const problemOf = async (promise: Promise<unknown>) => {
    const error = await promise.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Problem);
    return error as Problem;
  };
  const sent = (line: string) => way.seen.filter((entry) => entry.line === line);
  const submissions = () => sent('POST /way/v1/matches');
  const tokens = () => sent('POST /way/oauth/token');

  const passing: readonly (readonly [string, () => Trouble])[] = [
    ['the request is lost', () => 'cut'],
    ['the answer is lost', () => 'lost'],
    ['the answer breaks off', () => 'torn'],
    ['the service fails', () => busy(500)],
    ['a proxy finds no service', () => busy(502)],
    ['the service is busy', () => busy(503, '1')],
    ['the limit is reached', () => busy(429, '1')],
  ];
  test.each(passing)('stores a result once where %s', async (_, trouble) => {
    const client = newClient();
    await client.submit(result());
    way.seen.splice(0);
    way.troubles.push(trouble());
    const begun = performance.now();
    const match = await client.submit(result());
    expect(performance.now() - begun).toBeGreaterThan(990);
    const keys = submissions().map(({ key }) => key);
    expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0]]);
    const { played_at } = match;
    const { data } = await client.get('/matches', { query: { played_after: played_at, limit: 2 } });
    expect(data.map(({ id }) => id)).toEqual([match.id]);
  });

  test('gives the result that was submitted with the key before', async () => {
    const body = result();
    const { id } = await newClient().submit(body, 'row 7');
    expect(await newClient().submit(body, 'row 7')).toMatchObject({ id });
  });

  test('gives up after five tries, with the last answer', async () => {
    way.troubles.push(...Array.from({ length: 5 }, () => busy(503, '1')));
    const problem = await problemOf(newClient().get('/venues'));
    expect(problem).toMatchObject({ status: 503, retryAfterSeconds: 1, type: 'about:blank' });
    expect(way.seen).toHaveLength(5);
  });

  test('repeats nothing where that can’t help', async () => {
    way.troubles.push(busy(503, '3600'));
    expect(await problemOf(newClient().get('/venues'))).toMatchObject({ retryAfterSeconds: 3600 });
    const reader = createClient({ baseUrl: way.url, apiKey: 'trk_wrong' });
    expect(await problemOf(reader.get('/venues'))).toMatchObject({ code: 'unauthenticated' });
    const stranger = createClient({
      baseUrl: way.url,
      clientId: ids.client,
      clientSecret: 'trs_x',
    });
    expect(await problemOf(stranger.submit(result()))).toMatchObject({
      status: 401,
      code: 'invalid_client',
    });
    expect(way.seen.map(({ status }) => status)).toEqual([503, 401, 401]);
    expect(() => createClient({ baseUrl: 'localhost', apiKey: '' })).toThrow(TypeError);
    expect(submissions()).toEqual([]);
  });

  test('gets one token for all that is submitted at once, and after a failure another', async () => {
    const client = newClient();
    way.troubles.push(busy(400));
    await problemOf(client.submit(result()));
    await Promise.all([client.submit(result()), client.submit(result()), client.submit(result())]);
    expect(tokens()).toHaveLength(2);
    expect(submissions()).toHaveLength(3);
  });

  test('renews a token a minute before its end', async () => {
    const client = newClient();
    const token = await service.token(ids.client, secrets.client);
    way.troubles.push(Response.json({ access_token: token, expires_in: 62 }));
    await client.submit(result());
    await client.submit(result());
    expect(tokens()).toHaveLength(1);
    await Bun.sleep(2_000);
    await client.submit(result());
    expect(tokens()).toHaveLength(2);
  });

  test('renews a token that has ended early, for all that were refused by it', async () => {
    const client = newClient();
    await client.submit(result());
    const { status } = await commandsOn(service.workbench)(['secret', 'rotate', '--overlap', '0']);
    expect(status).toBe(0);
    await Bun.sleep(2_000); // by then the service knows
    way.seen.splice(0);
    await Promise.all([client.submit(result()), client.submit(result())]);
    expect(tokens()).toHaveLength(1);
    expect(submissions().map((entry) => entry.status)).toEqual([401, 401, 201, 201]);
  });
});

onDatabase('embedded', 'The typed client at the limit', (kind) => {
  test('waits for the next free request instead of being refused', async () => {
    const service = await startTestService(kind, { settings: { RATE_LIMIT_PER_MINUTE: 3 } });
    const way = await wayTo(service.url);
    const client = createClient({ baseUrl: way.url, ...credentials });
    const begun = performance.now();
    await Promise.all(Array.from({ length: 5 }, () => client.get('/venues')));
    expect(performance.now() - begun).toBeGreaterThan(59_000);
    expect(way.seen.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    way.close();
  });
});
