// The data folder of a new database: as PostgreSQL's initdb makes it, which takes seconds and a gigabyte of
// memory in WebAssembly, and with the schema, which takes half a second. It is made once for each installation
// of PGlite and kept among that package's files, from where a build takes it into the program.
import { createHash } from 'node:crypto';
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
import { decode, encode } from '@msgpack/msgpack';
import { Kysely } from 'kysely';
import { sync } from '../../files.ts';
import { installed, isCompiled, readPackageFile } from '../../package-files.ts';
import { errorCode } from '../error-code.ts';
import { createOrm } from '../orm.ts';
import type { Connections } from '../pool.ts';
import { connectionsTo } from './connections.ts';
import { engineHere } from './engine-here.ts';

const name = 'data-folder.msgpack.gz';

/** A data folder, and a hash of what made it: this file and the migrations. */
type Template = {
  readonly madeBy: string;
  /** The paths, each after its folder's; a file's with its content. */
  readonly entries: readonly (readonly [path: string, content?: Uint8Array])[];
};

/** Makes the folder, with the database in it. Nothing is synced. */
export async function makeDataFolder(folder: string): Promise<void> {
  const { entries } = await template();
  mkdirSync(folder, { mode: 0o700 });
  for (const [path, content] of entries) {
    if (content) writeFileSync(join(folder, path), content, { mode: 0o600 });
    else mkdirSync(join(folder, path), { mode: 0o700 });
  }
}

/** The data folder, made now where this is its first use, or the first one with this source. */
export async function template(): Promise<Template> {
  try {
    const kept = decode(gunzipSync(readPackageFile(name))) as Template;
    if (isCompiled || kept.madeBy === sourceHash()) return kept;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  const made = await makeTemplate();
  const draft = `${installed(name)}.${process.pid}`; // another process may be making it, too
  try {
    writeFileSync(draft, gzipSync(encode(made)));
    sync(draft);
    renameSync(draft, installed(name));
  } catch {
    // an installation that this user can't write to: the next first start makes it again
  }
  return made;
}

function sourceHash(): string {
  const folder = join(import.meta.dirname, '..', 'migrations');
  const migrations = readdirSync(folder).map((file) => join(folder, file));
  const hash = createHash('sha256');
  for (const path of [import.meta.filename, ...migrations.sort()]) hash.update(readFileSync(path));
  return hash.digest('hex');
}

async function makeTemplate(): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), 'tennis-'));
  try {
    const engine = await engineHere().start(folder, { durable: false });
    await makeDatabase(connectionsTo(engine));
    await engine.stop();
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    const entries: Template['entries'] = paths.map((path) => {
      const isFolder = statSync(join(folder, path)).isDirectory();
      return isFolder ? [path] : [path, readFileSync(join(folder, path))];
    });
    return { madeBy: sourceHash(), entries };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeDatabase(connections: Connections): Promise<void> {
  const orm = await createOrm([], new Kysely({ dialect: connections.dialect }));
  await orm.migrator.up();
  // Only further databases would be made from these: they are more than half of all files.
  for (const other of ['template0', 'template1']) {
    await connections.query(`alter database ${other} is_template false`);
    await connections.query(`drop database ${other}`);
  }
  await connections.close();
  await orm.close();
}
