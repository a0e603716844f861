-- Who did what, and when. Each tenant has a chain: the hash of an entry covers the one before it, so that a
-- change, removal, insertion or move of an entry shows when the hashes are computed again.

create table rota.audit_log (
  tenant        text        not null,
  number        bigint      not null, -- from 1 and without gaps in each tenant
  at            timestamptz not null, -- in milliseconds, never before the entry before it
  actor         text,                 -- null: the system itself
  action        text        not null,
  subject_type  text        not null,
  subject_id    text        not null,
  details       json        not null, -- canonical JSON; json, not jsonb, keeps the text that the hash covers
  previous_hash bytea,
  hash          bytea       not null,
  constraint audit_log_is_numbered primary key (tenant, number),
  constraint audit_log_is_chained check (number >= 1 and (number = 1) = (previous_hash is null)),
  constraint audit_log_hash_is_sha256 check (length(hash) = 32 and length(previous_hash) = 32)
);

create index audit_log_by_time on rota.audit_log (at, tenant, number);
create index audit_log_by_subject on rota.audit_log (tenant, subject_type, subject_id, number);

-- The newest entry of each tenant. A transaction that appends locks its row to its end, so entries get their numbers in the
-- order in which they become visible. It shows when the end of a log was cut off.
create table rota.audit_heads (
  tenant text        constraint audit_heads_have_a_tenant primary key,
  number bigint      not null default 0,
  hash   bytea,                -- null: no entry yet
  at     timestamptz not null default '-infinity'
) with (fillfactor = 50);

create trigger audit_log_is_not_changed before update or delete on rota.audit_log
  for each row execute function rota.refuse_audit_change();
create trigger audit_log_is_not_emptied before truncate on rota.audit_log
  for each statement execute function rota.refuse_audit_change();
create trigger audit_heads_only_advance before update on rota.audit_heads
  for each row when (new.tenant <> old.tenant or new.number <= old.number) execute function rota.refuse_audit_change();
create trigger audit_heads_are_not_removed before delete on rota.audit_heads
  for each row execute function rota.refuse_audit_change();
create trigger audit_heads_are_not_emptied before truncate on rota.audit_heads
  for each statement execute function rota.refuse_audit_change();
