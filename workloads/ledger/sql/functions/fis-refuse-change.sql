-- Trigger of the journal: refuses every change but an append. Truncating an empty journal changes nothing and is
-- allowed.
create or replace function rota.fis_refuse_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' and not exists (select from rota.fis_journal_entry) then return null; end if;
  raise exception 'the journal only grows: % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation', hint = 'Post a reversal or a correction.';
end $$;
