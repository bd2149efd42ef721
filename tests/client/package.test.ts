// The typed client as others get it: packed, installed in an empty folder, compiled against, and run.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { blocksOf, root, textOf } from '../docs/markdown.ts';
import { denoCommand } from '../runtime/programs.ts';
import { installed as hasBrowser, launchBrowser } from '../support/browser.ts';
import { secrets } from '../support/city.ts';
import {
  cleanUp,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../support/service.ts';
import { placeholders, records } from './scene.ts';

const source = join(root, 'clients/typescript');
const lacksNpm = spawnSync('npm', ['--version']).status !== 0;
if (lacksNpm) {
  process.once('exit', () => console.error('The client was not packed: there is no npm.'));
}

/** What the program prints; throws with all that it said where it fails. */
async function run(cwd: string, program: string, ...args: string[]): Promise<string> {
  const outcome = promisify(execFile)(program, args, { cwd });
  const { stdout } = await outcome.catch(({ stdout, stderr }) => {
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
  });
  return stdout;
}

beforeAll(async () => {
  if (existsSync(join(source, 'node_modules'))) return;
  await run(source, process.execPath, 'install', '--frozen-lockfile');
});
afterAll(cleanUp);

test('its types are made of docs/openapi.json (or: bun run openapi)', async () => {
  const made = join(await temporaryFolder(), 'schema.ts');
  const generator = join(source, 'node_modules/openapi-typescript/bin/cli.js');
  await run(source, process.execPath, generator, '../../docs/openapi.json', '--output', made);
  expect(textOf('clients/typescript/schema.ts')).toBe(await Bun.file(made).text());
});

test('it has the licence of all', () => {
  expect(textOf('clients/typescript/LICENSE')).toBe(textOf('LICENSE'));
});

describe.skipIf(lacksNpm)('the package', () => {
  let consumer: string;
  let service: TestService;
  const site = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => new Response(Bun.file(join(installed(), new URL(url).pathname))),
  });
  const programs = ['read', 'submit', 'walk'];
  const installed = () => join(consumer, 'node_modules/tennis-rating-client');
  const node = (...args: string[]) => run(consumer, 'node', ...args);

  afterAll(() => site.stop(true));
  beforeAll(async () => {
    const settings = { CORS_ORIGINS: [site.url.origin] };
    service = await startTestService('embedded', { records, settings });
    const folder = await temporaryFolder();
    consumer = join(folder, 'consumer');
    await mkdir(consumer);
    await run(source, 'npm', 'pack', '--pack-destination', folder);
    await writeFile(join(consumer, 'package.json'), '{ "private": true, "type": "module" }');
    const file = join(folder, 'tennis-rating-client-1.0.0.tgz');
    await run(consumer, 'npm', 'install', '--offline', '--no-audit', '--no-fund', file);
    const pages = ['clients/typescript/README.md', 'docs/api.md'];
    const blocks = pages.flatMap((page) => blocksOf(textOf(page), 'ts'));
    expect(blocks).toHaveLength(programs.length);
    for (const [index, name] of programs.entries()) {
      const text = Object.entries(placeholders(service.url)).reduce(
        (before, [placeholder, value]) => before.replaceAll(placeholder, value),
        blocks[index] ?? '',
      );
      await writeFile(join(consumer, `${name}.ts`), text);
    }
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      module: 'nodenext',
      skipLibCheck: false,
    };
    const files = programs.map((name) => `${name}.ts`);
    await writeFile(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  });

  test('holds what is needed to use it, and no test', async () => {
    const files = await readdir(installed(), { recursive: true });
    expect(files.toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'dist',
      ...['client', 'line', 'problem', 'schema'].flatMap((name) => [
        `dist/${name}.d.ts`,
        `dist/${name}.js`,
      ]),
      'package.json',
    ]);
  });

  test.each([
    ['5', source],
    ['7', root],
  ])('lets TypeScript %s compile what the pages show', async (_, place) => {
    await node(join(place, 'node_modules/typescript/bin/tsc'), '-p', consumer);
  });

  test('refuses what the API doesn’t have', async () => {
    const text = await Bun.file(join(consumer, 'read.ts')).text();
    await writeFile(join(consumer, 'wrong.ts'), text.replace('min_rating:', 'least_rating:'));
    const compiler = join(source, 'node_modules/typescript/bin/tsc');
    const flags = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--noEmit'];
    const said = await node(compiler, ...flags, 'wrong.ts').catch(({ message }) => message);
    expect(said).toContain("'least_rating' does not exist");
  });

  test.skipIf(!hasBrowser)(
    'reads in a browser, on a page of an origin that is allowed',
    async () => {
      const browser = await launchBrowser();
      const tab = await browser.newPage();
      await tab.goto(`${site.url.href}package.json`);
      const options = JSON.stringify({ baseUrl: service.url, apiKey: secrets.key });
      const told = await tab.evaluate(`(async () => {
      const { createClient } = await import('/dist/client.js');
      const tennis = createClient(${options});
      const names = [];
      for await (const { display_name } of tennis.all('/players')) names.push(display_name);
      const path = { player_id: 'plr_0000000000' };
      return [...names, await tennis.get('/players/{player_id}', { path }).catch(({ code }) => code)];
    })()`);
      expect(told).toEqual(['Marek L.', 'Zofia W.', 'not-found']);
      await browser.close();
    },
  );

  const runtimes: readonly (readonly [string, () => string[], string])[] = [
    ['Node', () => ['node'], '05-12'],
    ['Bun', () => [process.execPath], '05-13'],
    ['Deno', () => denoCommand().slice(0, -1), '05-14'],
  ];
  test.each(runtimes)('runs them on %s', async (_, command, day) => {
    const [program = '', ...args] = command();
    const read = await run(consumer, program, ...args, 'read.js');
    expect(read).toBe('Zofia W. 1400\nMarek L. 1300\nZofia W. 1400\n');
    const walked = await run(consumer, program, ...args, 'walk.js');
    expect(walked).toBe('Marek L. 1300\nZofia W. 1400\n');
    const submit = await Bun.file(join(consumer, 'submit.js')).text();
    await writeFile(join(consumer, 'submit.js'), submit.replace(/05-\d\d/, day));
    expect(await run(consumer, program, ...args, 'submit.js')).toMatch(/^stored as mat_\w+\n$/);
  });
});
