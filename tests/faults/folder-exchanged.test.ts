// The embedded database whose data folder is moved away, replaced or removed while it is in use.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from '../../shared/database/embedded/open.ts';
import { succeed } from '../runtime/main-job.ts';
import { compiled, endPrograms } from '../runtime/programs.ts';
import { failureOf } from '../support/failure.ts';
import { cleanUp, freshDatabase, temporaryFolder } from '../support/service.ts';

setDefaultTimeout(180_000);

afterAll(async () => {
  await endPrograms();
  await cleanUp();
});

const hasStopped = 'the embedded database has stopped (its folder was moved, exchanged or removed)';

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
    },
  };
}

/** Everything in the folder, by its path; the lock's text is of whoever wrote it last. */
function contentsOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'lock');
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [path, Bun.hash(readFileSync(path)).toString()]));
}

describe.each([true, false])('the engine (in its own thread: %p)', (ownThread) => {
  test('stops, and leaves another folder in its place as it is', async () => {
    const { folder, moved, exchange } = await newFolder();
    const { connections, stopped, close } = await openEmbedded(folder, { ownThread });
    await connections.query('CREATE TABLE ball (id int)');
    await connections.query('INSERT INTO ball VALUES (1)');
    exchange();
    const other = contentsOf(folder);

    let failure: string | undefined;
    while (!failure) failure = await failureOf(connections.query('SELECT 1'));
    expect(failure).toContain(hasStopped);
    expect(await failureOf(connections.query('CHECKPOINT'))).toContain(hasStopped);
    expect(hasStopped).toContain(await stopped);
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

  test('stops, too, once its folder was removed', async () => {
    const { folder } = await newFolder();
    const { connections, close } = await openEmbedded(folder, { ownThread });
    await connections.query('SELECT 1');
    rmSync(folder, { recursive: true });
    let failure: string | undefined;
    while (!failure) failure = await failureOf(connections.query('SELECT 1'));
    expect(failure).toContain(hasStopped);
    await close();
  });
});

test('a server ends, and the backup that was brought in instead serves on', async () => {
  const { folder, moved } = await newFolder();
  const settings = { DATA_DIR: folder };
  const add = (name: string) =>
    succeed(compiled.run(['organizers', 'add', '--name', name], settings));
  await add('Kept');
  const server = await compiled.serve(settings);
  const backup = join(folder, '..', 'backup.ndjson');
  await succeed(compiled.run(['backup', backup], settings));
  renameSync(folder, moved);
  await succeed(compiled.run(['restore', backup], settings));
  await fetch(`${server.url}/readyz`).catch(() => undefined);
  const { status } = await server.ended;
  expect(status).toBe(1);
  expect(server.log().at(-1)).toMatchObject({
    level: 60,
    msg: 'the embedded database has stopped',
    reason: 'its folder was moved, exchanged or removed',
  });
  await succeed(compiled.run(['ratings', 'verify'], settings));
  expect(await succeed(compiled.run(['organizers', 'list'], settings))).toContain('Kept');
});
