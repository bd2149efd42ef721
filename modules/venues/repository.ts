import { sql } from 'kysely';
import {
  all,
  changeExactly,
  type Db,
  firstRow,
  paged,
  recordset,
  rows,
} from '../../shared/database/db.ts';
import type { Position } from '../../shared/http/cursor.ts';
import type { VenueId } from '../../shared/ids.ts';
import type { Venue } from './schema.ts';

const columns = sql`id, name, district, address, courts`;

/** The venue with the id. */
export function findVenue(on: Db, id: VenueId): Promise<Venue | undefined> {
  return firstRow(on, sql<Venue>`select ${columns} from venue where id = ${id}`);
}

/** Up to `limit` venues by name after the position `[name, id]`. */
export function listVenues(
  on: Db,
  filters: { readonly district?: string | undefined },
  limit: number,
  after: Position | undefined,
): Promise<Venue[]> {
  const where = all([
    filters.district === undefined ? undefined : sql`district = ${filters.district}`,
    after && sql`(name collate "und-x-icu", id) > (${after[0]}, ${after[1]})`,
  ]);
  return rows(
    on,
    sql<Venue>`select ${columns} from venue where ${where}
      order by name collate "und-x-icu", id limit ${limit}`,
  );
}

/** Adds the venues; throws unless all of them are new. */
export function insertVenues(on: Db, venues: readonly Venue[]): Promise<void> {
  return changeExactly(
    on,
    venues.length,
    sql`insert into venue (${columns})
      select ${columns} from ${recordset(venues, 'id text, name text, district text, address text, courts json')}
      on conflict do nothing`,
  );
}

/** Every venue by id. */
export function exportVenues(on: Db): AsyncGenerator<Venue> {
  return paged(1_000, (last, size) =>
    rows(
      on,
      sql<Venue>`select ${columns} from venue where id > ${last?.id ?? ''} order by id limit ${size}`,
    ),
  );
}

/** Stores the venue in the place of the one with its id; throws unless there is one. */
export function updateVenue(on: Db, venue: Venue): Promise<void> {
  const { id, name, district, address, courts } = venue;
  return changeExactly(
    on,
    1,
    sql`update venue set name = ${name}, district = ${district}, address = ${address},
      courts = ${JSON.stringify(courts)}::json where id = ${id}`,
  );
}
