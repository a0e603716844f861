-- How many chunks there are, by state: exact however many there are. Every transaction that makes, ends or deletes chunks
-- appends what it changes, so none of them waits for another. The sum of all rows is the count; fold_counts() replaces
-- many rows by few.
create table rota.chunk_counts (
  written_by   xid8    not null default pg_current_xact_id(),
  queue        text    not null,
  type_id      bigint  not null,           -- as in chunks
  is_counted   boolean not null,           -- as in chunks: false for the chunk of a job
  type         text,                       -- null where chunks only change: another row with the type_id has it
  open         bigint  not null default 0, -- SCHEDULED, PENDING, QUEUED or PROCESSING …
  scheduled    bigint  not null default 0, -- … and of these, SCHEDULED
  completed    bigint  not null default 0,
  failed       bigint  not null default 0,
  dead_letters bigint  not null default 0,
  cancelled    bigint  not null default 0
);

-- Rows of transactions before the latest fold are dead: a sum that starts behind them never reads them, even while an old
-- snapshot keeps them.
create index chunk_counts_to_sum on rota.chunk_counts (written_by);

create table rota.chunk_counts_head (
  is_only       boolean default true constraint chunk_counts_head_is_one_row primary key constraint chunk_counts_head_is_only_one check (is_only),
  folded_below  xid8    not null, -- rows of older transactions are folded
  recount_after timestamptz       -- set: transactions that began before may have changed chunks without a row; count again after them
);

insert into rota.chunk_counts_head (folded_below, recount_after)
select '0', case when exists (select from rota.chunks) then clock_timestamp() + interval '10 minutes' end;

insert into rota.chunk_counts (queue, type_id, is_counted, type, open, scheduled, completed, failed, dead_letters, cancelled)
select queue, type_id, is_counted, (select type from rota.tasks where task_id = newest_open), open, scheduled, completed, failed, dead_letters, cancelled
  from (select queue, type_id, is_counted, max(task_id) filter (where finished_at is null) as newest_open,
               count(*) filter (where state in ('SCHEDULED', 'PENDING', 'QUEUED', 'PROCESSING')) as open,
               count(*) filter (where state = 'SCHEDULED') as scheduled, count(*) filter (where state = 'COMPLETED') as completed,
               count(*) filter (where state = 'FAILED') as failed, count(*) filter (where state = 'DEAD_LETTER') as dead_letters,
               count(*) filter (where state = 'CANCELLED') as cancelled
          from rota.chunks group by 1, 2, 3) as counted;

-- A job that is counted down says in its own row when it ends.
drop index rota.tasks_open;
create index tasks_open on rota.tasks (type) where state in ('ACTIVE', 'PAUSED') and (not is_job or has_finish or parent_id is not null);

-- With the other counts of a task, so that its completed chunks can be told from cancelled ones without reading them.
alter table rota.countdowns add column cancelled integer not null default 0 constraint countdowns_count_cancelled check (cancelled >= 0);
update rota.countdowns set cancelled = found.chunks
  from (select task_id, count(*)::integer as chunks from rota.chunks where state = 'CANCELLED' and is_counted group by 1) as found
 where countdowns.task_id = found.task_id;
