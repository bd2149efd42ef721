// `bun run build` makes dist/tennis for this platform, `bun run build --all` one for each platform; beside it,
// what of others is in it: their licences, and a list for programs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import manifest from './package.json' with { type: 'json' };
import { billOfMaterials } from './release/bill-of-materials.ts';
import { noticesOf } from './release/notices.ts';
import { packagesOf } from './release/packages.ts';
import { parts } from './release/parts.ts';
import { platforms, requirePlatforms } from './release/platforms.ts';
import { atStandstill } from './release/standstill.ts';
import { template } from './shared/database/embedded/template.ts';
import { installedFiles } from './shared/package-files.ts';
import { commitOfBuild, version } from './shared/version.ts';

const options = readOptions();
const commit = commitOfBuild();
// Seconds since 1970: a program made of a clean installation then depends on the source alone.
const { SOURCE_DATE_EPOCH: epoch } = process.env;
// This makes the only installed file that no package brings.
await (epoch ? atStandstill(Number(epoch) * 1_000, template) : template());

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        all: { type: 'boolean' },
        platform: { type: 'string', multiple: true, default: [] },
        outdir: { type: 'string', default: 'dist' },
      },
    });
    requirePlatforms(values.platform);
    return values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

/** The program, and what runs in a thread of its own. */
const programs = ['main.ts', 'shared/database/embedded/engine-worker.ts'];
const folder = mkdtempSync(join(tmpdir(), 'tennis-build-'));
const metafile = join(folder, 'metafile.json');

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
    `--metafile=${metafile}`,
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

const MetafileSchema = v.object({ inputs: v.record(v.string(), v.unknown()) });

/** Writes what of others is in the programs, which is the same in all of them. */
function writeComponents(): void {
  const { inputs } = v.parse(MetafileSchema, JSON.parse(readFileSync(metafile, 'utf8')));
  const components = [...packagesOf([...Object.keys(inputs), ...installedFiles()]), ...parts];
  writeFileSync(join(options.outdir, 'THIRD-PARTY-NOTICES.txt'), noticesOf(components));
  const program = { version, licence: manifest.license };
  writeFileSync(join(options.outdir, 'tennis.cdx.json'), billOfMaterials(program, components));
}

const wanted = options.all ? Object.keys(platforms) : options.platform;
const made = wanted.map((name) => build(`tennis-${name}`, platforms[name]));
if (wanted.length === 0) made.push(build('tennis'));
try {
  if (made.includes(true)) writeComponents();
} catch (error) {
  console.error(`What is in it can't be told: ${error instanceof Error ? error.message : error}`);
  made.push(false);
}
rmSync(folder, { recursive: true });
process.exitCode = made.includes(false) ? 1 : 0;
