// What the program reads of packages at run time as files.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Whether the program is compiled; it then carries the files at its root. */
export const isCompiled = process.env.TENNIS_COMPILED !== undefined;

/** The package of each file, or the folder in it. */
const packages = {
  'pglite.wasm': '@electric-sql/pglite',
  'pglite.data': '@electric-sql/pglite',
  'data-folder.msgpack.gz': '@electric-sql/pglite', // once it is made, by database/embedded/template.ts
  'swagger-ui.css': 'swagger-ui-dist',
  'swagger-ui-bundle.js': 'swagger-ui-dist',
  'index_bg.wasm': '@resvg/resvg-wasm',
  'Rubik_400Regular.ttf': '@expo-google-fonts/rubik/400Regular',
  'Rubik_600SemiBold.ttf': '@expo-google-fonts/rubik/600SemiBold',
} as const;

type Name = keyof typeof packages;

/** The path of each file in node_modules. */
export function installedFiles(): string[] {
  return Object.keys(packages).map((name) => installed(name as Name));
}

/** The path of a file in node_modules. */
export function installed(name: Name): string {
  return join(dirname(createRequire(import.meta.url).resolve(packages[name])), name);
}

/** The bytes of a file. */
export function readPackageFile(name: Name): Uint8Array<ArrayBuffer> {
  return readFileSync(isCompiled ? join(import.meta.dirname, name) : installed(name));
}
