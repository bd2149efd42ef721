// What must hold once a fault is over.
import { expect } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openWorkbench } from '../../commands/workbench.ts';
import { verifyRatings } from '../../modules/ratings/index.ts';
import { testSettings } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { type Account, get, goodResult, type Load } from './postgres-load.ts';
import { ask, beside, waitingSessions } from './postgres-session.ts';

/** A service, the database behind it, and the load that is or was on it. */
export type Checked = {
  readonly url: string;
  /** The database's own address, past any proxy. */
  readonly databaseUrl: string;
  readonly load: Load;
};

/** From the end of a fault until everything must be served as before it. */
const recoveryMs = 5_000;
/** Within that time every request has an answer, whatever the database does. */
const answerMs = 8_000;
/** How long submissions may take to come to wait for a lock: less than they wait for it. */
const gatheringMs = 2_500;
const mostAtOnce = 12;
const replays = 50;

/** Holds that submissions, reads and /readyz are served within 5 s. */
export async function expectServed({ url, load }: Pick<Checked, 'url' | 'load'>): Promise<void> {
  const deadline = performance.now() + recoveryMs;
  for (;;) {
    const replies = await Promise.all([
      load.deliver(goodResult()),
      get(url, '/v1/venues'),
      get(url, '/readyz'),
    ]);
    const statuses = replies.map(({ status }) => status);
    if (statuses.join() === '201,200,200') return;
    if (performance.now() > deadline) expect(statuses).toEqual([201, 200, 200]);
    await delay(50);
  }
}

/**
 * How many submissions come to wait in the database for the same lock, which are as many as the
 * service has connections for them. To be asked when the worker, which takes some, has no work.
 */
export async function requestsAtOnce(
  { databaseUrl, load }: Checked,
  expected = mostAtOnce,
): Promise<number> {
  let requests = 0;
  const sent = await beside(databaseUrl, 'lock table submission_key in share mode', async () => {
    const replies = Promise.all(
      Array.from({ length: mostAtOnce }, () => load.deliver(goodResult())),
    );
    const end = performance.now() + gatheringMs;
    while (requests < expected && performance.now() < end) {
      requests = await waitingSessions(databaseUrl);
    }
    return { replies };
  });
  await sent.replies;
  return requests;
}

/** Holds that /metrics soon tells of no connection that is in use or waited for. To be asked at rest. */
export async function expectPoolAtRest({ url }: Checked): Promise<void> {
  const count = (text: string, state: string) =>
    new RegExp(`^tennis_database_connections\\{state="${state}"\\} (\\d+)$`, 'm').exec(text)?.[1];
  const isAtRest = async () => {
    const { text } = await get(url, '/metrics');
    const [open, idle, waiting] = ['open', 'idle', 'waiting'].map((state) => count(text, state));
    return open !== undefined && open === idle && waiting === '0';
  };
  await until(isAtRest, recoveryMs, 'a pool at rest');
}

/**
 * Holds that exactly what was acknowledged is there, once, and is answered again to the same key, and that
 * of this exactly those are void.
 */
export async function expectKept(
  { databaseUrl, load }: Checked,
  isVoid: ReadonlySet<unknown> = new Set(),
): Promise<void> {
  const acknowledged = [...load.account.acknowledged];
  for (const [result, id] of acknowledged.slice(-replays)) {
    const { status, text } = await load.deliver(result);
    expect([status, text]).toEqual([201, expect.stringContaining(`{"id":"${id}",`)]);
  }
  const stored = await ask(
    databaseUrl,
    `select id, false as void from match union all select id, true from voided_match order by id`,
  );
  expect(stored).toEqual(
    acknowledged
      .map(([, id]) => id)
      .sort()
      .map((id) => ({ id, void: isVoid.has(id) })),
  );
}

/** Holds that the worker rates what is pending by itself, and that every rating follows. */
export async function expectRated({ url, databaseUrl }: Checked): Promise<void> {
  const pending = async () => (await get(url, '/metrics')).text;
  const isRated = async () => /^tennis_matches_pending 0$/m.test(await pending());
  await until(isRated, recoveryMs, 'everything rated');
  const settings = testSettings({ DATABASE_URL: databaseUrl });
  const workbench = await openWorkbench({ settings });
  // The service goes on meanwhile: drops may come due with the last of what is rated.
  const { differences } = await workbench.database.atOneMoment(verifyRatings);
  await workbench.database.close();
  expect(differences).toEqual([]);
}

/** Holds that each request was answered in time, and none with a fault of the service's own. */
export function expectAnswered({ answers, refused }: Account): void {
  const allowed: unknown[] = [200, 201, 422, 503];
  expect(answers.filter(({ status }) => !allowed.includes(status))).toEqual([]);
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(answerMs);
  expect(refused.size).toBeGreaterThan(0);
}
