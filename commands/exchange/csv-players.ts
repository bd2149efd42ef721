import type { Id } from '../../shared/ids.ts';
import { type Cell, partsOf, type Row, readAvailability, readNumber } from './csv-cells.ts';
import type { Names } from './csv-names.ts';
import { createTimeReader } from './csv-time.ts';

/** Makes a row the record of a player, who joined `now` unless the row says otherwise. */
export function playerReader(venues: Names<'venue'>, now: string): (row: Row) => object {
  const readTime = createTimeReader();
  return (row) => ({
    kind: 'player',
    ...(row.text('id') !== '' && { id: row.text('id') }),
    display_name: row.read('display_name', (value) => ({ value })),
    self_assessed_ntrp: row.read('self_assessed_ntrp', readNumber),
    preferred_venue_ids: row.text('preferred_venues')
      ? row.read('preferred_venues', (text) => idsOf(text, venues))
      : [],
    availability: row.text('availability') ? row.read('availability', readAvailability) : [],
    created_at: row.text('created_at') ? row.read('created_at', readTime) : now,
  });
}

function idsOf(text: string, venues: Names<'venue'>): Cell<Id<'venue'>[]> {
  const found = partsOf(text).map(venues.find);
  const faults = found.flatMap((cell) => ('fault' in cell ? [cell.fault] : []));
  if (faults.length > 0) return { fault: faults.join(' ') };
  return { value: found.flatMap((cell) => ('value' in cell ? [cell.value] : [])) };
}
