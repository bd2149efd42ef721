// A competition is changed while results that were judged by its old rules are on their way in.
import { afterAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { commandsOn } from '../commands/terminal.ts';
import { completed, ids } from '../support/city.ts';
import { cleanUp, startTestService } from '../support/service.ts';
import { untilWaiting } from '../support/waiting.ts';

afterAll(cleanUp);

const shortSets = ['competitions', 'update', ids.league, '--games-per-set', '4'];

test('a submission waits for a change under way, and is judged by it', async () => {
  const service = await startTestService('server');
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const changed = service.workbench.database.transaction(async (tx) => {
    await sql`update competition set games_per_set = 4 where id = ${ids.league}`.execute(tx.db);
    begun.resolve();
    await held.promise;
  });
  await begun.promise;
  const answer = service.submit(completed());
  await untilWaiting(service.workbench.database.db, 1);
  held.resolve();
  await changed;
  expect((await answer).status).toBe(422);
});

test.each([
  [shortSets, 'has results'],
  [['players', 'remove', String(ids.players[0])], 'a match refers to it'],
  [['venues', 'remove', String(ids.venues[0])], 'refers to it'],
])('%p waits for a submission under way, and is refused for it', async (command, reason) => {
  const service = await startTestService('server');
  const { database } = service.workbench;
  const free = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = database.transaction(async (tx) => {
    // No result of this player can be stored to its end.
    await sql`select from player where id = ${ids.players[1]} for update`.execute(tx.db);
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  const answer = service.submit(completed());
  await untilWaiting(service.workbench.database.db, 1);
  const update = commandsOn(service.workbench)(command);
  await untilWaiting(service.workbench.database.db, 2);
  free.resolve();
  await holder;
  expect((await answer).status).toBe(201);
  const { status, err } = await update;
  expect([status, err]).toEqual([1, expect.stringContaining(reason)]);
});
