import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { fieldsOf, phoneOf } from '../desk/phone.ts';
import { blocksOf, root, sectionOf, textOf } from '../docs/markdown.ts';
import { freePort } from '../support/raw-http.ts';
import { cleanUp, freshDatabase, temporaryFolder } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { readable } from '../website/html.ts';

setDefaultTimeout(180_000);

const shIn = (path: string, heading: string) => blocksOf(sectionOf(textOf(path), heading), 'sh');
const [start = '', init = '', rate = ''] = shIn('README.md', 'The first result in five minutes');
const [read = ''] = shIn('README.md', 'The API');
const imports = textOf('docs/import.md');
const [sheet = ''] = blocksOf(imports, 'csv');

const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) {
  process.once('exit', () => console.error("The README's lines were not run: there is no curl."));
}

describe.skipIf(!hasCurl)('The lines of the documentation, run as they are written', () => {
  let folder: string;
  let url: string;
  let environment: Record<string, string | undefined>;
  let service: ChildProcess;

  beforeAll(async () => {
    folder = await temporaryFolder();
    for (const name of ['main.ts', 'bunfig.toml'])
      symlinkSync(join(root, name), join(folder, name));
    symlinkSync(process.execPath, join(folder, 'bun'));
    // The packages are those of the tests; nothing is downloaded.
    const scripts = { ...manifest.scripts, production: 'true' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, scripts }));
    const program = (name: string, line: string) =>
      writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    program('npx', '[ "$1 $2" = "--yes bun@1.4.4" ] && shift 2 && exec bun "$@"');
    program('tennis', 'exec bun run tennis "$@"');
    writeFileSync(join(folder, 'wiosna.csv'), sheet);
    writeFileSync(join(folder, 'city.ndjson'), blocksOf(imports, 'json').join(''));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
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
    service = spawn('bash', ['-c', `exec ${start}`], {
      cwd: folder,
      env: environment,
      stdio: 'ignore',
    });
    const ready = () => fetch(`${url}/readyz`).catch(() => undefined);
    await until(async () => (await ready())?.ok === true, 120_000);
  });

  afterAll(async () => {
    const ended = new Promise((resolve) => service.once('exit', resolve));
    service.kill('SIGINT');
    await ended;
    await cleanUp();
  });

  /** What the lines print; throws where one fails. */
  function run(script: string): { out: string; err: string } {
    const { stdout, stderr, status } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${script}\n${stdout}${stderr}`);
    return { out: stdout, err: stderr };
  }

  /** Sends a form of the desk with what a person writes into it. */
  async function send(pass: string, path: string, form: string, written: Record<string, string>) {
    const phone = phoneOf({ url }, pass);
    const { html } = await phone.open(path);
    const sent = await phone.send(path, { ...fieldsOf(html, form), ...written });
    expect(sent.status).toBe(303);
  }

  const people = ['Anna K.', 'Bartek L.'] as const;

  test('lead to a result from the desk, one from a program, and the page of a player', async () => {
    const { out, err } = run(init);
    const pass = /\/desk\/open\/(trp_\w+)/.exec(out)?.[1] ?? '';
    for (const name of people) {
      await send(pass, '/desk/player', 'player', { name, level: '3.5', listed: '1' });
    }
    const [player_1, player_2] = people;
    const score = { set_1_1: '6', set_1_2: '4', set_2_1: '6', set_2_2: '3' };
    await send(pass, '/desk', 'result', { player_1, player_2, ended: 'played', ...score });

    const [, lines = ''] = /^( {2}TOKEN=[\s\S]*?)^3\. /m.exec(err) ?? [];
    expect(run(lines).out).toContain('"rating_status":"pending"');
    expect(run(rate).out).toContain('Rated 2 matches.');

    const ranking = await (await fetch(`${url}/`)).text();
    const [, path = ''] = /href="([^"]*players\/plr_\w+)"><bdi>Anna K\./.exec(ranking) ?? [];
    const page = readable(await (await fetch(new URL(path, `${url}/`))).text());
    expect(page).toContain('From match to match');
    expect(page).toContain('who was rated the same (1400), so Anna K.’s rating rose by 24 points');
    expect(run(`set -a\n${out}${read}`).out).toContain('"display_name":"Anna K."');
  });

  test('import the sheet of docs/import.md, and its records', async () => {
    run(`tennis init --organizer Liga --competition 'Autumn League' --final-set match_tiebreak \
      --starts-on 2026-09-01 --venue Warszawianka --district Mokotów --address 'Merliniego 2' --yes`);
    const [plain = '', registering = '', records = ''] = blocksOf(imports, 'sh');
    expect(run(registering).out).toContain('Would import 4 players, 3 matches.');
    for (const name of ['Zofia W.', 'Marek L.', 'Ewa N.', 'Jan P.']) {
      run(`tennis players add --name '${name}' --ntrp 3.0`);
    }
    expect(run(plain).out).toContain('Would import 3 matches.');
    expect(run(records).out).toContain('Imported 1 venue, 1 player.');
  });
});
