import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql';
import { id } from '../../shared/database/columns.ts';
import type { VenueId } from '../../shared/ids.ts';
import type { Venue as VenueShown } from './schema.ts';

/** A place with courts. */
export const Venue = defineEntity({
  name: 'Venue',
  tableName: 'venue',
  properties: {
    id: id<VenueId>().primary(),
    name: p.text(),
    district: p.text(),
    address: p.text(),
    courts: p.json().columnType('json').$type<VenueShown['courts']>(),
  },
  checks: [
    { name: 'venue_id_pattern', expression: `id ~ '^ven_[a-z0-9]{10}$'` },
    { name: 'venue_courts_listed', expression: `json_typeof(courts) = 'array'` },
  ],
  indexes: [
    {
      name: 'venue_by_name',
      expression: 'create index "venue_by_name" on "venue" ("name" collate "und-x-icu", "id")',
    },
  ],
});

declare module '../../shared/database/db.ts' {
  interface Tables extends InferKyselyDB<typeof Venue> {}
}
