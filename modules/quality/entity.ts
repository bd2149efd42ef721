import { defineEntity, p } from '@mikro-orm/postgresql';
import { checks, timestamp } from '../../shared/database/columns.ts';
import type { Kept } from './result.ts';

/** How good the forecasts were when that was last computed, for the page: all processes show the same. */
export const QualityResult = defineEntity({
  name: 'quality_result',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    computed_at: timestamp(),
    result: p.json().columnType('json').$type<Kept>(),
  },
  checks: checks({ quality_result_is_one: 'id = 1' }),
});
