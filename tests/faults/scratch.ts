// Steps that need a database of their own: the first start, the migration and the restore.
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { Killed } from '../runtime/programs.ts';
import { backupFile, unsealed } from './jobs.ts';
import { type Fault, type Ledger, wrong } from './ledger.ts';
import { doomed, type Place, type Places, program, type Select, striking } from './places.ts';
import type { StepName, Strike } from './steps.ts';

/** What a killed process left, and whether it killed itself. */
export type Scratched = { readonly faults: readonly Fault[]; readonly wasStruck: boolean };

type Scratch = (
  places: Places,
  strike: Strike,
  ledger: Ledger,
  loaded: Place,
) => Promise<Scratched>;

export const scratches: { readonly [name in StepName]?: Scratch } = {
  'first start': inNew('nothing', async (place, strike, places) => {
    const wasStruck = await diesAtStart({ ...place.settings, ...striking(strike) });
    return { faults: await startFaults(places, place), wasStruck };
  }),

  migration: inNew('no tables', async (place, strike, places) => {
    const { status } = await doomed.run(['migrate'], { ...place.settings, ...striking(strike) });
    const again = await program.run(['migrate'], place.settings);
    const faults =
      again.status === 0 ? await schemaFaults(places, place) : [wrong(`a migration: ${again.err}`)];
    return { faults, wasStruck: status === null };
  }),

  restore: inNew('no rows', async (place, strike, places, ledger, loaded) => {
    const file = backupFile(ledger, places.folder);
    const body = await readFile(file, 'utf8').then(unsealed, async () => {
      await program.run(['backup', file], loaded.settings);
      return unsealed(await readFile(file, 'utf8'));
    });
    const killed = await doomed.run(['restore', file], { ...place.settings, ...striking(strike) });
    const faults: Fault[] = [];
    const left = await place.read(counts);
    const isEmpty = left.every((count) => count === 0);
    if (killed.status === 0 && isEmpty) faults.push(wrong('a restore that ended left nothing'));
    const again = await program.run(['restore', file], place.settings);
    if (again.status !== (isEmpty ? 0 : 1)) faults.push(wrong(`a restore: ${again.err}`));
    const { out } = await program.run(['export', '-'], place.settings);
    if (out !== body) faults.push(wrong(`a restore left [${left}], and differs from the backup`));
    return { faults, wasStruck: killed.status === null };
  }),
};

function inNew(
  contents: Parameters<Places['create']>[0],
  work: (
    place: Place,
    strike: Strike,
    places: Places,
    ledger: Ledger,
    loaded: Place,
  ) => Promise<Scratched>,
): Scratch {
  return async (places, strike, ledger, loaded) => {
    const place = await places.create(contents);
    try {
      return await work(place, strike, places, ledger, loaded);
    } finally {
      await place.drop();
    }
  };
}

/** Whether the doomed service kills itself before it listens; one that doesn't is killed then. */
export async function diesAtStart(settings: Place['settings']): Promise<boolean> {
  try {
    const server = await doomed.serve(settings);
    server.signal('SIGKILL');
    await server.ended;
    return false;
  } catch (error) {
    if (error instanceof Killed) return true;
    throw error;
  }
}

async function startFaults(places: Places, place: Place): Promise<Fault[]> {
  const server = await program.serve(place.settings);
  const { status } = await fetch(`${server.url}/readyz`);
  server.signal('SIGKILL');
  await server.ended;
  return status === 200 ? schemaFaults(places, place) : [wrong(`/readyz is ${status}`)];
}

const restored = ['organizer', 'api_client', 'api_key', 'venue', 'competition', 'player', 'match'];

async function counts(select: Select): Promise<number[]> {
  const tables = [...restored, 'rating', 'rating_history'];
  const sums = tables.map((table) => `(select count(*) from ${table})::int`);
  const [row] = await select(`select ${sums.map((sum, n) => `${sum} as c${n}`).join(', ')}`);
  return Object.values(Object(row)).map(Number);
}

const wholes = new WeakMap<Places, Promise<unknown>>();

/** What the database lacks, or has too much of, beside one whose migration nobody killed. */
async function schemaFaults(places: Places, place: Place): Promise<Fault[]> {
  const whole = wholes.get(places) ?? schemaOfNew(places);
  wholes.set(places, whole);
  const isWhole = isDeepStrictEqual(await place.read(schemaOf), await whole);
  return isWhole ? [] : [wrong('the schema is not whole')];
}

async function schemaOfNew(places: Places): Promise<unknown> {
  const place = await places.create('no rows');
  try {
    return await place.read(schemaOf);
  } finally {
    await place.drop();
  }
}

async function schemaOf(select: Select): Promise<unknown> {
  const rows = await select(`
    select 'column' as what, table_name || '.' || column_name as name, data_type as value
      from information_schema.columns where table_schema = 'public'
    union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint', conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select 'migration', name, null from mikro_orm_migrations order by 1, 2, 3`);
  return rows.map((row) => Object.values(Object(row)));
}
