// The compiled program needs nothing but itself: no package, no home, no PATH, no network.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import manifest from '../../package.json' with { type: 'json' };
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

describe('beside it stands what of others is in it', () => {
  const beside = async (name: string) =>
    readFile(join(dirname(await compiledFile()), name), 'utf8');

  test('for programs, as CycloneDX, with every package that the program asks for', async () => {
    const bill = JSON.parse(await beside('tennis.cdx.json'));
    const { validate, errors } = await cycloneDx();
    expect([validate(bill), errors()]).toEqual([true, null]);
    const names = bill.components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)));
    // What these bring, as files, linked, or as packages of their own.
    for (const name of ['PostgreSQL', 'Bun', 'JavaScriptCore', 'pg-types', 'postgres-array']) {
      expect(names).toContain(name);
    }
    expect(names).not.toContain('typescript');
    bill.components[0].licenses = [{ license: { id: 'Beerware-or-so' } }];
    expect(validate(bill)).toBe(false);
  });

  test('for people, with licences and notices word for word', async () => {
    const notices = await beside('THIRD-PARTY-NOTICES.txt');
    const { components } = JSON.parse(await beside('tennis.cdx.json'));
    for (const { name, version } of components) {
      expect(notices).toContain(`\n- ${version ? `${name} ${version}` : name}`);
    }
    for (const words of [
      'Copyright 2020-2021 SmartBear Software Inc.', // Swagger UI's notice
      'SIL OPEN FONT LICENSE', // Rubik
      'Mozilla Public License', // resvg
      'GNU LIBRARY GENERAL PUBLIC LICENSE', // JavaScriptCore
      'The Regents of the University of California', // PostgreSQL
    ]) {
      expect(notices).toContain(words);
    }
  });
});

/** The schema that CycloneDX publishes, of version 1.6. */
async function cycloneDx() {
  const library = createRequire(import.meta.url).resolve(
    '@cyclonedx/cyclonedx-library/package.json',
  );
  const schema = async (name: string) =>
    JSON.parse(
      await readFile(join(dirname(library), `res/schema/${name}.SNAPSHOT.schema.json`), 'utf8'),
    );
  const ajv = new Ajv({ strict: false, logger: false, formats: { 'idn-email': true } });
  addFormats(ajv);
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(await schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  const validate = ajv.compile(await schema('bom-1.6'));
  return { validate, errors: () => validate.errors };
}
