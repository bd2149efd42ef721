import { migration, statementsOf } from './statements.ts';

// An entry stays as it was written. Only while a transaction says whom it erases may it lose a name. rules 12.2
const keepEntries = `
  create function keep_audit_entries() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and current_setting('tennis.erasing', true) ~ '^plr_'
      and (old.sequence, old.id, old.at, old.actor::text, old.action, old.subject)
        is not distinct from (new.sequence, new.id, new.at, new.actor::text, new.action, new.subject)
    then
      return new;
    end if;
    raise exception 'The audit log is only ever added to.' using errcode = 'restrict_violation';
  end $$`;

/** The log of who changed what. */
export const audit = migration(
  '0004-audit',
  ...statementsOf(`
      create table "audit_entry" (
        "sequence" bigserial primary key,
        "id" text collate "C" not null,
        "at" timestamptz(3) not null,
        "actor" json not null,
        "action" text not null,
        "subject" text collate "C" null,
        "reason" text null,
        "before" json null,
        "after" json null
      );
      alter table "audit_entry" add constraint "audit_entry_id_unique" unique ("id");
      create index "audit_entry_of_subject" on "audit_entry" ("subject");
      create index "audit_entry_by_time" on "audit_entry" ("at", "sequence");
      create index "audit_entry_of_commands" on "audit_entry" ("sequence") where action <> 'match submitted';
    `),
  keepEntries,
  ...[
    ['audit_entry_stays', 'before update or delete on "audit_entry" for each row'],
    ['audit_entry_stays_whole', 'before truncate on "audit_entry" for each statement'],
  ].map(([name, when]) => `create trigger "${name}" ${when} execute function keep_audit_entries()`),
);
