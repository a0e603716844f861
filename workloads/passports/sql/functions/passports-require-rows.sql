-- Trigger in place of foreign keys, which check each row: checks once for each statement whether the rows that its rows
-- point at exist, in their own tenant, and keeps them until the transaction ends.
create or replace function rota.passports_require_rows() returns trigger
language plpgsql as $$
declare
  v_tenant text;
  v_ids    uuid[];
  v_found  bigint;
begin
  for v_tenant, v_ids in execute format('select tenant, array_agg(distinct %I) from changed group by tenant', tg_argv[1]) loop
    execute format('select count(*) from (select from rota.%I where tenant = $1 and %I = any ($2) order by %2$I for key share) as held',
                   tg_argv[0], tg_argv[1])
       into v_found using v_tenant, v_ids;
    if v_found < cardinality(v_ids) then
      raise exception 'rows of % point at rows of % that are not there', tg_table_name, tg_argv[0]
        using errcode = 'foreign_key_violation', constraint = tg_name;
    end if;
  end loop;
  return null;
end
$$;
