-- Returns the text that the hash of a dispatch log entry covers. A reader of the entry can compute it again.
create or replace function rota.log_text(entry rota.dispatch_log) returns text
language sql immutable as $$
  select concat_ws(E'\n', entry.queue, entry.entry, (extract(epoch from entry.at) * 1000000)::bigint, entry.turn_count,
                   entry.moment, entry.clock,
                   entry.changes, entry.leaves, entry.task_ids, entry.numbers, entry.emptied,
                   -- Null where all routes were served, which adds nothing: entries of earlier versions keep their hash.
                   entry.routes)
$$;
