-- Trigger whose arguments are the allowed moves of a status: 'DRAFT>VALIDATED'.
create or replace function rota.passports_move() returns trigger
language plpgsql as $$
declare
  v_move text := old.status || '>' || new.status;
begin
  if v_move = any (tg_argv) then
    return new;
  end if;
  raise exception 'a row of % does not go from % to %', tg_table_name, old.status, new.status
    using errcode = 'check_violation', constraint = tg_name;
end
$$;
