// The embedded database whose data folder is moved away, replaced or removed while it is in use.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openEmbedded } from '../../shared/database/embedded/open.ts';
import type { Connections } from '../../shared/database/pool.ts';
import { succeed } from '../runtime/main-job.ts';
import { compiled, endPrograms } from '../runtime/programs.ts';
import { failureOf } from '../support/failure.ts';
import { cleanUp, freshDatabase, temporaryFolder } from '../support/service.ts';

setDefaultTimeout(180_000);

afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

const why = 'its folder was moved, exchanged or removed';
const hasStopped = `the embedded database has stopped (${why})`;

/** A data folder with a database in it, and how to take it away. */
async function newFolder() {
  const { DATA_DIR: source = '' } = await freshDatabase('embedded');
  const folder = join(await temporaryFolder(), 'data');
  const moved = `${folder}-moved`;
  cpSync(source, folder, { recursive: true });
  return {
    folder,
    moved,
    exchange() {
      renameSync(folder, moved);
      cpSync(source, folder, { recursive: true });
      writeFileSync(join(folder, 'lock'), 'another process');
    },
  };
}

/** Everything in the folder, by its path. */
function contentsOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [path, Bun.hash(readFileSync(path)).toString()]));
}

/** Why a statement fails, sooner or later. */
async function failureSoon({ query }: Connections): Promise<string> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const failure = await failureOf(query('SELECT 1'));
    if (failure) return failure;
    await delay(1);
  }
  throw new Error('All statements were answered.');
}

test('a statement that takes long is not answered after it', async () => {
  const { folder, exchange } = await newFolder();
  const { connections, close } = await openEmbedded(folder, { ownThread: true });
  await connections.query('CREATE TABLE ball (id int)');
  const inserted = failureOf(
    connections.query('INSERT INTO ball SELECT 1 FROM pg_sleep(1), generate_series(1, 10)'),
  );
  await delay(200);
  exchange();
  const other = contentsOf(folder);
  expect(await inserted).toContain(hasStopped);
  await close();
  expect(contentsOf(folder)).toEqual(other);
});

describe.each([true, false])('the engine (in its own thread: %p)', (ownThread) => {
  test('stops, and leaves another folder in its place as it is', async () => {
    const { folder, moved, exchange } = await newFolder();
    const { connections, stopped, close } = await openEmbedded(folder, { ownThread });
    await connections.query('CREATE TABLE ball (id int)');
    await connections.query('INSERT INTO ball VALUES (1)');
    exchange();
    const other = contentsOf(folder);

    expect(await failureSoon(connections)).toContain(hasStopped);
    expect(await failureOf(connections.query('CHECKPOINT'))).toContain(hasStopped);
    expect(await stopped).toBe(why);
    await close();
    expect(contentsOf(folder)).toEqual(other);

    const again = await openEmbedded(moved);
    const { rows } = await again.connections.query('SELECT id FROM ball');
    await again.close();
    expect(rows).toEqual([{ id: 1 }]);
  });

  test('that is ended first makes no checkpoint there', async () => {
    const { folder, exchange } = await newFolder();
    const { connections, close } = await openEmbedded(folder, { ownThread });
    await connections.query('CREATE TABLE ball (id int)');
    exchange();
    const other = contentsOf(folder);
    await close();
    expect(contentsOf(folder)).toEqual(other);
  });

  test.each(['nothing', 'a file'])('stops, too, where there is %s instead', async (instead) => {
    const { folder } = await newFolder();
    const { connections, close } = await openEmbedded(folder, { ownThread });
    await connections.query('SELECT 1');
    rmSync(folder, { recursive: true });
    if (instead === 'a file') writeFileSync(folder, '');
    expect(await failureSoon(connections)).toContain(hasStopped);
    await close();
  });
});

test.each(['a request', 'SIGTERM'])(
  'a server ends at %s, and the backup that was brought in instead is whole',
  async (end) => {
    const { folder, moved } = await newFolder();
    const settings = { DATA_DIR: folder };
    await succeed(compiled.run(['organizers', 'add', '--name', 'Kept'], settings));
    const server = await compiled.serve(settings);
    const backup = join(folder, '..', 'backup.ndjson');
    await succeed(compiled.run(['backup', backup], settings));
    renameSync(folder, moved);
    await succeed(compiled.run(['restore', backup], settings));
    const next = await compiled.serve(settings);
    if (end === 'SIGTERM') server.signal(end);
    else await fetch(`${server.url}/readyz`).catch(() => undefined);
    const { status } = await server.ended;
    expect(status).toBe(1);
    expect(server.log().at(-1)).toMatchObject({
      level: 60,
      msg: 'the embedded database has stopped',
      reason: why,
    });
    // It is found by its socket.
    expect(await succeed(compiled.run(['organizers', 'list'], settings))).toContain('Kept');
    next.signal('SIGTERM');
    await next.ended;
    await succeed(compiled.run(['ratings', 'verify'], settings));
  },
);
