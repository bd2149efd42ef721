// The benchmark's floor keeps pace with the service: it gives the same answers, on both databases.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { benchCity, seasonKey } from '../../bench/city.ts';
import { type Contest, onContest } from '../../bench/contest.ts';
import { drive } from '../../bench/drive.ts';
import {
  answersOf,
  newToken,
  operationsOf,
  requireEqual,
  writeLoad,
} from '../../bench/operations.ts';
import { plainFetch } from '../support/contract.ts';
import { failureOf } from '../support/failure.ts';
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

describe.each(['server', 'embedded'] as const)('the floor on the %s database', (place) => {
  test('answers and refuses as the service does', async () => {
    await onContest(place, await temporaryFolder(), records, async (contest) => {
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
});

const hasWrk = spawnSync('wrk').error === undefined;

test.skipIf(!hasWrk)(
  'a round counts the requests, and throws where an answer is wrong',
  async () => {
    const folder = await temporaryFolder();
    await onContest('server', folder, records, async (contest) => {
      const callers = await callersOf(contest);
      const round = { connections: 2, seconds: 1 };
      for (const [number, operation] of operations.entries()) {
        if (operation.name !== 'player' && operation.name !== 'submission') continue;
        const right = await answersOf(contest.floor.port, operation, callers);
        const load = await writeLoad(folder, 'right', operation, callers, right);
        const { requests } = await drive([contest.floor], load, { ...round, number });
        expect(requests).toBeGreaterThan(1);
        const ofTheNext = [...right.slice(1), ...right.slice(0, 1)];
        for (const [more, answers] of [right.slice(0, 1), ofTheNext].entries()) {
          const wrong = await writeLoad(folder, 'wrong', operation, callers, answers);
          const how = { ...round, number: number + 10 * (more + 1) };
          const driven = drive([contest.floor], wrong, how);
          expect(await failureOf(driven)).toContain('wrong answers');
        }
      }
    });
  },
);

test('a benchmark says what it can be told, and what it can not', () => {
  const told = (...argv: string[]) => {
    const program = join(import.meta.dirname, '../../bench/run.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...argv]);
    return { status, out: String(stdout), err: String(stderr).split('\n', 1)[0] };
  };
  const help = { status: 0, out: expect.stringContaining('[--connections 16,64]'), err: '' };
  expect(told('--help')).toEqual(help);
  const wrong = [
    ['--round', '3', `Unknown option '--round'`],
    ['--rounds', '1.5', '--rounds: "1.5" is no whole number above 0.'],
    ['--connections', '16,0', '--connections: "0" is no whole number above 0.'],
    ['--only', 'list,lists', expect.stringMatching(/^--only: "lists" is none of player, list, /)],
  ] as const;
  for (const [name, value, err] of wrong) {
    expect(told(name, value)).toEqual({ status: 2, out: '', err });
  }
});
