import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { blocksOf, root, sectionOf, textOf } from '../docs/markdown.ts';
import { freePort } from '../support/raw-http.ts';
import { cleanUp, freshDatabase, temporaryFolder } from '../support/service.ts';

const readme = textOf('README.md');
const [serve = '', ...blocks] = blocksOf(
  sectionOf(readme, 'The first result in five minutes'),
  'sh',
);
const [importLine = ''] = blocksOf(sectionOf(readme, 'Commands'), 'sh');
const [city = ''] = blocksOf(sectionOf(readme, 'Commands'), 'json');

const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) {
  process.once('exit', () => console.error("The README's lines were not run: there is no curl."));
}

describe.skipIf(!hasCurl)("The README's lines, run as they are written", () => {
  let folder: string;
  let environment: Record<string, string | undefined>;
  let service: ChildProcess;

  beforeAll(async () => {
    folder = await temporaryFolder();
    for (const name of ['package.json', 'main.ts'])
      symlinkSync(join(root, name), join(folder, name));
    symlinkSync(process.execPath, join(folder, 'bun'));
    writeFileSync(join(folder, 'city.ndjson'), city);
    const port = await freePort();
    // Nobody knows whether 3000 is free here: curl is led to where the service listens.
    writeFileSync(join(folder, '.curlrc'), `connect-to = "localhost:3000:127.0.0.1:${port}"\n`);
    const { DATA_DIR } = await freshDatabase('embedded');
    environment = {
      PATH: `${folder}:${process.env.PATH}`,
      HOME: process.env.HOME,
      CURL_HOME: folder,
      PORT: String(port),
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR,
      LOG_LEVEL: 'warn',
    };
    service = spawn('bash', ['-c', `exec ${serve}`], {
      cwd: folder,
      env: environment,
      stdio: 'ignore',
    });
    const deadline = Date.now() + 50_000;
    const ready = () => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    while (Date.now() < deadline && !(await ready())?.ok) await delay(100);
  }, 60_000);

  afterAll(async () => {
    const ended = new Promise((resolve) => service.once('exit', resolve));
    service.kill('SIGINT');
    await ended;
    await cleanUp();
  }, 30_000);

  function run(script: string): string {
    const { stdout, stderr, status } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${script}\n${stdout}${stderr}`);
    return stdout;
  }

  test('lead to a rated result', () => {
    let values = '';
    let printed = '';
    for (const block of blocks) {
      if (!block.includes('_…')) {
        printed += run(values + block);
        continue;
      }
      // "Put what it printed in the place of the dots": of each kind, in the order of the names.
      const found = new Map<string, string[]>();
      values += block.replaceAll(/(\w+_)…/g, (_dots, prefix: string) => {
        const ids = found.get(prefix) ?? [
          ...new Set(printed.match(new RegExp(`\\b${prefix}[A-Za-z0-9]+`, 'g'))),
        ];
        found.set(prefix, ids.slice(1));
        return ids[0] ?? '';
      });
    }
    expect(printed).toContain('"rating_status":"pending"');
    expect(printed).toContain('Rated 1 match.');
    expect(printed).toContain('"code":"match_result"');
    expect(printed).toContain('"display_name":"Bartek L."');
    expect(printed).not.toContain('errors#');
  }, 60_000);

  test('import the records that it shows', () => {
    expect(run(importLine)).toContain('Imported 1 venue, 1 player.');
  }, 30_000);
});
