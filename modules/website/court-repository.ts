import { expressionBuilder, sql } from 'kysely';
import type { Tables } from '../../shared/database/db.ts';
import type { VenueId } from '../../shared/ids.ts';

type Court = { readonly number: number; readonly surface: string | null };

/**
 * The surface of a court; `venue` and `number` are the columns with its venue's id and its number. Null if it
 * isn't known, or if courts of different surfaces have the number.
 */
export function surfaceOf(venue: string, number: string) {
  const { ref, selectFrom } = expressionBuilder<Tables, 'venue'>();
  const courts = sql<Court>`json_to_recordset(${ref('venue.courts')})`;
  return selectFrom(['venue', courts.as<'court'>(sql`court(number int, surface text)`)])
    .select(({ fn }) => fn.max('court.surface').as('surface'))
    .where('venue.id', '=', sql.ref<VenueId>(venue))
    .where('court.number', '=', sql.ref<number>(number))
    .having(({ eb, fn }) => eb(fn.min('court.surface'), '=', fn.max('court.surface')));
}
