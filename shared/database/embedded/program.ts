import { readPackageFile } from '../../package-files.ts';

let compiled: Promise<WebAssembly.Module> | undefined;

/** PostgreSQL in WebAssembly, compiled once for all threads of the process. */
export function postgresProgram(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compile(readPackageFile('pglite.wasm'));
  return compiled;
}
