import * as v from 'valibot';
import { submissionScope } from '../../shared/http/access.ts';
import { idSchema, isId } from '../../shared/ids.ts';
import { calendarDate, closed, distinct, text } from '../../shared/schema.ts';
import { hashSecret, isPass, isSecret } from './secret.ts';

const secret = v.pipe(
  v.string(),
  v.check(
    isSecret,
    'Expected 20 to 255 characters of A-Z, a-z, 0-9, _ and -; after trk_ or trs_ with its checksum.',
  ),
);
const pass = v.pipe(v.string(), v.check(isPass, 'Expected a pass: trp_ with its checksum.'));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'Expected a SHA-256 in hexadecimal.'));

const keyId = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Expected 1 to 64 characters of A-Z, a-z, 0-9, _ and -.'),
);

/** What a client's id looks like. */
export const clientIdPattern = /^[A-Za-z0-9_]{1,100}$/;

/** What a key or pass is called. It can't be a key, which would then show in every list, log and export. */
const LabelSchema = v.pipe(
  text(),
  v.check((label) => !/^tr[kps]_/.test(label), 'Begins like a key or secret; it is shown to many.'),
  // Commands take an id or a label: a label like an id could make them revoke the wrong one.
  v.check((label) => !isId('apiKey', label), 'Looks like the id of a key.'),
  v.check((label) => !isId('pass', label), 'Looks like the id of a pass.'),
);

/** Whether a record has either the one member or the other. */
const either = (one: unknown, other: unknown) => (one === undefined) !== (other === undefined);

/** An API key in the exchange format, with the key or its hash; returns the hash. */
export const KeyRecordSchema = v.pipe(
  closed({ id: keyId, key: v.optional(secret), key_hash: v.optional(hash), label: LabelSchema }),
  v.check(({ key, key_hash }) => either(key, key_hash), 'Expected either key or key_hash.'),
  v.transform(({ key = '', key_hash, ...named }) => ({
    ...named,
    key_hash: key_hash ?? hashSecret(key),
  })),
);

/** A client in the exchange format, with its secret or the secret's hash; returns the hash. */
export const ClientRecordSchema = v.pipe(
  closed({
    client_id: v.pipe(
      v.string(),
      v.regex(clientIdPattern, 'Expected 1 to 100 characters of A-Z, a-z, 0-9 and _.'),
    ),
    client_secret: v.optional(secret),
    client_secret_hash: v.optional(hash),
    organizer_id: idSchema('organizer'),
    scopes: distinct(v.literal(submissionScope, `Expected ${submissionScope}, the only scope.`)),
  }),
  v.check(
    ({ client_secret, client_secret_hash }) => either(client_secret, client_secret_hash),
    'Expected either client_secret or client_secret_hash.',
  ),
  v.transform(({ client_id, client_secret = '', client_secret_hash, ...client }) => ({
    id: client_id,
    secret_hash: client_secret_hash ?? hashSecret(client_secret),
    ...client,
  })),
);

/** A pass in the exchange format, with the pass or its hash; returns the hash. */
export const PassRecordSchema = v.pipe(
  closed({
    id: v.pipe(idSchema('pass'), v.transform(String)),
    label: LabelSchema,
    organizer_id: idSchema('organizer'),
    competition_id: v.nullable(idSchema('competition')),
    may_correct: v.boolean(),
    ends_on: v.nullable(calendarDate()),
    pass: v.optional(pass),
    pass_hash: v.optional(hash),
  }),
  v.check(({ pass, pass_hash }) => either(pass, pass_hash), 'Expected either pass or pass_hash.'),
  v.transform(({ pass = '', pass_hash, ...named }) => ({
    ...named,
    pass_hash: pass_hash ?? hashSecret(pass),
  })),
);

export type KeyRecord = v.InferOutput<typeof KeyRecordSchema>;
export type ClientRecord = v.InferOutput<typeof ClientRecordSchema>;
export type PassRecord = v.InferOutput<typeof PassRecordSchema>;
