// `bun run build` makes dist/tennis for this platform, `bun run build --all` one for each platform.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { template } from './shared/database/embedded/template.ts';
import { installedFiles } from './shared/package-files.ts';
import { commitOfBuild, version } from './shared/version.ts';

/** Bun's names of the platforms by ours; "baseline" runs on processors without AVX2, too. */
const platforms: Readonly<Record<string, string>> = {
  'linux-x64': 'bun-linux-x64-baseline',
  'linux-arm64': 'bun-linux-arm64',
  'macos-x64': 'bun-darwin-x64-baseline',
  'macos-arm64': 'bun-darwin-arm64',
};

const { values: options } = parseArgs({
  options: { all: { type: 'boolean' }, outdir: { type: 'string', default: 'dist' } },
});
const commit = commitOfBuild();
await template(); // makes the only installed file that no package brings

/** The program, and what runs in a thread of its own. */
const programs = ['main.ts', 'shared/database/embedded/engine-worker.ts'];

/** Compiles one program: for the target or, without one, for this platform with the Bun that runs this. */
function build(name: string, target?: string): boolean {
  const outfile = join(options.outdir, name);
  const flags = [
    '--compile',
    `--outfile=${outfile}`,
    ...(target ? [`--target=${target}`] : []),
    '--bytecode', // starts in a third of the time
    '--format=esm',
    '--entry-naming=[name].[ext]', // all in the program's root, next to the installed files
    '--keep-names',
    // Its settings are environment variables, not files that happen to be where it is started.
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    ...installedFiles().map((path) => `--asset=${path}`),
    '--define=process.env.TENNIS_COMPILED="1"',
    ...(commit ? [`--define=process.env.TENNIS_COMMIT=${JSON.stringify(commit)}`] : []),
  ];
  try {
    const command = ['build', ...flags, ...programs.map((path) => join(import.meta.dirname, path))];
    execFileSync(process.execPath, command, { stdio: ['ignore', 'ignore', 'pipe'] });
    console.log(`${outfile}: ${version}${commit ? `, commit ${commit}` : ''}`);
    return true;
  } catch (error) {
    const reason = error instanceof Error && 'stderr' in error ? String(error.stderr) : error;
    console.error(`${outfile} could not be made: ${String(reason).trim()}`);
    return false;
  }
}

const made = options.all
  ? Object.entries(platforms).map(([name, target]) => build(`tennis-${name}`, target))
  : [build('tennis')];
process.exitCode = made.includes(false) ? 1 : 0;
