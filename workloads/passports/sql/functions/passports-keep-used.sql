-- Trigger for the other side: keeps a row that rows of the named tables point at.
create or replace function rota.passports_keep_used() returns trigger
language plpgsql as $$
declare
  v_table   text;
  v_id      uuid;
  v_is_used boolean;
begin
  execute format('select ($1).%I', tg_argv[0]) into v_id using old;
  foreach v_table in array tg_argv[1:] loop
    execute format('select exists (select from rota.%I where tenant = $1 and %I = $2)', v_table, tg_argv[0])
       into v_is_used using old.tenant, v_id;
    if v_is_used then
      raise exception 'a row of % is used by rows of %', tg_table_name, v_table
        using errcode = 'foreign_key_violation', constraint = tg_name;
    end if;
  end loop;
  return old;
end
$$;
