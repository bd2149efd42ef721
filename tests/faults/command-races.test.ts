// Commands that change the same at one moment, each from a process of its own.
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openWorkbench, type Workbench } from '../../commands/workbench.ts';
import { ratingLock, verifyRatings } from '../../modules/ratings/index.ts';
import { commandPatience } from '../../shared/database/server.ts';
import { dayMs, hourMs } from '../../shared/time.ts';
import { commandsOn } from '../commands/terminal.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { hold } from '../support/held.ts';
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

test('who is erased while they are removed leaves no name in the log', async () => {
  const id = await newPlayer('Secretna Q.');
  await inTurn(auditHeld, [
    () => on(['players', 'erase', id, '--yes']),
    () => beside(['players', 'remove', id]),
  ]);
  const { out } = await on(['audit', 'list', '--limit', '1000', '--json']);
  expect(out).toContain(id);
  expect(out).not.toContain('Secretna');
});

test.each(['rotate', 'revoke'])('a key that is just revoked is not there to %s', async (verb) => {
  const label = `to ${verb}`;
  await on(['keys', 'add', '--label', label]);
  const [revoked, second] = await inTurn(
    sql`select from api_key where label = ${label} for update`,
    [() => on(['keys', 'revoke', label]), () => beside(['keys', verb, label])],
  );
  expect([revoked?.status, second?.status]).toEqual([0, 1]);
  expect(second?.err).toContain(`There is no API key in use "${label}"`);
});

test('two commands that make the same say so of the second', async () => {
  const add = ['keys', 'add', '--label', 'twice'];
  const [, second] = await inTurn(auditHeld, [() => on(add), () => beside(add)]);
  const line = /^The data changed meanwhile; try again \(.*"api_key_label_once"\)\.$/;
  expect([second?.status, second?.lines]).toEqual([1, [expect.stringMatching(line)]]);
});

test('two that change the same at once both change it, one after the other', async () => {
  const printed = async (line: string) =>
    JSON.parse((await on([...line.split(' '), '--json'])).out);
  const { id } = await printed('venues add --name Korty --district Wola --address Kortowa-1');
  await inTurn(auditHeld, [
    () => on(['venues', 'update', id, '--name', 'Inne']),
    () => beside(['venues', 'update', id, '--district', 'Bemowo']),
  ]);
  expect(await printed(`venues show ${id}`)).toMatchObject({ name: 'Inne', district: 'Bemowo' });
  const { out } = await on(['audit', 'list', '--limit', '1', '--json']);
  expect(out).toContain('Bemowo');
  expect(out).not.toContain('Korty');
});

test('a change beside an erasure does not bring the name back', async () => {
  const id = await newPlayer('Ukryty W.');
  await inTurn(auditHeld, [
    () => on(['players', 'erase', id, '--yes']),
    () => beside(['players', 'update', id, '--available', 'monday 18:00-20:00']),
  ]);
  expect((await on(['export', '-'])).out).not.toContain('Ukryty');
});

test('a command that waits for another one in vain says so', async () => {
  const id = await newPlayer('Zajęta P.');
  const { db } = service.workbench.database;
  const impatient = await openWorkbench({ settings: service.workbench.settings });
  // Its connections wait for a lock for less than the usual ten seconds.
  const limited = Array.from({ length: commandPatience.connections }, () =>
    impatient.database.db.direct?.query(`select set_config('lock_timeout', '200', false)`),
  );
  await Promise.all(limited);
  const outcome = await db.transaction().execute(async (holder) => {
    await sql`select from player where id = ${id} for update`.execute(holder);
    return commandsOn(impatient)(['players', 'remove', id]);
  });
  await impatient.database.close();
  const line = 'Others are changing the same, and took too long; try again.\n';
  expect([outcome.status, outcome.err]).toEqual([1, line]);
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

test('a command whose connection ends while it waits says what to do', async () => {
  const free = await hold(service.workbench.database.locked, ratingLock);
  const command = beside(['ratings', 'rebuild', '--yes']);
  while ((await lockLost(`${ratingLock}, next`)()).rows.length === 0) await delay(10);
  const { status, lines } = await command;
  await free();
  const line =
    'The connection to the database was lost, and the command with it: give it again, unless "tennis audit list" shows that it was done.';
  expect([status, lines]).toEqual([1, [line]]);
});

test.each<[string, between: (() => Promise<unknown>)[], name: string]>([
  ['take nobody twice', [], 'Nowa Z.'],
  ['take nobody twice where the first loses its lock', [lockLost('import')], 'Nowa Y.'],
])('two imports that leave out what is known %s', async (_, between, display_name) => {
  const person = {
    kind: 'player',
    display_name,
    self_assessed_ntrp: 3,
    preferred_venue_ids: [],
    availability: [],
    created_at: '2026-01-01T10:00:00Z',
  };
  const known = (run: typeof on) => run(['import', '-', '--skip-known'], JSON.stringify(person));
  const [first, ...rest] = await inTurn<unknown>(auditHeld, [
    () => known(on),
    ...between,
    () => known(beside),
  ]);
  expect(first).toMatchObject({ status: 0 });
  for (const lost of rest.slice(0, -1)) expect(lost).toMatchObject({ rows: [{}] });
  const { out } = await on(['players', 'list', '--json']);
  expect(out.split(display_name)).toHaveLength(2);
});

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

test('a rating run beside an erasure whose lock is lost writes no name', async () => {
  const id = await newPlayer('Ukryta Q.');
  await submitted({ player_ids: [id, ids.players[1]] });
  const [erased, , run] = await inTurn<unknown>(auditHeld, [
    () => on(['players', 'erase', id, '--yes']),
    lockLost('ratings'),
    () => beside(['ratings', 'run']),
  ]);
  expect([erased, run]).toMatchObject([{ status: 0 }, { status: 0 }]);
  const { out } = await on(['export', '-']);
  expect(out).toContain(id);
  expect(out).not.toContain('Ukryta');
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
