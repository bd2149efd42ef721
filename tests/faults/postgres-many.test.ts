import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { endPrograms } from '../runtime/programs.ts';
import type { OwnServer } from '../support/postgres.ts';
import { cleanUp } from '../support/service.ts';
import { runMany } from './postgres-many.ts';
import { startCityServer } from './postgres-scene.ts';

setDefaultTimeout(180_000);
let postgres: OwnServer;
beforeAll(async () => {
  postgres = await startCityServer();
});
afterAll(async () => {
  await endPrograms();
  await cleanUp();
  await postgres.stop();
});

const submissions = Number(process.env.SUBMISSIONS ?? 300);

test(
  `four processes take ${submissions} results once each, and correct some, while they are harmed`,
  async () => {
    const seed = Number(process.env.SEED ?? 1);
    const options = { submissions, seed, harmEveryMs: 300 };
    const { account, harms, corrections } = await runMany(postgres, options);
    const { acknowledged, refused, answers } = account;
    console.log(
      `${submissions} submissions, ${acknowledged.size} acknowledged, ${refused.size} refused, ` +
        `${harms} harms, ${corrections} corrections, 0 lost, 0 doubled`,
    );
    expect(acknowledged.size + refused.size).toBe(submissions + 1); // one to see that it serves
    expect(harms).toBeGreaterThanOrEqual(4);
    const allowed: unknown[] = [200, 201, 422, 503, undefined];
    expect(answers.filter(({ status }) => !allowed.includes(status))).toEqual([]);
  },
  Math.max(180_000, submissions * 100),
);
