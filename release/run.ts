// `bun run release` makes dist/release/ of the commit that is checked out; docs/versioning.md says what is in it.
// `--platform linux-x64` makes the program for that one alone, `--outdir FOLDER` another folder.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { notesOf } from './notes.ts';
import { platforms, requirePlatforms } from './platforms.ts';

const root = join(import.meta.dirname, '..');

/** What goes beside the program: its licence, and what an operator reads or installs. */
const beside = ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'deploy', 'docs'];

/** What a program writes. Throws with what it says where it fails. */
function run(program: string, words: readonly string[], where: object = { cwd: root }): string {
  const { status, stdout, stderr } = spawnSync(program, words, { ...where, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr?.trim() || `${program} ended with ${status}.`);
  return stdout.trim();
}

const git = (...words: string[]) => run('git', words);

const megabytes = new Intl.NumberFormat('en', {
  style: 'unit',
  unit: 'megabyte',
  maximumSignificantDigits: 2,
});

/** Makes the release in the folder, for the platforms. Throws where there can be none. */
function release(outdir: string, wanted: readonly string[]): void {
  const commit = git('rev-parse', 'HEAD');
  const { version } = JSON.parse(git('show', `${commit}:package.json`));
  const notes = notesOf(git('show', `${commit}:CHANGELOG.md`), version);
  const name = `tennis-${version}`;
  /** Of files of the commit and some more: their order, times and owners follow from the commit. */
  const archive = (top: string, paths: readonly string[], more: readonly string[] = []) => {
    const file = join(outdir, `${top}.tar.gz`);
    const form = ['--format=tar.gz', `--output=${file}`];
    const added = more.map((path) => `--add-file=${path}`);
    const prefix = `--prefix=${paths.length > 0 ? top : name}/`;
    git('-c', 'tar.umask=0022', 'archive', ...form, prefix, ...added, commit, ...paths);
    return file;
  };
  const source = archive(`${name}-source`, []);
  // From the archive itself, with nothing installed but what it asks for: so anybody else can make the same.
  run('tar', ['-xzf', source, '-C', folder]);
  const built = join(folder, 'built');
  const env = {
    ...process.env,
    TZ: 'UTC', // which a new database takes over
    TENNIS_COMMIT: commit.slice(0, 12),
    SOURCE_DATE_EPOCH: git('show', '--no-patch', '--format=%ct', commit),
  };
  const bun = (...words: string[]) =>
    run(process.execPath, words, { cwd: join(folder, name), env });
  bun('install', '--frozen-lockfile', '--production', '--silent');
  bun('build.ts', '--outdir', built, ...wanted.flatMap((platform) => ['--platform', platform]));
  for (const platform of wanted) {
    mkdirSync(join(folder, platform));
    const program = join(folder, platform, 'tennis');
    renameSync(join(built, `tennis-${platform}`), program);
    archive(`${name}-${platform}`, beside, [program, join(built, 'THIRD-PARTY-NOTICES.txt')]);
  }
  copyFileSync(join(built, 'tennis.cdx.json'), join(outdir, `${name}.cdx.json`));
  const files = readdirSync(outdir).toSorted();
  const size = (file: string) => megabytes.format(statSync(join(outdir, file)).size / 1e6);
  const sizes = files.map((file) => `| ${file} | ${size(file)} |\n`).join('');
  const table = `| file | size |\n|---|---|\n${sizes}`;
  writeFileSync(join(outdir, 'NOTES.md'), `${notes}\n## Files\n\n${table}`);
  const sums = [...files, 'NOTES.md'].map((file) => {
    const hash = createHash('sha256').update(readFileSync(join(outdir, file)));
    return `${hash.digest('hex')}  ${file}\n`;
  });
  writeFileSync(join(outdir, 'SHA256SUMS'), sums.join(''));
  console.log(files.map((file) => `${size(file).padStart(9)}  ${file}`).join('\n'));
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        platform: { type: 'string', multiple: true, default: Object.keys(platforms) },
        outdir: { type: 'string' },
      },
    });
    requirePlatforms(values.platform);
    return values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

const { outdir, platform } = readOptions();
const standard = join(root, 'dist/release');
const folder = mkdtempSync(join(tmpdir(), 'tennis-release-'));
try {
  if (outdir !== undefined && existsSync(outdir)) throw new Error(`${outdir} is there already.`);
  if (git('status', '--porcelain') !== '') {
    throw new Error('Files differ from the commit that is released: commit them.');
  }
  if (outdir === undefined) rmSync(standard, { recursive: true, force: true });
  mkdirSync(outdir ?? standard, { recursive: true });
  release(resolve(outdir ?? standard), platform);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
