import { defineEntity, p } from '@mikro-orm/postgresql';
import { id, moment } from '../../shared/database/columns.ts';
import { Organizer } from '../competitions/index.ts';

/** A key with which someone reads; only its hash is kept. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: id().primary(),
    label: p.text(),
    keyHash: p.text().unique(),
    createdAt: moment(),
    revokedAt: moment().nullable(),
  },
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
    organizer: () => p.manyToOne(Organizer).ref(),
    scopes: p.array().columnType('text[]'),
    createdAt: moment(),
    revokedAt: moment().nullable(),
  },
  checks: [{ name: 'api_client_id_pattern', expression: `id ~ '^[A-Za-z0-9_]{1,100}$'` }],
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
  properties: { name: p.text().primary(), value: p.text() },
});
