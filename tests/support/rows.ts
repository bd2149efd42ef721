import type { RawBuilder } from 'kysely';
import type { Db } from '../../shared/database/db.ts';

/** The rows of a statement of a test's own. */
export async function rows<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(db)).rows;
}
