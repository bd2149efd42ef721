// The way of a database from the schema of one version to that of the next.
import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { firstFew } from '../text.ts';
import { type Db, isUntouched } from './db.ts';
import { migrations } from './migrations/index.ts';
import { otherTables } from './schema-check.ts';

/**
 * Names of migrations that are not applied yet. Throws where one was applied that this program doesn't
 * know.
 */
export async function pendingMigrations(orm: MikroORM): Promise<string[]> {
  const names = migrations.map(({ name }) => name);
  const executed = (await orm.migrator.getExecuted()).map(({ name }) => name);
  const unknown = executed.find((name) => !names.includes(name));
  if (unknown) {
    throw new Error(
      `The database was made by a newer version of this program (it has the migration ${unknown}). Start that version.`,
    );
  }
  return names.filter((name) => !executed.includes(name));
}

/**
 * Applies the pending migrations, all or none; gives their names. `backUp` comes before, unless the database has
 * nothing yet. Throws where the tables that are there aren't those of an earlier version. For one process at a time.
 */
export async function applyMigrations(
  orm: MikroORM,
  db: Db,
  backUp: () => Promise<void>,
): Promise<string[]> {
  const isNew = await isUntouched(db);
  if (isNew) await refuseOthers(orm, db);
  // Throws if a newer version has migrated since somebody looked last.
  const pending = await pendingMigrations(orm);
  if (pending.length === 0) return [];
  if (!isNew && pending.length === migrations.length) {
    throw new Error(
      'The database has tables of this program, and no list of its migrations (mikro_orm_migrations): restore it as a whole.',
    );
  }
  if (!isNew) await backUp();
  return (await orm.migrator.up()).map(({ name }) => name);
}

async function refuseOthers(orm: MikroORM, db: Db): Promise<void> {
  const others = await otherTables(orm, db, 'without ours');
  if (others.length === 0) return;
  throw new Error(
    `The database holds tables of another program: ${firstFew(others)}. Give this one a database of its own.`,
  );
}

/**
 * Makes sequences go on after the numbers in use; gives the names of those that lay behind. In a database that was
 * copied by its rows they begin again, and each number in use would refuse a result, or the next upgrade.
 */
export async function continueSequences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name, setval(name::regclass, last)
    from (
      select 'audit_entry_sequence_seq' as name, max(sequence) as last from audit_entry
      union all select 'mikro_orm_migrations_id_seq', max(id) from mikro_orm_migrations
    ) as used
    where last > coalesce(pg_sequence_last_value(name::regclass), 0)`.execute(db);
  return rows.map(({ name }) => name);
}
