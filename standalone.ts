// The entry of the compiled program: what others read from node_modules lies inside it, at its root.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from './main.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, name));
const compile = (name: string) => WebAssembly.compile(read(name));

await runProcess({
  readAsset: read,
  engineModules: async () => ({
    pgliteWasmModule: await compile('pglite.wasm'),
    initdbWasmModule: await compile('initdb.wasm'),
    fsBundle: new Blob([read('pglite.data')]),
  }),
});
