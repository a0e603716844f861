-- Returns the number of rows in a table as the planner estimates it. Processes of earlier versions call it.
create or replace function rota.estimated_rows(p_table regclass) returns bigint
language plpgsql as $$
declare
  v_plan json;
begin
  execute format('explain (format json) select from %s', p_table) into v_plan;
  return (v_plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric::bigint;
end $$;
