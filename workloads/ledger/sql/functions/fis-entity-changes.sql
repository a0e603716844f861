-- Trigger: an entity has a default ledger from the beginning.
create or replace function rota.fis_entity_begins() returns trigger
language plpgsql as $$
begin
  insert into rota.fis_ledger (tenant_id, code, name, is_default) values (new.tenant_id, 'main', 'Main ledger', true);
  return null;
end $$;

-- Trigger: a change of an entity gives its books a new version; what its accounts depend on stays.
create or replace function rota.fis_entity_changes() returns trigger
language plpgsql as $$
begin
  new.books_version := gen_random_uuid();
  new.updated_at := clock_timestamp();
  if (new.tenant_id, new.base_currency, new.fiscal_year_start_month) is distinct from (old.tenant_id, old.base_currency, old.fiscal_year_start_month)
     and exists (select from rota.fis_account where tenant_id = old.tenant_id) then
    raise exception 'base currency and fiscal year of % stay as they are: it has accounts', old.tenant_id
      using errcode = 'restrict_violation', constraint = 'fis_business_entity_keeps_what_is_fixed';
  end if;
  return new;
end $$;
