// What of other people's code gets in, and how: exact versions, a lock, no scripts, nothing brand-new.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import clientManifest from '../../clients/typescript/package.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };

const dayInSeconds = 86_400;
const fileOf = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

const versions = v.optional(v.record(v.string(), v.string()), {});
const ManifestSchema = v.object({
  dependencies: versions,
  devDependencies: versions,
  trustedDependencies: v.array(v.string()),
});
const LockSchema = v.object({
  workspaces: v.object({ '': v.object({ dependencies: versions, devDependencies: versions }) }),
  packages: v.record(v.string(), v.array(v.unknown())),
});

/** The lock file of the folder: JSON, but for its trailing commas. */
function lockOf(folder: string): v.InferOutput<typeof LockSchema> {
  const text = fileOf(join(folder, 'bun.lock'));
  return v.parse(LockSchema, JSON.parse(text.replaceAll(/,(?=\s*[}\]])/g, '')));
}

/** How many seconds old a release must be in the folder before it is chosen. */
function leastAge(folder: string): number {
  const text = fileOf(join(folder, 'bunfig.toml'));
  const [, seconds = ''] =
    /^\[install\]\n(?:[^[].*\n)*?minimumReleaseAge = ([\d_]+)/m.exec(text) ?? [];
  return Number(seconds.replaceAll('_', ''));
}

/** The versions that are no single version. */
const inexact = (listed: Readonly<Record<string, string>>) =>
  Object.entries(listed).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));

/** The commands of the text that install packages without holding to the lock file. */
const unfrozen = (text: string) =>
  (text.match(/\b(?:bun|npm|yarn|pnpm)(?:@\S+)? (?:install|add|i|ci)\b[^&|;\n]*/g) ?? []).filter(
    (command) => !/ --frozen-lockfile\b/.test(command),
  );

describe.each([
  ['the program', '.', manifest],
  ['the typed client', 'clients/typescript', clientManifest],
])('the packages of %s', (_, folder, packageJson: unknown) => {
  const listed = v.parse(ManifestSchema, packageJson);
  const locked = lockOf(folder);

  test('have exact versions, as the lock file has them', () => {
    const all = { ...listed.dependencies, ...listed.devDependencies };
    expect(Object.keys(all).length).toBeGreaterThan(1);
    expect(inexact(all)).toEqual([]);
    const { dependencies, devDependencies } = locked.workspaces[''];
    expect({ ...dependencies, ...devDependencies }).toEqual(all);
  });

  test('are each known by the hash of their content, wherever they come from', () => {
    const entries = Object.entries(locked.packages);
    expect(entries.length).toBeGreaterThan(10);
    const unsure = entries.filter(([, entry]) => !/^sha512-\S{80,}$/.test(String(entry.at(-1))));
    expect(unsure).toEqual([]);
  });

  test('run no scripts when they are installed, and are some days old when they are chosen', () => {
    expect(listed.trustedDependencies).toEqual([]);
    expect(leastAge(folder)).toBeGreaterThanOrEqual(3 * dayInSeconds);
  });
});

test('whatever installs packages unasked holds to the lock file', () => {
  const scripts = Object.values(manifest.scripts).join('\n');
  expect(scripts).toContain('--frozen-lockfile');
  for (const text of [scripts, fileOf('.ci/run'), fileOf('deploy/Dockerfile')]) {
    expect(unfrozen(text)).toEqual([]);
  }
});

test('a range and an install that may change the lock file would be found', () => {
  expect(inexact({ elysia: '^1.4.30', croner: '11.x', kysely: 'latest' })).toHaveLength(3);
  expect(unfrozen('bun install --silent && bun install --frozen-lockfile')).toHaveLength(1);
  expect(unfrozen('npx --yes bun@1.4.4 install\nnpm i')).toHaveLength(2);
});
