-- Trigger: every entry balances in the base currency, whichever statement inserts its lines.
create or replace function rota.fis_check_balance() returns trigger
language plpgsql as $$
declare
  v_seq bigint;
begin
  select chain_seq into v_seq from added group by ledger_id, chain_seq
  having sum(case when is_credit then -base_amount else base_amount end) <> 0 limit 1;
  if found then
    raise exception 'the lines of entry % do not balance', v_seq
      using errcode = 'check_violation', constraint = 'fis_journal_line_balances';
  end if;
  return null;
end $$;
