import * as v from 'valibot';
import { changeable } from '../../shared/exchange/kind.ts';
import { idSchema } from '../../shared/ids.ts';
import { closed, noNul, storable, writtenTime } from '../../shared/schema.ts';

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
  ...changeable.flatMap(
    (thing) => [`${thing} added`, `${thing} updated`, `${thing} removed`] as const,
  ),
  ...(['client', 'API key', 'pass'] as const).flatMap(
    (thing) => [`${thing} rotated`, `${thing} revoked`] as const,
  ),
] as const;
export type Action = (typeof actions)[number];

/** Who did something: an organizer's client, a pass (its label), or the operating-system user of a command. */
const ActorSchema = v.union(
  [
    closed({ client_id: storable(), organizer_id: storable() }),
    closed({ pass: storable(), organizer_id: storable() }),
    closed({ user: storable() }),
  ],
  'Expected a client_id or a pass, with an organizer_id, or a user.',
);
export type Actor = v.InferOutput<typeof ActorSchema>;

const members = v.nullable(
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.check((state) => !holdsNul(state), noNul),
  ),
);

/** Whether a text in the value, or the name of a member, has a NUL. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).flat().some(holdsNul);
}

/** An entry of the log as it is exported and imported. */
export const AuditRecordSchema = closed({
  id: idSchema('audit'),
  at: writtenTime(),
  actor: ActorSchema,
  action: v.picklist(actions),
  subject: v.nullable(storable()),
  reason: v.nullable(storable()),
  before: members,
  after: members,
});
export type AuditRecord = v.InferOutput<typeof AuditRecordSchema>;
