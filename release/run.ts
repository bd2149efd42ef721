// `bun run release` makes dist/release/ of the commit that is checked out. docs/versioning.md says what is in it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
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
import { platforms } from './platforms.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'tennis-release-'));

/** What goes beside the program: its licence, and what an operator reads or installs. */
const beside = ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'deploy', 'docs'];

const git = (...words: string[]) =>
  execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' }).trim();

const commit = git('rev-parse', 'HEAD');

/** An archive of files of the commit and some more: its order, times and owners follow from the commit. */
const archive = (
  name: string,
  top: string,
  paths: readonly string[],
  more: readonly string[] = [],
) =>
  git(
    ...['-c', 'tar.umask=0022'],
    'archive',
    '--format=tar.gz',
    `--output=${name}`,
    `--prefix=${top}/`,
    ...more.map((path) => `--add-file=${path}`),
    commit,
    ...paths,
  );

const megabytes = new Intl.NumberFormat('en', {
  style: 'unit',
  unit: 'megabyte',
  maximumSignificantDigits: 2,
});

/** Makes the release in the folder. Throws where there can be none. */
function release(outdir: string, wanted: readonly string[]): void {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  const { version } = JSON.parse(git('show', `${commit}:package.json`));
  const name = `tennis-${version}`;
  const notes = notesOf(git('show', `${commit}:CHANGELOG.md`), version);
  const source = join(outdir, `${name}-source.tar.gz`);
  archive(source, name, []);
  // From the archive itself, with nothing installed but what it asks for: so anybody else can make the same.
  execFileSync('tar', ['-xzf', source, '-C', folder]);
  const built = join(folder, 'built');
  const bun = (...words: string[]) =>
    execFileSync(process.execPath, words, {
      cwd: join(folder, name),
      env: {
        ...process.env,
        TZ: 'UTC', // which a new database takes over
        TENNIS_COMMIT: commit.slice(0, 12),
        SOURCE_DATE_EPOCH: git('show', '--no-patch', '--format=%ct', commit),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  bun('install', '--frozen-lockfile', '--production', '--silent');
  bun('build.ts', '--outdir', built, ...wanted.flatMap((platform) => ['--platform', platform]));
  for (const platform of wanted) {
    mkdirSync(join(folder, platform));
    const program = join(folder, platform, 'tennis');
    renameSync(join(built, `tennis-${platform}`), program);
    const top = `${name}-${platform}`;
    const more = [program, join(built, 'THIRD-PARTY-NOTICES.txt')];
    archive(join(outdir, `${top}.tar.gz`), top, beside, more);
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

try {
  const { values: options } = parseArgs({
    options: {
      platform: { type: 'string', multiple: true, default: Object.keys(platforms) },
      outdir: { type: 'string', default: join(root, 'dist/release') },
      'ignore-changes': { type: 'boolean' },
    },
  });
  if (!options['ignore-changes'] && git('status', '--porcelain') !== '') {
    throw new Error(
      'Files differ from the commit, which is what a release is made of: commit them, or pass --ignore-changes.',
    );
  }
  release(resolve(options.outdir), options.platform);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
