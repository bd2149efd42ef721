import type { EngineModules } from './database/embedded/engine.ts';
import { readInstalledAsset } from './http/pages/index.ts';

/** What the program needs of packages at run time as files: from node_modules, or carried inside. */
export type PackageFiles = {
  /** The bytes of an asset of the documentation. */
  readonly readAsset: (name: string) => Uint8Array;
  /** PGlite's own binaries; without it PGlite finds them beside its code. */
  readonly engineModules?: () => Promise<EngineModules>;
};

/** The files as they are installed in node_modules. */
export const installedFiles: PackageFiles = { readAsset: readInstalledAsset };
