import { defineEntity, p } from '@mikro-orm/postgresql';
import { id, moment } from '../../shared/database/columns.ts';
import { Organizer } from '../competitions/index.ts';

/** The secret before the present one stays valid until then, both or neither. */
const formerUntil = () => moment().nullable();
const formerHasAnEnd = (table: string, column: string) => ({
  name: `${table}_former_has_an_end`,
  expression: `(${column} is null) = (former_until is null)`,
});

/** A key with which someone reads; only its hash is kept. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: id().primary(),
    label: p.text(),
    keyHash: p.text().unique(),
    formerHash: p.text().unique().nullable(),
    formerUntil: formerUntil(),
    createdAt: moment(),
    revokedAt: moment().nullable(),
    lastUsedAt: moment().nullable(),
  },
  checks: [formerHasAnEnd('api_key', 'former_hash')],
  indexes: [
    {
      name: 'api_key_label_once',
      expression:
        'create unique index "api_key_label_once" on "api_key" ("label") where revoked_at is null',
    },
  ],
});

/** An organizer's program that submits results; only its secret's hash is kept. */
export const ApiClient = defineEntity({
  name: 'ApiClient',
  tableName: 'api_client',
  properties: {
    id: id().primary(),
    secretHash: p.text(),
    formerHash: p.text().nullable(),
    formerUntil: formerUntil(),
    organizer: () => p.manyToOne(Organizer).ref(),
    scopes: p.array().columnType('text[]'),
    createdAt: moment(),
    revokedAt: moment().nullable(),
  },
  checks: [
    { name: 'api_client_id_pattern', expression: `id ~ '^[A-Za-z0-9_]{1,100}$'` },
    formerHasAnEnd('api_client', 'former_hash'),
  ],
});

/** When requests of a bucket were served, in milliseconds, for limits that processes share. */
export const RateWindow = defineEntity({
  name: 'RateWindow',
  tableName: 'rate_window',
  properties: {
    bucket: id().primary(),
    served: p.array().columnType('float8[]'),
    granted: p.boolean(),
    checkedAt: p.double(),
  },
  indexes: [{ properties: 'checkedAt' }],
});

/** What the installation generated once and keeps: the secret that signs tokens and cursors. */
export const InstallationSecret = defineEntity({
  name: 'InstallationSecret',
  tableName: 'installation_secret',
  properties: {
    name: p.text().primary(),
    value: p.text(),
    formerValue: p.text().nullable(),
    formerUntil: formerUntil(),
    signsFrom: moment().nullable(),
  },
  checks: [formerHasAnEnd('installation_secret', 'former_value')],
});
