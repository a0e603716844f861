-- Returns whether an endpoint with these event types receives events of this type. That of an event about a task is followed
-- by a colon and the type of the task, as in task.completed:demo.count-words; a pattern without a colon fits tasks of all types.
create or replace function rota.webhook_wants(p_types text[], p_type text) returns boolean language sql immutable parallel safe as $$
  select p_types && array['*', split_part(p_type, ':', 1)]
      or exists (select from unnest(p_types) as pattern,
                        lateral (select split_part(pattern, ':', 1) as event, split_part(pattern, ':', 2) as task,
                                        split_part(p_type, ':', 1) as given_event, split_part(p_type, ':', 2) as given_task) as part
                  where (event in ('*', given_event) or event like '%.*' and starts_with(given_event, left(event, -1)))
                    and (task in ('', given_task) or task like '%.*' and starts_with(given_task, left(task, -1))))
$$;
