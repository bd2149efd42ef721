import { migration, statementsOf } from './statements.ts';

/** Secrets that stay valid for a while after they are replaced, and when a key was last used. */
export const rotation = migration(
  '0002-rotation',
  ...statementsOf(`
      alter table "api_key" add column "former_hash" text null, add column "former_until" timestamptz(3) null, add column "last_used_at" timestamptz(3) null;
      alter table "api_key" add constraint "api_key_former_hash_unique" unique ("former_hash");
      alter table "api_key" add constraint "api_key_former_has_an_end" check ((former_hash is null) = (former_until is null));

      alter table "api_client" add column "former_hash" text null, add column "former_until" timestamptz(3) null;
      alter table "api_client" add constraint "api_client_former_has_an_end" check ((former_hash is null) = (former_until is null));

      alter table "installation_secret" add column "former_value" text null, add column "former_until" timestamptz(3) null, add column "signs_from" timestamptz(3) null;
      alter table "installation_secret" add constraint "installation_secret_former_has_an_end" check ((former_value is null) = (former_until is null));
    `),
);
