// Databases for the harness, and a way to read them that shares nothing with the program.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { SQL } from 'bun';
import { compiled, type Environment, onBunWith } from '../runtime/programs.ts';
import { baseFolder, removeAtTheEnd } from '../support/folder.ts';
import { startPostgres } from '../support/postgres.ts';
import type { Strike } from './steps.ts';

export type Kind = 'embedded' | 'server';

/** Gives the rows of a select without parameters. */
export type Select = (statement: string) => Promise<unknown[]>;

/** One database, which no process uses. */
export type Place = {
  /** What the program needs to find it. */
  readonly settings: Environment;
  /** Resolves once nothing works in it any more for a process that was killed. */
  idle(): Promise<void>;
  /** Reads it; an embedded one from a copy, so that the program recovers it itself. */
  read<T>(work: (select: Select) => Promise<T>): Promise<T>;
  drop(): Promise<void>;
};

export type Places = {
  /** For files beside the databases. */
  readonly folder: string;
  /** A new database: nothing at all, PostgreSQL without tables, or all tables without rows. */
  create(contents: 'nothing' | 'no tables' | 'no rows'): Promise<Place>;
  end(): Promise<void>;
};

/** The program as it is, and one that kills itself. */
export const program = compiled;
export const doomed = onBunWith(join(import.meta.dirname, 'strike.ts'));

/** The setting that makes the doomed program kill itself there. */
export const striking = (strike: Strike) => ({ STRIKE: JSON.stringify(strike) });

/** A place for databases of the kind. */
export async function createPlaces(kind: Kind): Promise<Places> {
  const folder = await mkdtemp(join(baseFolder(), 'tennis-faults-'));
  removeAtTheEnd(folder);
  const places = await (kind === 'embedded' ? onDisk(folder) : onServer());
  return { folder, ...places };
}

async function onDisk(folder: string): Promise<Omit<Places, 'folder'>> {
  const templates = { 'no tables': join(folder, 'no-tables'), 'no rows': join(folder, 'no-rows') };
  await program.run(['migrate'], { DATA_DIR: templates['no rows'] });
  await cp(templates['no rows'], templates['no tables'], { recursive: true });
  const bare = await PGlite.create(join(templates['no tables'], 'postgres'));
  await bare.exec('drop schema public cascade; create schema public');
  await bare.close();
  let made = 0;
  return {
    async create(contents) {
      made += 1;
      const data = join(folder, `data-${made}`);
      if (contents !== 'nothing') await cp(templates[contents], data, { recursive: true });
      return {
        settings: { DATA_DIR: data },
        idle: async () => undefined,
        async read(work) {
          const copy = `${data}-copy`;
          await cp(join(data, 'postgres'), copy, { recursive: true });
          await using database = await PGlite.create(copy);
          const result = await work(async (text) => (await database.query(text)).rows);
          await rm(copy, { recursive: true });
          return result;
        },
        drop: () => rm(data, { recursive: true, force: true }),
      };
    },
    end: async () => undefined,
  };
}

const others = `select pid from pg_stat_activity where datname = current_database()
  and pid <> pg_backend_pid() and backend_type = 'client backend'`;

async function onServer(): Promise<Omit<Places, 'folder'>> {
  const server = await startPostgres();
  const template = 'faults_template';
  await program.run(['migrate'], { DATABASE_URL: await server.createDatabase(template) });
  let made = 0;
  return {
    async create(contents) {
      made += 1;
      const name = `faults_${made}`;
      const url = await server.createDatabase(name, contents === 'no rows' ? template : undefined);
      const read = async <T>(work: (select: Select) => Promise<T>): Promise<T> => {
        await using database = new SQL(url, { max: 1 });
        const select: Select = (text) => database.unsafe(text);
        // A server may still commit what it got from a process that is dead by now.
        while ((await select(others)).length > 0) await delay(5);
        return await work(select);
      };
      return {
        settings: { DATABASE_URL: url },
        idle: () => read(async () => undefined),
        read,
        drop: () => server.dropDatabase(name),
      };
    },
    end: () => server.stop(),
  };
}
