import { defineEntity, p } from '@mikro-orm/postgresql';
import { checks, timestamp } from '../../shared/database/columns.ts';

/**
 * A rating run or, with a moment that counts for it, a look for inactive players, numbered in the order in which they
 * held the lock. One that was broken off isn't done. rules 3.3
 */
export const Run = defineEntity({
  name: 'run',
  properties: {
    number: p.integer().primary().autoincrement(false),
    id: p.text().unique(),
    began_at: timestamp(),
    as_of: timestamp().nullable(),
    done: p.boolean(),
  },
  checks: checks({
    run_numbered_from_1: 'number > 0',
    run_id_numbered: `id = 'run_' || number`,
  }),
});
