-- Trigger: a ledger has a chain from the beginning.
create or replace function rota.fis_ledger_begins() returns trigger
language plpgsql as $$
begin
  insert into rota.fis_chain_head (ledger_id) values (new.ledger_id);
  return null;
end $$;

-- Trigger: what hashes cover of a ledger stays.
create or replace function rota.fis_ledger_keeps() returns trigger
language plpgsql as $$
begin
  if (new.ledger_id, new.tenant_id, new.code) is distinct from (old.ledger_id, old.tenant_id, old.code) then
    raise exception 'ledger % stays what it is: only its name, its description and whether it is used may change', old.code
      using errcode = 'restrict_violation', constraint = 'fis_ledger_keeps_what_is_hashed';
  end if;
  new.updated_at := clock_timestamp();
  return new;
end $$;
