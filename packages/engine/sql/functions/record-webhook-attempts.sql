-- Records attempts, a list of
-- `{delivery, task, state, status, error_class, error, duration_ms, delay_ms, refusal, gone, headers, body}`.
-- A delivery that has ended stays as it is, unless it failed and was received after all.
--
-- Failures of an endpoint are counted: it is held after five in a row, for longer each time. It is disabled when its
-- answer says that it no longer exists, or when it has failed at least twenty times in a row for five days. Returns the
-- endpoints that were held, released or disabled, with how long they are held.
create or replace function rota.record_webhook_attempts(p_attempts jsonb)
returns table (endpoint_id uuid, tenant text, change text, reason text, held_ms bigint, max_in_flight integer, rate_per_second integer)
language plpgsql as $$
#variable_conflict use_column
declare
  c_failures_held     constant integer  := 5;
  c_hold_first        constant interval := interval '10 seconds';
  c_hold_max          constant interval := interval '10 minutes';
  c_failures_disabled constant integer  := 20;
  c_failing_disabled  constant interval := interval '5 days';
  v_now               timestamptz       := clock_timestamp();
begin
  -- In one order, so that concurrent calls never deadlock.
  perform from rota.webhook_deliveries
    where delivery_id in (select (value ->> 'delivery')::uuid from jsonb_array_elements(p_attempts))
    order by delivery_id for update;

  insert into rota.webhook_attempts (delivery_id, number, started_at, duration_ms, status, error_class, error, response_headers, response_body)
  select delivery_id, delivery.attempts + 1, v_now - given.duration_ms * interval '1 millisecond', given.duration_ms,
         given.status, given.error_class, given.error, given.headers, decode(given.body, 'base64')
    from jsonb_to_recordset(p_attempts) as given (delivery uuid, duration_ms integer, status integer, error_class text, error text, headers jsonb, body text)
    join rota.webhook_deliveries as delivery on delivery_id = given.delivery;

  update rota.webhook_deliveries as delivery
     set attempts        = delivery.attempts + 1,
         refusals        = delivery.refusals + given.refusal::integer,
         state           = next.state,
         ended_at        = case when next.state <> 'PENDING' then coalesce(delivery.ended_at, v_now) end,
         next_attempt_at = case when next.state = 'PENDING' then v_now + given.delay_ms * interval '1 millisecond' end,
         last_status     = given.status,
         last_error      = given.error_class,
         task_id         = given.task
    from jsonb_to_recordset(p_attempts) as given (delivery uuid, task bigint, state text, status integer, error_class text, delay_ms bigint, refusal boolean),
         lateral (select delivery_id, case when old.state = 'PENDING' or given.state = 'DELIVERED' then given.state else old.state end as state
                    from rota.webhook_deliveries as old where old.delivery_id = given.delivery) as next
   where delivery.delivery_id = next.delivery_id;

  perform from rota.webhook_endpoints
    where webhook_endpoints.endpoint_id in (
      select delivery.endpoint_id from rota.webhook_deliveries as delivery
       where delivery_id in (select (value ->> 'delivery')::uuid from jsonb_array_elements(p_attempts)))
      and (failures > 0 or jsonb_path_exists(p_attempts, '$[*] ? (@.state != "DELIVERED")'))
    order by webhook_endpoints.endpoint_id for update;

  return query
  with given as materialized (
    select delivery.endpoint_id, tried.nth, tried.value ->> 'state' = 'DELIVERED' as is_success, (tried.value ->> 'gone')::boolean as is_removed
      from jsonb_array_elements(p_attempts) with ordinality as tried (value, nth)
      join rota.webhook_deliveries as delivery on delivery_id = (tried.value ->> 'delivery')::uuid
  ), ended as materialized (
    select given.endpoint_id, bool_or(is_success) as has_success, bool_or(is_removed) as is_removed,
           count(*) filter (where not is_success and given.nth > coalesce(last_success.nth, 0))::integer as failures
      from given
      left join (select given.endpoint_id, max(nth) as nth from given where is_success group by given.endpoint_id) as last_success using (endpoint_id)
     group by given.endpoint_id
  ), counted as materialized (
    select old.endpoint_id, old.state, old.held_until,
           ended.is_removed,
           ended.failures > 0 as has_failed,
           case when has_success then ended.failures else old.failures + ended.failures end as failures,
           case when ended.failures = 0 then null when has_success then v_now else coalesce(old.failing_since, v_now) end as failing_since
      from ended
      join rota.webhook_endpoints as old using (endpoint_id)
     where old.failures > 0 or ended.failures > 0
  ), judged as materialized (
    select counted.*,
           case when state <> 'ACTIVE' then null
                when is_removed then 'GONE'
                when counted.failures >= c_failures_disabled and counted.failing_since <= v_now - c_failing_disabled then 'FAILING' end as why,
           case when counted.failures >= c_failures_held and has_failed
                then v_now + least(c_hold_max, c_hold_first * 2 ^ least(counted.failures - c_failures_held, 10))
                when counted.failures >= c_failures_held then counted.held_until end as held_until_next
      from counted
  ), updated as (
    update rota.webhook_endpoints as endpoint
       set failures        = judged.failures,
           failing_since   = judged.failing_since,
           held_until      = judged.held_until_next,
           state           = case when why is null then endpoint.state else 'DISABLED' end,
           disabled_reason = coalesce(why, endpoint.disabled_reason),
           disabled_at     = case when why is null then endpoint.disabled_at else v_now end
      from judged
     where endpoint.endpoint_id = judged.endpoint_id
    returning endpoint.endpoint_id, endpoint.tenant, endpoint.max_in_flight, endpoint.rate_per_second, judged.why, judged.has_failed,
              judged.held_until as held_before, endpoint.held_until as held_now
  )
  select updated.endpoint_id, updated.tenant,
         case when why is not null then 'DISABLED' when held_now is not null then 'HELD' else 'RELEASED' end,
         why, (extract(epoch from held_now - v_now) * 1000)::bigint, updated.max_in_flight, updated.rate_per_second
    from updated
   where why is not null or held_now is distinct from held_before;
end $$;
