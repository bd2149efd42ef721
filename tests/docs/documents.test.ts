import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommandLine } from '../../commands/process.ts';
import { openApiFile, openApiText } from '../../docs/openapi.ts';
import manifest from '../../package.json' with { type: 'json' };
import { describeSettings } from '../../shared/config.ts';
import { processConsole } from '../../shared/console/console.ts';
import { codesOf, root, rowsOf, sectionOf, textOf } from './markdown.ts';

const readme = textOf('README.md');

/** The commands that a command's help lists; those of the program without one. */
async function commandsOf(...words: string[]): Promise<string[]> {
  let help = '';
  const console = {
    ...processConsole(),
    out(line: string) {
      help += `${line}\n`;
    },
  };
  expect(await runCommandLine([...words, '--help'], console)).toBe(0);
  const [, list = ''] = help.split('Commands:\n');
  return [...list.matchAll(/^ {2}(\w+)/gm)].flatMap(([, name = '']) =>
    name === 'help' ? [] : name,
  );
}

describe('The README', () => {
  test('has a row for each setting, with its default', () => {
    const rows = rowsOf(sectionOf(readme, 'Settings'));
    const written = rows.map(([name = '', standard = '']) => [
      codesOf(name)[0] ?? name,
      codesOf(standard)[0] ?? '', // words instead of a value: there is no default
    ]);
    expect(written).toEqual(describeSettings({}).map(({ name, value }) => [name, value]));
  });

  test('has a row for each command, with what it can do', async () => {
    const rows = rowsOf(sectionOf(readme, 'Commands'));
    const named = rows.flatMap(([names = '']) => codesOf(names));
    expect(named.toSorted()).toEqual((await commandsOf()).toSorted());
    for (const [names = '', text = ''] of rows) {
      const [command = '', ...more] = codesOf(names);
      const parts = await commandsOf(command);
      if (more.length === 0 && parts.length > 0) {
        expect([command, codesOf(text).toSorted()]).toEqual([command, parts.toSorted()]);
      }
    }
  });

  test.each(['README.md', 'CONTRIBUTING.md', 'SECURITY.md'])(
    '%s runs only scripts that there are',
    (path) => {
      const scripts = [...textOf(path).matchAll(/\bbun(?:@[\d.]+)? run ([\w-]+)/g)];
      expect(scripts.flatMap(([, name = '']) => (name in manifest.scripts ? [] : name))).toEqual(
        [],
      );
    },
  );
});

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'clients/typescript/README.md',
  'docs/api.md',
  'docs/architecture.md',
  'docs/privacy.md',
  'docs/rating-model.md',
  'docs/scale.md',
];

test.each(documents)('every link of %s leads somewhere', (path) => {
  const links = [...textOf(path).matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  const files = links.filter((target) => !/^(https?:|#)/.test(target));
  expect(files.filter((file) => !existsSync(join(root, dirname(path), file)))).toEqual([]);
});

test('docs/architecture.md names files and events that there are', () => {
  const codes = codesOf(textOf('docs/architecture.md').replaceAll(/```[\s\S]*?```/g, ''));
  const paths = codes.filter((code) => /^[a-z-]+\/[\w./-]*$/.test(code));
  expect(paths.length).toBeGreaterThan(5);
  const places = ['', 'modules'];
  const missing = paths.filter((path) => !places.some((at) => existsSync(join(root, at, path))));
  expect(missing).toEqual([]);
  const events = textOf('shared/events.ts');
  const names = codes.filter((code) => /^[a-z]+\.[a-z]+$/.test(code));
  expect(names.filter((name) => !name.endsWith('.ts') && !events.includes(`'${name}'`))).toEqual(
    [],
  );
});

test('the picture in docs/architecture.md names files that there are', () => {
  const [, picture = ''] = /```mermaid\n([\s\S]*?)```/.exec(textOf('docs/architecture.md')) ?? [];
  const places = picture
    .split('\n')
    .map((line) => ({ files: line.match(/[\w-]+\.ts\b/g) ?? [], folder: folderOf(line) }))
    .filter(({ files }) => files.length > 0);
  expect(places.length).toBeGreaterThan(5);
  const missing = places.flatMap(({ files, folder }) =>
    files.filter((file) => ![...new Bun.Glob(`${folder}/**/${file}`).scanSync(root)].length),
  );
  expect(missing).toEqual([]);
});

/** The folder of a line's box: a module's name, or the path that it begins with. */
function folderOf(line: string): string {
  const [, path = 'modules'] = /\["((?:shared|commands)\/[a-z]*|\w+)/.exec(line) ?? [];
  return existsSync(join(root, 'modules', path)) ? `modules/${path}` : path.replace(/\/$/, '');
}

test('docs/openapi.json is the document of the code as it stands (or: bun run openapi)', () => {
  expect(readFileSync(openApiFile, 'utf8')).toBe(openApiText());
});

const security = textOf('docs/security.md');
const filesOf = (text: string) =>
  [...text.matchAll(/`(tests\/[^`]*)`/g)].map(([, path = '']) => path);
const missing = (paths: readonly string[]) =>
  [...new Set(paths)].filter((path) => !existsSync(join(root, path)));

test('each test that docs/security.md names is there', () => {
  expect(filesOf(security).length).toBeGreaterThan(100);
  expect(missing(filesOf(security))).toEqual([]);
  expect(missing(filesOf('`tests/no-such.test.ts`'))).toHaveLength(1);
});

test('each risk and requirement in docs/security.md says what holds it, or that nothing does', () => {
  const rows = security.split('\n').filter((line) => /^\| (API)?\d/.test(line));
  expect(rows.length).toBeGreaterThan(70);
  const last = (row: string) => row.split('|').at(-2)?.trim() ?? '';
  expect(rows.filter((row) => !/^(`tests\/|none|nothing)/.test(last(row)))).toEqual([]);
  for (let risk = 1; risk <= 10; risk += 1) expect(security).toContain(`| API${risk},`);
});

test('tests/security has no file that docs/security.md forgets', () => {
  const tests = readdirSync(join(root, 'tests/security')).filter((name) =>
    /\.test\.ts$/.test(name),
  );
  for (const name of tests) expect(filesOf(security)).toContain(`tests/security/${name}`);
});
