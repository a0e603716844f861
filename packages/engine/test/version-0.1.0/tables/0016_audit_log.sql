-- Who did what, and when. Each tenant has a chain: the hash of an entry covers the one before it, so that nobody can change,
-- remove, insert or move an entry without being found out by who computes the hashes again.

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

-- The newest entry of each tenant. Whoever appends holds its row until the transaction ends, so entries get their numbers in
-- the order in which they become visible. An end that is cut off the log is missed here.
create table rota.audit_heads (
  tenant text        constraint audit_heads_have_a_tenant primary key,
  number bigint      not null default 0,
  hash   bytea,                -- null: no entry yet
  at     timestamptz not null default '-infinity'
) with (fillfactor = 50);

-- Locks the heads of tenants, in one order for all, and makes those that are not there. Returns each with the time that its
-- next entry gets. The second statement sees what the first one waited for.
create function rota.lock_audit_heads(p_tenants text[]) returns table (tenant text, number bigint, hash bytea, at timestamptz)
language sql as $$
  insert into rota.audit_heads (tenant) select distinct given from unnest(p_tenants) as given order by given
  on conflict on constraint audit_heads_have_a_tenant do nothing;
  select head.tenant, head.number, head.hash, date_trunc('milliseconds', greatest(clock_timestamp(), head.at))
    from rota.audit_heads as head
   where head.tenant = any (p_tenants)
   order by head.tenant
     for update
$$;

-- To remove nothing from an empty log is no change.
create function rota.refuse_audit_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' and not exists (select from rota.audit_log) then return null; end if;
  raise exception 'the audit log only grows: % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation', hint = 'Append an entry that says what was wrong with an earlier one.';
end $$;

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
