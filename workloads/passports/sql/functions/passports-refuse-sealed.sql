-- Trigger: the items of a sealed snapshot do not change. The lock makes it wait for a transaction that is sealing.
create or replace function rota.passports_refuse_sealed() returns trigger
language plpgsql as $$
declare
  v_is_sealed boolean;
begin
  select bool_or(status = 'SEALED') into v_is_sealed
    from (select status from rota.passports_snapshots
           where snapshot_id in (select snapshot_id from changed)
           order by snapshot_id for share) as held;
  if v_is_sealed then
    raise exception 'the items of a sealed snapshot do not change'
      using errcode = 'check_violation', constraint = tg_name;
  end if;
  return null;
end
$$;
