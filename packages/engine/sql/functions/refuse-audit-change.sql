-- Trigger of the audit log and its heads: refuses every change but an append. Truncating an empty log changes nothing
-- and is allowed.
create or replace function rota.refuse_audit_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' and not exists (select from rota.audit_log) then return null; end if;
  raise exception 'the audit log only grows: % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation', hint = 'Append an entry that says what was wrong with an earlier one.';
end $$;
