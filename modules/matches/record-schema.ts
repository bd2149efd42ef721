// What an export of matches tells, and an import takes. rules 9
import * as v from 'valibot';
import { idSchema, runIdSchema } from '../../shared/ids.ts';
import { writtenTime } from '../../shared/schema.ts';
import { ratingStatuses, resultSchema } from './schema.ts';

/** A match's place among runs and looks: the run that rated it, the looks at which it waited, the last one before it came in. */
const placeMembers = {
  run: v.nullish(runIdSchema()),
  waited: v.nullish(v.array(runIdSchema())),
  came_after: v.nullish(runIdSchema()),
};

/** A match as it is imported: what may be sent, and what an export adds to it. rules 9.2 */
export const MatchRecordSchema = resultSchema({
  id: idSchema('match'),
  created_at: v.nullish(writtenTime()),
  rating_status: v.nullish(v.picklist(ratingStatuses)),
  ...placeMembers,
});
export type MatchRecord = v.InferOutput<typeof MatchRecordSchema>;

/** A voided match as it is exported and imported. rules 11.1 */
export const VoidedRecordSchema = resultSchema({
  id: idSchema('match'),
  created_at: writtenTime(),
  rating_status: v.picklist(ratingStatuses),
  voided_at: writtenTime(),
  ...placeMembers,
});
export type VoidedRecord = v.InferOutput<typeof VoidedRecordSchema>;
