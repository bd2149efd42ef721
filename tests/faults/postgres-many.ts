// Four services on one PostgreSQL take a load together while one after the other is killed.
import { setTimeout as delay } from 'node:timers/promises';
import { createDraw } from '../ratings/random-season.ts';
import { tokenFrom } from '../runtime/main-job.ts';
import { compiled, type Server } from '../runtime/programs.ts';
import type { OwnServer } from '../support/postgres.ts';
import { freePort } from '../support/raw-http.ts';
import { expectKept, expectRated, expectServed } from './postgres-checks.ts';
import { type Account, startLoad } from './postgres-load.ts';
import { newCity, noLimits, serviceSettings } from './postgres-scene.ts';

export type ManyOptions = {
  readonly submissions: number;
  readonly seed: number;
  /** About how long it is from one kill to the next, in milliseconds. */
  readonly killEveryMs: number;
};

export type ManyResult = { readonly account: Account; readonly kills: number; readonly ms: number };

const processes = 4;
/** On a busy machine the submissions may be over after one or two: then it is the runs that are met. */
const fewestKills = 3;
// A limit of a million would keep a million moments in one row: each token has a part of them.
const tokensInUse = 64;

/**
 * Spreads the submissions over four processes that share their limits in the database. Every now and
 * then one is killed (-9) or stopped and started again. Throws unless in the end exactly what was
 * acknowledged is there, and every rating follows.
 */
export async function runMany(
  postgres: OwnServer,
  { submissions, seed, killEveryMs }: ManyOptions,
): Promise<ManyResult> {
  const begun = performance.now();
  const draw = createDraw(seed);
  const databaseUrl = await newCity(postgres);
  const settings = {
    ...(await serviceSettings(databaseUrl)),
    ...noLimits,
    RATE_LIMIT_STORE: 'database',
    RATING_DELAY_SECONDS: 1,
    PUBLIC_URL: 'http://localhost:3000',
  };
  const start = async () => compiled.serve({ ...settings, PORT: await freePort() });
  const servers: Server[] = [];
  for (let n = 0; n < processes; n++) servers.push(await start());
  const anyUrl = () => draw.pick(servers).url;
  const tokens = await Promise.all(Array.from({ length: tokensInUse }, () => tokenFrom(anyUrl())));
  const load = startLoad(anyUrl, () => draw.pick(tokens), {
    submitters: 12,
    readers: 4,
    pauseMs: 1,
    most: submissions,
  });

  let isSubmitted = false;
  void load.submitted.then(() => {
    isSubmitted = true;
  });
  let kills = 0;
  while (!isSubmitted || kills < fewestKills) {
    await delay(killEveryMs / 2 + draw.below(killEveryMs));
    const place = draw.below(processes);
    servers[place]?.signal(draw.chance(0.7) ? 'SIGKILL' : 'SIGINT');
    await servers[place]?.ended;
    servers[place] = await start();
    kills += 1;
  }

  await load.stop();
  const checked = { url: anyUrl(), databaseUrl, load };
  await expectServed(checked);
  await load.stop();
  await expectRated(checked);
  await expectKept(checked);
  for (const server of servers) server.signal('SIGINT');
  await Promise.all(servers.map(({ ended }) => ended));
  return { account: load.account, kills, ms: performance.now() - begun };
}
