// What the linter holds, by the rules and overrides of biome.json: each is shown a planted file that breaks it.
import { afterAll, expect, test } from 'bun:test';
import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cleanUp, temporaryFolder } from '../support/service.ts';

const root = join(import.meta.dirname, '../..');

const planted: readonly (readonly [rule: string, path: string, text: string])[] = [
  ['noRestrictedGlobals', 'main.ts', 'await Bun.write(path, text);'],
  ['noRestrictedGlobals', 'commands/serve.ts', 'export const version = Deno.version;'],
  ['noRestrictedImports', 'shared/database/lock.ts', "export { dlopen } from 'bun:ffi';"],
  ['useImportExtensions', 'shared/ending.ts', "export { utc } from './time';"],
  ['useImportExtensions', 'bench/ending.ts', "export { utc } from '../shared/time.js';"],
  ['useNodejsImportProtocol', 'shared/builtin.ts', "export { join } from 'path';"],
  ['useNodejsImportProtocol', 'tests/builtin.ts', "export const fs = import('fs/promises');"],
  ['noDefaultExport', 'shared/default.ts', 'export default function log() {}'],
  ['noDefaultExport', 'tests/default.ts', 'const log = 1;\nexport { log as default };'],
  ['noExplicitAny', 'shared/any.ts', 'export function log(entry: any) {}'],
  ['noNonNullAssertion', 'shared/first.ts', 'export const first = list[0]!;'],
  ['noNonNullAssertion', 'shared/name.ts', 'export const name = player!.name;'],
  ['noExcessiveLinesPerFile', 'modules/long.ts', 'f();\n'.repeat(221)],
  ['useFilenamingConvention', 'shared/http/rateLimit.ts', ''],
  ['useFilenamingConvention', 'tests/Log.ts', ''],
  [
    'noImportCycles',
    'shared/one.ts',
    "import { two } from './two.ts';\nexport const one = () => two;",
  ],
  [
    'noImportCycles',
    'shared/two.ts',
    "import { one } from './one.ts';\nexport const two = () => one;",
  ],
];

/** Where an override lets something be. */
const allowed: readonly (readonly [path: string, text: string])[] = [
  ['shared/runtime.ts', "export { dlopen } from 'bun:ffi';\nawait Bun.write(path, text);"],
  ['tests/whole.test.ts', `await Bun.write(path, text);\n${'f();\n'.repeat(221)}`],
  ['shared/database/migrations/long.ts', 'f();\n'.repeat(221)],
  ['shared/time.ts', 'export const utc = 1;'],
];

afterAll(cleanUp);

test('the linter refuses each planted file, and no allowed one', async () => {
  const folder = await temporaryFolder();
  await cp(join(root, 'biome.json'), join(folder, 'biome.json'));
  for (const [path, text] of [...planted.map(([, ...file]) => file), ...allowed]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const biome = join(root, 'node_modules/.bin/biome');
  const lint = promisify(execFile)(biome, ['lint', '--reporter=json', '--max-diagnostics=200'], {
    cwd: folder,
  });
  const { stdout } = await lint.catch((failed) => failed);
  const told: {
    diagnostics: { category: string; severity: string; location: { path: string } }[];
  } = JSON.parse(stdout);
  const errors = told.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ category, location }) => `${location.path}: ${category.split('/').at(-1)}`);
  expect(errors.toSorted()).toEqual(planted.map(([rule, path]) => `${path}: ${rule}`).toSorted());
});
