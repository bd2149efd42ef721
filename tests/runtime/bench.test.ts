// The benchmark's floor keeps pace with the service: it gives the same answers.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { benchCity, seasonKey } from '../../bench/city.ts';
import { type Contest, onContest } from '../../bench/contest.ts';
import { answersOf, newToken, operationsOf, requireEqual } from '../../bench/operations.ts';
import { plainFetch } from '../support/contract.ts';
import { cleanUp, temporaryFolder } from '../support/service.ts';

setDefaultTimeout(180_000);
afterAll(cleanUp);

const city = benchCity(60, 120);
const operations = operationsOf(city);
const records = [...city.records, ...city.matches];
const callersOf = async ({ service }: Contest) => ({
  keys: [seasonKey],
  tokens: [await newToken(service.port)],
});

/** The statuses of what is refused, and of a result that is sent twice. */
async function judgements(port: number, token: string): Promise<number[]> {
  const [sound = ''] = operations.find(({ name }) => name === 'submission')?.requests ?? [];
  const statuses: number[] = [];
  const send = async (path: string, headers: Record<string, string>, body?: string) => {
    const init = body === undefined ? {} : { method: 'POST', body };
    const answer = await plainFetch(`http://127.0.0.1:${port}${path}`, { headers, ...init });
    statuses.push(answer.status);
  };
  const submit = (more: object, key: string = crypto.randomUUID(), bearer = token) => {
    const result = { ...JSON.parse(sound), played_at: '2025-02-01T00:00:00Z', ...more };
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    return send('/v1/matches', { ...headers, 'idempotency-key': key }, JSON.stringify(result));
  };
  await send('/v1/players', {});
  await send('/v1/players', { 'x-api-key': 'key-that-nobody-was-given' });
  await send('/v1/players/plr_0000000000', { 'x-api-key': seasonKey });
  await submit({}, 'the same key');
  await submit({}, 'the same key');
  await submit({ court_number: 2 }, 'the same key');
  await submit({});
  await submit({}, '');
  await submit({}, 'another key', `${token.slice(0, -2)}xx`);
  await submit({ played_at: '2020-01-01T00:00:00Z' });
  await submit({ played_at: '2999-01-01T00:00:00Z' });
  await submit({ competition_id: 'cmp_0000000000' });
  await submit({ venue_id: 'ven_0000000000' });
  await submit({ player_ids: [city.playerIds[0], 'plr_0000000000'] });
  await submit({ score: { sets: [{ games: [6, 5] }, { games: [6, 4] }] } });
  await submit({ unknown: 1 });
  return statuses;
}

test('the floor answers and refuses as the service does', async () => {
  await onContest('server', await temporaryFolder(), records, async (contest) => {
    const callers = await callersOf(contest);
    for (const operation of operations) {
      const floor = await answersOf(contest.floor.port, operation, callers);
      const service = await answersOf(contest.service.port, operation, callers);
      requireEqual(operation, floor, service);
      const one = service.with(0, { text: '', shown: 'something else' });
      expect(() => requireEqual(operation, floor, one)).toThrow('something else');
    }
    const [token = ''] = callers.tokens;
    const judged = await judgements(contest.floor.port, token);
    expect(judged).toEqual(await judgements(contest.service.port, token));
    expect(judged).toContain(409);
  });
});
