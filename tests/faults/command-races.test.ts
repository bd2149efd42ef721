// Commands that change the same at one moment, each from a process of its own.
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openWorkbench, type Workbench } from '../../commands/workbench.ts';
import { verifyRatings } from '../../modules/ratings/index.ts';
import { dayMs, hourMs } from '../../shared/time.ts';
import { commandsOn } from '../commands/terminal.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { cleanUp, json, startTestService, type TestService } from '../support/service.ts';
import { untilWaiting, waitingSessions } from '../support/waiting.ts';

let service: TestService;
let other: Workbench;
let on: ReturnType<typeof commandsOn>;
let beside: ReturnType<typeof commandsOn>;

beforeAll(async () => {
  service = await startTestService('server', { settings: { RATING_DELAY_SECONDS: 3600 } });
  other = await openWorkbench({ settings: service.workbench.settings });
  on = commandsOn(service.workbench);
  beside = commandsOn(other);
});
afterAll(async () => {
  await other.database.close();
  await cleanUp();
});

let day = Date.parse('2026-05-01T10:00:00Z');
beforeEach(() => {
  day += dayMs;
});
const playedAt = (hoursLater = 0) => new Date(day + hoursLater * hourMs).toISOString();

/** The id of a result that came in. */
async function submitted(changes: object = {}): Promise<string> {
  const answer = await service.submit(completed({ played_at: playedAt(), ...changes }));
  expect(answer.status).toBe(201);
  return (await json(answer)).id;
}

async function newPlayer(name: string): Promise<string> {
  const { out } = await on(['players', 'add', '--name', name, '--ntrp', '3', '--json']);
  return JSON.parse(out).id;
}

type Statement = ReturnType<typeof sql>;

/** Starts the works one after the other, each once the others wait (1.5 s at most) or are done, while a transaction holds something. */
async function inTurn<T>(hold: Statement, works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const { db } = service.workbench.database;
  const started: Promise<T>[] = [];
  let done = 0;
  await db.transaction().execute(async (holder) => {
    await hold.execute(holder);
    for (const work of works) {
      started.push(
        work().finally(() => {
          done += 1;
        }),
      );
      const until = Date.now() + 1_500;
      while (done + (await waitingSessions(db)) < started.length && Date.now() < until) {
        await delay(10);
      }
    }
  });
  return Promise.all(started);
}

const auditHeld = sql`select pg_advisory_xact_lock(hashtextextended('tennis audit', 0))`;

test('a match that comes back is judged by the rules that its competition has then', async () => {
  const id = await submitted();
  await on(['matches', 'void', id, '--reason', 'wrong', '--yes']);
  const [restored, changed] = await inTurn(auditHeld, [
    () => on(['matches', 'restore', id, '--yes']),
    () => beside(['competitions', 'update', ids.league, '--games-per-set', '4']),
  ]);
  expect([restored?.status, changed?.status]).toEqual([0, 1]);
  expect(changed?.err).toContain('has results');
  expect((await on(['backup', '-'])).status).toBe(0);
});

test('a change beside an erasure does not bring the name back', async () => {
  const id = await newPlayer('Ukryty W.');
  await inTurn(auditHeld, [
    () => on(['players', 'erase', id, '--yes']),
    () => beside(['players', 'update', id, '--available', 'monday 18:00-20:00']),
  ]);
  expect((await on(['export', '-'])).out).not.toContain('Ukryty');
});

test('nobody is merged into somebody who is just removed', async () => {
  const [from, into] = [await newPlayer('Trzy R.'), await newPlayer('Cztery R.')];
  const [removed, merged] = await inTurn(auditHeld, [
    () => beside(['players', 'remove', into]),
    () => on(['players', 'merge', from, into, '--yes']),
  ]);
  expect([removed?.status, merged?.status]).toEqual([0, 1]);
  expect(merged?.err).toContain(`There is no player with the id ${into}`);
});

/** What ends the session that holds the lock, and no other. */
const lockLost = (name: string) => () =>
  sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted
    and objid::bigint = hashtextextended(${`tennis ${name}`}, 0) & 4294967295`.execute(
    service.workbench.database.db,
  );

test.each<[what: string, correction: (first: string, second: string) => string[]]>([
  ['a match that is rated', (first) => ['matches', 'void', first]],
  ['a match that waits', (_, second) => ['matches', 'correct', second, '--score', '0-6 0-6']],
])('a correction of %s whose lock is lost is not overtaken by a rating run', async (_, correct) => {
  const { db } = service.workbench.database;
  const first = await submitted();
  const rated = await submitted({ played_at: playedAt(1) });
  await on(['ratings', 'run']);
  const second = await submitted({ played_at: playedAt(2) });
  const held = sql`select from rating_history, match
    where match_id = ${rated} and match.id = ${second} for update`;
  const [corrected, , run] = await inTurn<unknown>(held, [
    () => on([...correct(first, second), '--reason', 'wrong', '--yes']),
    lockLost('ratings'),
    () => beside(['ratings', 'run']),
  ]);
  expect([corrected, run]).toMatchObject([{ status: 0 }, { status: 0 }]);
  expect((await verifyRatings(db)).differences).toEqual([]);
});

test('a submission waits for a change of its competition, and is judged by it', async () => {
  const { db } = service.workbench.database;
  const change = sql`update competition set games_per_set = 4 where id = ${ids.tiebreakLeague}`;
  const answer = await db.transaction().execute(async (tx) => {
    await change.execute(tx);
    const submission = service.submit(completed({ competition_id: ids.tiebreakLeague }));
    await untilWaiting(db, 1);
    return { submission };
  });
  expect((await answer.submission).status).toBe(422);
});

test.each([
  [['competitions', 'update', ids.foreignCup, '--games-per-set', '4'], 'has results'],
  [['players', 'remove', String(ids.players[10])], 'a match refers to it'],
  [['venues', 'remove', String(ids.venues[2])], 'refers to it'],
])('%p waits for a submission under way, and is refused for it', async (command, reason) => {
  const token = await service.token(ids.otherClient, secrets.otherClient);
  const body = completed({
    competition_id: ids.foreignCup,
    player_ids: [ids.players[10], ids.players[11]],
    venue_id: ids.venues[2],
  });
  // No result of this player can be stored to its end.
  const held = sql`select from player where id = ${ids.players[11]} for update`;
  const [answer, refused] = await inTurn<unknown>(held, [
    () => service.submit(body, { authorization: `Bearer ${token}` }),
    () => on(command),
  ]);
  expect(answer).toMatchObject({ status: 201 });
  expect(refused).toMatchObject({ status: 1, err: expect.stringContaining(reason) });
});
