-- Returns a lane with everything that its next turn depends on. Large numbers are text, because JSON readers keep 53 bits.
create or replace function rota.lane_state(lane rota.lanes) returns jsonb
language sql immutable as $$
  select jsonb_build_object(
    'lane', lane.lane_id::text, 'set', lane.sibling_set::text, 'level', lane.level, 'name', lane.name, 'weight', lane.weight, 'cost', lane.cost,
    'start', lane.start::text, 'since', lane.since::text, 'clocks', jsonb_build_array(lane.clock_0::text, lane.clock_1::text, lane.clock_2::text, lane.clock_3::text),
    'open', lane.open, 'head', lane.head::text, 'isAwake', lane.is_awake, 'isPaused', lane.is_paused, 'isCounted', lane.is_counted, 'inFlight', lane.in_flight,
    'maxInFlight', lane.max_in_flight, 'rateUs', lane.rate_us::text, 'rateBurst', lane.rate_burst, 'rateAt', lane.rate_at::text, 'wakesAt', lane.wakes_at::text,
    'route', case lane.level when 3 then lane.routes[1] end, 'limits', case lane.level when 3 then lane.limits::text[] end)
$$;

-- Stores all lanes of a queue as they are and logs their hash, so that older entries of the log can be deleted: a
-- replay starts at the checkpoint. Returns the number of the entry; null when the queue has no log.
create or replace function rota.checkpoint_queue(p_queue text) returns bigint
language plpgsql set lock_timeout = '5s' as $$
declare
  c_part constant integer := 1000;
  v_head rota.dispatch_log;
  v_sha256 bytea;
begin
  perform pg_advisory_xact_lock(rota.lane_id(p_queue));
  select * into v_head from rota.dispatch_log where queue = p_queue order by entry desc limit 1;
  if not found then return null; end if;

  with lane as (
    select lanes.lane_id, rota.lane_state(lanes) as state, row_number() over (order by lane_id) - 1 as nth from rota.lanes where queue = p_queue
  ), stored as (
    insert into rota.dispatch_checkpoints (queue, entry, part, previous_hash, lanes)
    select p_queue, v_head.entry + 1, (nth / c_part)::integer, v_head.hash, jsonb_agg(state order by lane_id) from lane group by nth / c_part
    returning part, lanes)
  select sha256(coalesce(string_agg(sha256(convert_to(lanes::text, 'utf8')), ''::bytea order by part), '')) into v_sha256 from stored;
  return rota.append_changes(v_head, jsonb_build_array(jsonb_build_object('kind', 'CHECKPOINT', 'sha256', encode(v_sha256, 'hex'))));
end $$;
