import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

/** What the service is called, in English. */
export const serviceName = 'Amateur Tennis Ratings';

/** The version of this program. */
export const version = manifest.version;

/** How this program is called from a shell: the binary, or the source, which with Bun needs nothing but Node. */
export const programLine = process.env.TENNIS_COMPILED
  ? 'tennis'
  : process.versions.bun
    ? `npx --yes bun@${process.versions.bun} run tennis`
    : 'deno run -A main.ts';

/** The version and, where it is known, the commit: `0.1.0 (1a2b3c4d5e6f)`. */
export function versionLine(): string {
  const commit = commitOfBuild();
  return commit ? `${version} (${commit})` : version;
}

/** The commit it was built from, which a build fixes; in a checkout, git knows. */
export function commitOfBuild(): string | undefined {
  // The name as a whole is replaced when the program is compiled.
  return process.env.TENNIS_COMMIT ?? commitOfCheckout(join(import.meta.dirname, '..'));
}

function commitOfCheckout(folder: string): string | undefined {
  if (!existsSync(join(folder, '.git'))) return undefined; // not another repository's around it
  const describe = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=12'];
  const git = ['-C', folder, '--no-optional-locks', ...describe];
  return spawnSync('git', git, { encoding: 'utf8' }).stdout?.trim() || undefined;
}
