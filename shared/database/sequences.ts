import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Each sequence, and the tables that hold its numbers. */
const sequences = {
  rating_history_sequence_seq: ['rating_history', 'voided_entry'],
  audit_entry_sequence_seq: ['audit_entry'],
};

/**
 * Makes each sequence go on after the numbers in use. In a database that was copied by logical replication,
 * or by its rows, sequences begin again, and each number that is in use would refuse a result.
 */
export async function continueSequences(db: Db): Promise<void> {
  for (const [name, tables] of Object.entries(sequences)) {
    for (const table of tables) {
      await sql`select setval(id, greatest(last, nextval(id)))
        from (select max(sequence) as last from ${sql.table(table)}) as taken,
          (select ${name}::text::regclass as id) as numbering
        where last > coalesce(pg_sequence_last_value(id), 0)
          and has_sequence_privilege(id, 'UPDATE')`.execute(db);
    }
  }
}
