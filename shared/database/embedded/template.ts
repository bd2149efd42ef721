// The data folder as PostgreSQL's initdb makes it, which takes seconds and a gigabyte of memory in
// WebAssembly. It is made once for each installation of PGlite and kept among that package's files, from
// where a build takes it into the program.
import {
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
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sync } from '../../files.ts';
import { installed, readPackageFile } from '../../package-files.ts';
import { errorCode } from '../error-code.ts';
import { startEngine, stopEngine } from './engine.ts';

const name = 'data-folder.gz';

/** The paths in a data folder, each after the one that it is in; of a file, how many bytes it has. */
type Entries = [path: string, bytes?: number][];

/** Makes the folder, with a PostgreSQL in it that was never started. Nothing is synced. */
export async function makeDataFolder(folder: string): Promise<void> {
  const packed = gunzipSync(await template());
  const endOfEntries = packed.indexOf('\n');
  const entries: Entries = JSON.parse(packed.toString('utf8', 0, endOfEntries));
  let start = endOfEntries + 1;
  mkdirSync(folder, { mode: 0o700 });
  for (const [path, bytes] of entries) {
    if (bytes === undefined) {
      mkdirSync(join(folder, path), { mode: 0o700 });
    } else {
      writeFileSync(join(folder, path), packed.subarray(start, start + bytes), { mode: 0o600 });
      start += bytes;
    }
  }
}

/** The packed data folder, made now where this is the first use. */
export async function template(): Promise<Uint8Array> {
  try {
    return readPackageFile(name);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  const made = await makeTemplate();
  const draft = `${installed(name)}.${process.pid}`; // another process may be making it, too
  try {
    writeFileSync(draft, made);
    sync(draft);
    renameSync(draft, installed(name));
  } catch {
    // an installation that this user can't write to: the next first start makes it again
  }
  return made;
}

async function makeTemplate(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'tennis-'));
  try {
    await stopEngine(await startEngine(folder, { durable: false }));
    const entries: Entries = [];
    const contents: Buffer[] = [];
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      if (statSync(join(folder, path)).isDirectory()) {
        entries.push([path]);
      } else {
        const content = readFileSync(join(folder, path));
        entries.push([path, content.length]);
        contents.push(content);
      }
    }
    return gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(entries)}\n`), ...contents]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
