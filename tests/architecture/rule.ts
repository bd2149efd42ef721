import { dirname, join } from 'node:path/posix';
import { type Import, type Source, scan } from '../support/scan.ts';

export type Rule = {
  readonly name: string;
  /** What breaks the rule: each begins with the path of the file. */
  readonly broken: (sources: readonly Source[]) => string[];
  /** Whether tests and benchmarks keep it, too. */
  readonly everywhere?: true;
  /** Files that break it, as [path, text]. */
  readonly planted: readonly (readonly [path: string, text: string])[];
};

/** A rule about each file by itself; `check` gives what is wrong with it. */
export function eachFile(
  check: (source: Source & ReturnType<typeof scan>) => readonly (string | false | undefined)[],
) {
  return (sources: readonly Source[]) =>
    sources.flatMap((source) =>
      check({ ...source, ...scan(source.text) }).flatMap((fault) =>
        fault ? [`${source.path}: ${fault}`] : [],
      ),
    );
}

/** A rule about each import; `target` is the path of a file of ours, undefined for a package. */
export function eachImport(
  check: (path: string, target: string | undefined, found: Import) => string | false,
) {
  return eachFile(({ path, imports }) =>
    imports.map((found) => check(path, targetOf(path, found), found) || undefined),
  );
}

/** The path of an imported file of ours, undefined for a package. */
export function targetOf(path: string, { specifier }: Import): string | undefined {
  return specifier.startsWith('.') ? join(dirname(path), specifier) : undefined;
}

/** The module that a file belongs to. */
export const moduleOf = (path: string) => /^modules\/(\w+)\//.exec(path)?.[1];
