import { expressionBuilder, sql } from 'kysely';
import type { Tables } from '../../shared/database/db.ts';

/** The surface of a court, by what names the columns of its venue and number; null where it isn't known. */
export function surfaceOf(venue: string, number: string) {
  return expressionBuilder<Tables>()
    .selectFrom(['venue', sql<string>`json_array_elements(courts)`.as('court')])
    .select(sql<string>`court ->> 'surface'`.as('surface'))
    .where(sql<boolean>`venue.id = ${sql.ref(venue)}`)
    .where(sql<boolean>`(court ->> 'number')::int = ${sql.ref(number)}`)
    .limit(sql.lit(1));
}
