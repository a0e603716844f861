-- Locks the heads of tenants' audit logs, in one order for all callers, and creates missing ones. Returns each with the
-- time of its next entry. The second statement sees what the first one waited for.
create or replace function rota.lock_audit_heads(p_tenants text[]) returns table (tenant text, number bigint, hash bytea, at timestamptz)
language sql as $$
  insert into rota.audit_heads (tenant) select distinct given from unnest(p_tenants) as given order by given
  on conflict on constraint audit_heads_have_a_tenant do nothing;
  select head.tenant, head.number, head.hash, date_trunc('milliseconds', greatest(clock_timestamp(), head.at))
    from rota.audit_heads as head
   where head.tenant = any (p_tenants)
   order by head.tenant
     for update
$$;
