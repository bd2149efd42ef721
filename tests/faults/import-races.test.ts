// Something is changed while a file is checked by what was there before.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { importRecords } from '../../modules/exchange/index.ts';
import { commandsOn } from '../commands/terminal.ts';
import { completed, ids } from '../support/city.ts';
import { failureOf } from '../support/failure.ts';
import { hold } from '../support/held.ts';
import { cleanUp, json, startTestService, type TestService } from '../support/service.ts';

setDefaultTimeout(180_000);
afterAll(cleanUp);

/** A result that is played so many minutes after the first one. */
function result(minute: number): Record<string, unknown> {
  const playedAt = Date.parse('2026-05-01T10:00:00Z') + minute * 60_000;
  return completed({ played_at: new Date(playedAt).toISOString() });
}

describe('an import notices, and takes nothing, where meanwhile', () => {
  /** The import of 600 results: by the time of the change 500 of them are checked. */
  async function importWhile(change: (service: TestService) => Promise<unknown>) {
    const service = await startTestService('server');
    async function* file() {
      const lines = Array.from({ length: 600 }, (_, minute) =>
        JSON.stringify({ kind: 'match', ...result(minute) }),
      );
      yield Buffer.from(lines.join('\n'));
      await change(service);
      yield Buffer.from('\n');
    }
    const actor = { actor: { user: 'tests' }, now: Date.now() };
    const imported = importRecords(service.workbench.database, file(), actor, { file: 'tests' });
    expect(await failureOf(imported)).toContain('The data changed while the file was checked');
    return (await json(await service.get('/v1/matches'))).data;
  }

  test.each([
    ['--games-per-set', '4'],
    ['--starts-on', '2026-04-02'],
  ])('a competition has other rules: %s', async (option, value) => {
    const matches = await importWhile(async ({ workbench }) => {
      const update = ['competitions', 'update', ids.league, option, value];
      expect((await commandsOn(workbench)(update)).status).toBe(0);
    });
    expect(matches).toEqual([]);
  });

  test('one of its results came in', async () => {
    const matches = await importWhile(async ({ submit }) => {
      expect((await submit(result(7))).status).toBe(201);
    });
    expect(matches).toHaveLength(1);
  });

  test('a player went', async () => {
    const matches = await importWhile(async ({ workbench }) => {
      const removal = ['players', 'remove', String(ids.players[1])];
      expect((await commandsOn(workbench)(removal)).status).toBe(0);
    });
    expect(matches).toEqual([]);
  });

  test('the database of a restore is not empty any more', async () => {
    const { workbench } = await startTestService('server', { records: [] });
    const run = commandsOn(workbench);
    async function* file() {
      yield Buffer.from(JSON.stringify({ kind: 'organizer', id: 'org_backup', name: 'A' }));
      expect((await run(['organizers', 'add', '--name', 'B'])).status).toBe(0);
    }
    const actor = { actor: { user: 'tests' }, now: Date.now() };
    const options = { file: 'tests', isBackup: true };
    const restored = importRecords(workbench.database, file(), actor, options);
    expect(await failureOf(restored)).toContain('The data changed while the file was checked');
    expect((await run(['organizers', 'list', '--json'])).out).not.toContain('org_backup');
  });

  test('the database of a restore was filled while it waited for its turn', async () => {
    const { workbench } = await startTestService('server', { records: [] });
    const { database } = workbench;
    const free = await hold(database.locked, 'import');
    let isRead = false;
    async function* file() {
      isRead = true;
      yield Buffer.from('');
    }
    const actor = { actor: { user: 'tests' }, now: Date.now() };
    const waiting = Promise.withResolvers<void>();
    const options = { file: 'tests', isBackup: true, onWaiting: waiting.resolve };
    const refused = failureOf(importRecords(database, file(), actor, options));
    await waiting.promise;
    expect((await commandsOn(workbench)(['organizers', 'add', '--name', 'B'])).status).toBe(0);
    await free();
    expect(await refused).toStartWith('The database is not empty; restore needs a new one');
    expect(isRead).toBe(false);
  });
});
