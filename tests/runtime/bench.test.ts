// The benchmark's floor keeps pace with the service: it gives the same answers, on both databases.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
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
import { cleanUp, temporaryFolder } from '../support/service.ts';

setDefaultTimeout(60_000);
afterAll(cleanUp);

const city = benchCity(60, 120);
const operations = operationsOf(city);
const records = [...city.records, ...city.matches];
const callersOf = async ({ service }: Contest) => ({
  keys: [seasonKey],
  tokens: [await newToken(service.port)],
});

describe.each(['server', 'embedded'] as const)('the floor on the %s database', (place) => {
  test('answers every operation as the service does', async () => {
    await onContest(place, await temporaryFolder(), records, async (contest) => {
      const callers = await callersOf(contest);
      for (const operation of operations) {
        const floor = await answersOf(contest.floor.port, operation, callers);
        const service = await answersOf(contest.service.port, operation, callers);
        requireEqual(operation, floor, service);
        const one = service.with(0, { text: '', shown: 'something else' });
        expect(() => requireEqual(operation, floor, one)).toThrow('something else');
      }
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
        const wrong = await writeLoad(folder, 'wrong', operation, callers, right.slice(0, 1));
        const driven = drive([contest.floor], wrong, { ...round, number: number + 10 });
        await expect(driven).rejects.toThrow('wrong answers');
      }
    });
  },
);
