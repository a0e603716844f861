-- Trigger of what never changes.
create or replace function rota.passports_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'rows of % do not change', tg_table_name
    using errcode = 'check_violation', constraint = tg_name;
end
$$;
