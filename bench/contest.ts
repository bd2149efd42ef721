// The two servers that are compared: the floor (floor/) and the service, each in its own process,
// on its own database with the same data.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { readSettings, type Settings } from '../shared/config.ts';
import { serverState } from '../shared/database/db.ts';
import { startProgram, startServe } from './children.ts';
import type { Target } from './drive.ts';
import { importAll, type Place, startDurable, within } from './places.ts';

export type Contest = {
  readonly floor: Target;
  readonly service: Target;
  /** The version that PostgreSQL reports. */
  readonly version: string;
};

const TOKEN_SECRET = 'the-secret-of-the-benchmark-that-signs';

/** Runs the work with both servers on databases that hold the records; embedded ones are in the folder. */
export async function onContest(
  place: Place,
  folder: string,
  records: readonly object[],
  work: (contest: Contest) => Promise<void>,
): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { floor, service, version, database } =
    place === 'server' ? await onServer() : await embedded();
  const serviceServer = await startServe(service, { TOKEN_SECRET });
  stack.defer(serviceServer.stop);
  // The floor gets the service's address, too: tokens are valid for that one alone.
  const PUBLIC_URL = `http://localhost:${serviceServer.port}`;
  const floorServer = await startProgram('floor/server.ts', { ...floor, TOKEN_SECRET, PUBLIC_URL });
  stack.defer(floorServer.stop);
  await work({
    floor: { ...floorServer, ...database },
    service: { ...serviceServer, ...database },
    version,
  });

  async function onServer() {
    const postgres = await startDurable();
    stack.defer(postgres.stop);
    const settingsOf = (DATABASE_URL: string) => readSettings({ DATA_DIR: folder, DATABASE_URL });
    const loaded = settingsOf(await postgres.createDatabase('loaded'));
    const version = await fillRated(loaded, records);
    return {
      floor: { DATABASE_URL: await postgres.createDatabase('floor', 'loaded') },
      service: settingsOf(await postgres.createDatabase('service', 'loaded')),
      version,
      database: { database: postgres.pid },
    };
  }

  async function embedded() {
    const [loaded, copy] = [join(folder, 'service'), join(folder, 'floor')];
    const settings = readSettings({ DATA_DIR: loaded });
    const version = await fillRated(settings, records);
    await cp(loaded, copy, { recursive: true });
    return { floor: { DATA_DIR: copy }, service: settings, version, database: {} };
  }
}

/** Idempotency keys as of earlier results, so that neither server plans for an empty table. */
const earlierKeys = `insert into submission_key (organizer_id, key, fingerprint, expires_at)
  select organizer.id, 'earlier-' || n, '', now() + interval '1 day'
  from organizer, generate_series(1, 5000) as n`;

/** Fills an empty database, rates the matches and leaves it as upkeep would; gives PostgreSQL's version. */
export function fillRated(settings: Settings, records: readonly object[]): Promise<string> {
  return within(settings, async ({ database, run, decay }) => {
    await importAll({ database }, records);
    await run();
    await decay();
    await database.orm.em.execute(earlierKeys);
    await database.orm.em.execute('vacuum analyze');
    return (await serverState(database.db)).version;
  });
}
