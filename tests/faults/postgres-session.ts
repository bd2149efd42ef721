import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';

type Row = Record<string, unknown>;

// A connection of its own each time: none is left to fail when a test harms the server.
async function withManager<T>(url: string, work: (em: EntityManager) => Promise<T>): Promise<T> {
  const discovery = { warnWhenNoEntities: false };
  const orm = new MikroORM({ clientUrl: url, entities: [], discovery });
  try {
    return await work(orm.em.fork());
  } finally {
    await orm.close();
  }
}

/** What the statement gives, on a connection of its own. */
export function ask(url: string, statement: string): Promise<Row[]> {
  return withManager(url, (em) => em.execute(statement));
}

/** How many sessions of the database wait for a lock. */
export async function waitingSessions(url: string): Promise<number> {
  const sessions = `pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return Number((await ask(url, `select count(*)::int as waiting from ${sessions}`))[0]?.waiting);
}

/** Sets something, such as `timezone = 'UTC'`, for all later sessions of the database at the address. */
export async function setForDatabase(url: string, setting: string): Promise<void> {
  await ask(url, `alter database ${new URL(url).pathname.slice(1)} set ${setting}`);
}

/** Does the work while another client's transaction, which began with the statement, stays open. */
export function beside<T>(
  url: string,
  statement: string,
  work: (run: (statement: string) => Promise<Row[]>) => Promise<T>,
): Promise<T> {
  return withManager(url, (em) =>
    em.transactional(async (tx) => {
      await tx.execute(statement);
      return work((next) => tx.execute(next));
    }),
  );
}
