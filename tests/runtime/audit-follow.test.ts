// A command that changes something is a line in the log of each running server. rules 12.1
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createLog } from '../../shared/log.ts';
import { ownUser } from '../../shared/user.ts';
import { importInto } from '../commands/exchange.ts';
import { tennis } from '../commands/terminal.ts';
import { startProxy } from '../faults/postgres-proxy.ts';
import { completed, ids } from '../support/city.ts';
import {
  freshDatabase,
  onBothDatabases,
  runService,
  type TestService,
  testSettings,
} from '../support/service.ts';

onBothDatabases('the log of a running server', (kind) => {
  const told: Record<string, unknown>[] = [];
  const log = createLog('info', false, (line) => void told.push(JSON.parse(line)));
  let service: TestService;
  let settings: Record<string, string | undefined>;
  let proxy: Awaited<ReturnType<typeof startProxy>> | undefined;
  const [venue = ''] = ids.venues;
  const by = `ewa as ${ownUser()}`; // the caller's user, not the server's
  beforeAll(async () => {
    const { DATABASE_URL, DATA_DIR } = await freshDatabase(kind);
    settings = { DATABASE_URL, DATA_DIR };
    proxy = DATABASE_URL ? await startProxy(DATABASE_URL) : undefined;
    const url = proxy && { DATABASE_URL: proxy.url };
    service = await runService(testSettings({ ...settings, ...url } as object), { log });
  });
  afterAll(async () => {
    await service.stop();
    await proxy?.close();
  });

  /** What the log has told of commands, once that is among it. */
  async function toldUntil(msg: string) {
    const isOfCommand = ({ by, msg }: Record<string, unknown>) => by !== undefined && msg;
    while (!told.some((line) => line.msg === msg)) await delay(20);
    const lines = told.splice(0).filter(isOfCommand);
    return lines.map(({ level: _, time: __, ...line }) => line);
  }
  /** A command of a process of its own, which is forwarded where the database is embedded. */
  async function command(...words: string[]) {
    const outcome = await tennis(words, { ...settings, SUDO_USER: 'ewa' });
    expect(outcome).toMatchObject({ status: 0, err: '' });
  }

  test('has one line of each, with who, what and which, and none of a submission', async () => {
    await toldUntil('imported');
    expect((await service.submit(completed())).status).toBe(201);
    await command('venues', 'update', venue, '--name', 'Legia');
    await command('secret', 'rotate');
    expect(await toldUntil('signing secret rotated')).toEqual([
      { by, to: venue, msg: 'venue updated' },
      { by, msg: 'signing secret rotated' },
    ]);
  });

  test('has none of what an imported log tells of earlier days', async () => {
    const entry = {
      kind: 'audit',
      actor: { user: 'eva' },
      action: 'venue updated',
      subject: venue,
    };
    const nothing = { reason: null, before: null, after: null };
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000).toISOString();
    const old = { ...entry, ...nothing, at: twoDaysAgo };
    expect(await importInto(service.workbench, [old])).toEqual({ ok: true, faults: [] });
    expect(await toldUntil('imported')).toEqual([{ by: 'tests', msg: 'imported' }]);
  });

  if (kind === 'server') {
    test('misses none, and tells none twice, across an outage', async () => {
      await proxy?.refuse();
      await command('venues', 'update', venue, '--name', 'Warszawianka');
      while (!told.some(({ msg }) => msg === 'the database is gone')) await delay(20);
      await proxy?.accept();
      const expected = [{ by, to: venue, msg: 'venue updated' }];
      expect(await toldUntil('venue updated')).toEqual(expected);
      await command('players', 'update', ids.players[0] ?? '', '--name', 'Anna L.');
      expect(await toldUntil('player updated')).toMatchObject([{ msg: 'player updated' }]);
    });
  }

  test('has what a command did just before the server stopped, and nothing until its start', async () => {
    await command('venues', 'update', venue, '--name', 'Legia II');
    await service.stop();
    expect(await toldUntil('venue updated')).toEqual([{ by, to: venue, msg: 'venue updated' }]);
    await command('venues', 'update', venue, '--name', 'Skra');
    service = await runService(testSettings(settings as object), { log, records: [] });
    await command('organizers', 'update', ids.organizer, '--name', 'Club');
    expect(await toldUntil('organizer updated')).toEqual([
      { by, to: ids.organizer, msg: 'organizer updated' },
    ]);
  });
});
