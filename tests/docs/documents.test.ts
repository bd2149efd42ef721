import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { ownContext } from '../../commands/context.ts';
import { createProgram } from '../../commands/program.ts';
import { openApiFile, openApiText } from '../../docs/openapi.ts';
import manifest from '../../package.json' with { type: 'json' };
import { describeSettings } from '../../shared/config.ts';
import { processConsole } from '../../shared/console/console.ts';
import { blocksOf, codesOf, root, rowsOf, sectionOf, textOf } from './markdown.ts';

const pages = ['*.md', 'docs/**/*.md', 'deploy/**/*.md', 'clients/*/*.md', 'bench/**/*.md']
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)])
  .toSorted();
/** The text without blocks of code. */
const proseOf = (path: string) => textOf(path).replaceAll(/^```[\s\S]*?^```$/gm, '');

const program = createProgram(ownContext(processConsole()));
/** The command of the words, as deep as they lead, and the words that are left. */
function commandOf(words: readonly string[], from: Command = program): [Command, string[]] {
  const [word = '', ...others] = words;
  const next = from.commands.find((command) => command.name() === word);
  return next ? commandOf(others, next) : [from, [...words]];
}

test('every page is found', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/rules.md', 'deploy/README.md']));
});

describe('The README', () => {
  test('is one page', () => {
    const text = textOf('README.md');
    expect(text.split('\n').length).toBeLessThanOrEqual(130);
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(1_100);
  });
});

test('docs/README.md lists every page', () => {
  const index = textOf('docs/README.md');
  const listed = [...index.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  const own = pages.filter((path) => /^docs\/[^/]+$/.test(path) && path !== 'docs/README.md');
  expect(listed).toEqual(expect.arrayContaining(own.map((path) => path.slice('docs/'.length))));
});

test('docs/operations.md has a row for each setting, with its default', () => {
  const rows = rowsOf(sectionOf(textOf('docs/operations.md'), 'Settings'));
  const written = rows.map(([name = '', standard = '']) => [
    codesOf(name)[0] ?? name,
    codesOf(standard)[0] ?? '', // words instead of a value: there is no default
  ]);
  expect(written).toEqual(describeSettings({}).map(({ name, value }) => [name, value]));
});

test('docs/commands.md has a row for each command, with what it can do', () => {
  const [table = ''] = textOf('docs/commands.md').split('\n## ');
  const rows = rowsOf(table);
  const named = rows.flatMap(([names = '']) => codesOf(names));
  const all = program.commands.map((command) => command.name());
  expect(named.toSorted()).toEqual(all.toSorted());
  for (const [names = '', text = ''] of rows) {
    const [command = '', ...more] = codesOf(names);
    const parts = commandOf([command])[0].commands.map((part) => part.name());
    if (more.length === 0 && parts.length > 0) {
      expect([command, codesOf(text).toSorted()]).toEqual([command, parts.toSorted()]);
    }
  }
});

/** The command lines of a page, in its text and its blocks, each from the program's name on. */
function commandLinesOf(path: string): string[] {
  const text = textOf(path).replaceAll('\\\n', ' ');
  const lines = [
    ...codesOf(proseOf(path)),
    ...blocksOf(text, 'sh').flatMap((one) => one.split('\n')),
  ];
  return lines.flatMap((line) => {
    const [, words] =
      /^(?:.*\s)?(?<!database )tennis ([a-zC].*)$/.exec(line.replaceAll(/\s+/g, ' ')) ?? [];
    return words === undefined ? [] : words.replace(/\s[|>#)].*$/, '');
  });
}

test.each(pages)('%s gives only commands and options that there are', (path) => {
  const wrong = commandLinesOf(path).filter((line) => {
    const [command, left] = commandOf(line.split(' '));
    const known = command.options.flatMap(({ long, short }) => [long, short, '--help']);
    const options = line.match(/(?<=\s|^)--?[a-z][\w-]*/g) ?? [];
    const isSaid = command !== program || /^(COMMAND|-|…)/.test(left[0] ?? '');
    return !isSaid || options.some((option) => !known.includes(option));
  });
  expect(wrong).toEqual([]);
});

test.each(pages)('%s runs only scripts that there are', (path) => {
  const scripts = [...textOf(path).matchAll(/\bbun(?:@[\d.]+)? run ([\w-]+)/g)];
  expect(scripts.flatMap(([, name = '']) => (name in manifest.scripts ? [] : name))).toEqual([]);
});

/** Which test runs the blocks of commands of a page, as they are written. */
const runBy: Readonly<Record<string, string>> = {
  'README.md': 'tests/runtime/first-result.test.ts',
  'docs/import.md': 'tests/runtime/first-result.test.ts',
  'docs/api.md': 'tests/client/recipes.test.ts',
  'CONTRIBUTING.md': '.ci/run',
};

test.each(pages)(
  '%s has no commands but those that a test runs, or says that none does',
  (path) => {
    if (blocksOf(textOf(path), 'sh').length === 0) return;
    const by = runBy[path];
    if (by) expect(existsSync(join(root, by))).toBeTrue();
    else expect(textOf(path).replaceAll(/\s+/g, ' ')).toContain('No test runs');
  },
);

test.each(pages)('every link of %s leads somewhere', (path) => {
  const targets = [...textOf(path).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map(([, link, source]) => link ?? source ?? '')
    .filter((target) => !/^(https?|mailto):/.test(target));
  const dead = targets.filter((target) => {
    const [file = '', anchor] = target.split('#');
    const to = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(root, to))) return true;
    return anchor !== undefined && !anchorsOf(to).includes(anchor);
  });
  expect(dead).toEqual([]);
});

/** The anchors that GitHub makes of the headings of a page. */
function anchorsOf(path: string): string[] {
  return [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('no sentence stands in two places', () => {
  const seen = new Map<string, string>();
  const twice: string[] = [];
  for (const path of pages.filter((page) => !page.startsWith('docs/decisions/'))) {
    const prose = proseOf(path).replaceAll(/\s+/g, ' ');
    for (const sentence of prose.split(/(?<=[.!?:;|]) /)) {
      if (sentence.split(' ').length < 8) continue;
      if (seen.has(sentence)) twice.push(`${seen.get(sentence)} and ${path}: ${sentence}`);
      seen.set(sentence, path);
    }
  }
  expect(twice).toEqual([]);
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
