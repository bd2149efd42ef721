// Commands in processes of their own.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../shared/config.ts';
import { migrations } from '../../shared/database/migrations/index.ts';
import { tennis } from '../commands/terminal.ts';
import { cleanUp, freshDatabase, temporaryFolder } from '../support/service.ts';
import { cityFile } from './main-job.ts';
import { compiled, endPrograms } from './programs.ts';

setDefaultTimeout(180_000);
afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

const places = ['alone in a new folder', 'beside a server', 'on PostgreSQL'] as const;

async function settingsFor(place: (typeof places)[number]): Promise<Partial<Settings>> {
  if (place === 'on PostgreSQL') return freshDatabase('server');
  if (place === 'alone in a new folder') return { DATA_DIR: join(await temporaryFolder(), 'new') };
  const settings = await freshDatabase('embedded');
  await compiled.serve(settings);
  return settings;
}

test.each(places)('commands work %s', async (place) => {
  const settings = await settingsFor(place);
  const applied = place === 'alone in a new folder' ? migrations.map(({ name }) => name) : [];
  const first = await tennis(['migrate', '--json'], settings);
  expect(first).toMatchObject({ status: 0, err: '' });
  expect(JSON.parse(first.out)).toEqual({ applied: expect.arrayContaining(applied) });
  const then = await tennis(['migrate'], settings);
  expect(then.out).toBe('The schema is up to date.\n');

  const added = await tennis(['keys', 'add', '--label', 'website', '--json'], settings);
  expect(added).toMatchObject({ status: 0, err: '' });
  const { id } = JSON.parse(added.out);
  const again = await tennis(['keys', 'add', '--label', 'website'], settings);
  expect([again.status, again.out, again.lines.length]).toEqual([1, '', 1]);
  const list = await tennis(['keys', 'list', '--json'], settings);
  expect(JSON.parse(list.out)).toMatchObject([{ id, revoked_at: null }]);
});

test('an import writes no progress where nobody looks', async () => {
  const outcome = await tennis(['import', '-'], await freshDatabase('server'), cityFile);
  expect(outcome).toMatchObject({ status: 0, err: '' });
});

describe('without a database', () => {
  let DATA_DIR = '';
  beforeAll(async () => {
    DATA_DIR = join(await temporaryFolder(), 'data');
  });
  const refused = (said: string, status = 2) => ({
    status,
    out: '',
    lines: [expect.stringContaining(said)],
  });

  test('a mistake is told, and leaves no folder behind', async () => {
    const mistake = await tennis(['organisers', 'list'], { DATA_DIR });
    expect(mistake).toMatchObject(refused('Did you mean organizers?'));
    for (const command of ['serve', 'demo']) {
      const given = await tennis([command, '--port', '3001'], { DATA_DIR });
      expect(given).toMatchObject(refused('PORT=…'));
    }
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test('a bad setting keeps nobody from the help, but from the commands that need it', async () => {
    for (const words of [['--help'], ['help', 'serve'], ['help', 'demo']]) {
      const help = await tennis(words, { DATA_DIR, PORT: 'abc' });
      expect([help.status, help.out]).toEqual([0, expect.stringContaining('Usage: tennis')]);
    }
    const list = await tennis(['organizers', 'list'], { DATA_DIR, PORT: 'abc' });
    expect(list).toMatchObject(refused('PORT is "abc"'));
    const hidden = 'a-secret-that-is-too-short';
    const serve = await tennis(['serve'], { DATA_DIR, TOKEN_SECRET: hidden });
    expect(serve).toMatchObject(refused('TOKEN_SECRET'));
    expect(serve.err).not.toContain(hidden);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test('config shows every setting, where it comes from, and no secret', async () => {
    const secret = 'a-secret-that-nobody-may-see-0123456789';
    const given = { DATA_DIR, PORT: '8080', TOKEN_SECRET: secret };
    const { out } = await tennis(['config', '--json'], given);
    expect(out).not.toContain(secret);
    const { server, settings: shown } = JSON.parse(out);
    expect(server).toBe(null);
    expect(shown).toContainEqual({ name: 'PORT', value: '8080', source: 'environment' });
    expect(shown).toContainEqual({ name: 'HOST', value: '127.0.0.1', source: 'default' });
    const value = expect.stringContaining('*');
    expect(shown).toContainEqual({ name: 'TOKEN_SECRET', value, source: 'environment' });
    const saying = async (more: object) =>
      (await tennis(['config'], { ...given, ...more })).out.split('\n\n')[0];
    const own = 'the settings are those of this shell';
    expect(await saying({})).toBe(
      `server   none answers on ${DATA_DIR}: ${own}\nbackups  a server of this shell would make none: BACKUP_DIR is not set`,
    );
    expect(await saying({ DATABASE_URL: 'postgres://127.0.0.1:1/t', BACKUP_DIR: '/b' })).toBe(
      `server   not asked, since those on a DATABASE_URL may run anywhere: ${own}\nbackups  every night, in /b`,
    );
  });

  test('no command at all prints the help', async () => {
    const { status, out, err } = await tennis([], { DATA_DIR });
    expect([status, out, err]).toEqual([0, (await tennis(['--help'], { DATA_DIR })).out, '']);
  });

  test.each(['127.0.0.1', 'localhost'])('one that nobody serves at %s is told of', async (host) => {
    const DATABASE_URL = `postgres://tennis:hidden@${host}:1/tennis`;
    const list = await tennis(['keys', 'list'], { DATA_DIR, DATABASE_URL });
    expect(list).toMatchObject(refused('DATABASE_URL', 1));
    expect(list.err).not.toContain('hidden');
  });
});
