-- Trigger: an account is of the tenant of its ledger, and its parent of the same ledger and type. Parents exist before
-- their children and are never changed, so no account is below itself.
create or replace function rota.fis_account_begins() returns trigger
language plpgsql as $$
begin
  if new.parent_account_id is not null and not exists (
       select from rota.fis_account where account_id = new.parent_account_id and ledger_id = new.ledger_id and account_type = new.account_type) then
    raise exception 'account % needs a parent of its own ledger and type', new.code
      using errcode = 'check_violation', constraint = 'fis_account_parent_fits';
  end if;
  if not exists (select from rota.fis_ledger where ledger_id = new.ledger_id and tenant_id = new.tenant_id) then
    raise exception 'account % is not of the tenant of its ledger', new.code
      using errcode = 'check_violation', constraint = 'fis_account_tenant_fits';
  end if;
  return new;
end $$;

-- Trigger: an account has a balance from the beginning.
create or replace function rota.fis_account_has_balance() returns trigger
language plpgsql as $$
begin
  insert into rota.fis_account_balance (account_id, ledger_id) values (new.account_id, new.ledger_id);
  return null;
end $$;

-- Trigger: what hashes cover of an account stays.
create or replace function rota.fis_account_keeps() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from rota.fis_account_balance where account_id = old.account_id and updated_seq > 0) then
      raise exception 'account % has postings and stays', old.code
        using errcode = 'restrict_violation', constraint = 'fis_account_stays_once_used', hint = 'Deactivate it instead.';
    end if;
    delete from rota.fis_account_balance where account_id = old.account_id;
    return old;
  end if;
  if (new.account_id, new.tenant_id, new.ledger_id, new.code, new.account_type, new.currency_code, new.is_contra, new.parent_account_id)
       is distinct from (old.account_id, old.tenant_id, old.ledger_id, old.code, old.account_type, old.currency_code, old.is_contra, old.parent_account_id) then
    raise exception 'account % stays what it is: only its name, its part in the cash report and whether it is active may change', old.code
      using errcode = 'restrict_violation', constraint = 'fis_account_keeps_what_is_hashed';
  end if;
  new.updated_at := clock_timestamp();
  return new;
end $$;
