import { expressionBuilder, sql } from 'kysely';
import type { Tables } from '../../shared/database/db.ts';

/**
 * The surface of a court; `venue` and `number` are the columns with its venue's id and its number. Null if it
 * isn't known, or if courts of different surfaces have the number.
 */
export function surfaceOf(venue: string, number: string) {
  return expressionBuilder<Tables>()
    .selectFrom(['venue', sql<string>`json_array_elements(courts)`.as('court')])
    .select(sql<string | null>`max(court ->> 'surface')`.as('surface'))
    .where(sql<boolean>`venue.id = ${sql.ref(venue)}`)
    .where(sql<boolean>`(court ->> 'number')::int = ${sql.ref(number)}`)
    .having(sql<boolean>`min(court ->> 'surface') = max(court ->> 'surface')`);
}
