import * as v from 'valibot';
import { changeable } from '../../shared/exchange/kind.ts';
import { idSchema } from '../../shared/ids.ts';
import { closed, writtenTime } from '../../shared/schema.ts';

const deeds = ['added', 'updated', 'removed', 'rotated', 'revoked'] as const;

/** Everything that the log can say was done. rules 12.1 */
const actions = [
  'match submitted',
  'match voided',
  'match restored',
  'match corrected',
  'players merged',
  'player erased',
  'ratings rebuilt',
  'signing secret rotated',
  'set up',
  'imported',
  ...changeable.flatMap((thing) => deeds.map((deed) => `${thing} ${deed}` as const)),
] as const;
export type Action = (typeof actions)[number];

/** Who did something: an organizer's client, or the operating-system user of a command. */
const ActorSchema = v.union([
  closed({ client_id: v.string(), organizer_id: v.string() }),
  closed({ user: v.string() }),
]);
export type Actor = v.InferOutput<typeof ActorSchema>;

const members = v.nullable(v.record(v.string(), v.unknown()));

/** An entry of the log as it is exported and imported. */
export const AuditRecordSchema = closed({
  id: idSchema('audit'),
  at: writtenTime(),
  actor: ActorSchema,
  action: v.picklist(actions),
  subject: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  before: members,
  after: members,
});
export type AuditRecord = v.InferOutput<typeof AuditRecordSchema>;
