import { defineEntity, p } from '@mikro-orm/postgresql';
import { checks, fits, id, indexes, timestamp } from '../../shared/database/columns.ts';
import { idPattern } from '../../shared/ids.ts';
import { Competition, Organizer } from '../competitions/index.ts';

// In a unit of work, `present` is a secret, or what is stored of it, and `former` is the one before
// it, which stays valid until `former_until`.
const formerUntil = () => timestamp().nullable();
const formerHasAnEnd = (table: string, column: string) => ({
  [`${table}_former_has_an_end`]: `(${column} is null) = (former_until is null)`,
});

/** A key for reading; only its hash is kept. */
export const ApiKey = defineEntity({
  name: 'api_key',
  properties: {
    id: id<string>().primary(),
    label: p.text(),
    present: p.text().name('key_hash').unique(),
    former: p.text().name('former_hash').unique().nullable(),
    former_until: formerUntil(),
    created_at: timestamp(),
    revoked_at: timestamp().nullable(),
    last_used_at: timestamp().nullable(),
  },
  checks: checks(formerHasAnEnd('api_key', 'former_hash')),
  indexes: indexes('unique index', 'api_key', {
    api_key_label_once: '("label") where revoked_at is null',
  }),
});

/** An organizer's program that submits results; only its secret's hash is kept. */
export const ApiClient = defineEntity({
  name: 'api_client',
  properties: {
    id: id<string>().primary(),
    present: p.text().name('secret_hash'),
    former: p.text().name('former_hash').nullable(),
    former_until: formerUntil(),
    organizer: () => p.manyToOne(Organizer).ref(),
    scopes: p.array().columnType('text[]'),
    created_at: timestamp(),
    revoked_at: timestamp().nullable(),
  },
  checks: checks({
    api_client_id_pattern: `id ~ '^[A-Za-z0-9_]{1,100}$'`,
    ...formerHasAnEnd('api_client', 'former_hash'),
  }),
});

/** What lets an organizer's people use the desk, for one competition or for all of them; only its hash is kept. */
export const Pass = defineEntity({
  name: 'pass',
  properties: {
    id: id<string>().primary(),
    label: p.text(),
    organizer: () => p.manyToOne(Organizer).ref(),
    competition: () => p.manyToOne(Competition).ref().nullable().deleteRule('no action'),
    may_correct: p.boolean(),
    ends_on: p.date().columnType('date').nullable(),
    present: p.text().name('pass_hash').unique(),
    former: p.text().name('former_hash').unique().nullable(),
    former_until: formerUntil(),
    created_at: timestamp(),
    revoked_at: timestamp().nullable(),
    last_used_at: timestamp().nullable(),
  },
  checks: checks({
    pass_id_pattern: fits('id', idPattern('pass')),
    ...formerHasAnEnd('pass', 'former_hash'),
  }),
  indexes: indexes('unique index', 'pass', {
    pass_label_once: '("label") where revoked_at is null',
  }),
});

/** When requests of a bucket were served, in milliseconds, for limits that processes share. */
export const RateWindow = defineEntity({
  name: 'rate_window',
  properties: {
    bucket: id<string>().primary(),
    served: p.array().columnType('float8[]').$type<number[]>(),
    granted: p.boolean(),
    checked_at: p.double(),
  },
  indexes: [{ properties: 'checked_at' }],
});

/** What the installation generated once and keeps: the secret that signs tokens and cursors. */
export const InstallationSecret = defineEntity({
  name: 'installation_secret',
  properties: {
    name: p.text().primary(),
    present: p.text().name('value'),
    former: p.text().name('former_value').nullable(),
    former_until: formerUntil(),
    signs_from: timestamp().nullable(),
  },
  checks: checks(formerHasAnEnd('installation_secret', 'former_value')),
});
