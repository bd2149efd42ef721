import { defineEntity, p } from '@mikro-orm/postgresql';
import { checks, fits, id, indexes } from '../../shared/database/columns.ts';
import { idPattern, type VenueId } from '../../shared/ids.ts';
import type { VenueRecord } from './schema.ts';

/** A place with courts. */
export const Venue = defineEntity({
  name: 'venue',
  properties: {
    id: id<VenueId>().primary(),
    name: p.text(),
    district: p.text(),
    address: p.text(),
    courts: p.json().columnType('json').$type<VenueRecord['courts']>(),
  },
  checks: checks({
    venue_id_pattern: fits('id', idPattern('venue')),
    venue_courts_listed: `json_typeof(courts) = 'array'`,
  }),
  indexes: indexes('index', 'venue', {
    venue_by_name: '("name" collate "und-x-icu", "id")',
    venue_of_district: '("district", "name" collate "und-x-icu", "id")',
  }),
});
