-- Dead letters: the decisions about chunks that failed for good. Those about rejected events are in rota.rejected_event_acts.

-- The latest decision about a chunk. It is about one failure: a chunk that was replayed and fails again is open again.
create table rota.dead_chunks (
  task_id    bigint      not null,
  number     integer     not null,
  state      text        not null constraint dead_chunks_state_is_known check (state in ('REPLAYED', 'DISCARDED')),
  failed_at  timestamptz not null, -- the chunk's finished_at when it was decided
  code       text,                 -- of the error it failed with
  decided_by text        not null,
  reason     text,
  decided_at timestamptz not null default clock_timestamp(),
  constraint dead_chunks_are_decided_once primary key (task_id, number)
);

create index dead_chunks_by_time on rota.dead_chunks (state, failed_at, task_id, number);
