-- Returns the queues that have a log, changes to absorb, or chunks that will fall due.
create or replace function rota.queue_names() returns setof text
language sql stable set enable_seqscan = off as $$
  with recursive logged as (
    select min(queue) as queue from rota.dispatch_log
    union all
    select (select min(queue) from rota.dispatch_log where dispatch_log.queue > logged.queue) from logged where logged.queue is not null
  ), changed as (
    select min(queue) as queue from rota.lane_changes
    union all
    select (select min(queue) from rota.lane_changes where lane_changes.queue > changed.queue) from changed where changed.queue is not null
  ), scheduled as (
    select (select queue from rota.chunks where state = 'SCHEDULED' order by queue, due_at limit 1) as queue
    union all
    select (select queue from rota.chunks where state = 'SCHEDULED' and chunks.queue > scheduled.queue order by queue, due_at limit 1)
      from scheduled where scheduled.queue is not null)
  select queue from logged where queue is not null
  union select queue from changed where queue is not null
  union select queue from scheduled where queue is not null
  order by 1
$$;
