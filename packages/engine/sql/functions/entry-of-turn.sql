-- Returns the entry of the dispatch log in which a turn was given, or the first one after it. A binary search: the log is
-- numbered and its counts only grow.
create or replace function rota.entry_of_turn(p_queue text, p_turn bigint) returns bigint
language plpgsql stable strict as $$
declare
  v_low bigint;
  v_high bigint;
  v_middle bigint;
begin
  select min(entry), max(entry) into v_low, v_high from rota.dispatch_log where queue = p_queue;
  while v_low < v_high loop
    v_middle := (v_low + v_high) / 2;
    if (select turn_count from rota.dispatch_log where queue = p_queue and entry = v_middle) >= p_turn
    then v_high := v_middle; else v_low := v_middle + 1; end if;
  end loop;
  return v_low;
end $$;

-- Returns the first entry of a log at a time or later, or the last one if all are earlier. Times in a log only grow.
create or replace function rota.entry_at(p_queue text, p_at timestamptz) returns bigint
language plpgsql stable strict as $$
declare
  v_low bigint;
  v_high bigint;
  v_middle bigint;
begin
  select min(entry), max(entry) into v_low, v_high from rota.dispatch_log where queue = p_queue;
  while v_low < v_high loop
    v_middle := (v_low + v_high) / 2;
    if (select at from rota.dispatch_log where queue = p_queue and entry = v_middle) >= p_at
    then v_high := v_middle; else v_low := v_middle + 1; end if;
  end loop;
  return v_low;
end $$;

-- Returns when a turn was given; null when the log was pruned beyond it.
create or replace function rota.turn_at(p_queue text, p_turn bigint) returns timestamptz
language plpgsql stable strict as $$
declare
  v_low bigint;
  v_high bigint;
  v_middle bigint;
begin
  select min(entry), max(entry) into v_low, v_high from rota.dispatch_log where queue = p_queue;
  while v_low < v_high loop
    v_middle := (v_low + v_high) / 2;
    if (select turn_count from rota.dispatch_log where queue = p_queue and entry = v_middle) >= p_turn
    then v_high := v_middle; else v_low := v_middle + 1; end if;
  end loop;
  return (select at from rota.dispatch_log
           where queue = p_queue and entry = v_low and p_turn between turn_count - cardinality(numbers) + 1 and turn_count);
end $$;
