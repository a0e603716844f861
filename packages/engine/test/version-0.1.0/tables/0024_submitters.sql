-- Who submitted a task, where somebody said so. Apart from the task: most are submitted by programs that name nobody.

create table rota.task_submitters (
  task_id bigint constraint task_submitters_have_a_task primary key,
  name    text   not null constraint task_submitters_have_a_name check (octet_length(name) between 1 and 200)
);

-- As before, and the submitter goes with the task.
create or replace function rota.prune_tasks(p_age interval, p_after bigint, p_limit integer, out pruned integer, out last_task bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_before timestamptz := clock_timestamp() - p_age;
  v_task_ids bigint[];
  v_told bigint[];
  v_free bigint[];
begin
  select coalesce(array_agg(task_id) filter (where submitted_at < v_before and rota.over_since(task) < v_before), '{}'),
         case when count(*) = p_limit and min(submitted_at) < v_before then max(task_id) end
    into v_task_ids, last_task
    from (select tasks as task, task_id, submitted_at from rota.tasks where task_id > p_after order by task_id limit p_limit) as seen;
  pruned := 0;
  if v_task_ids = '{}' then return; end if;
  -- Locked, and looked at again by later statements: whoever redrives one of them has either not begun or is seen.
  v_task_ids := array(select task_id from rota.tasks where task_id = any (v_task_ids) order by task_id for update skip locked);
  v_told := array(select distinct task_id from rota.lane_changes where task_id = any (v_task_ids));
  v_task_ids := array(
    select task_id from rota.tasks
     where task_id = any (v_task_ids) and task_id <> all (v_told) and rota.over_since(tasks) < v_before
       and not exists (select from rota.tasks as parent where parent.task_id = tasks.parent_id));
  v_free := array(select task_id from (select task_id, held_until from rota.task_keys where task_id = any (v_task_ids)
                                        order by tenant, type, key for update skip locked) as held
                   where held_until is null or held_until <= clock_timestamp());
  v_task_ids := array(select task_id from unnest(v_task_ids) as over (task_id)
                       where task_id = any (v_free) or not exists (select from rota.task_keys where task_keys.task_id = over.task_id));
  delete from rota.task_keys where task_id = any (v_task_ids);
  delete from rota.countdowns where task_id = any (v_task_ids);
  delete from rota.task_submitters where task_id = any (v_task_ids);
  delete from rota.tasks where task_id = any (v_task_ids);
  insert into rota.pruned_tasks (task_id) select unnest(v_task_ids);
  pruned := cardinality(v_task_ids);
end $$;

-- As before, and who submitted them is forgotten too.
create or replace function rota.erase_payloads(p_task_ids bigint[], p_after integer, p_limit integer) returns integer
language plpgsql as $$
#variable_conflict use_column
declare
  v_task_ids bigint[];
begin
  perform from rota.tasks where task_id = any (p_task_ids) order by task_id for no key update;
  v_task_ids := array(select task_id from rota.tasks where task_id = any (p_task_ids) and rota.over_since(tasks) is not null);
  delete from rota.task_submitters where task_id = any (v_task_ids);
  update rota.tasks set input = null where task_id = any (v_task_ids) and input is not null;
  update rota.chunks set payload = null, result = null, last_error = null
   where task_id = any (v_task_ids) and number > p_after and number <= p_after + p_limit
     and (payload is not null or result is not null or last_error is not null);
  update rota.attempts set error = null
   where task_id = any (v_task_ids) and number > p_after and number <= p_after + p_limit and error is not null;
  update rota.chunk_progress set note = null
   where task_id = any (v_task_ids) and number > p_after and number <= p_after + p_limit and note is not null;
  return cardinality(v_task_ids);
end $$;
