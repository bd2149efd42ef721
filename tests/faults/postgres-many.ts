// Four services on one PostgreSQL take a load together, and commands correct what came in, while one after
// the other is killed, frozen, or cut off.
import { expect } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createDraw, type Draw } from '../ratings/random-season.ts';
import { tokenFrom } from '../runtime/main-job.ts';
import { compiled, type Environment, type Server } from '../runtime/programs.ts';
import type { OwnServer } from '../support/postgres.ts';
import { freePort } from '../support/raw-http.ts';
import { expectKept, expectRated, expectServed } from './postgres-checks.ts';
import { type Account, startLoad } from './postgres-load.ts';
import { newCity, noLimits, serviceSettings } from './postgres-scene.ts';
import { ask } from './postgres-session.ts';

export type ManyOptions = {
  readonly submissions: number;
  readonly seed: number;
  /** About how long it is from one harm to the next, in milliseconds. */
  readonly harmEveryMs: number;
};

export type ManyResult = {
  readonly account: Account;
  readonly harms: number;
  /** How many corrections were made. */
  readonly corrections: number;
};

const processes = 4;
/** On a busy machine the submissions may be over after one or two: then it is the runs that are met. */
const fewestHarms = 4;
const mostFrozenMs = 1_000;
// A limit of a million would keep a million moments in one row: each token has a part of them.
const tokensInUse = 64;

/**
 * Spreads the submissions over four processes that share their limits in the database, beside commands that
 * void, restore and correct what came in. Every now and then a process is killed (-9) or stopped and started
 * again, is frozen, or some sessions of the database end. Throws unless in the end exactly what was
 * acknowledged and isn't void is there, and every rating follows.
 */
export async function runMany(
  postgres: OwnServer,
  { submissions, seed, harmEveryMs }: ManyOptions,
): Promise<ManyResult> {
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

  let isOver = false;
  const correcting = correctSome(settings, load.account, draw, () => isOver);
  let isSubmitted = false;
  void load.submitted.then(() => {
    isSubmitted = true;
  });
  let harms = 0;
  while (!isSubmitted || harms < fewestHarms) {
    await delay(harmEveryMs / 2 + draw.below(harmEveryMs));
    const place = draw.below(processes);
    const server = servers[place];
    const harm = harmsInTurn[harms % harmsInTurn.length];
    if (harm === 'cut off') await ask(databaseUrl, endSessions);
    else if (harm === 'freeze') {
      server?.signal('SIGSTOP');
      await delay(draw.below(mostFrozenMs));
      server?.signal('SIGCONT');
    } else {
      server?.signal(harm === 'kill' ? 'SIGKILL' : 'SIGINT');
      await server?.ended;
      servers[place] = await start();
    }
    harms += 1;
  }

  isOver = true;
  const { corrections, isVoid } = await correcting;
  await load.stop();
  const checked = { url: anyUrl(), databaseUrl, load };
  await expectServed(checked);
  await load.stop();
  await expectRated(checked);
  await expectKept(checked, isVoid);
  for (const server of servers) server.signal('SIGINT');
  await Promise.all(servers.map(({ ended }) => ended));
  return { account: load.account, harms, corrections };
}

const harmsInTurn = ['kill', 'freeze', 'cut off', 'stop'] as const;

const scores = ['6-1 6-1', '7-6(3) 6-2', '6-4 3-6 7-5'];

/** Why a command may not have done it: its session was one of those that ended, or it is so already. */
const notDone =
  /^(The connection to the database was lost|The database of DATABASE_URL: |.* is so already)/;

const endSessions = `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() order by random() limit 3) drawn`;

/** Voids, restores and corrects matches, until it is over; how often, and which are void in the end. */
async function correctSome(
  settings: Environment,
  { acknowledged }: Account,
  draw: Draw,
  isOver: () => boolean,
) {
  const isVoid = new Set<unknown>();
  let corrections = 0;
  while (!isOver() || corrections === 0) {
    await delay(10);
    if (acknowledged.size === 0) continue;
    const id = draw.pick([...acknowledged.values()]);
    const verb = isVoid.has(id) ? 'restore' : draw.pick(['void', 'correct']);
    const score = verb === 'correct' ? ['--score', draw.pick(scores)] : [];
    const args = ['matches', verb, id, ...score, '--reason', 'it was wrong', '--yes'];
    const { status, err } = await compiled.run(args, settings);
    if (status === 0) {
      corrections += 1;
      if (verb === 'void') isVoid.add(id);
      if (verb === 'restore') isVoid.delete(id);
      continue;
    }
    expect(err).toMatch(notDone);
    const found = await ask(
      `${settings.DATABASE_URL}`,
      `select from voided_match where id = '${id}'`,
    );
    if (found.length > 0) isVoid.add(id);
    else isVoid.delete(id);
  }
  return { corrections, isVoid };
}
