import { expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, textOf } from './markdown.ts';

const page = textOf('docs/security.md');
const filesOf = (text: string) =>
  [...text.matchAll(/`(tests\/[^`]*)`/g)].map(([, path = '']) => path);
const missing = (paths: readonly string[]) =>
  [...new Set(paths)].filter((path) => !existsSync(join(root, path)));

test('each test that docs/security.md names is there', () => {
  expect(filesOf(page).length).toBeGreaterThan(100);
  expect(missing(filesOf(page))).toEqual([]);
  expect(missing(filesOf('`tests/no-such.test.ts`'))).toHaveLength(1);
});

test('each risk and requirement in docs/security.md says what holds it, or that nothing does', () => {
  const rows = page.split('\n').filter((line) => /^\| (API)?\d/.test(line));
  expect(rows.length).toBeGreaterThan(70);
  const last = (row: string) => row.split('|').at(-2)?.trim() ?? '';
  expect(rows.filter((row) => !/^(`tests\/|none|nothing)/.test(last(row)))).toEqual([]);
  for (let risk = 1; risk <= 10; risk += 1) expect(page).toContain(`| API${risk},`);
});

test('tests/security has no file that docs/security.md forgets', () => {
  const tests = readdirSync(join(root, 'tests/security')).filter((name) =>
    /\.test\.ts$/.test(name),
  );
  for (const name of tests) expect(filesOf(page)).toContain(`tests/security/${name}`);
});
