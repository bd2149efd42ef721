// The compiled program needs nothing but itself: no package, no home, no PATH, no network.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { versionLine } from '../../shared/version.ts';
import { ids } from '../support/city.ts';
import { cleanUp, freshDatabase, json, temporaryFolder } from '../support/service.ts';
import { doMainJob, expectPicture, read, succeed } from './main-job.ts';
import { compiledFile, endPrograms, type Program, programOf, root } from './programs.ts';

let folder: string;
let tennis: Program;
let elsewhere: (cwd: string) => Program;

setDefaultTimeout(180_000);

beforeAll(async () => {
  folder = await temporaryFolder();
  await copyFile(await compiledFile(), join(folder, 'tennis'));
  const bare = { HOME: await temporaryFolder(), PATH: '' };
  elsewhere = (cwd) => programOf([join(folder, 'tennis')], bare, cwd);
  tennis = elsewhere(folder);
});

afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

test('it tells its version, and the commit where it was built in a checkout', async () => {
  expect(await succeed(tennis.run(['--version'], {}))).toBe(`${versionLine()}\n`);
  const commit = / \([0-9a-f]{12}(-dirty)?\)$/;
  expect(commit.test(versionLine())).toBe(existsSync(join(root, '.git')));
});

test('it serves on its own database, with commands beside it, starts again, and restores', async () => {
  const first = await tennis.serve({});
  expect(first.log()).toContainEqual(expect.objectContaining({ database: 'embedded' }));
  const backup = await doMainJob(tennis, first, {});
  first.signal('SIGINT');
  expect((await first.ended).status).toBe(0);

  const second = await tennis.serve({});
  expect(await read(second.url, `/v1/players/${ids.players[0]}/rating`)).toMatchObject({
    value: 1324,
  });
  second.signal('SIGINT');
  await second.ended;
  expect((await readdir(folder)).sort()).toEqual(['data', 'tennis']);
  const [started, again] = [first, second].map(({ startedInMs }) => Math.round(startedInMs));
  console.log(`compiled, embedded: ready in ${started} ms at first, ${again} ms later`);

  const settings = { DATA_DIR: join(await temporaryFolder(), 'data') };
  await succeed(tennis.run(['restore', '-'], settings, backup));
  const players = await succeed(tennis.run(['players', 'list', '--json'], settings));
  expect(JSON.parse(players)).toHaveLength(ids.players.length);
});

test('it serves its pages with all that the pages load', async () => {
  const server = await tennis.serve({ WEBSITE: 'public' });
  const document = await json(await fetch(`${server.url}/docs/json`));
  expect(document.paths).toHaveProperty('/matches');
  for (const page of ['/docs', '/errors', '/', '/rules?lang=pl']) {
    const response = await fetch(server.url + page, { headers: { accept: 'text/html' } });
    const text = await response.text();
    expect(text.includes('Wynik oczekiwany')).toBe(page.startsWith('/rules'));
    const loaded = [...text.matchAll(/<(?:script|link)\b[^>]*(?:src|href)="([^"]*)"/g)];
    expect(loaded.length).toBeGreaterThan(0);
    for (const [, address = ''] of loaded) {
      const asset = await fetch(new URL(address, server.url + page));
      expect([asset.url.startsWith(server.url), asset.status]).toEqual([true, 200]);
      expect((await asset.bytes()).length).toBeGreaterThan(100);
    }
  }
  await expectPicture(server);
  server.signal('SIGINT');
  await server.ended;
});

test('it serves on PostgreSQL', async () => {
  const settings = await freshDatabase('server');
  const server = await tennis.serve(settings);
  expect(server.log()).toContainEqual(expect.objectContaining({ database: 'server' }));
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  server.signal('SIGINT');
  expect((await server.ended).status).toBe(0);
  console.log(`compiled, PostgreSQL: ready in ${Math.round(server.startedInMs)} ms`);
});

test('it reads no file that happens to lie where it is started', async () => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, '.env'), 'PORT=a-stranger\n');
  await writeFile(join(cwd, 'bunfig.toml'), 'preload = ["./nowhere.ts"]\n');
  await writeFile(join(cwd, 'package.json'), 'not even JSON');
  const config = await succeed(elsewhere(cwd).run(['config'], {}));
  expect(config).not.toContain('a-stranger');
});
