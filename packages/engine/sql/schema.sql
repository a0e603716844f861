-- The schema that all files in tables/ and functions/ create. Generated: change those, then run
-- npm run schema

create sequence rota.inbox_batch_ids as bigint start 1 increment 1;

create table rota.announced_jobs (
  task_id bigint not null,
  constraint announced_jobs_come_once PRIMARY KEY (task_id)
);

create table rota.announced_starts (
  task_id bigint not null,
  constraint announced_starts_come_once PRIMARY KEY (task_id)
);

create table rota.attempts (
  attempt_id bigint not null generated always as identity,
  task_id bigint not null,
  number integer not null,
  attempt integer not null,
  outcome text not null,
  owner text,
  error jsonb,
  ended_at timestamp with time zone not null default clock_timestamp(),
  constraint attempts_have_an_id PRIMARY KEY (attempt_id),
  constraint attempts_outcome_is_known CHECK ((outcome = ANY (ARRAY['RETRY'::text, 'EXHAUSTED'::text, 'SNOOZE'::text, 'FAIL'::text, 'RETURN'::text, 'LOST'::text])))
);

create table rota.audit_heads (
  tenant text not null,
  number bigint not null default 0,
  hash bytea,
  at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint audit_heads_have_a_tenant PRIMARY KEY (tenant)
) with (fillfactor=50);

create table rota.audit_log (
  tenant text not null,
  number bigint not null,
  at timestamp with time zone not null,
  actor text,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  details json not null,
  previous_hash bytea,
  hash bytea not null,
  constraint audit_log_hash_is_sha256 CHECK (((length(hash) = 32) AND (length(previous_hash) = 32))),
  constraint audit_log_is_chained CHECK (((number >= 1) AND ((number = 1) = (previous_hash IS NULL)))),
  constraint audit_log_is_numbered PRIMARY KEY (tenant, number)
);

create table rota.chunk_counts (
  written_by xid8 not null default pg_current_xact_id(),
  queue text not null,
  type_id bigint not null,
  is_counted boolean not null,
  type text,
  open bigint not null default 0,
  scheduled bigint not null default 0,
  completed bigint not null default 0,
  failed bigint not null default 0,
  dead_letters bigint not null default 0,
  cancelled bigint not null default 0
);

create table rota.chunk_counts_head (
  is_only boolean not null default true,
  folded_below xid8 not null,
  recount_after timestamp with time zone,
  constraint chunk_counts_head_is_one_row PRIMARY KEY (is_only),
  constraint chunk_counts_head_is_only_one CHECK (is_only)
);

create table rota.chunk_progress (
  task_id bigint not null,
  number integer not null,
  lease_token bigint not null,
  done double precision not null,
  total double precision not null,
  note text,
  reported_at timestamp with time zone not null default clock_timestamp(),
  constraint chunk_progress_is_of_a_lease PRIMARY KEY (task_id, number, lease_token)
) with (fillfactor=50);

create table rota.chunks (
  task_id bigint not null,
  number integer not null,
  queue text not null,
  leaf_lane bigint not null,
  "position" bigint not null,
  state text not null,
  due_at timestamp with time zone,
  attempt integer not null default 0,
  turn bigint,
  type_id bigint not null,
  is_counted boolean not null,
  is_suspect boolean not null default false,
  is_alone boolean not null default false,
  returns smallint not null default 0,
  slots smallint not null default 0,
  queued_at timestamp with time zone,
  lease_token bigint,
  payload jsonb,
  result jsonb,
  last_error jsonb,
  finished_at timestamp with time zone,
  announce smallint not null default 0,
  limits bigint[],
  constraint chunks_are_numbered_in_their_task PRIMARY KEY (task_id, number),
  constraint chunks_leased_are_processing CHECK (((state = 'PROCESSING'::text) = (lease_token IS NOT NULL))),
  constraint chunks_scheduled_are_due_some_time CHECK (((state <> 'SCHEDULED'::text) OR (due_at IS NOT NULL))),
  constraint chunks_state_is_known CHECK ((state = ANY (ARRAY['SCHEDULED'::text, 'PENDING'::text, 'QUEUED'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text, 'DEAD_LETTER'::text, 'CANCELLED'::text])))
);

create table rota.countdowns (
  task_id bigint not null,
  remaining integer not null,
  failed integer not null default 0,
  is_parked boolean not null default false,
  is_over boolean not null default false,
  cancelled integer not null default 0,
  constraint countdowns_count_cancelled CHECK ((cancelled >= 0)),
  constraint countdowns_count_failures CHECK ((failed >= 0)),
  constraint countdowns_end_at_zero CHECK ((remaining >= 0)),
  constraint countdowns_have_a_task PRIMARY KEY (task_id)
) with (fillfactor=50);

create table rota.credentials (
  credential_id text not null,
  kind text not null,
  secret_hash bytea not null,
  name text not null,
  tenant text,
  roles text[] not null,
  created_by text,
  created_at timestamp with time zone not null default date_trunc('milliseconds'::text, clock_timestamp()),
  expires_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by text,
  last_used_at timestamp with time zone,
  constraint credentials_hash_is_sha256 CHECK ((length(secret_hash) = 32)),
  constraint credentials_have_an_id PRIMARY KEY (credential_id),
  constraint credentials_kind_is_known CHECK ((kind = ANY (ARRAY['key'::text, 'link'::text, 'session'::text]))),
  constraint credentials_of_browsers_expire CHECK (((kind = 'key'::text) OR (expires_at IS NOT NULL)))
);

create table rota.dead_chunks (
  task_id bigint not null,
  number integer not null,
  state text not null,
  failed_at timestamp with time zone not null,
  code text,
  decided_by text not null,
  reason text,
  decided_at timestamp with time zone not null default clock_timestamp(),
  constraint dead_chunks_are_decided_once PRIMARY KEY (task_id, number),
  constraint dead_chunks_state_is_known CHECK ((state = ANY (ARRAY['REPLAYED'::text, 'DISCARDED'::text])))
);

create table rota.dispatch_checkpoints (
  queue text not null,
  entry bigint not null,
  part integer not null,
  previous_hash bytea not null,
  lanes jsonb not null,
  constraint dispatch_checkpoints_are_numbered PRIMARY KEY (queue, entry, part)
);

create table rota.dispatch_log (
  queue text not null,
  entry bigint not null,
  at timestamp with time zone not null,
  turn_count bigint not null,
  moment bigint not null,
  clock bigint not null,
  absorbed_below xid8 not null,
  changes jsonb not null,
  leaves bigint[] storage external not null,
  task_ids bigint[] storage external not null,
  numbers integer[] storage external not null,
  emptied bigint[] not null,
  hash bytea not null,
  routes jsonb,
  constraint dispatch_log_is_numbered PRIMARY KEY (queue, entry)
);

create table rota.function_sets (
  set_name text not null,
  revision integer not null,
  checksums jsonb not null,
  applied_at timestamp with time zone not null default clock_timestamp(),
  rota_version text not null,
  constraint function_sets_have_a_name PRIMARY KEY (set_name)
);

create table rota.inbox (
  tenant text not null,
  event_id text not null,
  payload_hash bytea not null,
  batch_id bigint,
  number smallint,
  constraint inbox_holds_an_event_once PRIMARY KEY (tenant, event_id)
);

create table rota.inbox_batches (
  batch_id bigint not null,
  task_id bigint not null,
  intake text not null,
  tenant text not null,
  attempt smallint not null default 1,
  numbers smallint[],
  events bytea storage external not null,
  stored_at timestamp with time zone not null default clock_timestamp(),
  constraint inbox_batches_have_an_id PRIMARY KEY (batch_id)
);

create table rota.inbox_results (
  batch_id bigint not null,
  outcomes text not null,
  answers text,
  settled_at timestamp with time zone not null default clock_timestamp(),
  constraint inbox_results_have_a_batch PRIMARY KEY (batch_id)
);

create table rota.instance (
  is_only boolean not null default true,
  instance_id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  constraint instance_has_one_row PRIMARY KEY (is_only),
  constraint instance_row_is_the_only_one CHECK (is_only)
);

create table rota.lane_changes (
  change_id bigint not null generated always as identity,
  queue text not null,
  written_by xid8 not null default pg_current_xact_id(),
  kind text not null,
  task_id bigint,
  "position" bigint,
  slots smallint,
  lane_id bigint,
  sibling_set bigint,
  level smallint,
  name text,
  settings jsonb,
  limits bigint[],
  constraint lane_changes_kind_is_known CHECK ((kind = ANY (ARRAY['ARRIVED'::text, 'RELEASED'::text, 'CANCELLED'::text, 'SET'::text])))
);

create table rota.lanes (
  lane_id bigint not null,
  sibling_set bigint not null,
  queue text not null,
  level smallint not null,
  name text not null,
  weight integer default 1,
  cost integer not null default 1,
  start bigint not null default 0,
  since bigint not null default 0,
  clock_0 bigint not null default 0,
  clock_1 bigint not null default 0,
  clock_2 bigint not null default 0,
  clock_3 bigint not null default 0,
  open smallint not null default 0,
  known smallint not null default 0,
  several smallint not null default 0,
  is_orphan boolean not null default false,
  head bigint not null default 0,
  is_awake boolean not null default false,
  is_paused boolean not null default false,
  is_counted boolean not null default false,
  in_flight integer not null default 0,
  max_in_flight integer,
  rate_us bigint,
  rate_burst integer not null default 1,
  rate_at bigint not null default 0,
  wakes_at bigint,
  routes text[],
  limits bigint[],
  declared jsonb,
  constraint lanes_weight_divides_a_turn CHECK ((((weight >= 1) AND (weight <= 100)) AND ((3603600 % weight) = 0)))
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.05);

create table rota.leases (
  lease_token bigint not null,
  queue text not null,
  owner text not null,
  expires_at timestamp with time zone not null,
  is_watched boolean not null,
  absent_since timestamp with time zone,
  task_ids bigint[] storage external not null,
  numbers integer[] storage external not null,
  constraint leases_have_a_token PRIMARY KEY (lease_token)
);

create table rota.left_announcements (
  left_id bigint not null generated always as identity,
  task_id bigint not null,
  what text not null,
  constraint left_announcements_are_ends CHECK ((what = ANY (ARRAY['completed'::text, 'failed'::text]))),
  constraint left_announcements_have_an_id PRIMARY KEY (left_id)
);

create table rota.lock_history (
  history_id bigint not null generated always as identity,
  key text not null,
  holder text not null,
  operation text not null,
  tenant text,
  task_id bigint,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone not null default clock_timestamp(),
  outcome text not null,
  ended_by text,
  reason text,
  constraint lock_history_has_an_id PRIMARY KEY (history_id),
  constraint lock_history_outcome_is_known CHECK ((outcome = ANY (ARRAY['RELEASED'::text, 'EXPIRED'::text, 'TASK_ENDED'::text, 'OVERRIDDEN'::text])))
);

create table rota.lock_refusals (
  hour timestamp with time zone not null,
  tenant text not null,
  operation text not null,
  refused bigint not null,
  constraint lock_refusals_are_counted_by_hour PRIMARY KEY (hour, tenant, operation)
) with (fillfactor=50);

create table rota.lock_waiters (
  waiter_id bigint not null generated always as identity,
  key text not null,
  token text not null,
  holder text not null,
  operation text not null,
  context jsonb,
  ttl_ms bigint not null,
  expected_ms bigint,
  waits_since timestamp with time zone not null,
  alive_until timestamp with time zone not null,
  constraint lock_waiters_have_an_id PRIMARY KEY (waiter_id),
  constraint lock_waiters_wait_once UNIQUE (token)
);

create table rota.locks (
  key text not null,
  token text not null,
  holder text not null,
  operation text not null,
  context jsonb,
  progress jsonb,
  ttl_ms bigint not null,
  started_at timestamp with time zone not null,
  expected_end_at timestamp with time zone,
  expires_at timestamp with time zone,
  task_id bigint,
  constraint locks_are_held_once PRIMARY KEY (key),
  constraint locks_end_by_time_or_with_their_task CHECK (((expires_at IS NULL) = (task_id IS NOT NULL)))
);

create table rota.migrations (
  set_name text not null,
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default clock_timestamp(),
  duration_ms integer not null,
  rota_version text not null,
  constraint migrations_are_applied_once PRIMARY KEY (set_name, number),
  constraint migrations_checksum_is_sha256 CHECK ((checksum ~ '^[0-9a-f]{64}$'::text)),
  constraint migrations_number_is_positive CHECK ((number > 0))
);

create table rota.missed_runs (
  missed_id bigint not null generated always as identity,
  schedule_name text not null,
  from_run timestamp with time zone not null,
  before_run timestamp with time zone not null,
  cron text not null,
  time_zone text not null,
  reason text not null,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  constraint missed_runs_have_a_length CHECK ((from_run < before_run)),
  constraint missed_runs_have_an_id PRIMARY KEY (missed_id),
  constraint missed_runs_reason_is_known CHECK ((reason = ANY (ARRAY['LATE'::text, 'PAUSED'::text, 'CHANGED'::text])))
);

create table rota.once_keys (
  scope text not null,
  key text not null,
  token text,
  input_hash text not null,
  answer jsonb,
  keep_ms bigint not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint once_keys_are_used_once PRIMARY KEY (scope, key),
  constraint once_keys_run_or_are_done CHECK (((token IS NULL) = (finished_at IS NOT NULL)))
);

create table rota.outbox_arrivals (
  arrival bigint not null generated always as identity,
  event_id uuid not null,
  tenant text not null,
  type text not null,
  aggregate_type text not null,
  aggregate_id text not null,
  exchange text,
  routing_key text not null,
  headers json not null,
  payload json not null,
  occurred_at timestamp with time zone not null default statement_timestamp(),
  constraint outbox_arrivals_have_a_number PRIMARY KEY (arrival)
);

create table rota.outbox_discards (
  sink text not null,
  "position" bigint not null,
  event_id uuid not null,
  tenant text not null,
  type text not null,
  aggregate_type text not null,
  aggregate_id text not null,
  error text,
  reason text not null,
  discarded_by text not null,
  discarded_at timestamp with time zone not null default clock_timestamp(),
  constraint outbox_discards_come_once PRIMARY KEY (sink, "position")
);

create table rota.outbox_events (
  "position" bigint not null,
  event_id uuid not null,
  tenant text not null,
  type text not null,
  aggregate_type text not null,
  aggregate_id text not null,
  exchange text,
  routing_key text not null,
  headers json not null,
  payload json not null,
  occurred_at timestamp with time zone not null,
  constraint outbox_events_come_once UNIQUE (event_id),
  constraint outbox_events_have_a_position PRIMARY KEY ("position")
);

create table rota.outbox_head (
  is_only boolean not null default true,
  "position" bigint not null,
  is_quiet boolean not null,
  constraint outbox_head_is_one_row PRIMARY KEY (is_only),
  constraint outbox_head_is_only_one CHECK (is_only)
) with (fillfactor=50);

create table rota.outbox_held_aggregates (
  held_id bigint not null generated always as identity,
  sink text not null,
  tenant text not null,
  aggregate_type text not null,
  aggregate_id text not null,
  tries integer not null default 0,
  failed_position bigint,
  error text,
  due_at timestamp with time zone not null default clock_timestamp(),
  is_parked boolean not null default false,
  constraint outbox_held_aggregates_come_once UNIQUE (sink, tenant, aggregate_type, aggregate_id),
  constraint outbox_held_aggregates_have_an_id PRIMARY KEY (held_id)
);

create table rota.outbox_held_events (
  held_id bigint not null,
  "position" bigint not null,
  constraint outbox_held_events_come_once PRIMARY KEY (held_id, "position")
);

create table rota.outbox_sinks (
  sink text not null,
  "position" bigint not null,
  lease_owner text,
  lease_token bigint not null default 0,
  lease_expires_at timestamp with time zone,
  published bigint not null default 0,
  unheard bigint not null default 0,
  failures integer not null default 0,
  last_error text,
  constraint outbox_sinks_have_a_name PRIMARY KEY (sink)
) with (fillfactor=50);

create table rota.pools (
  pool text not null,
  routes text[] not null,
  has_limits boolean not null default false,
  is_split boolean not null default false,
  constraint pools_have_a_name PRIMARY KEY (pool)
);

create table rota.pruned_tasks (
  task_id bigint not null,
  constraint pruned_tasks_have_an_id PRIMARY KEY (task_id)
);

create table rota.rejected_event_acts (
  act_id bigint not null generated always as identity,
  rejected_id bigint not null,
  action text not null,
  actor text not null,
  reason text,
  details jsonb not null default '{}'::jsonb,
  acted_at timestamp with time zone not null default clock_timestamp(),
  constraint rejected_event_acts_are_known CHECK ((action = ANY (ARRAY['REPLAYED'::text, 'DISCARDED'::text]))),
  constraint rejected_event_acts_have_an_id PRIMARY KEY (act_id)
);

create table rota.rejected_events (
  rejected_id bigint not null generated always as identity,
  intake text not null,
  kind text not null,
  state text not null default 'OPEN'::text,
  tenant text,
  event_id text,
  code text not null,
  reason text not null,
  payload text,
  payload_hash bytea not null,
  raw bytea,
  held_hash bytea,
  held_payload text,
  origin jsonb not null,
  error jsonb,
  attempts integer not null default 0,
  times integer not null default 1,
  rejected_at timestamp with time zone not null default clock_timestamp(),
  last_at timestamp with time zone not null default clock_timestamp(),
  constraint rejected_events_have_an_id PRIMARY KEY (rejected_id),
  constraint rejected_events_kind_is_known CHECK ((kind = ANY (ARRAY['MALFORMED'::text, 'REJECTED'::text, 'CONFLICT'::text, 'DEAD_LETTER'::text]))),
  constraint rejected_events_state_is_known CHECK ((state = ANY (ARRAY['OPEN'::text, 'REPLAYED'::text, 'DISCARDED'::text])))
);

create table rota.schedules (
  name text not null,
  cron text not null,
  time_zone text not null,
  task jsonb not null,
  on_missed text not null,
  catch_up_max integer not null,
  is_paused boolean not null default false,
  next_run_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  last_run_at timestamp with time zone,
  last_task_id bigint,
  last_error text,
  constraint schedules_catch_up_is_bounded CHECK (((catch_up_max >= 1) AND (catch_up_max <= 1000))),
  constraint schedules_have_a_name PRIMARY KEY (name),
  constraint schedules_on_missed_is_known CHECK ((on_missed = ANY (ARRAY['once'::text, 'all'::text, 'none'::text])))
);

create table rota.secrets (
  key text not null,
  sealed bytea not null,
  expires_at timestamp with time zone not null,
  constraint secrets_are_known_by_key PRIMARY KEY (key)
);

create table rota.task_callbacks (
  task_id bigint not null,
  endpoint_id uuid not null,
  url text not null,
  constraint task_callbacks_have_a_task PRIMARY KEY (task_id)
);

create table rota.task_keys (
  tenant text not null,
  type text not null,
  key text not null,
  mode text,
  task_id bigint,
  input_hash bytea,
  held_until timestamp with time zone,
  constraint task_keys_are_held_once PRIMARY KEY (tenant, type, key),
  constraint task_keys_mode_is_known CHECK ((mode = ANY (ARRAY['forever'::text, 'singleton'::text, 'debounce'::text, 'throttle'::text])))
);

create table rota.task_submitters (
  task_id bigint not null,
  name text not null,
  constraint task_submitters_have_a_name CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 200))),
  constraint task_submitters_have_a_task PRIMARY KEY (task_id)
);

create table rota.task_traces (
  task_id bigint not null,
  traceparent text not null,
  traced_at timestamp with time zone not null default clock_timestamp(),
  constraint task_traces_have_a_task PRIMARY KEY (task_id),
  constraint task_traces_name_a_span CHECK ((traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'::text))
);

create table rota.tasks (
  task_id bigint not null generated always as identity,
  task_key text,
  queue text not null,
  tenant text not null,
  group_name text not null,
  type text not null,
  version integer not null default 1,
  priority smallint not null default 2,
  state text not null default 'ACTIVE'::text,
  cost integer not null default 1,
  weight integer not null default 1,
  max_in_flight integer,
  is_job boolean not null default false,
  attempts_max smallint not null default 4,
  has_finish boolean not null default false,
  parent_id bigint,
  chunk_count integer not null,
  input jsonb,
  tenant_lane bigint not null,
  group_lane bigint not null,
  leaf_lane bigint not null,
  submitted_at timestamp with time zone not null default clock_timestamp(),
  finished_at timestamp with time zone,
  swept_at timestamp with time zone,
  announce smallint not null default 0,
  pool text,
  limits jsonb,
  constraint tasks_attempts_are_bounded CHECK (((attempts_max >= 1) AND (attempts_max <= 100))),
  constraint tasks_cap_is_positive CHECK ((max_in_flight > 0)),
  constraint tasks_cost_is_bounded CHECK (((cost >= 1) AND (cost <= 1000))),
  constraint tasks_have_an_id PRIMARY KEY (task_id),
  constraint tasks_priority_is_known CHECK (((priority >= 0) AND (priority <= 3))),
  constraint tasks_state_is_known CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text, 'COMPLETED'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  constraint tasks_weight_divides_a_turn CHECK ((((weight >= 1) AND (weight <= 100)) AND ((3603600 % weight) = 0)))
);

create table rota.webhook_attempts (
  delivery_id uuid not null,
  number integer not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  status integer,
  error_class text,
  error text,
  response_body bytea,
  response_headers jsonb,
  constraint webhook_attempts_are_numbered PRIMARY KEY (delivery_id, number)
);

create table rota.webhook_deliveries (
  delivery_id uuid not null default gen_random_uuid(),
  number bigint not null generated always as identity,
  message_id bigint not null,
  endpoint_id uuid not null,
  tenant text not null,
  event_type text not null,
  replay_of uuid,
  state text not null default 'PENDING'::text,
  attempts integer not null default 0,
  refusals integer not null default 0,
  next_attempt_at timestamp with time zone,
  last_status integer,
  last_error text,
  created_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  url text,
  task_id bigint,
  attempts_before integer not null default 0,
  constraint webhook_deliveries_end_once CHECK (((state = 'PENDING'::text) = (ended_at IS NULL))),
  constraint webhook_deliveries_have_an_id PRIMARY KEY (delivery_id),
  constraint webhook_deliveries_state_is_known CHECK ((state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text])))
) with (fillfactor=80);

create table rota.webhook_endpoints (
  endpoint_id uuid not null default gen_random_uuid(),
  tenant text not null,
  url text not null,
  event_types text[] not null,
  state text not null default 'ACTIVE'::text,
  disabled_reason text,
  disabled_at timestamp with time zone,
  timeout_ms integer not null,
  schedule jsonb not null,
  retry_4xx boolean not null,
  max_in_flight integer not null,
  rate_per_second integer not null,
  signature_key text not null,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamp with time zone,
  signing_key bytea,
  verification_key text,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  held_until timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  deleted_at timestamp with time zone,
  format text not null default 'all'::text,
  constraint webhook_endpoints_disabled_for_a_reason CHECK (((state = 'DISABLED'::text) = (disabled_reason IS NOT NULL))),
  constraint webhook_endpoints_format_is_named CHECK ((format ~ '^[a-z][a-z0-9-]{0,49}$'::text)),
  constraint webhook_endpoints_have_an_id PRIMARY KEY (endpoint_id),
  constraint webhook_endpoints_overlap_is_whole CHECK (((previous_secret IS NULL) = (previous_until IS NULL))),
  constraint webhook_endpoints_signature_key_is_known CHECK ((signature_key = ANY (ARRAY['shown'::text, 'decoded'::text]))),
  constraint webhook_endpoints_state_is_known CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text]))),
  constraint webhook_endpoints_want_something CHECK (((cardinality(event_types) >= 1) AND (cardinality(event_types) <= 100)))
);

create table rota.webhook_messages (
  message_id bigint not null generated always as identity,
  tenant text not null,
  event_id text not null,
  event_type text not null,
  body bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  aggregate_type text,
  aggregate_id text,
  constraint webhook_messages_have_an_id PRIMARY KEY (message_id),
  constraint webhook_messages_once UNIQUE (tenant, event_id)
);

create table rota.workers (
  owner text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  queues text[] not null,
  slots integer not null,
  host text not null,
  pid integer not null,
  version text not null,
  types text[],
  constraint workers_are_on_the_roll_once PRIMARY KEY (owner)
) with (fillfactor=50);

alter table rota.missed_runs add constraint missed_runs_are_of_a_schedule FOREIGN KEY (schedule_name) REFERENCES rota.schedules(name) ON DELETE CASCADE;

alter table rota.outbox_held_aggregates add constraint outbox_held_aggregates_are_of_a_sink FOREIGN KEY (sink) REFERENCES rota.outbox_sinks(sink) ON DELETE CASCADE;

alter table rota.outbox_held_events add constraint outbox_held_events_are_of_an_aggregate FOREIGN KEY (held_id) REFERENCES rota.outbox_held_aggregates(held_id) ON DELETE CASCADE;

alter table rota.task_callbacks add constraint task_callbacks_have_an_endpoint FOREIGN KEY (endpoint_id) REFERENCES rota.webhook_endpoints(endpoint_id);

alter table rota.webhook_attempts add constraint webhook_attempts_are_of_a_delivery FOREIGN KEY (delivery_id) REFERENCES rota.webhook_deliveries(delivery_id) ON DELETE CASCADE;

alter table rota.webhook_deliveries add constraint webhook_deliveries_have_a_body FOREIGN KEY (message_id) REFERENCES rota.webhook_messages(message_id) ON DELETE CASCADE;

alter table rota.webhook_deliveries add constraint webhook_deliveries_have_an_endpoint FOREIGN KEY (endpoint_id) REFERENCES rota.webhook_endpoints(endpoint_id);

CREATE INDEX attempts_of_chunk ON rota.attempts USING btree (task_id, number, attempt_id);

CREATE INDEX audit_log_by_subject ON rota.audit_log USING btree (tenant, subject_type, subject_id, number);

CREATE INDEX audit_log_by_time ON rota.audit_log USING btree (at, tenant, number);

CREATE INDEX chunk_counts_to_sum ON rota.chunk_counts USING btree (written_by);

CREATE INDEX chunks_by_rare_state ON rota.chunks USING btree (state, task_id, due_at) WHERE (state = ANY (ARRAY['SCHEDULED'::text, 'QUEUED'::text, 'CANCELLED'::text]));

CREATE INDEX chunks_dead_by_time ON rota.chunks USING btree (finished_at, task_id, number) WHERE (state = ANY (ARRAY['FAILED'::text, 'DEAD_LETTER'::text]));

CREATE INDEX chunks_queued ON rota.chunks USING btree (queue, queued_at) WHERE (state = 'QUEUED'::text);

CREATE INDEX chunks_scheduled ON rota.chunks USING btree (queue, due_at) WHERE (state = 'SCHEDULED'::text);

CREATE INDEX chunks_to_redrive ON rota.chunks USING btree (task_id, number) WHERE (state = ANY (ARRAY['FAILED'::text, 'DEAD_LETTER'::text]));

CREATE INDEX chunks_waiting ON rota.chunks USING btree (leaf_lane, "position", task_id) WHERE (state = 'PENDING'::text);

CREATE INDEX countdowns_to_end ON rota.countdowns USING btree (task_id) WHERE ((remaining = 0) AND (NOT is_parked) AND (NOT is_over));

CREATE INDEX credentials_by_age ON rota.credentials USING btree (kind, created_at, credential_id);

CREATE INDEX credentials_over ON rota.credentials USING btree (expires_at) WHERE (kind <> 'key'::text);

CREATE INDEX dead_chunks_by_time ON rota.dead_chunks USING btree (state, failed_at, task_id, number);

CREATE INDEX inbox_batches_of_task ON rota.inbox_batches USING btree (task_id);

CREATE INDEX lane_changes_to_absorb ON rota.lane_changes USING btree (queue, written_by);

CREATE INDEX lanes_awake ON rota.lanes USING btree (sibling_set, start, since) WHERE is_awake;

CREATE INDEX lanes_by_id ON rota.lanes USING btree (lane_id, start DESC);

CREATE INDEX lanes_limiting ON rota.lanes USING btree (queue) WHERE (level = 4);

CREATE INDEX lanes_orphaned ON rota.lanes USING btree (sibling_set) WHERE is_orphan;

CREATE INDEX lanes_waking ON rota.lanes USING btree (queue, wakes_at) WHERE (wakes_at IS NOT NULL);

CREATE INDEX leases_absent ON rota.leases USING btree (absent_since) WHERE (absent_since IS NOT NULL);

CREATE INDEX leases_expiring ON rota.leases USING btree (expires_at);

CREATE INDEX leases_of_owner ON rota.leases USING btree (owner);

CREATE INDEX lock_history_of_key ON rota.lock_history USING btree (key, history_id);

CREATE INDEX lock_waiters_in_line ON rota.lock_waiters USING btree (key, waiter_id);

CREATE INDEX missed_runs_of_schedule ON rota.missed_runs USING btree (schedule_name, missed_id);

CREATE INDEX once_keys_to_prune ON rota.once_keys USING btree (expires_at);

CREATE INDEX outbox_arrivals_announced ON rota.outbox_arrivals USING btree (occurred_at) WHERE (aggregate_type = 'TASK'::text);

CREATE INDEX outbox_events_announced ON rota.outbox_events USING btree (occurred_at) WHERE (aggregate_type = 'TASK'::text);

CREATE INDEX outbox_held_aggregates_due ON rota.outbox_held_aggregates USING btree (sink, due_at) WHERE (NOT is_parked);

CREATE INDEX outbox_held_aggregates_parked ON rota.outbox_held_aggregates USING btree (held_id) WHERE is_parked;

CREATE INDEX outbox_held_events_by_position ON rota.outbox_held_events USING btree ("position");

CREATE INDEX rejected_event_acts_of_event ON rota.rejected_event_acts USING btree (rejected_id, act_id);

CREATE UNIQUE INDEX rejected_events_are_open_once ON rota.rejected_events USING btree (intake, COALESCE(tenant, ''::text), COALESCE(event_id, ''::text), payload_hash) WHERE (state = 'OPEN'::text);

CREATE INDEX rejected_events_by_state ON rota.rejected_events USING btree (state, rejected_id);

CREATE INDEX rejected_events_by_time ON rota.rejected_events USING btree (state, rejected_at, rejected_id);

CREATE INDEX rejected_events_of_event ON rota.rejected_events USING btree (tenant, event_id, rejected_id);

CREATE INDEX schedules_due ON rota.schedules USING btree (due_at) WHERE (NOT is_paused);

CREATE INDEX secrets_to_prune ON rota.secrets USING btree (expires_at);

CREATE INDEX task_keys_of_task ON rota.task_keys USING btree (task_id);

CREATE INDEX tasks_by_end ON rota.tasks USING btree (finished_at, task_id) WHERE (finished_at IS NOT NULL);

CREATE INDEX tasks_by_rare_state ON rota.tasks USING btree (state, task_id) WHERE (state = ANY (ARRAY['PAUSED'::text, 'FAILED'::text, 'CANCELLED'::text]));

CREATE UNIQUE INDEX tasks_key_is_unique ON rota.tasks USING btree (task_key) WHERE (task_key IS NOT NULL);

CREATE INDEX tasks_of_group ON rota.tasks USING btree (tenant, group_name, task_id);

CREATE INDEX tasks_of_parent ON rota.tasks USING btree (parent_id, state) WHERE (parent_id IS NOT NULL);

CREATE INDEX tasks_of_tenant ON rota.tasks USING btree (tenant, task_id);

CREATE INDEX tasks_open ON rota.tasks USING btree (type) WHERE ((state = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text])) AND ((NOT is_job) OR has_finish OR (parent_id IS NOT NULL)));

CREATE INDEX tasks_open_by_id ON rota.tasks USING btree (task_id) WHERE ((state = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text])) AND (NOT is_job));

CREATE INDEX tasks_to_sweep ON rota.tasks USING btree (task_id) WHERE ((state = 'CANCELLED'::text) AND (swept_at IS NULL));

CREATE INDEX webhook_deliveries_failed ON rota.webhook_deliveries USING btree (endpoint_id, number) WHERE (state = 'FAILED'::text);

CREATE INDEX webhook_deliveries_failed_jobs ON rota.webhook_deliveries USING btree (task_id) WHERE (state = 'FAILED'::text);

CREATE INDEX webhook_deliveries_of_endpoint ON rota.webhook_deliveries USING btree (endpoint_id, number);

CREATE INDEX webhook_deliveries_of_message ON rota.webhook_deliveries USING btree (message_id, endpoint_id);

CREATE UNIQUE INDEX webhook_deliveries_of_tenant ON rota.webhook_deliveries USING btree (tenant, number);

CREATE UNIQUE INDEX webhook_deliveries_once ON rota.webhook_deliveries USING btree (message_id, endpoint_id) WHERE (replay_of IS NULL);

CREATE INDEX webhook_endpoints_of_tenant ON rota.webhook_endpoints USING btree (tenant, endpoint_id) WHERE (deleted_at IS NULL);

CREATE INDEX webhook_messages_by_age ON rota.webhook_messages USING btree (created_at);

CREATE OR REPLACE FUNCTION rota.absorb_changes(p_queue text, p_root bigint, p_head rota.dispatch_log, p_now timestamp with time zone, OUT changes jsonb, OUT moment bigint, OUT absorbed_below xid8)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  c_batch constant integer := 1000;
  v_now_us bigint := (extract(epoch from p_now) * 1000000)::bigint;
  -- A restored database counts transactions from the start: a bound of the old count is ignored.
  v_below xid8 := case when p_head.absorbed_below <= pg_snapshot_xmax(pg_current_snapshot()) then p_head.absorbed_below else '0' end;
  v_has_changes boolean;
  v_has_due boolean;
  v_taken integer;
  v_cancelled bigint[];
begin
  moment := coalesce(p_head.moment, 0);
  changes := '[]';

  -- Most claims find nothing: these probes cost much less than the statements below without rows. They read the latest entries
  -- first, since dead rows that an old snapshot keeps come before them.
  select (select true from rota.lane_changes where queue = p_queue and written_by >= v_below order by written_by desc limit 1),
         exists (select from rota.lanes where queue = p_queue and wakes_at <= v_now_us)
           or (select true from rota.chunks where queue = p_queue and state = 'SCHEDULED' and due_at <= p_now order by due_at desc limit 1),
         pg_snapshot_xmin(pg_current_snapshot())
    into v_has_changes, v_has_due, absorbed_below;

  if v_has_changes then
    with absorbed as (
      delete from rota.lane_changes
       where ctid = any (array(select ctid from rota.lane_changes
                                where queue = p_queue and written_by >= v_below limit c_batch))
      returning *
    ), unwanted as materialized (
      -- A job that waits among others of its type is taken out; a running one is cancelled through its lease. Rows that
      -- another transaction holds are left to sweep_tasks().
      select chunks.ctid as row_id, state from rota.chunks join absorbed using (task_id)
       where kind = 'CANCELLED' and state in ('PENDING', 'SCHEDULED') for update of chunks skip locked
    ), cancelled as (
      update rota.chunks set state = 'CANCELLED', finished_at = p_now
        from unwanted where chunks.ctid = unwanted.row_id
      returning chunks.task_id, chunks.type_id, chunks.is_counted, unwanted.state as state_before
    ), tallied as (
      insert into rota.chunk_counts (queue, type_id, is_counted, open, scheduled, cancelled)
      select p_queue, type_id, is_counted, -count(*), -count(*) filter (where state_before = 'SCHEDULED'), count(*) from cancelled group by 2, 3
    ), change as (
      select 1 as part, change_id,
             jsonb_build_object('kind', kind, 'lane', lane_id::text, 'set', sibling_set::text, 'level', level,
                                'name', name, 'settings', settings) as change
        from absorbed where kind = 'SET'
      union all
      select 2, change_id, rota.release(tasks, absorbed.slots, absorbed.limits)
        from absorbed join rota.tasks using (task_id) where kind = 'RELEASED'
      union all
      select 3, first_change, rota.arrival(task_id, position)
        -- The latest job of a lane says by which route the others are taken too.
        from (select max(task_id) as task_id, min(position) as position, min(change_id) as first_change
                from absorbed join rota.tasks using (task_id) where kind = 'ARRIVED' group by leaf_lane) as arrived)
    select coalesce(jsonb_agg(change order by part, change_id), '[]'), (select count(*) from absorbed),
           (select pg_snapshot_xmin(pg_current_snapshot())), (select array_agg(task_id) from cancelled where is_counted)
      into changes, v_taken, absorbed_below, v_cancelled from change;
    if v_cancelled is not null then perform rota.chunks_ended(v_cancelled, array_fill(null::boolean, array[cardinality(v_cancelled)])); end if;
    -- A full batch may have left rows behind: the next claim must find them above the same bound.
    if v_taken = c_batch then absorbed_below := coalesce(p_head.absorbed_below, '0'); end if;
  end if;

  if v_has_due then
    with due as (
      update rota.chunks set state = 'PENDING'
       where ctid = any (array(select ctid from rota.chunks
                                where queue = p_queue and state = 'SCHEDULED' and due_at <= p_now
                                order by due_at limit c_batch for update skip locked))
      returning task_id, type_id, is_counted, leaf_lane, position, due_at
    ), tallied as (
      insert into rota.chunk_counts (queue, type_id, is_counted, scheduled) select p_queue, type_id, is_counted, -count(*) from due group by 2, 3
    ), rested as (
      select lane_id, wakes_at from rota.lanes where queue = p_queue and wakes_at <= v_now_us order by wakes_at, lane_id limit c_batch
    ), change as (
      select 1 as part, min(due_at) as at, min(task_id) as id, rota.arrival(max(task_id), min(position)) as change
        from due group by leaf_lane
      union all
      select 2, to_timestamp(wakes_at / 1000000.0), lane_id, jsonb_build_object('kind', 'RESTED', 'lane', lane_id::text) from rested)
    select changes || coalesce(jsonb_agg(change order by part, at, id), '[]') into changes from change;
  end if;

  if changes = '[]' then return; end if;
  if changes @? '$[*] ? (@.kind == "ARRIVED").limits' then
    insert into rota.pools (pool, routes, has_limits) values (p_queue, case when moment > 0 then array[p_queue] else '{}' end, true)
    on conflict (pool) do update set has_limits = true where not pools.has_limits;
    changes := rota.limit_settings(p_queue, p_root, changes) || changes;
  end if;
  perform rota.apply_changes(p_queue, p_root, changes, moment, coalesce(p_head.clock, 0));
  moment := moment + jsonb_array_length(changes);
end $function$;

CREATE OR REPLACE FUNCTION rota.acquire_lock(p_key text, p_token text, p_holder text, p_operation text, p_context jsonb, p_ttl_ms bigint, p_expected_ms bigint, p_waits boolean, p_alive_ms bigint, p_waiters_max integer)
 RETURNS TABLE(is_mine boolean, is_line_full boolean, ended jsonb, key text, holder text, operation text, context jsonb, progress jsonb, started_at timestamp with time zone, expected_end_at timestamp with time zone, expires_at timestamp with time zone, task_id bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_ended   jsonb;
  v_now     timestamptz;
  v_is_full boolean := false;
begin
  perform pg_advisory_xact_lock(rota.lock_turn(p_key));
  v_ended := rota.settle_lock(p_key, p_alive_ms);
  v_now := clock_timestamp();

  insert into rota.locks as lock (key, token, holder, operation, context, ttl_ms, started_at, expected_end_at, expires_at)
  values (p_key, p_token, p_holder, p_operation, p_context, p_ttl_ms, v_now,
          v_now + p_expected_ms * interval '1 millisecond', v_now + p_ttl_ms * interval '1 millisecond')
  on conflict (key) do update set expires_at = case when lock.task_id is null then excluded.expires_at end
   where lock.token = p_token;

  if found or not p_waits then
    delete from rota.lock_waiters where token = p_token;
  else
    update rota.lock_waiters set alive_until = v_now + p_alive_ms * interval '1 millisecond' where token = p_token;
    if not found then
      v_is_full := (select count(*) from rota.lock_waiters where key = p_key and alive_until > v_now) >= p_waiters_max;
      insert into rota.lock_waiters (key, token, holder, operation, context, ttl_ms, expected_ms, waits_since, alive_until)
      select p_key, p_token, p_holder, p_operation, p_context, p_ttl_ms, p_expected_ms, v_now, v_now + p_alive_ms * interval '1 millisecond'
       where not v_is_full;
    end if;
  end if;

  return query
  select lock.token = p_token, v_is_full, v_ended, lock.key, lock.holder, lock.operation, lock.context, lock.progress,
         lock.started_at, rota.lock_expected_end(lock.task_id, lock.started_at, lock.expected_end_at), lock.expires_at, lock.task_id
    from rota.locks as lock where lock.key = p_key;
end $function$;

CREATE OR REPLACE FUNCTION rota.advance_sink(p_sink text, p_token bigint, p_position bigint, p_published integer, p_unheard integer, p_held bigint[], p_released_from bigint[], p_released bigint[], p_failed bigint[], p_errors text[], p_tries_max integer, p_retry interval, p_retry_max interval)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_now timestamptz := clock_timestamp();
begin
  update rota.outbox_sinks
     set position = p_position, published = published + p_published, unheard = unheard + p_unheard, failures = 0, last_error = null
   where sink = p_sink and lease_token = coalesce(p_token, lease_token) and position <= p_position;
  if not found then return false; end if;

  if cardinality(p_released) > 0 then
    delete from rota.outbox_held_events using unnest(p_released_from, p_released) as done (held_id, position)
     where outbox_held_events.held_id = done.held_id and outbox_held_events.position = done.position;
  end if;
  if cardinality(p_held) > 0 then
    insert into rota.outbox_held_aggregates (sink, tenant, aggregate_type, aggregate_id)
    select distinct p_sink, tenant, aggregate_type, aggregate_id from rota.outbox_events where position = any (p_held)
        on conflict (sink, tenant, aggregate_type, aggregate_id) do nothing;
    insert into rota.outbox_held_events (held_id, position)
    select held_id, position
      from rota.outbox_events join rota.outbox_held_aggregates using (tenant, aggregate_type, aggregate_id)
     where position = any (p_held) and sink = p_sink;
  end if;
  if cardinality(p_failed) > 0 then
    update rota.outbox_held_aggregates
       set tries           = failed.tries,
           failed_position = failed.position,
           error           = failed.error,
           due_at          = v_now + least(p_retry_max, p_retry * 2 ^ least(failed.tries - 1, 30)),
           is_parked       = failed.tries >= p_tries_max
      from (select held_id, position, given.error,
                   case when failed_position = position then tries + 1 else 1 end as tries
              from unnest(p_failed, p_errors) as given (position, error)
              join rota.outbox_events using (position)
              join rota.outbox_held_aggregates using (tenant, aggregate_type, aggregate_id)
             where sink = p_sink) as failed
     where outbox_held_aggregates.held_id = failed.held_id;
  end if;
  if cardinality(p_released) > 0 then
    delete from rota.outbox_held_aggregates
     where held_id = any (p_released_from)
       and not exists (select from rota.outbox_held_events where held_id = outbox_held_aggregates.held_id);
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION rota.announce_completed(p_task_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
AS $function$
#variable_conflict use_column
declare
  -- A result that is larger is not in the event, which says where it is instead.
  c_result_bytes_max constant integer := 16384;
begin
  insert into rota.outbox_arrivals (event_id, tenant, type, aggregate_type, aggregate_id, routing_key, headers, payload, occurred_at)
  select rota.task_event_id(task_id, 'completed', now), tasks.tenant, 'task.completed', 'TASK', task_id::text, 'task.completed',
         json_build_object('task-type', tasks.type),
         case when is_shown then row_to_json(with_result) else row_to_json(with_link) end,
         now
    from (select tasks.*, last_number, result, last_chunk.finished_at as ended_at, clock_timestamp() as now, -- differs for each: live events are read in the order of time
                 coalesce(tasks.announce & 64 = 0 and pg_column_size(result) <= c_result_bytes_max and octet_length(result::text) <= c_result_bytes_max,
                          result is null) as is_shown
            from rota.tasks
           cross join lateral (select chunk_count + has_finish::integer as last_number) as last
            left join rota.chunks as last_chunk on last_chunk.task_id = tasks.task_id and last_chunk.number = last_number and (is_job or has_finish)
           where tasks.task_id = any (p_task_ids)
           order by tasks.task_id) as tasks
   cross join lateral (
     select 1 as "schemaVersion", task_id::text as "taskId", task_key as "taskKey",
            (select key from rota.task_keys where task_keys.task_id = tasks.task_id limit 1) as key, type, version,
            queue, tenant, group_name as "group", chunk_count as "chunkCount", 'COMPLETED' as state,
            submitted_at as "submittedAt", coalesce(finished_at, ended_at) as "finishedAt", 0 as "failedChunks") as event
   cross join lateral (select event.*, result) as with_result
   cross join lateral (select event.*, format('/v1/tasks/%s/result', task_id) as "resultAt") as with_link;
  perform rota.wake_relay();
end $function$;

CREATE OR REPLACE FUNCTION rota.announce_dead_chunks(p_task_ids bigint[], p_numbers integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
AS $function$
#variable_conflict use_column
begin
  insert into rota.outbox_arrivals (event_id, tenant, type, aggregate_type, aggregate_id, routing_key, headers, payload, occurred_at)
  select rota.task_event_id(task_id, 'chunk ' || number, now), tenant, 'chunk.dead_lettered', 'TASK', task_id::text, 'chunk.dead_lettered',
         json_build_object('task-type', type),
         rota.event_payload(task_id, task_key, type, version, tasks.queue, tenant, group_name,
                            (select key from rota.task_keys where task_keys.task_id = tasks.task_id limit 1), chunk_count, submitted_at, tasks.state,
                            jsonb_build_object('number', number, 'attempt', attempt, 'failedAt', chunks.finished_at,
                                               'error', jsonb_build_object('code', last_error ->> 'code', 'message', last_error ->> 'message'))),
         now
    from (select task_id, number, clock_timestamp() as now from unnest(p_task_ids, p_numbers) as dead (task_id, number)) as dead
    join rota.tasks using (task_id)
    join rota.chunks using (task_id, number);
  perform rota.wake_relay();
end $function$;

CREATE OR REPLACE FUNCTION rota.announce_jobs(p_task_ids bigint[], p_what text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_held bigint[] := array(select task_id from rota.tasks
                            where task_id = any (p_task_ids) and state <> 'CANCELLED' order by task_id for no key update skip locked);
begin
  if cardinality(v_held) < cardinality(p_task_ids) then
    insert into rota.left_announcements (task_id, what)
    select task_id, p_what from rota.tasks where task_id = any (p_task_ids) and task_id <> all (v_held) and state <> 'CANCELLED';
  end if;
  if v_held <> '{}' then perform rota.announce_tasks(v_held, p_what); end if;
end $function$;

CREATE OR REPLACE FUNCTION rota.announce_left(p_limit integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_left rota.left_announcements;
begin
  for v_left in select * from rota.left_announcements order by left_id limit p_limit for update skip locked loop
    delete from rota.left_announcements where left_id = v_left.left_id;
    perform rota.announce_jobs(array[v_left.task_id], v_left.what);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION rota.announce_starts(p_task_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_begun bigint[];
begin
  with begun as (
    insert into rota.announced_starts (task_id) select distinct started.id from unnest(p_task_ids) as started (id) order by 1
        on conflict do nothing returning task_id)
  select array_agg(begun.task_id order by begun.task_id) into v_begun from begun;
  if v_begun is not null then perform rota.announce_tasks(v_begun, 'started'); end if;
end $function$;

CREATE OR REPLACE FUNCTION rota.announce_tasks(p_task_ids bigint[], p_what text)
 RETURNS void
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
AS $function$
#variable_conflict use_column
begin
  if p_what = 'completed' then
    perform rota.announce_completed(p_task_ids);
    return;
  end if;
  insert into rota.outbox_arrivals (event_id, tenant, type, aggregate_type, aggregate_id, routing_key, headers, payload, occurred_at)
  select rota.task_event_id(task_id, p_what, now), tenant, 'task.' || p_what, 'TASK', task_id::text, 'task.' || p_what, json_build_object('task-type', type),
         rota.event_payload(task_id, task_key, type, version, queue, tenant, group_name,
                            (select key from rota.task_keys where task_keys.task_id = tasks.task_id limit 1), chunk_count, submitted_at,
                            case p_what when 'failed' then 'FAILED' else state end, details),
         now
    from (select tasks.*, clock_timestamp() as now from rota.tasks where task_id = any (p_task_ids) order by task_id) as tasks
   cross join lateral (
     select case p_what
              when 'started' then jsonb_build_object('startedAt', now)
              when 'cancelled' then jsonb_build_object('finishedAt', finished_at)
              when 'failed' then jsonb_build_object(
                'finishedAt', coalesce(finished_at, now),
                'failedChunks', coalesce((select failed from rota.countdowns where countdowns.task_id = tasks.task_id), 1),
                'error', (select jsonb_build_object('code', last_error ->> 'code', 'message', last_error ->> 'message', 'number', number, 'attempt', attempt)
                            from rota.chunks as chunk where chunk.task_id = tasks.task_id and chunk.state in ('FAILED', 'DEAD_LETTER') order by number limit 1))
            end as details) as what;
  perform rota.wake_relay();
end $function$;

CREATE OR REPLACE FUNCTION rota.append_changes(p_head rota.dispatch_log, p_changes jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_entry rota.dispatch_log := p_head;
begin
  v_entry.entry := p_head.entry + 1;
  v_entry.at := greatest(clock_timestamp(), p_head.at);
  v_entry.moment := p_head.moment + jsonb_array_length(p_changes);
  v_entry.changes := p_changes;
  v_entry.leaves := '{}';
  v_entry.task_ids := '{}';
  v_entry.numbers := '{}';
  v_entry.emptied := '{}';
  v_entry.routes := null;
  v_entry.hash := sha256(p_head.hash || convert_to(rota.log_text(v_entry), 'utf8'));
  insert into rota.dispatch_log select v_entry.*;
  return v_entry.entry;
end $function$;

CREATE OR REPLACE FUNCTION rota.append_events(p_event_ids uuid[], p_tenants text[], p_types text[], p_aggregate_types text[], p_aggregate_ids text[], p_exchanges text[], p_routing_keys text[], p_headers text[], p_payloads text[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
begin
  insert into rota.outbox_arrivals
         (event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers, payload)
  select event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers::json, payload::json
    from unnest(p_event_ids, p_tenants, p_types, p_aggregate_types, p_aggregate_ids, p_exchanges, p_routing_keys, p_headers, p_payloads)
         with ordinality as given (event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers, payload, nth)
   order by nth;
  perform rota.wake_relay();
  return cardinality(p_event_ids);
end $function$;

CREATE OR REPLACE FUNCTION rota.append_tasks(p_tasks jsonb, p_shift_ms bigint DEFAULT 0)
 RETURNS TABLE(nth integer, task_id bigint, task_key text)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
 SET "TimeZone" TO 'UTC'
AS $function$
#variable_conflict use_column
begin
  -- Sent when the transaction commits; a worker that misses it polls a little later.
  perform pg_notify('rota.work', queue) from (select distinct coalesce(alike ->> 'pool', alike ->> 'queue') as queue from jsonb_array_elements(p_tasks) as alike) as queues;
  return query
  with alike as materialized (
    select *, coalesce(pool, queue) as tree, announce & case when is_counted then 2 else 14 end as chunk_announce, (extract(epoch from at) * 1000000)::bigint as at_us, case unique_mode when 'debounce' then window_ms * interval '1 millisecond' end as put_off
      from clock_timestamp() as at,
           rows from (jsonb_to_recordset(p_tasks) as (
                        queue text, tenant text, group_name text, type text, version integer, priority smallint, cost integer, weight integer, max_in_flight integer, is_job boolean, attempts_max smallint, has_finish boolean, parent_id bigint, is_counted boolean, announce smallint, announce_wanted boolean, type_id bigint, chunk_count integer,
                        tenant_lane bigint, group_lane bigint, jobs_lane bigint, key_stem text, key_offset integer, unique_key text, unique_mode text, window_ms bigint, pool text, limits jsonb,
                        nths jsonb, task_keys jsonb, inputs jsonb, payloads jsonb, due_times jsonb))
             with ordinality as given (
               queue, tenant, group_name, type, version, priority, cost, weight, max_in_flight, is_job, attempts_max, has_finish, parent_id, is_counted, announce_given, announce_wanted, type_id, chunk_count,
               tenant_lane, group_lane, jobs_lane, key_stem, key_offset, unique_key, unique_mode, window_ms, pool, limits,
               nths, task_keys, inputs, payloads, due_times, alike_id),
           lateral (select coalesce(announce_given, 0::smallint) | case when announce_wanted then rota.wanted_ends(tenant, type) else 0::smallint end) as asked (announce)
  ), task as materialized (
    -- Only what differs: the fields in common are joined where they are written, which is cheaper than copying them along.
    select task_id, alike_id, nth, task_key, input, payload, due_time,
           coalesce(jobs_lane, rota.lane_id(tree, tenant, priority::text, group_name, 'task', task_id::text)) as leaf_lane
      from (select nextval('rota.tasks_task_id_seq') as task_id, each.*
              from (select alike_id, each.nth::integer as nth, coalesce(given_key, key_stem || '_' || at_us / 1000 + key_offset + p_shift_ms) as task_key, input, payload, due_time
                      from alike,
                           rows from (jsonb_array_elements_text(nths), jsonb_array_elements_text(task_keys), jsonb_array_elements(inputs), jsonb_array_elements(payloads), jsonb_array_elements(due_times))
                             as each (nth, given_key, input, payload, due_time)
                     order by 2) as each -- ids are drawn after sorting: jobs of one lane come in the order given
           ) as drawn
      join alike using (alike_id)
  ), task_rows as (
    insert into rota.tasks (task_id, task_key, queue, tenant, group_name, type, version, priority, cost, weight, max_in_flight, is_job, attempts_max, has_finish, parent_id, chunk_count, input, tenant_lane, group_lane, leaf_lane, submitted_at, announce, pool, limits)
    overriding system value
    select task_id, task_key, queue, tenant, group_name, type, version, priority, cost, weight, max_in_flight, is_job, attempts_max, has_finish, parent_id, chunk_count, input, tenant_lane, group_lane, leaf_lane, at, announce, pool, limits
      from task join alike using (alike_id)
  ), chunk_rows as (
    insert into rota.chunks (task_id, number, type_id, is_counted, announce, queue, leaf_lane, position, state, due_at, payload)
    select task_id, 1, type_id, is_counted, chunk_announce, tree, leaf_lane, coalesce((extract(epoch from due_at) * 1000000)::bigint, at_us), case when due_at > at then 'SCHEDULED' else 'PENDING' end, due_at, payload
      from (select *, coalesce((due_time #>> '{}')::timestamptz, at + put_off) as due_at from task join alike using (alike_id) where is_job) as job
    union all
    select task_id, number, type_id, is_counted, chunk_announce, tree, leaf_lane, number, case when due_at > at then 'SCHEDULED' else 'PENDING' end, due_at, chunk.payload
      from task join alike using (alike_id),
           rows from (jsonb_array_elements(task.payload), jsonb_array_elements_text(task.due_time)) with ordinality as chunk (payload, due_time, number),
           lateral (select coalesce(chunk.due_time::timestamptz, at + put_off) as due_at) as due
     where not is_job
    returning queue, leaf_lane, task_id, position, state, type_id, is_counted
  ), counted as (
    insert into rota.countdowns (task_id, remaining) select task_id, chunk_count from task join alike using (alike_id) where is_counted
  ), arrivals as (
    insert into rota.lane_changes (queue, kind, task_id, position)
    select queue, 'ARRIVED', min(task_id), min(position) from chunk_rows where state = 'PENDING' group by queue, leaf_lane order by min(task_id)
  ), tallied as (
    insert into rota.chunk_counts (queue, type_id, is_counted, type, open, scheduled)
    select tree, type_id, is_counted, type, sum(chunk_count), 0 from task join alike using (alike_id) group by 1, 2, 3, 4
     union all
    select queue, type_id, is_counted, null, 0, count(*) from chunk_rows where state = 'SCHEDULED' group by 1, 2, 3
  ), announced as (
    insert into rota.outbox_arrivals (event_id, tenant, type, aggregate_type, aggregate_id, routing_key, headers, payload, occurred_at)
    select rota.task_event_id(task_id, 'submitted', at), tenant, 'task.submitted', 'TASK', task_id::text, 'task.submitted', json_build_object('task-type', type),
           rota.event_payload(task_id, task_key, type, version, queue, tenant, group_name, unique_key, chunk_count, at, 'ACTIVE', '{}'), clock_timestamp()
      from alike join task using (alike_id) where announce & 1 <> 0 order by nth
  )
  select nth, task_id, task_key from task;
  if p_tasks @? '$[*] ? (@.announce % 2 == 1)' then perform rota.wake_relay(); end if;
end $function$;

CREATE OR REPLACE FUNCTION rota.apply_changes(p_queue text, p_root bigint, p_changes jsonb, p_moment bigint, p_clock bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_set record; v_clock bigint; v_slept bigint; v_lanes bigint[]; v_moments bigint[]; v_sets bigint[]; v_several boolean[]; v_routes text[];
begin
  for v_set in
    select lane, "set", level, name, settings, declared
      from jsonb_to_recordset(p_changes) as c (kind text, lane bigint, "set" bigint, level smallint, name text, settings jsonb, declared jsonb)
     where kind = 'SET'
  loop
    -- A tree that begins with a setting has no route yet; one without a row has the route that it is named after.
    if v_set.level = 4 or p_moment = 0 then
      insert into rota.pools (pool, routes, has_limits) values (p_queue, case when p_moment > 0 then array[p_queue] else '{}' end, v_set.level = 4)
      on conflict (pool) do update set has_limits = pools.has_limits or excluded.has_limits;
    end if;
    insert into rota.lanes (lane_id, sibling_set, queue, level, name, weight, cost, is_orphan)
    select v_set.lane, v_set.set, p_queue, v_set.level, v_set.name,
           case when v_set.level <> 3 then 1 end, case when v_set.level <> 3 then 1 else 0 end,
           not exists (select from rota.lanes where lane_id = v_set.set & ~3::bigint)
     where not exists (select from rota.lanes where lane_id = v_set.lane);
    if found then
      update rota.lanes set several = several | (1 << (v_set.set & 3)::integer)::smallint where lane_id = v_set.set & ~3::bigint;
    end if;
    v_clock := case when v_set.level = 1 then p_clock else (
      select case v_set.set & 3 when 0 then clock_0 when 1 then clock_1 when 2 then clock_2 else clock_3 end
        from rota.lanes where lane_id = v_set.set & ~3::bigint order by start desc limit 1) end;
    update rota.lanes
       set weight        = coalesce((v_set.settings ->> 'weight')::integer, weight),
           -- Its lead over its siblings counts by its new weight, or it would wait for as long as with the old one.
           start         = case when v_set.settings ? 'weight' and start > v_clock
                                then v_clock + (start - v_clock) * weight / (v_set.settings ->> 'weight')::integer else start end,
           is_paused     = coalesce((v_set.settings ->> 'isPaused')::boolean, is_paused),
           max_in_flight = case when v_set.settings ? 'maxInFlight'
                                then (v_set.settings ->> 'maxInFlight')::integer else max_in_flight end,
           -- On a leaf without a task even "no cap" counts as set: its first task must not bring its own.
           is_counted    = is_counted or v_set.settings ->> 'maxInFlight' is not null
                             or (v_set.settings ? 'maxInFlight' and cost = 0),
           rate_us       = case when v_set.settings ? 'rateUs' then (v_set.settings ->> 'rateUs')::bigint else rate_us end,
           rate_burst    = coalesce((v_set.settings ->> 'rateBurst')::integer, rate_burst),
           -- A new rate starts with a full burst: what the old one had used up has no meaning in it.
           rate_at       = case when v_set.settings ?| array['rateUs', 'rateBurst'] then 0 else rate_at end,
           wakes_at      = case when v_set.settings ?| array['rateUs', 'rateBurst'] then null else wakes_at end,
           declared      = coalesce(v_set.declared, declared)
     where lane_id = v_set.lane;
    update rota.lanes set is_awake = false
     where lane_id = v_set.lane and is_awake and (is_paused or in_flight >= max_in_flight)
    returning sibling_set into v_slept;
    if v_slept is not null then perform rota.close_sets(array[v_slept], true); end if;
  end loop;

  update rota.lanes set in_flight = greatest(in_flight - released.chunks, 0)
    from (select lane_id, count(*)::integer as chunks
            from jsonb_to_recordset(p_changes) as c (kind text, leaf bigint, "group" bigint, tenant bigint, slots integer, route text, limits jsonb)
           cross join lateral (values (p_root, 1), (tenant, 2), ("group", 4), (leaf, 8),
                                      (case when route is not null then rota.lane_id(p_queue, 'route', route) end, 16)
                               union all
                               select jsonb_array_elements_text(limits)::bigint, 16) as counted (lane_id, slot)
           where kind = 'RELEASED' and slots & slot > 0 group by 1) as released
   cross join lateral (select ctid as row_id from rota.lanes where lane_id = released.lane_id order by start desc limit 1) as newest
   where lanes.ctid = newest.row_id;

  with path as (
    select path.*
      from jsonb_to_recordset(p_changes) as c (
             kind text, tenant bigint, "tenantName" text, priority integer, "group" bigint, "groupName" text,
             leaf bigint, "leafName" text, weight integer, cost integer, "maxInFlight" integer, route text, limits jsonb)
     cross join lateral (select case when limits is not null then array(select (named ->> 'lane')::bigint from jsonb_array_elements(limits) as named) end
                        ) as needed (limits)
     cross join lateral (values (tenant, p_root, 1::smallint, "tenantName", 1, 1, null::integer, array[route], needed.limits),
                                ("group", tenant + priority, 2::smallint, "groupName", 1, 1, null, null, null),
                                (leaf, "group", 3::smallint, "leafName", weight, cost, "maxInFlight", array[route], needed.limits)
                        ) as path (lane_id, sibling_set, level, name, weight, cost, max_in_flight, routes, limits)
     where kind = 'ARRIVED'
  ), made as (
    insert into rota.lanes (lane_id, sibling_set, queue, level, name, weight, cost, max_in_flight, is_counted, routes, limits)
    select distinct on (lane_id) lane_id, sibling_set, p_queue, level, name, weight, cost, max_in_flight, max_in_flight is not null, routes, limits
      from path where not exists (select from rota.lanes where lanes.lane_id = path.lane_id)
    returning lane_id, sibling_set
  ), sets as (
    -- Lanes that settings created before their parent count from now on.
    select s, count(*) > 1 as is_several
      from (select sibling_set as s from made
             union all
            select sibling_set from rota.lanes
             where is_orphan
               and sibling_set in (select sibling_set from made union select lane_id + child from made, generate_series(0, 3) as child)
           ) as lane
     group by s)
  select array_agg(s), array_agg(is_several) into v_sets, v_several from sets;
  update rota.lanes
     set known = lanes.known | parent.bits, several = lanes.several | (lanes.known & parent.bits) | parent.several_bits
    from (select lane.row_id, bit_or(1 << (s & 3)::integer)::smallint as bits,
                 bit_or(case when is_several then 1 << (s & 3)::integer else 0 end)::smallint as several_bits
            from unnest(v_sets, v_several) as made (s, is_several)
           cross join lateral (
             select ctid as row_id from rota.lanes where lane_id = s & ~3::bigint order by start desc limit 1) as lane
           group by lane.row_id) as parent
   where lanes.ctid = parent.row_id;

  -- A leaf that only settings have created so far gets the rest from its first task. Its route is that of its latest work.
  with arrived as (
    update rota.lanes
       set open          = 1,
           routes        = case when lanes.routes = array[arrived.route] then lanes.routes else array[arrived.route] end,
           limits        = arrived.limits,
           head          = least(head, arrived.position),
           weight        = coalesce(lanes.weight, arrived.weight),
           cost          = case lanes.cost when 0 then arrived.cost else lanes.cost end,
           max_in_flight = case when lanes.cost = 0 and not is_counted then arrived."maxInFlight" else max_in_flight end,
           is_counted    = is_counted or (lanes.cost = 0 and arrived."maxInFlight" is not null)
      from (select distinct on (leaf) leaf, weight, cost, "maxInFlight", min(position) over (partition by leaf) as position,
                   first_value(route) over (partition by leaf order by o desc) as route,
                   case when limits is not null then array(select (named ->> 'lane')::bigint from jsonb_array_elements(limits) as named) end as limits
              from jsonb_array_elements(p_changes) with ordinality as c (change, o)
             cross join lateral jsonb_to_record(change) as arrival (
                     kind text, leaf bigint, position bigint, weight integer, cost integer, "maxInFlight" integer, route text, limits jsonb)
             where kind = 'ARRIVED' order by leaf, o) as arrived
     cross join lateral (select ctid as row_id from rota.lanes where lane_id = arrived.leaf order by start desc limit 1) as newest
     where lanes.ctid = newest.row_id
    returning arrived.route)
  select array_agg(distinct route collate "C") into v_routes from arrived;
  if v_routes is not null then perform rota.note_routes(p_queue, p_changes, v_routes, p_moment); end if;

  update rota.lanes set wakes_at = null
   where lane_id = any (array(select lane from jsonb_to_recordset(p_changes) as c (kind text, lane bigint) where kind = 'RESTED'))
     and wakes_at is not null;

  select array_agg(lane_id), array_agg(p_moment + o) into v_lanes, v_moments
    from jsonb_array_elements(p_changes) with ordinality as c (change, o)
   cross join lateral (values ((change ->> 'lane')::bigint), ((change ->> 'leaf')::bigint),
                              ((change ->> 'group')::bigint), ((change ->> 'tenant')::bigint)) as touched (lane_id)
   where lane_id is not null;
  perform rota.wake_lanes(v_lanes, v_moments, p_clock);
end $function$;

CREATE OR REPLACE FUNCTION rota.arrange_events(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  v_head  rota.outbox_head;
  v_moved integer;
begin
  select * into v_head from rota.outbox_head for update skip locked;
  if not found then return null; end if;
  with taken as (
    delete from rota.outbox_arrivals
     where ctid = any (array(select ctid from rota.outbox_arrivals order by arrival limit p_limit))
    returning *
  ), placed as (
    insert into rota.outbox_events
           (position, event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers, payload, occurred_at)
    select v_head.position + row_number() over (order by arrival),
           event_id, tenant, type, aggregate_type, aggregate_id, exchange, routing_key, headers, payload, occurred_at
      from taken
     order by arrival
        on conflict (event_id) do nothing)
  select count(*) into v_moved from taken;
  if v_moved > 0 or not v_head.is_quiet then
    update rota.outbox_head set position = v_head.position + v_moved, is_quiet = v_moved = 0;
  end if;
  if v_moved > 0 then perform pg_notify('rota.arranged', ''); end if;
  return v_moved;
end $function$;

CREATE OR REPLACE FUNCTION rota.arrival(p_task_id bigint, p_position bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('kind', 'ARRIVED', 'tenant', tenant_lane::text, 'tenantName', tenant, 'priority', priority,
                            'group', group_lane::text, 'groupName', group_name, 'leaf', leaf_lane::text,
                            'leafName', case when is_job then type || coalesce((select string_agg(' ' || (named ->> 'name'), '' order by nth)
                                                                                  from jsonb_array_elements(limits) with ordinality as each (named, nth)), '')
                                             else coalesce(task_key, task_id::text) end,
                            'weight', weight, 'cost', cost, 'maxInFlight', max_in_flight, 'position', p_position, 'route', queue)
         || case when limits is null then '{}' else jsonb_build_object('limits', limits) end
    from rota.tasks where task_id = p_task_id
$function$;

CREATE OR REPLACE FUNCTION rota.begin_once(p_scope text, p_key text, p_token text, p_input_hash text, p_lease_ms bigint, p_keep_ms bigint)
 RETURNS TABLE(is_first boolean, is_same_input boolean, answer jsonb, started_at timestamp with time zone, finished_at timestamp with time zone, expires_at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_is_first boolean;
begin
  insert into rota.once_keys as used (scope, key, token, input_hash, keep_ms, started_at, expires_at)
  select p_scope, p_key, p_token, p_input_hash, p_keep_ms, at, at + p_lease_ms * interval '1 millisecond' from clock_timestamp() as at
  on conflict (scope, key) do update
     set token = p_token, input_hash = p_input_hash, answer = null, keep_ms = p_keep_ms, finished_at = null,
         started_at = clock_timestamp(), expires_at = clock_timestamp() + p_lease_ms * interval '1 millisecond'
   where used.expires_at <= clock_timestamp() or used.token = p_token;
  v_is_first := found;
  return query
  select v_is_first, used.input_hash = p_input_hash, used.answer, used.started_at, used.finished_at, used.expires_at
    from rota.once_keys as used where used.scope = p_scope and used.key = p_key;
end $function$;

CREATE OR REPLACE FUNCTION rota.checkpoint_queue(p_queue text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET lock_timeout TO '5s'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION rota.chunks_ended(p_task_ids bigint[], p_are_failed boolean[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_over bigint[];
begin
  select array_agg(task_id) into v_over
    from (select array_agg(task_id) as ids, array_agg(ended) as ended, array_agg(failed) as failed
            from (select task_id, count(*)::integer as ended, count(*) filter (where is_failed)::integer as failed
                    from unnest(p_task_ids, p_are_failed) as chunk (task_id, is_failed) group by 1) as task) as tasks,
         rota.count_down(ids, ended, failed) as task_id;
  if array_position(p_are_failed, null) is not null then
    update rota.countdowns set cancelled = countdowns.cancelled + task.chunks
      from (select chunk.task_id, count(*)::integer as chunks
              from unnest(p_task_ids, p_are_failed) as chunk (task_id, is_failed) where is_failed is null group by 1) as task
     where countdowns.task_id = task.task_id;
  end if;
  if v_over is not null then perform rota.end_tasks(v_over); end if;
end $function$;

CREATE OR REPLACE FUNCTION rota.chunks_wait(p_task_ids bigint[], p_positions bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with arrived as (
    insert into rota.lane_changes (queue, kind, task_id, position)
    select coalesce(pool, queue), 'ARRIVED', min(task_id), min(position)
      from unnest(p_task_ids, p_positions) as chunk (task_id, position) join rota.tasks using (task_id)
     group by 1, leaf_lane
    returning lane_changes.queue)
  select pg_notify('rota.work', queue) from (select distinct queue from arrived) as queues
$function$;

CREATE OR REPLACE FUNCTION rota.close_sets(p_sets bigint[], p_is_split boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_sets bigint[] := p_sets;
begin
  while v_sets is not null loop
    with vacant as (
      select parent.row_id, bit_or(1 << (s & 3)::integer)::smallint as bits
        from (select distinct s from unnest(v_sets) as s) as sets
       cross join lateral (
         select ctid as row_id, * from rota.lanes
          where lane_id = s & ~3::bigint and level > 0 order by start desc limit 1) as parent
       where not exists (select from rota.lanes where sibling_set = s and is_awake
                            and start >= case when p_is_split then 0 else
                                             case s & 3 when 0 then parent.clock_0 when 1 then parent.clock_1
                                                    when 2 then parent.clock_2 else parent.clock_3 end end)
       group by 1
    ), closed as (
      update rota.lanes set open = lanes.open & ~vacant.bits, is_awake = lanes.is_awake and lanes.open & ~vacant.bits > 0
        from vacant where lanes.ctid = vacant.row_id
      returning lanes.sibling_set, lanes.open)
    select array_agg(distinct sibling_set) into v_sets from closed where open = 0;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION rota.count_chunks()
 RETURNS TABLE(queue text, type text, is_counted boolean, open bigint, scheduled bigint, completed bigint, failed bigint, dead_letters bigint, cancelled bigint)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  v_below xid8 := rota.folded_below();
begin
  return query
  select queue, max(type), is_counted, sum(open)::bigint, sum(scheduled)::bigint, sum(completed)::bigint, sum(failed)::bigint,
         sum(dead_letters)::bigint, sum(cancelled)::bigint
    from rota.chunk_counts where written_by >= v_below group by queue, type_id, is_counted;
end $function$;

CREATE OR REPLACE FUNCTION rota.count_down(p_task_ids bigint[], p_ended integer[], p_failed integer[])
 RETURNS SETOF bigint
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
begin
  perform rota.lock_countdowns(p_task_ids, p_ended);
  return query
  with counted as (
    update rota.countdowns set remaining = remaining - chunk.ended, failed = countdowns.failed + chunk.failed
      from unnest(p_task_ids, p_ended, p_failed) as chunk (task_id, ended, failed)
     where countdowns.task_id = chunk.task_id
    returning countdowns.task_id, remaining)
  select task_id from counted where remaining = 0;
end $function$;

CREATE OR REPLACE FUNCTION rota.decide_dead_chunks(p_task_ids bigint[], p_numbers integer[], p_state text, p_by text, p_reason text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into rota.dead_chunks (task_id, number, state, failed_at, code, decided_by, reason)
  select chunks.task_id, chunks.number, p_state, finished_at, last_error ->> 'code', p_by, p_reason
    from unnest(p_task_ids, p_numbers) as named (task_id, number)
    join rota.chunks on chunks.task_id = named.task_id and chunks.number = named.number
  on conflict on constraint dead_chunks_are_decided_once
  do update set state = excluded.state, failed_at = excluded.failed_at, code = excluded.code, decided_by = excluded.decided_by, reason = excluded.reason, decided_at = excluded.decided_at
$function$;

CREATE OR REPLACE FUNCTION rota.discard_parked(p_sink text, p_event_id uuid, p_reason text, p_by text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_held rota.outbox_held_aggregates;
begin
  perform from rota.outbox_sinks where sink = p_sink for update;
  select held.* into v_held
    from rota.outbox_held_aggregates as held join rota.outbox_events as event on event.position = held.failed_position
   where held.sink = p_sink and held.is_parked and event.event_id = p_event_id;
  if not found then return false; end if;
  insert into rota.outbox_discards
         (sink, position, event_id, tenant, type, aggregate_type, aggregate_id, error, reason, discarded_by)
  select p_sink, position, event_id, tenant, type, aggregate_type, aggregate_id, v_held.error, p_reason, p_by
    from rota.outbox_events where position = v_held.failed_position;
  delete from rota.outbox_held_events where held_id = v_held.held_id and position = v_held.failed_position;
  update rota.outbox_held_aggregates
     set is_parked = false, tries = 0, failed_position = null, error = null, due_at = clock_timestamp()
   where held_id = v_held.held_id;
  delete from rota.outbox_held_aggregates
   where held_id = v_held.held_id and not exists (select from rota.outbox_held_events where held_id = v_held.held_id);
  perform pg_notify('rota.arranged', '');
  return true;
end $function$;

CREATE OR REPLACE FUNCTION rota.empty_leaves(p_leaves bigint[], p_is_split boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_sets bigint[];
begin
  with emptied as (
    update rota.lanes set open = 0, is_awake = false
      from (select lane.row_id
              from unnest(p_leaves) as e (lane_id)
             cross join lateral (
               select ctid as row_id from rota.lanes where lane_id = e.lane_id order by start desc limit 1) as lane) as empty
     where lanes.ctid = empty.row_id
    returning lanes.sibling_set)
  select array_agg(distinct sibling_set) into v_sets from emptied;
  perform rota.close_sets(v_sets, p_is_split);
end $function$;

CREATE OR REPLACE FUNCTION rota.end_attempts(p_owner text, p_attempts jsonb, OUT places integer[], OUT ended bigint[], OUT are_failed boolean[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  c_returns_max constant integer := 10;
  v_waiting bigint[];
  v_positions bigint[];
  v_dead_ids bigint[];
  v_dead_numbers integer[];
  v_failed bigint[];
begin
  with held as materialized (
    select given.place, given.outcome, given.error, given.lease_token, chunks.task_id, chunks.number, chunks.attempt,
           chunks.slots as slots_before, tasks.is_job, tasks.announce,
           tasks.state = 'CANCELLED' as is_cancelled,
           clock_timestamp() + coalesce(given.delay_ms, 0) * interval '1 millisecond' as due_at,
           case given.outcome
             when 'FAIL'   then 'FAILED'
             when 'EXHAUSTED' then 'DEAD_LETTER'
             when 'RETRY'  then case when chunks.attempt < tasks.attempts_max then 'SCHEDULED' else 'DEAD_LETTER' end
             when 'SNOOZE' then 'SCHEDULED'
             when 'RETURN' then case when returns < c_returns_max or chunks.attempt < tasks.attempts_max then 'PENDING' else 'DEAD_LETTER' end
             else case when is_alone and chunks.attempt >= tasks.attempts_max then 'DEAD_LETTER' else 'PENDING' end
           end as state,
           given.outcome = 'SNOOZE' or given.outcome = 'RETURN' and returns < c_returns_max
             or given.outcome = 'LOST' and not is_alone as is_free
      from rows from (jsonb_to_recordset(p_attempts)
                        as (task_id bigint, number integer, lease_token bigint, outcome text, delay_ms bigint, error jsonb))
             with ordinality as given (task_id, number, lease_token, outcome, delay_ms, error, place)
      join rota.chunks on chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = given.lease_token
      join rota.tasks on tasks.task_id = given.task_id
     order by chunks.task_id, chunks.number
       for update of chunks
  ), next as (
    select *, case when is_cancelled and state in ('SCHEDULED', 'PENDING') then 'CANCELLED' else state end as next_state from held
  ), changed as (
    update rota.chunks
       set state       = next_state,
           attempt     = next.attempt - is_free::integer,
           due_at      = case next_state when 'SCHEDULED' then next.due_at else chunks.due_at end,
           position    = case when next_state = 'SCHEDULED' and next.is_job
                              then (extract(epoch from next.due_at) * 1000000)::bigint else position end,
           returns     = case when next.outcome = 'RETURN' then least(returns + 1, c_returns_max) else returns end,
           is_suspect  = next.outcome = 'LOST' or is_suspect and next.outcome in ('RETURN', 'SNOOZE'),
           is_alone    = false,
           lease_token = null,
           slots       = 0,
           last_error  = coalesce(next.error, last_error),
           finished_at = case when next_state in ('FAILED', 'DEAD_LETTER', 'CANCELLED') then clock_timestamp() end
      from next
     where chunks.task_id = next.task_id and chunks.number = next.number and chunks.lease_token = next.lease_token
    returning next.place, next.outcome, next.error, next.attempt, next_state, chunks.queue, chunks.task_id, chunks.number,
              chunks.position, chunks.limits, chunks.type_id, chunks.is_counted, chunks.announce as chunk_announce, next.slots_before, next.announce
  ), remembered as (
    insert into rota.attempts (task_id, number, attempt, outcome, owner, error)
    select task_id, number, attempt, outcome, p_owner, error from changed
  ), tallied as (
    insert into rota.chunk_counts (queue, type_id, is_counted, open, scheduled, failed, dead_letters, cancelled)
    select queue, type_id, is_counted, -count(*) filter (where next_state <> 'SCHEDULED'), count(*) filter (where next_state = 'SCHEDULED'),
           count(*) filter (where next_state = 'FAILED'), count(*) filter (where next_state = 'DEAD_LETTER'), count(*) filter (where next_state = 'CANCELLED')
      from changed where next_state <> 'PENDING' group by 1, 2, 3
  ), released as (
    insert into rota.lane_changes (queue, kind, task_id, slots, limits)
    select queue, 'RELEASED', task_id, slots_before, limits from changed where slots_before <> 0)
  select coalesce(array_agg(place::integer), '{}'),
         coalesce(array_agg(task_id) filter (where is_ended), '{}'),
         coalesce(array_agg(case when next_state <> 'CANCELLED' then true end) filter (where is_ended), '{}'),
         array_agg(task_id) filter (where next_state = 'PENDING'), array_agg(position) filter (where next_state = 'PENDING'),
         array_agg(task_id order by place) filter (where is_announced), array_agg(number order by place) filter (where is_announced),
         array_agg(task_id) filter (where chunk_announce & 8 <> 0 and next_state in ('FAILED', 'DEAD_LETTER'))
    into places, ended, are_failed, v_waiting, v_positions, v_dead_ids, v_dead_numbers, v_failed
    from changed
   cross join lateral (select is_counted and next_state in ('FAILED', 'DEAD_LETTER', 'CANCELLED'),
                              announce & 32 <> 0 and next_state in ('FAILED', 'DEAD_LETTER')) as a (is_ended, is_announced);
  if v_dead_ids is not null then perform rota.announce_dead_chunks(v_dead_ids, v_dead_numbers); end if;
  if v_failed is not null then perform rota.announce_jobs(v_failed, 'failed'); end if;
  if v_waiting is not null then perform rota.chunks_wait(v_waiting, v_positions); end if;
end $function$;

CREATE OR REPLACE FUNCTION rota.end_left_tasks(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_task_ids bigint[] := array(select task_id from rota.countdowns join rota.tasks using (task_id)
                                where remaining = 0 and not is_parked and not is_over limit p_limit for update of tasks skip locked);
begin
  perform rota.lock_countdowns(v_task_ids, array_fill(0, array[cardinality(v_task_ids)]));
  perform rota.end_tasks(v_task_ids);
  perform rota.announce_left(p_limit);
  return cardinality(v_task_ids);
end $function$;

CREATE OR REPLACE FUNCTION rota.end_lock(p_key text, p_token text, p_by_force boolean, p_claim_ms bigint)
 RETURNS TABLE(is_ended boolean, held_ms double precision, ended jsonb, key text, holder text, operation text, context jsonb, progress jsonb, started_at timestamp with time zone, expected_end_at timestamp with time zone, expires_at timestamp with time zone, task_id bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_ended jsonb;
  v_lock  rota.locks;
begin
  perform pg_advisory_xact_lock(rota.lock_turn(p_key));
  v_ended := rota.settle_lock(p_key, p_claim_ms);
  delete from rota.lock_waiters where token = p_token;
  delete from rota.locks as lock where lock.key = p_key and (p_by_force or lock.token = p_token) returning lock.* into v_lock;
  perform rota.settle_lock(p_key, p_claim_ms);
  return query
  select v_lock.key is not null, (extract(epoch from clock_timestamp() - v_lock.started_at) * 1000)::double precision, v_ended,
         v_lock.key, v_lock.holder, v_lock.operation, v_lock.context, v_lock.progress,
         v_lock.started_at, v_lock.expected_end_at, v_lock.expires_at, v_lock.task_id;
end $function$;

CREATE OR REPLACE FUNCTION rota.end_tasks(p_task_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_asked bigint[] := p_task_ids;
  v_held bigint[];
  v_parents bigint[];
  v_parked bigint[];
  v_finishing bigint[];
  v_positions bigint[];
  v_completed bigint[];
  v_failed bigint[];
begin
  while v_asked <> '{}' loop
    v_held := array(select task_id from rota.tasks join rota.countdowns using (task_id)
                     where task_id = any (v_asked) and remaining = 0 and not is_over
                     order by task_id for update of tasks skip locked);
    -- A transaction that ends another child of the same parent locks that countdown too: one of the two sees the other's end.
    v_parents := array(select task_id from rota.countdowns
                        where task_id in (select parent_id from rota.tasks where task_id = any (v_held)) for update skip locked);
    v_held := array(select task_id from rota.tasks
                     where task_id = any (v_held)
                       and (parent_id is null or parent_id = any (v_parents)
                            or not exists (select from rota.countdowns where countdowns.task_id = tasks.parent_id)));
    update rota.countdowns set is_parked = false where task_id = any (v_asked) and task_id <> all (v_held) and is_parked;

    v_parked := array(select task_id from rota.tasks
                       where task_id = any (v_held) and state <> 'CANCELLED'
                         and exists (select from rota.tasks as child where child.parent_id = tasks.task_id) and rota.has_open_child(task_id));
    update rota.countdowns set is_parked = true where task_id = any (v_parked) and not is_parked;

    with last_chunk as (
      insert into rota.chunks (task_id, number, type_id, is_counted, queue, leaf_lane, position, state)
      select task_id, chunk_count + 1, rota.lane_id('finish', type, version::text), true, coalesce(pool, queue), leaf_lane,
             case when is_job then (extract(epoch from clock_timestamp()) * 1000000)::bigint else chunk_count + 1 end, 'PENDING'
        from rota.tasks join rota.countdowns using (task_id)
       where task_id = any (v_held) and task_id <> all (v_parked) and has_finish and failed = 0 and state <> 'CANCELLED'
         and not exists (select from rota.tasks as child where child.parent_id = tasks.task_id and child.state = 'FAILED')
      on conflict on constraint chunks_are_numbered_in_their_task do nothing
      returning task_id, queue, type_id, position
    ), tallied as (
      insert into rota.chunk_counts (queue, type_id, is_counted, type, open)
      select last_chunk.queue, type_id, true, type, count(*) from last_chunk join rota.tasks using (task_id) group by 1, 2, 4
    ), counted as (
      update rota.countdowns set remaining = 1, is_parked = false from last_chunk where countdowns.task_id = last_chunk.task_id)
    select array_agg(task_id), array_agg(position) into v_finishing, v_positions from last_chunk;
    if v_finishing is not null then perform rota.chunks_wait(v_finishing, v_positions); end if;

    with over as (
      update rota.countdowns set is_over = true, is_parked = false
       where task_id = any (v_held) and task_id <> all (v_parked) and remaining = 0
      returning task_id, failed
    ), ended as (
      update rota.tasks
         set state = case when failed > 0
                            or exists (select from rota.tasks as child where child.parent_id = tasks.task_id and child.state = 'FAILED')
                          then 'FAILED' else 'COMPLETED' end,
             finished_at = clock_timestamp()
        from over where tasks.task_id = over.task_id and state <> 'CANCELLED'
      returning tasks.task_id, state, announce)
    select array_agg(distinct parent_id),
           (select array_agg(task_id order by task_id) from ended where state = 'COMPLETED' and announce & 4 <> 0),
           (select array_agg(task_id order by task_id) from ended where state = 'FAILED' and announce & 8 <> 0)
      into v_asked, v_completed, v_failed from rota.tasks join over using (task_id) where parent_id is not null;
    if v_completed is not null then perform rota.announce_tasks(v_completed, 'completed'); end if;
    if v_failed is not null then perform rota.announce_tasks(v_failed, 'failed'); end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION rota.entry_at(p_queue text, p_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE STRICT
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION rota.entry_of_turn(p_queue text, p_turn bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE STRICT
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION rota.erase_payloads(p_task_ids bigint[], p_after integer, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_task_ids bigint[];
begin
  perform from rota.tasks where task_id = any (p_task_ids) order by task_id for no key update;
  v_task_ids := array(select task_id from rota.tasks where task_id = any (p_task_ids) and rota.over_since(tasks) is not null);
  delete from rota.task_submitters where task_id = any (v_task_ids);
  delete from rota.task_callbacks where task_id = any (v_task_ids);
  update rota.tasks set input = null where task_id = any (v_task_ids) and input is not null;
  update rota.chunks set payload = null, result = null, last_error = null
   where task_id = any (v_task_ids) and number > p_after and number <= p_after + p_limit
     and (payload is not null or result is not null or last_error is not null);
  update rota.attempts set error = null
   where task_id = any (v_task_ids) and number > p_after and number <= p_after + p_limit and error is not null;
  update rota.chunk_progress set note = null
   where task_id = any (v_task_ids) and number > p_after and number <= p_after + p_limit and note is not null;
  return cardinality(v_task_ids);
end $function$;

CREATE OR REPLACE FUNCTION rota.estimated_rows(p_table regclass)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  v_plan json;
begin
  execute format('explain (format json) select from %s', p_table) into v_plan;
  return (v_plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric::bigint;
end $function$;

CREATE OR REPLACE FUNCTION rota.event_payload(p_task_id bigint, p_task_key text, p_type text, p_version integer, p_queue text, p_tenant text, p_group text, p_key text, p_chunk_count integer, p_submitted_at timestamp with time zone, p_state text, p_details jsonb)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select (jsonb_build_object('schemaVersion', 1, 'taskId', p_task_id::text, 'taskKey', p_task_key, 'key', p_key, 'type', p_type, 'version', p_version,
                             'queue', p_queue, 'tenant', p_tenant, 'group', p_group, 'chunkCount', p_chunk_count, 'state', p_state,
                             'submittedAt', p_submitted_at) || p_details)::json
$function$;

CREATE OR REPLACE FUNCTION rota.find_tasks(p_key text, p_tenant text, p_group text, p_queue text, p_type text, p_state text, p_is_job boolean, p_below bigint, p_looked integer, p_limit integer, OUT task_ids bigint[], OUT looked_to bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  c_batch constant integer := 500;
  v_seen bigint[];
  v_left integer := p_looked;
begin
  task_ids := '{}';
  looked_to := p_below;
  while cardinality(task_ids) < p_limit and v_left > 0 loop
    if p_key is not null then
      v_seen := array(select task_id from rota.tasks where task_key = p_key and task_id < looked_to);
    elsif p_state in ('PAUSED', 'FAILED', 'CANCELLED') then
      v_seen := array(
        select task_id
          from ((select task_id from rota.tasks where state = p_state and task_id < looked_to order by task_id desc limit c_batch)
                union
                -- The state of a job is its chunk's.
                (select task_id from rota.chunks
                  where p_state = 'FAILED' and state in ('FAILED', 'DEAD_LETTER') and task_id < looked_to and number = 1
                  order by task_id desc limit c_batch)) as seen
         order by task_id desc limit c_batch);
    elsif p_state = 'ACTIVE' and not p_is_job then
      v_seen := array(select task_id from rota.tasks
                       where state in ('ACTIVE', 'PAUSED') and not is_job and task_id < looked_to order by task_id desc limit c_batch);
    elsif p_group is not null then
      v_seen := array(select task_id from rota.tasks
                       where tenant = p_tenant and group_name = p_group and task_id < looked_to order by tenant, group_name, task_id desc limit c_batch);
    elsif p_tenant is not null then
      v_seen := array(select task_id from rota.tasks
                       where tenant = p_tenant and task_id < looked_to order by tenant, task_id desc limit c_batch);
    else
      v_seen := array(select task_id from rota.tasks where task_id < looked_to order by task_id desc limit c_batch);
    end if;
    task_ids := task_ids || array(
      select task_id from rota.tasks
       where task_id = any (v_seen)
         and (p_tenant is null or tenant = p_tenant) and (p_group is null or group_name = p_group)
         and (p_queue is null or queue = p_queue) and (p_type is null or type = p_type) and (p_is_job is null or is_job = p_is_job)
         -- The rule of task_state(), which takes seconds when it is called for thousands of rows.
         and (p_state is null
              or p_state = case when state = 'ACTIVE' and is_job
                                then coalesce((select case when chunks.state in ('FAILED', 'DEAD_LETTER') then 'FAILED'
                                                           when chunks.state in ('COMPLETED', 'CANCELLED') then chunks.state end
                                                 from rota.chunks where chunks.task_id = tasks.task_id and number = 1 and not is_counted), 'ACTIVE')
                                else state end)
       order by task_id desc limit p_limit - cardinality(task_ids));
    if cardinality(task_ids) = p_limit then
      looked_to := task_ids[p_limit];
      return;
    end if;
    if p_key is not null or cardinality(v_seen) < c_batch then
      looked_to := null;
      return;
    end if;
    looked_to := v_seen[c_batch];
    v_left := v_left - c_batch;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION rota.first_set(p_lane_id bigint, p_level smallint, p_open smallint, p_routes text[], p_full bigint[])
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select case p_level when 1 then (
           select child from generate_series(0, 3) as child
            where p_open & (1 << child) > 0
              and exists (select from rota.lanes where sibling_set = p_lane_id + child and is_awake and rota.has_open_leaf(lane_id, p_routes, p_full))
            order by child limit 1)
         else 0 end
$function$;

CREATE OR REPLACE FUNCTION rota.fold_counts(p_few integer)
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  v_below xid8;
  v_is_recount_due boolean;
  v_is_restored boolean;
begin
  if not pg_try_advisory_xact_lock(rota.lane_id('rota.counts')) then return; end if;
  select recount_after < coalesce((select min(xact_start) from pg_stat_activity where datname = current_database()), clock_timestamp()), rota.folded_below() <> folded_below
    into v_is_recount_due, v_is_restored from rota.chunk_counts_head;
  if v_is_recount_due then
    perform rota.recount_chunks();
    return;
  end if;
  v_below := rota.folded_below();
  if not v_is_restored
     and (select count(*) from (select from rota.chunk_counts where written_by >= v_below limit p_few + 1) as seen) <= p_few then return; end if;

  with folded as (
    delete from rota.chunk_counts where written_by >= v_below returning *
  ), head as (
    update rota.chunk_counts_head set folded_below = pg_snapshot_xmin(pg_current_snapshot()))
  insert into rota.chunk_counts (queue, type_id, is_counted, type, open, scheduled, completed, failed, dead_letters, cancelled)
  select queue, type_id, is_counted, max(type), sum(open), sum(scheduled), sum(completed), sum(failed), sum(dead_letters), sum(cancelled)
    from folded group by 1, 2, 3
  having sum(open) <> 0 or sum(scheduled) <> 0 or sum(completed) <> 0 or sum(failed) <> 0 or sum(dead_letters) <> 0 or sum(cancelled) <> 0;
end $function$;

CREATE OR REPLACE FUNCTION rota.folded_below()
 RETURNS xid8
 LANGUAGE sql
 STABLE
AS $function$
  select case when folded_below <= pg_snapshot_xmax(pg_current_snapshot()) then folded_below else '0' end from rota.chunk_counts_head
$function$;

CREATE OR REPLACE FUNCTION rota.forget_lanes(p_queue text, p_limit integer, p_after bigint, OUT forgotten integer, OUT last_lane bigint)
 RETURNS record
 LANGUAGE plpgsql
 SET lock_timeout TO '5s'
AS $function$
#variable_conflict use_column
declare
  v_root bigint := rota.lane_id(p_queue);
  v_head rota.dispatch_log;
  v_changes jsonb;
begin
  perform pg_advisory_xact_lock(v_root);
  forgotten := 0;
  select * into v_head from rota.dispatch_log where queue = p_queue order by entry desc limit 1;
  if not found then return; end if;

  with seen as materialized (
    select ctid as row_id, lanes as lane from rota.lanes where lane_id > p_after order by lane_id limit p_limit
  ), asleep as materialized (
    select row_id, lane, above,
           case when (lane).level = 1 then v_head.clock
                else case (lane).sibling_set & 3 when 0 then (above).clock_0 when 1 then (above).clock_1 when 2 then (above).clock_2 else (above).clock_3 end end as clock
      from seen
      left join lateral (select lanes as above from rota.lanes where lane_id = (lane).sibling_set & ~3::bigint and level > 0 order by start desc limit 1) as parent on true
     where (lane).queue = p_queue and (lane).level > 0 and not (lane).is_awake and (lane).open = 0 and (lane).in_flight = 0 and (lane).wakes_at is null
       and not exists (select from rota.lanes as child where child.sibling_set between (lane).lane_id and (lane).lane_id + 3)
  ), needless as (
    select row_id from asleep
     where ((lane).start <= clock and (lane).weight = 1 and ((lane).cost = 1 or (lane).limits is not null) and not (lane).is_paused and not (lane).is_counted and (lane).rate_us is null)
        or ((lane).level = 3 and rota.is_over(lane, above))
        -- A named limit comes back with the next task that names it, as it was: unless setLane() has changed it, or its rate is in use.
        or ((lane).level = 4 and not (lane).is_paused and (lane).rate_at <= extract(epoch from clock_timestamp()) * 1000000
            and (lane).declared = jsonb_build_object('maxInFlight', (lane).max_in_flight, 'rateUs', (lane).rate_us, 'rateBurst', (lane).rate_burst)
            and (lane).lane_id <> all (array(select unnest(limits) from rota.lanes where queue = p_queue and level = 3 and open > 0)))
  ), deleted as (
    delete from rota.lanes using needless where lanes.ctid = needless.row_id returning lanes.lane_id)
  select (select count(*) from deleted), (select case when count(*) = p_limit then max((lane).lane_id) end from seen),
         (select jsonb_agg(jsonb_build_object('kind', 'FORGOTTEN', 'lane', lane_id::text) order by lane_id) from deleted)
    into forgotten, last_lane, v_changes;
  if forgotten > 0 then perform rota.append_changes(v_head, v_changes); end if;
end $function$;

CREATE OR REPLACE FUNCTION rota.forget_progress(p_limit integer)
 RETURNS integer
 LANGUAGE sql
AS $function$
  with over as (
    select task_id, number, lease_token from rota.chunk_progress as reported
     where not exists (select from rota.chunks where chunks.task_id = reported.task_id and chunks.number = reported.number and chunks.lease_token = reported.lease_token)
     limit p_limit for update skip locked
  ), forgotten as (
    delete from rota.chunk_progress as reported using over
     where reported.task_id = over.task_id and reported.number = over.number and reported.lease_token = over.lease_token
    returning 1)
  select count(*)::integer from forgotten
$function$;

CREATE OR REPLACE FUNCTION rota.forget_traces(p_age interval, p_limit integer)
 RETURNS integer
 LANGUAGE sql
AS $function$
  with oldest as materialized (
    select task_id, traced_at from rota.task_traces order by task_id limit p_limit
  ), deleted as (
    delete from rota.task_traces
     where task_id in (select task_id from oldest where traced_at < clock_timestamp() - p_age)
    returning 1
  )
  select count(*)::integer from deleted
$function$;

CREATE OR REPLACE FUNCTION rota.full_limits(p_pool text, p_now_us bigint)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(array_agg(lane_id order by lane_id), '{}') from rota.lanes where queue = p_pool and level = 4 and rota.limit_room(lanes, p_now_us) <= 0
$function$;

CREATE OR REPLACE FUNCTION rota.give_turns(p_root bigint, p_clock bigint, p_wanted integer, p_entry bigint, p_now_us bigint, p_moment bigint, p_turn_count bigint, p_slots integer, p_token bigint, p_queued_max integer, p_queued jsonb, p_queue text, p_absorbed_below xid8, p_routes text[], p_full bigint[], p_is_split boolean, OUT leaves bigint[], OUT task_ids bigint[], OUT numbers integer[], OUT clock bigint, OUT chunks json, OUT emptied bigint[], OUT slept_in bigint[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_started bigint[];
begin
  with tenant_turn as materialized (
    -- Which tenant has the 1st, 2nd, … turn, and to which of its sets of groups the turn goes.
    select * from rota.share_turns(array[p_root], array[p_clock], array[false], array[p_wanted], p_entry, p_now_us, p_routes, p_full, p_is_split)
  ), way as materialized (
    -- The sets of groups that got turns, with how many. Where a set is one group of one leaf, the turns can only be that
    -- leaf's: leaf_lane skips two levels. The conditions are those under which share_turns() calls both lanes settled, so the
    -- result is the same; `several = 0` says that the group never had a second leaf.
    select request.child_set, request.child_clock, request.child_alone, request.wanted, lone.lane_id as leaf_lane, lone.head
      from (select child_set, child_clock, child_alone, count(*)::integer as wanted from tenant_turn group by 1, 2, 3) as request
      left join lateral (
        select leaf.lane_id, leaf.head
          from (select lane_id, clock_0 from rota.lanes
                 where request.child_alone and p_routes = '{}' and p_full = '{}' and sibling_set = request.child_set and is_awake and start >= request.child_clock
                   and several = 0 and start - request.child_clock = 3603600 / weight and not is_counted and rate_us is null
                 limit 1) as lone_group
         cross join lateral (
           select lane_id, head from rota.lanes
            where sibling_set = lone_group.lane_id and is_awake and start >= lone_group.clock_0 and cost = 1
              and start - lone_group.clock_0 = 3603600 / weight and not is_counted and rate_us is null
              and (lane_id >> 2) + p_entry & 31 > 0
            limit 1) as leaf) as lone on true
  ), group_turn as materialized (
    -- Which group has the 1st, 2nd, … turn of its set. A tenant's turns in a set do not depend on what other tenants do in
    -- between, so all sets are dealt at once.
    select turns.*
      from (select array_agg(child_set) as sets, array_agg(child_clock) as clocks, array_agg(child_alone) as alone, array_agg(wanted) as wanted
              from way where leaf_lane is null) as request,
           rota.share_turns(sets, clocks, alone, wanted, p_entry, p_now_us, p_routes, p_full, p_is_split) as turns
  ), leaf_turn as materialized (
    -- Which leaf has the 1st, 2nd, … turn of its group.
    select turns.*
      from (select array_agg(child_set) as sets, array_agg(child_clock) as clocks, array_agg(child_alone) as alone, array_agg(wanted) as wanted
              from (select child_set, child_clock, child_alone, count(*)::integer as wanted from group_turn group by 1, 2, 3) as each_group
           ) as request,
           rota.share_turns(sets, clocks, alone, wanted, p_entry, p_now_us, p_routes, p_full, p_is_split) as turns
  ), leaf_demand as materialized (
    -- How many chunks each leaf needs for its turns.
    select lane_id, head, count(*) as wanted from leaf_turn group by 1, 2
    union all
    select leaf_lane, head, wanted from way where leaf_lane is not null
  ), candidate as materialized (
    -- The waiting chunks of each leaf in their order, from its head on, before which none waits: one more than needed, to see
    -- which leaves will have no work left.
    select leaf_demand.lane_id, waiting.*
      from leaf_demand
     cross join lateral (
       select ctid as row_id, task_id, number, position, is_counted, row_number() over (order by position, task_id) - 1 as nth
         from rota.chunks
        where leaf_lane = leaf_demand.lane_id and state = 'PENDING' and position >= leaf_demand.head
          -- A chunk that came back after the changes were absorbed waits for the claim that absorbs its arrival, or the log
          -- would show the chunks of its lane out of order. So do all from its position on that had a turn, because the
          -- arrival moves the head back that far. The subquery runs once, and only where a chunk had a turn before.
          and (turn is null or position < coalesce((
                 (select jsonb_object_agg(task_id, position)
                    from (select task_id, min(position) as position from rota.lane_changes
                           where queue = p_queue and written_by >= p_absorbed_below and kind = 'ARRIVED' group by 1) as unabsorbed)
                 ->> task_id::text)::bigint, position + 1))
        order by position, task_id
        limit leaf_demand.wanted + 1) as waiting
  ), planned as materialized (
    -- One row for each turn of the queue, with its path and its chunk. A tenant's nth turn is the nth of its set of groups,
    -- which has given it to a group as, say, its mth; that is the mth turn of the group's leaves, and so on to the chunk. A
    -- null row of a lane means that the turn need not be written there; then the clock of its set stays as well.
    select tenant_turn.turn, tenant_turn.row_id as tenant_row, tenant_turn.start as tenant_start, tenant_turn.child_set as group_set,
           case when not path.is_settled then group_turn.row_id end as group_row,
           case when path.is_settled then tenant_turn.child_clock else group_turn.start end as group_start,
           case when not leaf_turn.is_settled then leaf_turn.row_id end as leaf_row,
           case when leaf_turn.is_settled then leaf_turn.clock else leaf_turn.start end as leaf_start,
           coalesce(way.leaf_lane, leaf_turn.lane_id) as leaf_lane, coalesce(leaf_turn.cost, 1) as cost,
           p_slots | tenant_turn.slot | coalesce(group_turn.slot | leaf_turn.slot, 0) as slots,
           candidate.row_id as chunk_row, candidate.task_id, candidate.number, candidate.position,
           candidate.is_counted and candidate.nth >= p_queued_max - coalesce((p_queued ->> candidate.lane_id::text)::integer, 0) as is_held
      from tenant_turn
      join way using (child_set)
      left join group_turn on group_turn.sibling_set = tenant_turn.child_set and group_turn.turn = tenant_turn.nth + 1
      left join leaf_turn on leaf_turn.sibling_set = group_turn.child_set and leaf_turn.turn = group_turn.nth + 1
      left join candidate on candidate.lane_id = coalesce(way.leaf_lane, leaf_turn.lane_id)
                         and candidate.nth = coalesce(leaf_turn.nth, tenant_turn.nth)
     -- A group is left unwritten only if its leaf is too, and for a cost of 1: the group's row holds the clock of its leaves,
     -- and a higher cost moves the group by more than one step.
     cross join lateral (select way.leaf_lane is not null
                             or group_turn.is_settled and leaf_turn.is_settled and leaf_turn.cost = 1) as path (is_settled)
  ), certain as materialized (
    -- The turns before the first that was planned on a wrong assumption: a leaf had no chunk left for it, or its task has
    -- enough unstarted chunks. A turn that costs more than 1 is certain itself, but moves its group and tenant further than
    -- planned, so it is the last. The next call plans again from there.
    select * from planned
     where turn < (select coalesce(least(min(turn) filter (where task_id is null or is_held), min(turn) filter (where cost > 1) + 1),
                                   p_wanted + 1) from planned)
  ), charge (row_id, cost, turns, first_start, last, child, clock, position) as (
    -- What each lane of these turns has to be charged: the sum of costs, the number of turns, the start of the first and the
    -- number of the last, and for its set of children the start of their latest turn; for a leaf the position of its latest
    -- chunk, its new head.
    select leaf_row, sum(cost), count(*)::integer, min(leaf_start), max(turn), null::integer, null::bigint, max(position)
      from certain where leaf_row is not null group by 1
    union all
    select group_row, sum(cost), count(*)::integer, min(group_start), max(turn), 0, max(leaf_start), null
      from certain where group_row is not null group by 1
    union all
    select tenant_row, sum(cost), count(*)::integer, min(tenant_start), max(turn), (min(group_set) & 3)::integer, max(group_start), null
      from certain group by 1
  ), charged as (
    -- The next turn of a lane starts cost / weight later, and the clock of its children moves to the start of their latest
    -- turn. rate_at is until when the turns taken use the rate up: the later of it and now, plus rate_us for each turn. A
    -- lane falls asleep when its cap is reached, or less than one turn of its burst is left; then wakes_at is when one is.
    update rota.lanes
       set start     = charge.first_start + charge.cost * (3603600 / lanes.weight),
           since     = p_moment + charge.last,
           clock_0   = case child when 0 then charge.clock else clock_0 end,
           clock_1   = case child when 1 then charge.clock else clock_1 end,
           clock_2   = case child when 2 then charge.clock else clock_2 end,
           clock_3   = case child when 3 then charge.clock else clock_3 end,
           head      = coalesce(charge.position, head),
           in_flight = case when is_counted then in_flight + turns else 0 end,
           rate_at   = case when rate_us is null then rate_at else greatest(rate_at, p_now_us) + turns * rate_us end,
           wakes_at  = case when rate_burst * rate_us - (greatest(rate_at, p_now_us) + turns * rate_us - p_now_us) < rate_us
                            then greatest(rate_at, p_now_us) + (turns - rate_burst + 1) * rate_us end,
           is_awake  = coalesce(in_flight + turns < max_in_flight, true)
                   and coalesce(rate_burst * rate_us - (greatest(rate_at, p_now_us) + turns * rate_us - p_now_us) >= rate_us, true)
      from charge where lanes.ctid = charge.row_id
    returning lanes.sibling_set, is_awake
  ), given as (
    -- The chunks change hands, each with the number of its turn and the places where it counts as in flight.
    update rota.chunks
       set state       = case when p_token is null then 'QUEUED' else 'PROCESSING' end,
           attempt     = case when p_token is null then attempt else attempt + 1 end,
           queued_at   = case when p_token is null then clock_timestamp() end,
           turn        = p_turn_count + certain.turn, lease_token = p_token,
           slots = certain.slots
      from certain where chunks.ctid = certain.chunk_row
    returning certain.turn, certain.leaf_lane, certain.tenant_start, chunks.task_id, chunks.number, type_id, attempt, is_suspect, payload, announce)
  select array_agg(leaf_lane order by turn), array_agg(task_id order by turn), array_agg(number order by turn), max(tenant_start),
         json_agg(json_build_array(task_id::text, number, leaf_lane::text, type_id::text, attempt, is_suspect, payload) order by turn),
         -- Leaves whose chunks were all taken: one more was asked for than needed, and it was not found.
         (select array_agg(leaf_demand.lane_id order by leaf_demand.lane_id)
            from leaf_demand
            left join (select lane_id, count(*) as chunks from candidate group by 1) as found using (lane_id)
            left join (select leaf_lane as lane_id, count(*) as chunks from certain group by 1) as taken using (lane_id)
           where coalesce(found.chunks, 0) <= coalesce(taken.chunks, 0)),
         (select array_agg(distinct sibling_set) from charged where not is_awake),
         array_agg(task_id) filter (where announce & 2 <> 0 and p_token is not null)
    into leaves, task_ids, numbers, clock, chunks, emptied, slept_in, v_started
    from given;
  if v_started is not null then perform rota.announce_starts(v_started); end if;
end $function$;

CREATE OR REPLACE FUNCTION rota.has_open_child(p_task_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from rota.tasks where parent_id = p_task_id and state in ('ACTIVE', 'PAUSED'))
      or exists (select from rota.tasks join rota.countdowns using (task_id)
                  where parent_id = p_task_id and state = 'CANCELLED' and not is_over)
$function$;

CREATE OR REPLACE FUNCTION rota.has_open_leaf(p_group bigint, p_routes text[], p_full bigint[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from rota.lanes
                  where sibling_set = p_group and is_awake and (p_routes = '{}' or coalesce(routes, array[queue]) && p_routes)
                    and not exists (select from unnest(limits) as needed where p_full[width_bucket(needed, p_full)] = needed))
$function$;

CREATE OR REPLACE FUNCTION rota.has_work(p_lane rota.lanes, p_routes text[], p_full bigint[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select case p_lane.level
           when 3 then p_routes = '{}' or coalesce(p_lane.routes, array[p_lane.queue]) && p_routes
           when 2 then rota.has_open_leaf(p_lane.lane_id, p_routes, p_full)
           else (p_routes = '{}' or coalesce(p_lane.routes && p_routes, true))
                and rota.first_set(p_lane.lane_id, p_lane.level, p_lane.open, p_routes, p_full) is not null
         end
$function$;

CREATE OR REPLACE FUNCTION rota.held_payload(p_batch_id bigint, p_number integer)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select (convert_from(events, 'utf8')::json -> (p_number - 1) -> 0)::text from rota.inbox_batches where batch_id = p_batch_id
$function$;

CREATE OR REPLACE FUNCTION rota.hold_sink(p_sink text, p_owner text, p_lease interval)
 RETURNS TABLE(at_position bigint, token bigint, next_due_ms double precision)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_sink rota.outbox_sinks;
  v_now  timestamptz := clock_timestamp();
begin
  select * into v_sink from rota.outbox_sinks where sink = p_sink;
  if v_sink.lease_owner is distinct from p_owner or v_sink.lease_expires_at < v_now + p_lease / 2 then
    update rota.outbox_sinks
       set lease_owner      = p_owner,
           lease_token      = lease_token + (lease_owner is distinct from p_owner)::integer, -- fences off the one before
           lease_expires_at = v_now + p_lease
     where sink = p_sink and (lease_owner is null or lease_owner = p_owner or lease_expires_at < v_now)
    returning * into v_sink;
    if not found then return; end if;
  end if;
  return query select v_sink.position, v_sink.lease_token, (
    select extract(epoch from min(due_at) - v_now) * 1000 from rota.outbox_held_aggregates where sink = p_sink and not is_parked)::float8;
end $function$;

CREATE OR REPLACE FUNCTION rota.input_hash(p_task jsonb)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(decode(p_task ->> 'input_mark', 'hex'),
                  sha256(convert_to(jsonb_build_array(p_task -> 'version', p_task -> 'inputs', p_task -> 'payloads')::text, 'utf8')))
$function$;

CREATE OR REPLACE FUNCTION rota.is_discarded(p_task_id bigint, p_number integer, p_failed_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from rota.dead_chunks where task_id = p_task_id and number = p_number and state = 'DISCARDED' and failed_at = p_failed_at)
$function$;

CREATE OR REPLACE FUNCTION rota.is_lock_held(p_lock rota.locks)
 RETURNS boolean
 LANGUAGE sql
AS $function$
  select case when p_lock.task_id is null then p_lock.expires_at > clock_timestamp()
              else exists (select from rota.tasks where task_id = p_lock.task_id and rota.task_state(tasks) in ('ACTIVE', 'PAUSED')) end
$function$;

CREATE OR REPLACE FUNCTION rota.is_lone_leaf(p_root bigint, p_routes text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select count(*) < 2
    from (select from rota.lanes as tenant
            join rota.lanes as tenant_group on tenant_group.sibling_set between tenant.lane_id and tenant.lane_id + 3 and tenant_group.is_awake
            join rota.lanes as leaf on leaf.sibling_set = tenant_group.lane_id and leaf.is_awake
           where tenant.sibling_set = p_root and tenant.is_awake and (p_routes = '{}' or coalesce(leaf.routes, array[leaf.queue]) && p_routes)
           limit 2) as waiting
$function$;

CREATE OR REPLACE FUNCTION rota.is_over(p_leaf rota.lanes, p_group rota.lanes)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select p_leaf.lane_id <> rota.lane_id(p_leaf.queue, tenant.name, (p_group.sibling_set & 3)::text, p_group.name, 'jobs', p_leaf.name)
     and not exists (select from rota.tasks
                      where (task_key = p_leaf.name or task_id = case when p_leaf.name ~ '^[0-9]{1,18}$' then p_leaf.name::bigint end)
                        and leaf_lane = p_leaf.lane_id and state <> 'COMPLETED' and swept_at is null)
    from rota.lanes as tenant where tenant.lane_id = p_group.sibling_set & ~3::bigint
   order by start desc limit 1
$function$;

CREATE OR REPLACE FUNCTION rota.is_work_due(p_queue text, p_until timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
AS $function$
  with head as materialized (
    select absorbed_below, case when (select is_split from rota.pools where pool = p_queue) then 0 else clock end as clock
      from rota.dispatch_log where queue = p_queue order by entry desc limit 1
  ), bound as (
    -- The bounds that a claim uses: everything below them is absorbed or behind the clock, dead rows included.
    select coalesce((select absorbed_below from head where absorbed_below <= pg_snapshot_xmax(pg_current_snapshot())), '0') as written_by,
           coalesce((select clock from head), 0) as clock
  )
  select exists (select from rota.lane_changes, bound where queue = p_queue and lane_changes.written_by >= bound.written_by)
      or exists (select from rota.chunks where queue = p_queue and state = 'SCHEDULED' and due_at <= p_until)
      -- The worker may start chunks that the broker was given and does not deliver.
      or exists (select from rota.chunks where queue = p_queue and state = 'QUEUED')
      or exists (select from rota.lanes where queue = p_queue and wakes_at <= (extract(epoch from p_until) * 1000000)::bigint)
      -- A lane that is awake has work for a free slot, unless the pool is paused or at its limit.
      or exists (select from rota.lanes, bound where sibling_set = rota.lane_id(p_queue) and is_awake and start >= bound.clock)
         and not exists (select from rota.lanes where lane_id = rota.lane_id(p_queue) and (is_paused or in_flight >= max_in_flight))
$function$;

CREATE OR REPLACE FUNCTION rota.lane_id(VARIADIC path text[])
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select ('x' || left(encode(sha256(convert_to(to_json(path)::text, 'utf8')), 'hex'), 16))::bit(64)::bigint & ~3::bigint
$function$;

CREATE OR REPLACE FUNCTION rota.lane_state(lane rota.lanes)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_build_object(
    'lane', lane.lane_id::text, 'set', lane.sibling_set::text, 'level', lane.level, 'name', lane.name, 'weight', lane.weight, 'cost', lane.cost,
    'start', lane.start::text, 'since', lane.since::text, 'clocks', jsonb_build_array(lane.clock_0::text, lane.clock_1::text, lane.clock_2::text, lane.clock_3::text),
    'open', lane.open, 'head', lane.head::text, 'isAwake', lane.is_awake, 'isPaused', lane.is_paused, 'isCounted', lane.is_counted, 'inFlight', lane.in_flight,
    'maxInFlight', lane.max_in_flight, 'rateUs', lane.rate_us::text, 'rateBurst', lane.rate_burst, 'rateAt', lane.rate_at::text, 'wakesAt', lane.wakes_at::text,
    'route', case lane.level when 3 then lane.routes[1] end, 'limits', case lane.level when 3 then lane.limits::text[] end)
$function$;

CREATE OR REPLACE FUNCTION rota.lanes_of_queue(p_queue text, p_tenant text, p_looked integer)
 RETURNS TABLE(lane_id bigint, parent_id bigint, level integer, name text, tenant text, tenant_lane bigint, priority integer, group_name text, weight integer, cost integer, is_awake boolean, is_paused boolean, max_in_flight integer, rate_us bigint, rate_burst integer, is_whole boolean)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
  with tenant as materialized (
    select lanes.* from rota.lanes where sibling_set = rota.lane_id(p_queue) and is_awake limit p_looked
  ), tenant_group as materialized (
    select lane.* from tenant
     cross join lateral (select * from rota.lanes where sibling_set between tenant.lane_id and tenant.lane_id + 3 and is_awake) as lane
     limit p_looked
  ), leaf as materialized (
    select lane.* from tenant_group
     cross join lateral (select * from rota.lanes where sibling_set = tenant_group.lane_id and is_awake) as lane
     limit p_looked
  ), listed as materialized (
    select * from rota.lanes order by lane_id, start desc limit p_looked
  ), found as materialized (
    select distinct on (lane_id) *
      from (select * from tenant union all select * from tenant_group union all select * from leaf
            union all select * from listed where queue = p_queue and level > 0) as lane
     order by lane_id
  ), named as (
    select lane.*, above.lane_id as tenant_lane, above.name as tenant, lane_group.name as group_name,
           case lane.level when 2 then lane.sibling_set & 3 when 3 then lane_group.sibling_set & 3 end as priority
      from found as lane
      left join found as lane_group on lane_group.lane_id = case lane.level when 2 then lane.lane_id when 3 then lane.sibling_set & ~3::bigint end
      left join found as above on above.lane_id = case lane.level when 1 then lane.lane_id else lane_group.sibling_set & ~3::bigint end
     where above.level = 1 and (lane.level = 1 or lane_group.level = 2))
  select lane_id, case when level > 1 then sibling_set & ~3::bigint end, level::integer, name, tenant, tenant_lane, priority::integer,
         group_name, weight, case when level = 3 then cost end, is_awake, is_paused, max_in_flight, rate_us, rate_burst,
         (select count(*) < p_looked from listed)
    from named where p_tenant is null or tenant = p_tenant
$function$;

CREATE OR REPLACE FUNCTION rota.lanes_waiting(p_queue text, p_tenant text, p_looked integer)
 RETURNS TABLE(leaf_lane bigint, queue text, tenant text, oldest_at timestamp with time zone, is_whole boolean)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
  with recursive lane as (
    (select leaf_lane, task_id, due_at, 1 as nth from rota.chunks where state = 'PENDING' order by leaf_lane, position, task_id limit 1)
    union all
    select next.leaf_lane, next.task_id, next.due_at, lane.nth + 1
      from lane
     cross join lateral (select leaf_lane, task_id, due_at from rota.chunks
                          where state = 'PENDING' and chunks.leaf_lane > lane.leaf_lane order by leaf_lane, position, task_id limit 1) as next
     where lane.nth <= p_looked)
  select lane.leaf_lane, task.queue, task.tenant, greatest(lane.due_at, task.submitted_at), (select count(*) <= p_looked from lane)
    from lane
   cross join lateral (select coalesce(pool, tasks.queue) as queue, tenant, submitted_at from rota.tasks where tasks.task_id = lane.task_id limit 1) as task
   where nth <= p_looked and (p_queue is null or task.queue = p_queue) and (p_tenant is null or task.tenant = p_tenant)
$function$;

CREATE OR REPLACE FUNCTION rota.limit_room(p_limit rota.lanes, p_now_us bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select least(case when p_limit.is_paused then 0 end, p_limit.max_in_flight - p_limit.in_flight,
               p_limit.rate_burst - (greatest(p_limit.rate_at - p_now_us, 0) + p_limit.rate_us - 1) / p_limit.rate_us)
$function$;

CREATE OR REPLACE FUNCTION rota.limit_settings(p_queue text, p_root bigint, p_changes jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('kind', 'SET', 'lane', brought.lane, 'set', (p_root + 1)::text, 'level', 4, 'name', name,
                                               'settings', differing, 'declared', settings) order by brought.nth), '[]')
    from (select distinct on (named ->> 'lane') named ->> 'lane' as lane, named ->> 'name' as name, named -> 'settings' as settings, nth
            from jsonb_array_elements(p_changes) with ordinality as c (change, nth)
           cross join lateral jsonb_array_elements(change -> 'limits') as named
           where change ->> 'kind' = 'ARRIVED' and jsonb_typeof(named -> 'settings') = 'object'
           order by named ->> 'lane', nth desc) as brought
    left join lateral (select declared from rota.lanes where lane_id = brought.lane::bigint order by start desc limit 1) as known on true
   cross join lateral (select jsonb_object_agg(key, value) as differing from jsonb_each(settings)
                        where declared is null or declared -> key is distinct from value) as changed
   where differing is not null
$function$;

CREATE OR REPLACE FUNCTION rota.limits_of(p_leaf rota.lanes)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select rota.lane_id(p_leaf.queue, 'route', coalesce(p_leaf.routes[1], p_leaf.queue)) || coalesce(p_leaf.limits, '{}')
$function$;

CREATE OR REPLACE FUNCTION rota.lock_audit_heads(p_tenants text[])
 RETURNS TABLE(tenant text, number bigint, hash bytea, at timestamp with time zone)
 LANGUAGE sql
AS $function$
  insert into rota.audit_heads (tenant) select distinct given from unnest(p_tenants) as given order by given
  on conflict on constraint audit_heads_have_a_tenant do nothing;
  select head.tenant, head.number, head.hash, date_trunc('milliseconds', greatest(clock_timestamp(), head.at))
    from rota.audit_heads as head
   where head.tenant = any (p_tenants)
   order by head.tenant
     for update
$function$;

CREATE OR REPLACE FUNCTION rota.lock_countdowns(p_task_ids bigint[], p_ended integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
begin
  perform from rota.countdowns
    where task_id = any (p_task_ids || array(
      with recursive batch as materialized (
        select * from unnest(p_task_ids, p_ended) as batch (task_id, ended)
      ), parent (task_id) as (
        select parent_id from batch join rota.countdowns using (task_id) join rota.tasks using (task_id)
         where remaining <= ended and parent_id is not null
        union
        select parent_id from parent join rota.countdowns using (task_id) join rota.tasks using (task_id) left join batch using (task_id)
         where remaining <= coalesce(ended, 0) and parent_id is not null)
      select task_id from parent))
    order by task_id desc for update;
end $function$;

CREATE OR REPLACE FUNCTION rota.lock_dead_chunks(p_task_ids bigint[], p_numbers integer[])
 RETURNS TABLE(task_id bigint, number integer, tenant text, type text, version integer, payload jsonb, has_payload boolean, code text, failed_at timestamp with time zone, is_discarded boolean)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(rota.lane_id('rota.redrive'));
  perform from rota.tasks where task_id = any (p_task_ids) order by task_id desc for update;
  -- Only statements after these see what they waited for.
  return query
  select chunks.task_id, chunks.number, tenant, type, version, payload, chunks.number <= chunk_count, last_error ->> 'code', chunks.finished_at,
         rota.is_discarded(chunks.task_id, chunks.number, chunks.finished_at)
    from unnest(p_task_ids, p_numbers) as named (task_id, number)
    join rota.chunks on chunks.task_id = named.task_id and chunks.number = named.number
    join rota.tasks on tasks.task_id = named.task_id
   where chunks.state in ('FAILED', 'DEAD_LETTER') and tasks.state <> 'CANCELLED';
end $function$;

CREATE OR REPLACE FUNCTION rota.lock_ended_at(p_lock rota.locks)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  select greatest(p_lock.started_at, least(clock_timestamp(), p_lock.expires_at, (
    select coalesce(finished_at, (select finished_at from rota.chunks where is_job and chunks.task_id = tasks.task_id and number = 1))
      from rota.tasks where task_id = p_lock.task_id)))
$function$;

CREATE OR REPLACE FUNCTION rota.lock_expected_end(p_task_id bigint, p_started_at timestamp with time zone, p_expected_end_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  select coalesce((select p_started_at + (clock_timestamp() - p_started_at) * (chunk_count::float8 / (chunk_count - remaining))
                     from rota.tasks join rota.countdowns using (task_id)
                    where task_id = p_task_id and remaining < chunk_count), p_expected_end_at)
$function$;

CREATE OR REPLACE FUNCTION rota.lock_tenant(p_task_id bigint, p_context jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select tenant from rota.tasks where task_id = p_task_id),
                  case when jsonb_typeof(p_context -> 'tenant') = 'string' then p_context ->> 'tenant' end)
$function$;

CREATE OR REPLACE FUNCTION rota.lock_turn(p_key text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$ select hashtextextended('rota.locks ' || p_key, 0) $function$;

CREATE OR REPLACE FUNCTION rota.locked_state(p_task_id bigint)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
begin
  return (select rota.task_state(tasks) from rota.tasks where task_id = p_task_id);
end $function$;

CREATE OR REPLACE FUNCTION rota.log_text(entry rota.dispatch_log)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select concat_ws(E'\n', entry.queue, entry.entry, (extract(epoch from entry.at) * 1000000)::bigint, entry.turn_count,
                   entry.moment, entry.clock,
                   entry.changes, entry.leaves, entry.task_ids, entry.numbers, entry.emptied,
                   -- Null where all routes were served, which adds nothing: entries of earlier versions keep their hash.
                   entry.routes)
$function$;

CREATE OR REPLACE FUNCTION rota.look_around(p_grace interval, p_queues text[], p_ahead interval)
 RETURNS TABLE(has_lost boolean, has_cancelled boolean, has_schedules boolean, has_work boolean, next_lost_ms double precision)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  v_now timestamptz;
begin
  perform rota.note_absence(p_grace);
  v_now := clock_timestamp();
  return query
  select exists (select from rota.leases where expires_at <= v_now)
      or exists (select from rota.leases where absent_since <= v_now - p_grace)
      or exists (select from rota.countdowns where remaining = 0 and not is_parked and not is_over)
      or exists (select from rota.left_announcements),
         exists (select from rota.tasks where state = 'CANCELLED' and swept_at is null
                    and (is_job or exists (select from rota.lanes where lane_id = leaf_lane and is_paused))),
         exists (select from rota.schedules where not is_paused and due_at <= v_now + p_ahead),
         coalesce((select bool_or(rota.is_work_due(queue, v_now + p_ahead)) from unnest(p_queues) as queue), false),
         (select extract(epoch from min(absent_since) + p_grace - v_now) * 1000 from rota.leases where absent_since > v_now - p_grace)::float8;
end $function$;

CREATE OR REPLACE FUNCTION rota.move_events(p_batch_id bigint, p_task jsonb, p_attempt integer, p_event_ids text[], p_events bytea)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_new_id bigint := nextval('rota.inbox_batch_ids');
begin
  insert into rota.inbox_batches (batch_id, task_id, intake, tenant, attempt, events)
  select v_new_id, task_id, intake, tenant, p_attempt, p_events from rota.append_tasks(p_task) cross join (select intake, tenant from rota.inbox_batches where batch_id = p_batch_id) as source;
  update rota.inbox set batch_id = v_new_id, number = event.number
    from unnest(p_event_ids) with ordinality as event (event_id, number), rota.inbox_batches as batch
   where batch.batch_id = p_batch_id and inbox.tenant = batch.tenant and inbox.event_id = event.event_id and inbox.batch_id = p_batch_id;
end $function$;

CREATE OR REPLACE FUNCTION rota.note_absence(p_grace interval)
 RETURNS void
 LANGUAGE sql
AS $function$
  with owner as (
    select distinct owner, pg_postmaster_start_time() + p_grace > clock_timestamp() or exists (
             select from pg_locks
              where locktype = 'advisory' and objsubid = 1 and granted
                and database = (select oid from pg_database where datname = current_database())
                and (classid::bigint << 32) | objid::bigint = rota.presence_key(owner)) as is_present
      from rota.leases where is_watched)
  update rota.leases set absent_since = case when not is_present then clock_timestamp() end
    from (select lease_token, is_present from rota.leases join owner using (owner)
           where is_watched and (absent_since is null) = (not is_present)
           order by lease_token for update of leases skip locked) as changed
   where leases.lease_token = changed.lease_token
$function$;

CREATE OR REPLACE FUNCTION rota.note_routes(p_pool text, p_changes jsonb, p_routes text[], p_moment bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_known text[];
  v_has_limits boolean;
begin
  select routes, has_limits into v_known, v_has_limits from rota.pools where pool = p_pool;
  if v_known is null and p_routes = array[p_pool] then return; end if;
  v_known := coalesce(v_known, case when p_moment > 0 then array[p_pool] else '{}' end);
  if not v_known @> p_routes then
    v_known := array(select distinct route from unnest(v_known || p_routes) as route order by 1);
    insert into rota.pools (pool, routes) values (p_pool, v_known) on conflict (pool) do update set routes = excluded.routes;
  end if;
  if v_has_limits then
    update rota.lanes set limits = nullif(array(select unnest(lanes.limits) intersect select unnest(came.limits)), '{}')
      from (select tenant, array_agg(lane) filter (where lane is not null and times = arrivals) as limits
              from (select tenant, lane, count(*) as times, max(arrivals) as arrivals
                      from (select tenant, limits, count(*) over (partition by tenant) as arrivals
                              from jsonb_to_recordset(p_changes) as c (kind text, tenant bigint, limits jsonb) where kind = 'ARRIVED') as arrival
                      left join lateral (select (named ->> 'lane')::bigint as lane from jsonb_array_elements(limits) as named) as needed on true
                     group by 1, 2) as each_limit
             group by 1) as came
     cross join lateral (select ctid as row_id, limits from rota.lanes where lane_id = came.tenant order by start desc limit 1) as newest
     where lanes.ctid = newest.row_id and newest.limits is not null and not coalesce(newest.limits <@ came.limits, false);
  end if;
  if cardinality(v_known) < 2 then return; end if;
  update rota.lanes set routes = array(select distinct route from unnest(lanes.routes || came.routes) as route order by 1)
    from (select tenant, array_agg(distinct route) as routes
            from jsonb_to_recordset(p_changes) as c (kind text, tenant bigint, route text) where kind = 'ARRIVED' group by 1) as came
   cross join lateral (select ctid as row_id, routes from rota.lanes where lane_id = came.tenant order by start desc limit 1) as newest
   where lanes.ctid = newest.row_id and not newest.routes @> came.routes;
end $function$;

CREATE OR REPLACE FUNCTION rota.over_since(task rota.tasks)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case when task.state = 'CANCELLED' and task.swept_at is null then null
              when exists (select from rota.countdowns where task_id = task.task_id)
              then (select task.finished_at from rota.countdowns where task_id = task.task_id and is_over)
              else (select finished_at from rota.chunks
                     where task_id = task.task_id and number = 1 and state in ('COMPLETED', 'FAILED', 'DEAD_LETTER', 'CANCELLED')) end
$function$;

CREATE OR REPLACE FUNCTION rota.override_lock(p_key text, p_by text, p_reason text, p_claim_ms bigint)
 RETURNS TABLE(is_ended boolean, held_ms double precision, ended jsonb, key text, holder text, operation text, context jsonb, progress jsonb, started_at timestamp with time zone, expected_end_at timestamp with time zone, expires_at timestamp with time zone, task_id bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_ended record;
begin
  for v_ended in select * from rota.end_lock(p_key, null, true, p_claim_ms) loop
    if v_ended.is_ended then
      update rota.lock_history set outcome = 'OVERRIDDEN', ended_by = p_by, reason = p_reason
       where history_id = (select history_id from rota.lock_history
                            where lock_history.key = p_key and outcome = 'RELEASED' and lock_history.started_at = v_ended.started_at
                            order by lock_history.key desc, history_id desc limit 1);
    end if;
    return query select v_ended.is_ended, v_ended.held_ms, v_ended.ended, v_ended.key, v_ended.holder, v_ended.operation, v_ended.context,
                        v_ended.progress, v_ended.started_at, v_ended.expected_end_at, v_ended.expires_at, v_ended.task_id;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION rota.presence_key(p_owner text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select rota.lane_id('rota.presence', p_owner)
$function$;

CREATE OR REPLACE FUNCTION rota.prune_announced(p_older_than interval, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  v_before constant timestamptz := clock_timestamp() - p_older_than;
  v_arrivals integer;
  v_events integer;
begin
  if exists (select from rota.outbox_sinks) then return 0; end if;
  delete from rota.outbox_arrivals
   where arrival = any (array(select arrival from rota.outbox_arrivals where aggregate_type = 'TASK' and occurred_at < v_before limit p_limit));
  get diagnostics v_arrivals = row_count;
  delete from rota.outbox_events
   where position = any (array(select event.position from rota.outbox_events as event
                                where aggregate_type = 'TASK' and occurred_at < v_before order by occurred_at limit p_limit));
  get diagnostics v_events = row_count;
  return greatest(v_arrivals, v_events);
end $function$;

CREATE OR REPLACE FUNCTION rota.prune_chunks(p_limit integer, OUT pruned integer, OUT is_done boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_task_ids bigint[] := array(select task_id from rota.pruned_tasks order by task_id limit p_limit for update skip locked);
begin
  with doomed as (
    select task_id, number from unnest(v_task_ids) as task (task_id)
     cross join lateral (select number from rota.chunks where chunks.task_id = task.task_id order by number limit p_limit) as chunk
     limit p_limit
  ), forgotten as (
    delete from rota.dead_chunks using doomed where dead_chunks.task_id = doomed.task_id and dead_chunks.number = doomed.number
  ), deleted as (
    delete from rota.chunks using doomed where chunks.task_id = doomed.task_id and chunks.number = doomed.number
    returning chunks.queue, chunks.type_id, chunks.is_counted, chunks.state
  ), tallied as (
    insert into rota.chunk_counts (queue, type_id, is_counted, open, scheduled, completed, failed, dead_letters, cancelled)
    select queue, type_id, is_counted, -count(*) filter (where state in ('SCHEDULED', 'PENDING', 'QUEUED', 'PROCESSING')), -count(*) filter (where state = 'SCHEDULED'),
           -count(*) filter (where state = 'COMPLETED'), -count(*) filter (where state = 'FAILED'), -count(*) filter (where state = 'DEAD_LETTER'),
           -count(*) filter (where state = 'CANCELLED')
      from deleted group by 1, 2, 3)
  select count(*) into pruned from deleted;
  delete from rota.attempts
   where attempt_id = any (array(
           select attempt_id from unnest(v_task_ids) as task (task_id)
            cross join lateral (select attempt_id from rota.attempts where attempts.task_id = task.task_id order by number, attempt_id limit p_limit) as attempt
            limit p_limit));
  delete from rota.pruned_tasks
   where task_id = any (v_task_ids)
     and not exists (select from rota.chunks where chunks.task_id = pruned_tasks.task_id)
     and not exists (select from rota.attempts where attempts.task_id = pruned_tasks.task_id);
  is_done := v_task_ids = '{}';
end $function$;

CREATE OR REPLACE FUNCTION rota.prune_events(p_older_than interval, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  v_count integer;
begin
  delete from rota.outbox_events
   where position = any (array(
     select position
       from (select position, occurred_at from rota.outbox_events
              where position <= (select min(position) from rota.outbox_sinks)
                and not exists (select from rota.outbox_held_events where outbox_held_events.position = outbox_events.position)
              order by position limit p_limit) as oldest
      where occurred_at < clock_timestamp() - p_older_than));
  get diagnostics v_count = row_count;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION rota.prune_lock_history(p_age interval, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  v_pruned integer;
begin
  delete from rota.lock_refusals where hour < clock_timestamp() - p_age;
  delete from rota.lock_history
   where history_id = any (array(
           select history_id from (select history_id, ended_at from rota.lock_history order by history_id limit p_limit) as oldest
            where ended_at < clock_timestamp() - p_age));
  get diagnostics v_pruned = row_count;
  return v_pruned;
end $function$;

CREATE OR REPLACE FUNCTION rota.prune_locks(p_limit integer, p_claim_ms bigint)
 RETURNS TABLE(ended jsonb)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_key text;
begin
  for v_key in select lock.key from rota.locks as lock where not rota.is_lock_held(lock) order by lock.key limit p_limit loop
    if pg_try_advisory_xact_lock(rota.lock_turn(v_key)) then
      ended := rota.settle_lock(v_key, p_claim_ms);
      if ended is not null then
        return next;
      end if;
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION rota.prune_tasks(p_age interval, p_after bigint, p_limit integer, OUT pruned integer, OUT last_task bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_before timestamptz := clock_timestamp() - p_age;
  v_task_ids bigint[];
  v_changed bigint[];
  v_free bigint[];
begin
  select coalesce(array_agg(task_id) filter (where submitted_at < v_before and rota.over_since(task) < v_before), '{}'),
         case when count(*) = p_limit and min(submitted_at) < v_before then max(task_id) end
    into v_task_ids, last_task
    from (select tasks as task, task_id, submitted_at from rota.tasks where task_id > p_after order by task_id limit p_limit) as seen;
  pruned := 0;
  if v_task_ids = '{}' then return; end if;
  -- Locked, and read again by later statements: a redrive of one of them has either not begun or is visible.
  v_task_ids := array(select task_id from rota.tasks where task_id = any (v_task_ids) order by task_id for update skip locked);
  v_changed := array(select distinct task_id from rota.lane_changes where task_id = any (v_task_ids));
  v_task_ids := array(
    select task_id from rota.tasks
     where task_id = any (v_task_ids) and task_id <> all (v_changed) and rota.over_since(tasks) < v_before
       and not exists (select from rota.tasks as parent where parent.task_id = tasks.parent_id));
  v_free := array(select task_id from (select task_id, held_until from rota.task_keys where task_id = any (v_task_ids)
                                        order by tenant, type, key for update skip locked) as held
                   where held_until is null or held_until <= clock_timestamp());
  v_task_ids := array(select task_id from unnest(v_task_ids) as over (task_id)
                       where task_id = any (v_free) or not exists (select from rota.task_keys where task_keys.task_id = over.task_id));
  delete from rota.task_keys where task_id = any (v_task_ids);
  delete from rota.countdowns where task_id = any (v_task_ids);
  delete from rota.task_submitters where task_id = any (v_task_ids);
  delete from rota.announced_starts where task_id = any (v_task_ids);
  delete from rota.task_callbacks where task_id = any (v_task_ids);
  delete from rota.tasks where task_id = any (v_task_ids);
  insert into rota.pruned_tasks (task_id) select unnest(v_task_ids);
  pruned := cardinality(v_task_ids);
end $function$;

CREATE OR REPLACE FUNCTION rota.queue_names()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION rota.queue_turns(p_queue text, p_window integer, p_queued_max integer, p_routes text[] DEFAULT NULL::text[])
 RETURNS SETOF rota.ticket
 LANGUAGE sql
AS $function$
  select task_id, number, turn, queue, tenant, group_name, type, task_key, chunk_count
    from (select (chunk ->> 0)::bigint as task_id, (chunk ->> 1)::integer as number, first_turn + place - 1 as turn
            from rota.take_turns(p_queue, p_window, null, false, null, null, p_queued_max, p_routes),
                 json_array_elements(chunks) with ordinality as given (chunk, place)) as given
    join rota.tasks using (task_id)
   order by turn
$function$;

CREATE OR REPLACE FUNCTION rota.queued_chunks(p_queue text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(jsonb_object_agg(leaf_lane, chunks), '{}')
    from (select leaf_lane, count(*) as chunks from rota.chunks where queue = p_queue and state = 'QUEUED' group by 1) as queued
$function$;

CREATE OR REPLACE FUNCTION rota.record_rejected(p_rejected jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into rota.rejected_events (intake, kind, tenant, event_id, code, reason, payload, payload_hash, raw, held_hash, held_payload, origin, error, attempts, times)
  select distinct on (intake, tenant, event_id, payload_hash)
         intake, kind, tenant, event_id, code, reason, payload, decode(payload_hash, 'hex'), decode(raw, 'base64'), decode(held_hash, 'hex'), held_payload, origin, error, coalesce(attempts, 0),
         count(*) over (partition by intake, tenant, event_id, payload_hash)
    from jsonb_to_recordset(p_rejected) as given (
           intake text, kind text, tenant text, event_id text, code text, reason text, payload text, payload_hash text, raw text, held_hash text, held_payload text, origin jsonb, error jsonb, attempts integer)
  on conflict (intake, coalesce(tenant, ''), coalesce(event_id, ''), payload_hash) where state = 'OPEN'
  do update set times = rejected_events.times + excluded.times, last_at = clock_timestamp(), kind = excluded.kind, code = excluded.code, reason = excluded.reason,
                error = excluded.error, attempts = excluded.attempts, held_hash = excluded.held_hash, held_payload = excluded.held_payload
$function$;

CREATE OR REPLACE FUNCTION rota.record_webhook_attempts(p_attempts jsonb)
 RETURNS TABLE(endpoint_id uuid, tenant text, change text, reason text, held_ms bigint, max_in_flight integer, rate_per_second integer)
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION rota.recount_chunks()
 RETURNS void
 LANGUAGE sql
 SET enable_seqscan TO 'on'
 SET enable_bitmapscan TO 'on'
AS $function$
  with forgotten as (
    delete from rota.chunk_counts
  ), head as (
    update rota.chunk_counts_head set folded_below = pg_snapshot_xmin(pg_current_snapshot()), recount_after = null)
  insert into rota.chunk_counts (queue, type_id, is_counted, type, open, scheduled, completed, failed, dead_letters, cancelled)
  select queue, type_id, is_counted, (select type from rota.tasks where task_id = newest_open), open, scheduled, completed, failed, dead_letters, cancelled
    from (select queue, type_id, is_counted, max(task_id) filter (where finished_at is null) as newest_open,
                 count(*) filter (where state in ('SCHEDULED', 'PENDING', 'QUEUED', 'PROCESSING')) as open,
                 count(*) filter (where state = 'SCHEDULED') as scheduled, count(*) filter (where state = 'COMPLETED') as completed,
                 count(*) filter (where state = 'FAILED') as failed, count(*) filter (where state = 'DEAD_LETTER') as dead_letters,
                 count(*) filter (where state = 'CANCELLED') as cancelled
            from rota.chunks group by 1, 2, 3) as counted
$function$;

CREATE OR REPLACE FUNCTION rota.redrive_chunks(p_which jsonb, p_before timestamp with time zone, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_task_ids bigint[];
  v_numbers integer[];
begin
  -- One at a time.
  perform pg_advisory_xact_lock(rota.lane_id('rota.redrive'));
  select array_agg(task_id), array_agg(number) into v_task_ids, v_numbers
    from (select chunks.task_id, chunks.number
            from jsonb_to_record(p_which) as which (task_id bigint, number integer, queue text, tenant text, group_name text, type text, code text),
                 rota.chunks join rota.tasks using (task_id)
           where chunks.state in ('FAILED', 'DEAD_LETTER') and tasks.state <> 'CANCELLED' and chunks.finished_at <= p_before
             and chunks.task_id between coalesce(which.task_id, 0) and coalesce(which.task_id, 9223372036854775807) and (which.number is null or chunks.number = which.number)
             and (which.queue is null or tasks.queue = which.queue) and (which.tenant is null or tasks.tenant = which.tenant)
             and (which.group_name is null or tasks.group_name = which.group_name) and (which.type is null or tasks.type = which.type)
             and (which.code is null or last_error ->> 'code' = which.code)
             and not rota.is_discarded(chunks.task_id, chunks.number, chunks.finished_at)
           order by chunks.task_id, chunks.number limit p_limit) as failed;
  if v_task_ids is null then return 0; end if;
  return (select count(*) from rota.redrive_named(v_task_ids, v_numbers));
end $function$;

CREATE OR REPLACE FUNCTION rota.redrive_named(p_task_ids bigint[], p_numbers integer[])
 RETURNS TABLE(task_id bigint, number integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_task_ids bigint[];
  v_numbers integer[];
  v_positions bigint[];
  v_open bigint[];
  v_reopened bigint[] := '{}';
  v_above bigint[] := p_task_ids;
begin
  -- Tasks before countdowns: a transaction that holds one of the tasks blocks only this one, and no settler.
  while v_above is not null loop
    perform from rota.tasks where task_id = any (v_above) order by task_id desc for update;
    v_open := coalesce(v_open, array(select task_id from rota.tasks where task_id = any (v_above) and state <> 'CANCELLED'));
    select v_reopened || coalesce(array_agg(task_id), '{}'), array_agg(distinct parent_id) filter (where parent_id is not null)
      into v_reopened, v_above from rota.tasks where task_id = any (v_above) and state = 'FAILED';
  end loop;
  perform from rota.countdowns where task_id = any (v_open || v_reopened) order by task_id desc for update;

  with driven as (
    update rota.chunks set state = 'PENDING', attempt = 0, returns = 0, finished_at = null
      from unnest(p_task_ids, p_numbers) as named (task_id, number) join rota.chunks as failed using (task_id, number)
     where chunks.task_id = failed.task_id and chunks.number = failed.number and chunks.task_id = any (v_open)
    returning chunks.task_id, chunks.number, chunks.position, chunks.queue, chunks.type_id, chunks.is_counted, failed.state as state_before
  ), tallied as (
    insert into rota.chunk_counts (queue, type_id, is_counted, type, open, failed, dead_letters)
    select driven.queue, type_id, is_counted, type, count(*), -count(*) filter (where state_before = 'FAILED'), -count(*) filter (where state_before = 'DEAD_LETTER')
      from driven join rota.tasks using (task_id) group by 1, 2, 3, 4)
  select coalesce(array_agg(task_id), '{}'), coalesce(array_agg(number), '{}'), array_agg(position) into v_task_ids, v_numbers, v_positions from driven;
  update rota.countdowns set is_over = false, is_parked = remaining = 0 where task_id = any (v_reopened);
  update rota.countdowns set remaining = remaining + driven.chunks, failed = failed - driven.chunks, is_parked = false
    from (select task_id, count(*)::integer as chunks from unnest(v_task_ids) as task_id group by 1) as driven
   where countdowns.task_id = driven.task_id;
  update rota.tasks set state = 'ACTIVE', finished_at = null where task_id = any (v_reopened);
  -- A task may have been paused when the last of it failed.
  insert into rota.lane_changes (queue, kind, lane_id, sibling_set, level, name, settings)
  select coalesce(pool, queue), 'SET', leaf_lane, group_lane, 3, coalesce(task_key, task_id::text), jsonb_build_object('isPaused', false)
    from rota.tasks where task_id = any (v_reopened) and not is_job;
  -- Deliveries of webhooks begin their schedules anew, with their jobs.
  update rota.webhook_deliveries set state = 'PENDING', ended_at = null, attempts_before = attempts, refusals = 0
   where task_id = any (v_task_ids) and state = 'FAILED';
  perform rota.chunks_wait(v_task_ids, v_positions);
  return query select * from unnest(v_task_ids, v_numbers);
end $function$;

CREATE OR REPLACE FUNCTION rota.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'TRUNCATE' and not exists (select from rota.audit_log) then return null; end if;
  raise exception 'the audit log only grows: % of % is refused', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation', hint = 'Append an entry that says what was wrong with an earlier one.';
end $function$;

CREATE OR REPLACE FUNCTION rota.refuse_parents(p_tasks jsonb)
 RETURNS TABLE(nth integer, task_id bigint, refused text)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
begin
  perform from rota.tasks where task_id in (select given.parent_id from jsonb_to_recordset(p_tasks) as given (parent_id bigint))
    order by task_id for key share;
  return query
  select (nths ->> 0)::integer, given.parent_id,
         case when tasks.task_id is null then 'PARENT_MISSING' when countdowns.task_id is null then 'PARENT_IS_JOB' else 'PARENT_ENDED' end
    from jsonb_to_recordset(p_tasks) as given (nths jsonb, parent_id bigint)
    left join rota.tasks on tasks.task_id = given.parent_id
    left join rota.countdowns on countdowns.task_id = given.parent_id
   where given.parent_id is not null and (countdowns.task_id is null or tasks.state not in ('ACTIVE', 'PAUSED'));
end $function$;

CREATE OR REPLACE FUNCTION rota.release(p_task rota.tasks, p_slots smallint, p_limits bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('kind', 'RELEASED', 'leaf', p_task.leaf_lane::text, 'group', p_task.group_lane::text,
                            'tenant', p_task.tenant_lane::text, 'slots', p_slots)
         || case when p_slots & 16 = 0 then '{}' when p_limits is null then jsonb_build_object('route', p_task.queue)
                 else jsonb_build_object('limits', p_limits::text[]) end
$function$;

CREATE OR REPLACE FUNCTION rota.remember_lock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_is_held constant boolean := rota.is_lock_held(old);
begin
  insert into rota.lock_history (key, holder, operation, tenant, task_id, started_at, ended_at, outcome)
  values (old.key, old.holder, old.operation, rota.lock_tenant(old.task_id, old.context), old.task_id, old.started_at,
          case when v_is_held then clock_timestamp() else rota.lock_ended_at(old) end,
          case when v_is_held then 'RELEASED' when old.task_id is not null then 'TASK_ENDED' else 'EXPIRED' end);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION rota.renew_leases(p_owner text, p_tokens bigint[], p_over bigint[], p_lease interval)
 RETURNS TABLE(lost bigint, cancelled bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
begin
  delete from rota.leases where lease_token = any (p_over) and owner = p_owner;
  return query
  with renewed as (
    update rota.leases set expires_at = clock_timestamp() + p_lease, absent_since = null
     where lease_token = any (p_tokens) and owner = p_owner returning lease_token, task_ids)
  select token, null::bigint from unnest(p_tokens) as token where not exists (select from renewed where lease_token = token)
  union all
  select null, task_id from rota.tasks
   where task_id in (select distinct unnest(task_ids) from renewed) and state = 'CANCELLED';
end $function$;

CREATE OR REPLACE FUNCTION rota.reopen_rejected(p_rejected_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  update rota.rejected_events as given set state = 'OPEN'
   where rejected_id = p_rejected_id and state = 'DISCARDED'
     and not exists (
       select from rota.rejected_events as other
        where other.state = 'OPEN' and other.intake = given.intake and coalesce(other.tenant, '') = coalesce(given.tenant, '')
          and coalesce(other.event_id, '') = coalesce(given.event_id, '') and other.payload_hash = given.payload_hash);
  if not found then return false; end if;
  delete from rota.inbox using rota.rejected_events as given
   where given.rejected_id = p_rejected_id and inbox.tenant = given.tenant and inbox.event_id = given.event_id
     and inbox.batch_id is null and inbox.payload_hash = given.payload_hash;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION rota.replay_dead_chunks(p_task_ids bigint[], p_numbers integer[], p_payload jsonb, p_by text, p_reason text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  v_count integer;
begin
  perform rota.decide_dead_chunks(p_task_ids, p_numbers, 'REPLAYED', p_by, p_reason);
  select count(*) into v_count from rota.redrive_named(p_task_ids, p_numbers);
  if p_payload is not null then
    update rota.chunks set payload = p_payload where task_id = p_task_ids[1] and number = p_numbers[1];
  end if;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION rota.report_progress(p_task_ids bigint[], p_numbers integer[], p_tokens bigint[], p_done double precision[], p_total double precision[], p_notes text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into rota.chunk_progress (task_id, number, lease_token, done, total, note)
  select given.*
    from unnest(p_task_ids, p_numbers, p_tokens, p_done, p_total, p_notes) as given (task_id, number, lease_token, done, total, note)
   where exists (select from rota.chunks where chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = given.lease_token)
   order by 1, 2, 3
  on conflict on constraint chunk_progress_is_of_a_lease
  do update set done = excluded.done, total = excluded.total, note = excluded.note, reported_at = excluded.reported_at
$function$;

CREATE OR REPLACE FUNCTION rota.rescue_leases(p_grace interval, p_leases integer, p_chunks integer)
 RETURNS TABLE(lease_token bigint, owner text, chunks integer)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_lease rota.leases;
  v_attempts jsonb;
  v_lost record;
  v_taken integer := 0;
  v_ended bigint[] := '{}';
  v_are_failed boolean[] := '{}';
begin
  perform rota.note_absence(p_grace);
  for v_lease in
    select * from rota.leases
     where expires_at <= clock_timestamp() or absent_since <= clock_timestamp() - p_grace
     order by lease_token limit p_leases for update skip locked
  loop
    exit when v_taken >= p_chunks;
    select coalesce(jsonb_agg(jsonb_build_object('task_id', task_id, 'number', number, 'lease_token', lease_token, 'outcome', 'LOST',
                                                 'error', jsonb_build_object('code', 'WORKER_LOST', 'message', 'the process that ran it has gone',
                                                                             'worker', v_lease.owner))), '[]')
      into v_attempts
      from (select chunks.task_id, chunks.number, chunks.lease_token
              from unnest(v_lease.task_ids, v_lease.numbers) as given (task_id, number)
              join rota.chunks on chunks.task_id = given.task_id and chunks.number = given.number and chunks.lease_token = v_lease.lease_token
             order by chunks.task_id, chunks.number for update of chunks skip locked) as chunk;
    select * into v_lost from rota.end_attempts(v_lease.owner, v_attempts);
    delete from rota.leases
     where lease_token = v_lease.lease_token
       and not exists (select from unnest(v_lease.task_ids, v_lease.numbers) as given (task_id, number)
                         join rota.chunks on chunks.task_id = given.task_id and chunks.number = given.number
                        where chunks.lease_token = v_lease.lease_token);
    continue when not found and v_attempts = '[]';
    v_ended := v_ended || v_lost.ended;
    v_are_failed := v_are_failed || v_lost.are_failed;
    v_taken := v_taken + cardinality(v_lost.places);
    lease_token := v_lease.lease_token;
    owner := v_lease.owner;
    chunks := cardinality(v_lost.places);
    return next;
  end loop;
  if v_ended <> '{}' then perform rota.chunks_ended(v_ended, v_are_failed); end if;
end $function$;

CREATE OR REPLACE FUNCTION rota.resend_tickets(p_queue text, p_after interval, p_limit integer, p_route text DEFAULT NULL::text)
 RETURNS SETOF rota.ticket
 LANGUAGE sql
AS $function$
  with again as (
    update rota.chunks set queued_at = clock_timestamp()
     where ctid = any (array(select ctid from rota.chunks
                              where queue = p_queue and state = 'QUEUED' and queued_at < clock_timestamp() - p_after
                                and (p_route is null or exists (select from rota.tasks where tasks.task_id = chunks.task_id and tasks.queue = p_route))
                              order by queued_at limit p_limit for update skip locked))
    returning task_id, number, turn)
  select task_id, number, turn, queue, tenant, group_name, type, task_key, chunk_count
    from again join rota.tasks using (task_id) order by turn
$function$;

CREATE OR REPLACE FUNCTION rota.resolve_task_keys(p_tasks jsonb)
 RETURNS TABLE(nth integer, task_id bigint, refused text)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_now timestamptz;
begin
  insert into rota.task_keys (tenant, type, key)
  select tenant, type, unique_key from jsonb_to_recordset(p_tasks) as given (tenant text, type text, unique_key text) where unique_key is not null order by 1, 2, 3
  on conflict on constraint task_keys_are_held_once do update set key = excluded.key;
  v_now := clock_timestamp();

  return query
  with given as materialized (
    select (nths ->> 0)::integer as nth, holder.task_id, holder.mode as held_mode, holder.held_until, rota.task_state(task) in ('ACTIVE', 'PAUSED') as is_open, unique_mode, window_ms, windows_max, inputs, payloads,
           unique_mode in ('forever', 'singleton') and holder.input_hash <> rota.input_hash(fields) as is_other_input
      from jsonb_array_elements(p_tasks) as fields
     cross join lateral jsonb_to_record(fields) as given (nths jsonb, tenant text, type text, unique_key text, unique_mode text, window_ms bigint, windows_max integer, inputs jsonb, payloads jsonb)
      join rota.task_keys as holder on holder.tenant = given.tenant and holder.type = given.type and holder.key = given.unique_key
      join rota.tasks as task on task.task_id = holder.task_id
  ), held as materialized (
    select *, case when unique_mode <> held_mode then 'OTHER_MODE' when is_other_input then 'OTHER_INPUT' end as refused
      from given
     where case held_mode
             when 'forever'   then true
             when 'singleton' then is_open
             when 'throttle'  then held_until > v_now
             -- Scheduled for the first time: one that waits for a retry has run with its input.
             else is_open and exists (select from rota.chunks where chunks.task_id = given.task_id and number = 1 and state = 'SCHEDULED' and turn is null) end
  ), replaced_chunk as (
    -- Only while it is scheduled: only its submitters lock it then, and a claim skips it.
    update rota.chunks
       set payload = case when is_job then held.payloads -> 0 else held.payloads -> 0 -> 0 end, due_at = due.at, position = (extract(epoch from due.at) * 1000000)::bigint
      from held
      join rota.tasks as task using (task_id)
     cross join lateral (select least(v_now + window_ms * interval '1 millisecond', task.submitted_at + windows_max * window_ms * interval '1 millisecond') as at) as due
     where held_mode = 'debounce' and refused is null and chunks.task_id = held.task_id and chunks.number = 1 and chunks.state = 'SCHEDULED' and chunks.turn is null
    returning chunks.task_id
  ), replaced_task as (
    update rota.tasks set input = held.inputs -> 0 from held join replaced_chunk using (task_id) where tasks.task_id = held.task_id
  )
  select nth, task_id, refused from held left join replaced_chunk using (task_id)
   where held_mode <> 'debounce' or refused is not null or replaced_chunk.task_id is not null;
end $function$;

CREATE OR REPLACE FUNCTION rota.retry_parked(p_sink text, p_event_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_count integer;
begin
  perform from rota.outbox_sinks where sink = p_sink for update;
  update rota.outbox_held_aggregates set is_parked = false, tries = 0, due_at = clock_timestamp()
   where sink = p_sink and is_parked
     and (p_event_id is null or failed_position = (select position from rota.outbox_events where event_id = p_event_id));
  get diagnostics v_count = row_count;
  if v_count > 0 then perform pg_notify('rota.arranged', ''); end if;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION rota.run_alone(p_task_id bigint, p_number integer, p_token bigint)
 RETURNS boolean
 LANGUAGE sql
AS $function$
  with alone as (
    update rota.chunks set is_alone = true where task_id = p_task_id and number = p_number and lease_token = p_token returning 1)
  select exists (select from alone)
$function$;

CREATE OR REPLACE FUNCTION rota.settle_chunks(p_owner text, p_task_ids bigint[], p_numbers integer[], p_tokens bigint[], p_results jsonb, p_others jsonb, OUT completed integer[], OUT others integer[])
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  v_completed bigint[];
  v_announced bigint[];
  v_ended bigint[] := '{}';
  v_are_failed boolean[] := '{}';
begin
  with settled as (
    -- Only PROCESSING chunks have a token; naming the state as well would tempt the planner to another index.
    update rota.chunks
       set state = 'COMPLETED', finished_at = clock_timestamp(), lease_token = null, is_suspect = false, is_alone = false,
           result = claimed.result
      from rows from (unnest(p_task_ids), unnest(p_numbers), unnest(p_tokens), jsonb_array_elements(p_results))
             with ordinality as claimed (task_id, number, lease_token, result, place)
     where chunks.task_id = claimed.task_id and chunks.number = claimed.number and chunks.lease_token = claimed.lease_token
    returning claimed.place, chunks.task_id, chunks.queue, chunks.slots, chunks.limits, chunks.type_id, chunks.is_counted, chunks.announce
  ), tallied as (
    insert into rota.chunk_counts (queue, type_id, is_counted, open, completed)
    select queue, type_id, is_counted, -count(*), count(*) from settled group by 1, 2, 3
  ), released as (
    insert into rota.lane_changes (queue, kind, task_id, slots, limits)
    select queue, 'RELEASED', task_id, slots, limits from settled where slots <> 0)
  select case when count(*) < cardinality(p_task_ids) then coalesce(array_agg(place::integer), '{}') end,
         coalesce(array_agg(task_id) filter (where is_counted), '{}'), array_agg(task_id) filter (where announce & 4 <> 0)
    into completed, v_completed, v_announced from settled;
  if v_announced is not null then perform rota.announce_jobs(v_announced, 'completed'); end if;

  if p_others is not null then
    select places, ended, are_failed into others, v_ended, v_are_failed from rota.end_attempts(p_owner, p_others);
    if cardinality(others) = jsonb_array_length(p_others) then others := null; end if;
  end if;
  if v_completed <> '{}' or v_ended <> '{}' then
    perform rota.chunks_ended(v_completed || v_ended, array_fill(false, array[cardinality(v_completed)]) || v_are_failed);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION rota.settle_events(p_batch_id bigint, p_outcomes text, p_answers text, p_tenant text, p_rejected_ids text[], p_rejected jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into rota.inbox_results (batch_id, outcomes, answers) values (p_batch_id, p_outcomes, p_answers);
  if p_rejected is null then return; end if;
  delete from rota.inbox where tenant = p_tenant and event_id = any (p_rejected_ids) and batch_id = p_batch_id;
  perform rota.record_rejected(p_rejected);
end $function$;

CREATE OR REPLACE FUNCTION rota.settle_lock(p_key text, p_claim_ms bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  v_ended rota.locks;
  v_next  rota.lock_waiters;
  v_now   timestamptz := clock_timestamp();
begin
  delete from rota.locks as lock where lock.key = p_key and not rota.is_lock_held(lock) returning * into v_ended;
  if exists (select from rota.locks where key = p_key) then
    return null;
  end if;
  delete from rota.lock_waiters where key = p_key and alive_until <= v_now;
  delete from rota.lock_waiters
   where waiter_id = (select min(waiter_id) from rota.lock_waiters where key = p_key)
  returning * into v_next;
  if found then
    insert into rota.locks (key, token, holder, operation, context, ttl_ms, started_at, expected_end_at, expires_at)
    values (p_key, v_next.token, v_next.holder, v_next.operation, v_next.context, v_next.ttl_ms, v_now,
            v_now + v_next.expected_ms * interval '1 millisecond', v_now + p_claim_ms * interval '1 millisecond');
    perform pg_notify('rota.locks', p_key);
  end if;
  return case when v_ended.key is not null then jsonb_build_object(
    'key', v_ended.key, 'holder', v_ended.holder, 'operation', v_ended.operation, 'started_at', v_ended.started_at,
    'with_task', v_ended.task_id is not null,
    'held_ms', extract(epoch from rota.lock_ended_at(v_ended) - v_ended.started_at) * 1000) end;
end $function$;

CREATE OR REPLACE FUNCTION rota.settled_until(p_wait_max interval)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  select least(now - interval '200 milliseconds',
               greatest(now - p_wait_max,
                        coalesce((select min(xact_start) from pg_stat_activity
                                   where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()), now)))
    from clock_timestamp() as now
$function$;

CREATE OR REPLACE FUNCTION rota.share_turns(p_sets bigint[], p_clocks bigint[], p_alone boolean[], p_wanted integer[], p_entry bigint, p_now_us bigint, p_routes text[], p_full bigint[], p_is_split boolean)
 RETURNS TABLE(sibling_set bigint, turn integer, row_id tid, lane_id bigint, nth integer, start bigint, clock bigint, is_settled boolean, cost integer, head bigint, slot integer, child_set bigint, child_clock bigint, child_alone boolean)
 LANGUAGE plpgsql
 STRICT
AS $function$
#variable_conflict use_column
begin
  return query
  with lane as materialized (
    -- The lanes of each set that can get one of the turns. No awake lane starts before the clock, and of n turns only the
    -- first n lanes can have one: both bound the scan of the index lanes_awake.
    select request.sibling_set, request.clock, request.wanted, lane.*
      from unnest(p_sets, p_clocks, p_alone, p_wanted) as request (sibling_set, clock, is_alone, wanted)
     cross join lateral (
       select ctid as row_id, lane_id, level, lanes.start as place, greatest(lanes.start, request.clock) as start, since, cost, head, open, several, clock_0, clock_1, clock_2, clock_3,
              3603600::bigint * cost / weight as step,
              case when is_counted then 1 << level else 0 end as slot,
              -- Turns until its limits: chunks in flight, and what is left of the rate's burst. least() skips nulls, so a
              -- lane without limits has as much room as turns are wanted.
              least(request.wanted, max_in_flight - in_flight,
                    rate_burst - (greatest(rate_at - p_now_us, 0) + rate_us - 1) / rate_us) as room,
              -- Settled: the turn need not be written. The only lane of its set gets every turn, so only its distance from
              -- the clock matters, and a turn moves both by one step. A leaf is written in every 32nd claim all the same,
              -- so that its head does not fall far behind.
              request.is_alone and lanes.start - request.clock = 3603600::bigint * cost / weight and not is_counted and rate_us is null
                and (level < 3 or (lane_id >> 2) + p_entry & 31 > 0) as is_settled
         from rota.lanes
        where sibling_set = request.sibling_set and is_awake and lanes.start >= case when p_is_split then 0 else request.clock end
          and (p_routes = '{}' and p_full = '{}'
               or not exists (select from unnest(limits) as needed where p_full[width_bucket(needed, p_full)] = needed)
                  and rota.has_work(lanes, p_routes, p_full))
        order by lanes.start, since
        limit request.wanted) as lane
  ), bounded as (
    -- The horizon: a virtual time up to which the lanes of a set together start at least the wanted turns, so that none of
    -- those starts later. A lane starts more than (h - start) / step turns up to h; h is where the sum of that over all lanes
    -- is `wanted`. Floats are exact enough: each lane has a candidate more than the sum counts, and the next step orders by
    -- integers.
    select lane.*, count(*) over siblings as siblings,
           clock + (wanted + sum((start - clock) / step::float8) over siblings) / sum(1 / step::float8) over siblings as horizon
      from lane where wanted > 1
    window siblings as (partition by sibling_set)
  ), ordered as (
    -- Every turn up to the horizon, numbered in the order of the rule. Among equal starts: a lane without a turn in this
    -- batch is older than one with; of two with turns, the one whose previous turn started earlier, that is the one with
    -- the larger step, is older; if those are equal too, they keep the order that they came in.
    select bounded.*, nth,
           row_number() over (partition by sibling_set
                                  order by case nth when 0 then place else start + nth * step end, case when nth > 0 then step end desc nulls first, nth, place, since
                             )::integer as turn
      from bounded
     cross join lateral generate_series(
             0, case when siblings = 1 then room - 1 else least(room - 1, floor((horizon - start) / step)) end::integer) as nth
  ), turn as (
    -- The wanted turns. A set with one wanted turn, the usual case below the tenants, gives it to its first lane and needs
    -- no horizon.
    select sibling_set, turn, row_id, lane_id, level, nth, start + nth * step as start, clock, is_settled, cost,
           head, slot, open, several, clock_0, clock_1, clock_2, clock_3
      from ordered where turn <= wanted
    union all
    select sibling_set, 1, row_id, lane_id, level, 0, start, clock, is_settled, cost,
           head, slot, open, several, clock_0, clock_1, clock_2, clock_3
      from lane where wanted = 1 and room > 0
  )
  -- With each turn the set of children that it goes to: the first with an awake lane, which makes priorities strict.
  select sibling_set, turn, row_id, lane_id, nth, start, clock, is_settled, cost, head, slot, lane_id + child,
         case child when 0 then clock_0 when 1 then clock_1 when 2 then clock_2 else clock_3 end, several >> child & 1 = 0
    from turn
   cross join lateral (
     select case when p_routes <> '{}' or p_full <> '{}' then rota.first_set(lane_id, level, open, p_routes, p_full)
                 when open & 1 > 0 then 0 when open & 2 > 0 then 1 when open & 4 > 0 then 2 else 3 end) as first (child);
end $function$;

CREATE OR REPLACE FUNCTION rota.start_queued(p_queue text, p_owner text, p_is_watched boolean, p_token bigint, p_lease interval, p_task_ids bigint[], p_numbers integer[], p_turns bigint[])
 RETURNS json
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  v_chunks json;
  v_started bigint[];
begin
  with started as (
    update rota.chunks set state = 'PROCESSING', attempt = attempt + 1, queued_at = null, lease_token = p_token
      from unnest(p_task_ids, p_numbers, p_turns) as ticket (task_id, number, turn) join rota.tasks using (task_id)
     where chunks.task_id = ticket.task_id and chunks.number = ticket.number and chunks.turn = ticket.turn
       and chunks.state = 'QUEUED' and tasks.state <> 'CANCELLED'
    returning chunks.*
  ), leased as (
    insert into rota.leases (lease_token, queue, owner, is_watched, expires_at, task_ids, numbers)
    select p_token, p_queue, p_owner, p_is_watched, clock_timestamp() + p_lease, array_agg(task_id), array_agg(number)
      from started having count(*) > 0)
  select json_agg(json_build_array(task_id::text, number, leaf_lane::text, type_id::text, attempt, is_suspect, payload, turn::text)
                  order by turn),
         array_agg(task_id) filter (where announce & 2 <> 0)
    into v_chunks, v_started from started;
  if v_started is not null then perform rota.announce_starts(v_started); end if;
  return coalesce(v_chunks, '[]');
end $function$;

CREATE OR REPLACE FUNCTION rota.store_events(p_tasks jsonb, p_intakes text[], p_tenants text[], p_starts integer[], p_ends integer[], p_events bytea, p_event_ids text[], p_batch_nths integer[], p_hashes bytea, p_rejected jsonb)
 RETURNS TABLE(nth integer, outcome text)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
declare
  v_ids bigint[] := array(select nextval('rota.inbox_batch_ids') from generate_series(1, cardinality(p_tenants)));
  v_kept_ids bigint[];
  v_kept_numbers smallint[];
  v_tasks jsonb;
begin
  if p_rejected is not null then perform rota.record_rejected(p_rejected); end if;

  -- In one order, so that concurrent calls with the same events never deadlock.
  with kept as (
    insert into rota.inbox (tenant, event_id, payload_hash, batch_id, number)
    select tenant, event_id, substring(p_hashes from (nth::integer - 1) * 32 + 1 for 32), v_ids[batch_nth], nth - p_starts[batch_nth]
      from unnest(p_event_ids, p_batch_nths) with ordinality as event (event_id, batch_nth, nth)
      join unnest(p_tenants) with ordinality as batch (tenant, batch_nth) using (batch_nth)
     order by tenant collate "C", event_id collate "C", nth
    on conflict on constraint inbox_holds_an_event_once do nothing
    returning batch_id, number)
  select array_agg(batch_id), array_agg(number) into v_kept_ids, v_kept_numbers from kept;

  if v_kept_ids is not null then
    with fresh as materialized (
      select batch_id, count(*)::integer as events, array_agg(number order by number) as numbers from unnest(v_kept_ids, v_kept_numbers) as kept (batch_id, number) group by batch_id
    ), batch as materialized (
      select batch_nth::integer, intake, tenant, task, coalesce(p_starts[batch_nth + 1], cardinality(p_event_ids)) - p_starts[batch_nth] as given, fresh.*
        from rows from (unnest(p_intakes), unnest(p_tenants), jsonb_array_elements(p_tasks)) with ordinality as batch (intake, tenant, task, batch_nth)
        join fresh on fresh.batch_id = v_ids[batch_nth]
    ), made as materialized (
      select made.nth, made.task_id
        from (select jsonb_agg(task || jsonb_build_object('cost', events, 'nths', jsonb_build_array(batch_nth)) order by batch_nth) as tasks from batch) as all_tasks
       cross join lateral rota.append_tasks(tasks) as made)
    insert into rota.inbox_batches (batch_id, task_id, intake, tenant, numbers, events)
    select batch_id, task_id, intake, tenant, case when events < given then numbers end,
           substring(p_events from coalesce(p_ends[batch_nth - 1], 0) + 1 for p_ends[batch_nth] - coalesce(p_ends[batch_nth - 1], 0))
      from batch join made on made.nth = batch_nth;
  end if;
  if cardinality(v_kept_ids) = cardinality(p_event_ids) then return; end if;

  return query
  with passed as materialized (
    select event.nth::integer, batch_nth, intake, batch.tenant, event.event_id, held.batch_id as held_id, held.number as held_number, held.payload_hash as held_hash,
           substring(p_hashes from (event.nth::integer - 1) * 32 + 1 for 32) as hash,
           case when held.event_id is null then 'GONE'
                when held.payload_hash = substring(p_hashes from (event.nth::integer - 1) * 32 + 1 for 32) then 'DUPLICATE' else 'CONFLICT' end as outcome
      from unnest(p_event_ids, p_batch_nths) with ordinality as event (event_id, batch_nth, nth)
      join rows from (unnest(p_intakes), unnest(p_tenants)) with ordinality as batch (intake, tenant, batch_nth) using (batch_nth)
      -- The limit makes it one index scan for each: this plan may have been made when the table was empty.
      left join lateral (select * from rota.inbox where inbox.tenant = batch.tenant and inbox.event_id = event.event_id limit 1) as held on true
     where (held.batch_id, held.number) is distinct from (v_ids[batch_nth], (event.nth - p_starts[batch_nth])::smallint)
  ), conflict as (
    select passed.*, convert_from(substring(p_events from coalesce(p_ends[batch_nth - 1], 0) + 1 for p_ends[batch_nth] - coalesce(p_ends[batch_nth - 1], 0)), 'utf8')::json -> (nth - p_starts[batch_nth] - 1) as event
      from passed where outcome = 'CONFLICT'
  ), recorded as materialized (
    select rota.record_rejected(jsonb_agg(jsonb_build_object(
             'intake', intake, 'kind', 'CONFLICT', 'tenant', tenant, 'event_id', event_id, 'code', 'IDEMPOTENCY_CONFLICT',
             'reason', 'another payload was accepted under this event id', 'payload', (event -> 0)::text, 'payload_hash', encode(hash, 'hex'),
             'held_hash', encode(held_hash, 'hex'), 'held_payload', rota.held_payload(held_id, held_number), 'origin', event -> 1)))
      from conflict having count(*) > 0)
  select passed.nth, passed.outcome from passed left join recorded on true;
end $function$;

CREATE OR REPLACE FUNCTION rota.submit_under_keys(p_tasks jsonb)
 RETURNS TABLE(nth integer, task_id bigint, task_key text, is_new boolean, refused text)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  c_passes constant integer := 20;
  v_shift_ms bigint := 0;
  v_held jsonb;
  v_new jsonb;
  v_constraint text;
begin
  for v_pass in 1..c_passes loop
    begin
      if p_tasks @? '$[*].parent_id' then
        select coalesce(jsonb_agg(parent), '[]') into v_held from rota.refuse_parents(p_tasks) as parent;
        if v_held <> '[]' then raise exception using errcode = 'RT409'; end if;
      end if;
      select coalesce(jsonb_agg(held), '[]') into v_held from rota.resolve_task_keys(p_tasks) as held;
      if v_held @? '$[*] ? (@.refused != null)' then raise exception using errcode = 'RT409'; end if;

      select coalesce(jsonb_agg(given), '[]') into v_new
        from jsonb_array_elements(p_tasks) as given
       where not exists (select from jsonb_to_recordset(v_held) as held (nth integer) where held.nth = (given -> 'nths' ->> 0)::integer);
      select coalesce(jsonb_agg(made), '[]') into v_new from rota.append_tasks(v_new, v_shift_ms) as made;
      update rota.task_keys
         set mode = given.unique_mode, task_id = made.task_id, input_hash = rota.input_hash(fields),
             held_until = case given.unique_mode when 'throttle' then clock_timestamp() + given.window_ms * interval '1 millisecond' end
        from jsonb_array_elements(p_tasks) as fields
       cross join lateral jsonb_to_record(fields) as given (nths jsonb, tenant text, type text, unique_key text, unique_mode text, window_ms bigint)
        join jsonb_to_recordset(v_new) as made (nth integer, task_id bigint) on made.nth = (given.nths ->> 0)::integer
       where task_keys.tenant = given.tenant and task_keys.type = given.type and task_keys.key = given.unique_key;

      return query
      select made.nth, made.task_id, made.task_key, true, null from jsonb_to_recordset(v_new) as made (nth integer, task_id bigint, task_key text)
      union all
      select held.nth, held.task_id, tasks.task_key, false, null from jsonb_to_recordset(v_held) as held (nth integer, task_id bigint) join rota.tasks using (task_id);
      return;
    exception
      when sqlstate 'RT409' then
        return query select held.nth, held.task_id, null, false, held.refused from jsonb_to_recordset(v_held) as held (nth integer, task_id bigint, refused text) where held.refused is not null;
        return;
      when unique_violation then
        get stacked diagnostics v_constraint = constraint_name;
        if v_constraint <> 'tasks_key_is_unique' then raise; end if;
        return query
        select (given.nths ->> 0)::integer, tasks.task_id, tasks.task_key, false, 'TASK_KEY'
          from jsonb_to_recordset(p_tasks) as given (nths jsonb, task_keys jsonb) join rota.tasks on tasks.task_key = given.task_keys ->> 0;
        if found then return; end if;
        -- Another submission took a key of the same stem in the same millisecond. The next ones may be taken as well: try a later one.
        v_shift_ms := v_shift_ms + 1 + floor(random() * (1 << v_pass))::bigint;
    end;
  end loop;
  raise exception 'no free time was found for a task key' using errcode = 'unique_violation', constraint = 'tasks_key_is_unique';
end $function$;

CREATE OR REPLACE FUNCTION rota.sweep_tasks(p_tasks integer, p_chunks integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET lock_timeout TO '5s'
AS $function$
#variable_conflict use_column
declare
  v_task_ids bigint[];
  v_queue text;
  v_ended bigint[];
  v_marked integer;
begin
  v_task_ids := array(select task_id from rota.tasks
                       where state = 'CANCELLED' and swept_at is null
                         and (is_job or exists (select from rota.lanes where lane_id = leaf_lane and is_paused))
                       order by task_id limit p_tasks);
  if v_task_ids = '{}' then return 0; end if;
  for v_queue in select distinct coalesce(pool, queue) from rota.tasks where task_id = any (v_task_ids) and is_job order by 1 loop
    perform pg_advisory_xact_lock(rota.lane_id(v_queue));
  end loop;

  with waiting as materialized (
    select task_id, number, state, slots from rota.chunks
     where task_id = any (v_task_ids) and state in ('SCHEDULED', 'PENDING', 'QUEUED')
     order by task_id, number limit p_chunks for update skip locked
  ), marked as (
    update rota.chunks set state = 'CANCELLED', finished_at = clock_timestamp(), slots = 0
      from waiting where chunks.task_id = waiting.task_id and chunks.number = waiting.number
    returning chunks.queue, chunks.task_id, chunks.type_id, chunks.is_counted, chunks.limits, waiting.state as state_before, waiting.slots
  ), tallied as (
    insert into rota.chunk_counts (queue, type_id, is_counted, open, scheduled, cancelled)
    select queue, type_id, is_counted, -count(*), -count(*) filter (where state_before = 'SCHEDULED'), count(*) from marked group by 1, 2, 3
  ), released as (
    insert into rota.lane_changes (queue, kind, task_id, slots, limits) select queue, 'RELEASED', task_id, slots, limits from marked where slots <> 0)
  select array_agg(task_id) filter (where is_counted), count(*) into v_ended, v_marked from marked;
  update rota.tasks set swept_at = clock_timestamp()
   where task_id in (select task_id from rota.tasks where task_id = any (v_task_ids) order by task_id for no key update skip locked)
     and not exists (select from rota.chunks where chunks.task_id = tasks.task_id and state in ('SCHEDULED', 'PENDING', 'QUEUED', 'PROCESSING'));
  if v_ended is not null then perform rota.chunks_ended(v_ended, array_fill(null::boolean, array[cardinality(v_ended)])); end if;
  return v_marked;
end $function$;

CREATE OR REPLACE FUNCTION rota.take_queued(p_queue text, p_limit integer, p_owner text, p_is_watched boolean, p_token bigint, p_lease interval, p_routes text[] DEFAULT NULL::text[])
 RETURNS json
 LANGUAGE sql
AS $function$
  select rota.start_queued(p_queue, p_owner, p_is_watched, p_token, p_lease, array_agg(task_id), array_agg(number), array_agg(turn))
    from (select task_id, number, turn from rota.chunks
           where queue = p_queue and state = 'QUEUED'
             and exists (select from rota.tasks where tasks.task_id = chunks.task_id and tasks.queue = any (coalesce(p_routes, array[p_queue])))
           order by queued_at limit p_limit for update skip locked) as waiting
$function$;

CREATE OR REPLACE FUNCTION rota.take_turns(p_queue text, p_limit integer, p_owner text, p_is_watched boolean, p_token bigint, p_lease interval, p_queued_max integer, p_routes text[] DEFAULT NULL::text[])
 RETURNS TABLE(first_turn bigint, chunks json)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET lock_timeout TO '5s'
AS $function$
#variable_conflict use_column
declare
  c_passes constant integer := 50;
  v_root bigint := rota.lane_id(p_queue);
  v_head rota.dispatch_log; -- the newest entry
  v_entry rota.dispatch_log; -- the next one
  v_queue rota.lanes;
  v_pool rota.pools;
  v_given record;
  v_routes text[];     -- to which this claim is restricted; empty: the pool has no others …
  v_open text[];       -- … and those of them with room; empty: all
  v_full bigint[] := '{}'; -- limits without room, in order
  v_queued jsonb;
  v_queued_max integer := p_queued_max;
  v_now_us bigint;
  v_wanted integer;
  v_certain integer;
  v_absorbed_below xid8;
begin
  -- Only statements after this one see what the lock protects: one that took the lock and picked as well would pick from a
  -- snapshot older than the lock, and give chunks out twice. The lock ends with the transaction, which is this call alone.
  perform pg_advisory_xact_lock(v_root);
  select * into v_head from rota.dispatch_log where queue = p_queue order by entry desc limit 1;
  v_entry := row (p_queue, coalesce(v_head.entry, 0) + 1, greatest(clock_timestamp(), v_head.at), coalesce(v_head.turn_count, 0), 0,
                  coalesce(v_head.clock, 0), '0', '[]', '{}', '{}', '{}', '{}', '', null);
  v_now_us := (extract(epoch from v_entry.at) * 1000000)::bigint;

  -- 1. Inputs.
  select * into v_entry.changes, v_entry.moment, v_entry.absorbed_below
    from rota.absorb_changes(p_queue, v_root, v_head, v_entry.at);
  -- A restored database counts transactions from the start: a bound of the old count is ignored.
  v_absorbed_below := case when v_entry.absorbed_below <= pg_snapshot_xmax(pg_current_snapshot()) then v_entry.absorbed_below else '0' end;

  -- 2. The pool's own limits. least() skips nulls: a limit that is not set.
  select * into v_queue from rota.lanes where lane_id = v_root order by start desc limit 1;
  v_wanted := least(p_limit, case when v_queue.is_paused then 0 end, v_queue.max_in_flight - v_queue.in_flight,
                    v_queue.rate_burst - (greatest(v_queue.rate_at - v_now_us, 0) + v_queue.rate_us - 1) / v_queue.rate_us);
  -- The routes. Tickets of routes that are left out now wait for their consumers, not for a slot: they are not counted.
  select * into v_pool from rota.pools where pool = p_queue;
  v_routes := case when coalesce(v_pool.routes, array[p_queue]) <@ coalesce(p_routes, array[p_queue]) then '{}' else coalesce(p_routes, array[p_queue]) end;
  v_entry.routes := case when v_routes <> '{}' then to_jsonb(v_routes) end;
  if v_pool.has_limits then v_full := rota.full_limits(p_queue, v_now_us); end if;
  if p_token is null then
    v_wanted := least(v_wanted, p_limit - (
      select count(*) from rota.chunks
       where queue = p_queue and state = 'QUEUED'
         and (v_routes = '{}' or exists (select from rota.tasks where tasks.task_id = chunks.task_id and tasks.queue = any (v_routes)))));
    if rota.is_lone_leaf(v_root, v_routes) then v_queued_max := null; end if;
  end if;

  -- 3. Turns. Each pass gives those that are certain and puts lanes to sleep, after which the next pass plans the rest. The
  -- check of an awake tenant makes a claim of an idle pool cheap.
  for v_pass in 1..c_passes loop
    exit when v_wanted <= cardinality(v_entry.numbers)
           or not exists (select from rota.lanes where sibling_set = v_root and is_awake and start >= case when v_pool.is_split then 0 else v_entry.clock end);
    v_open := v_routes;
    if v_full <> '{}' then
      v_open := array(select route from unnest(case v_routes when '{}' then v_pool.routes else v_routes end) as route
                       where rota.lane_id(p_queue, 'route', route) <> all (v_full));
      exit when v_open = '{}';
      if v_open @> v_pool.routes then v_open := '{}'; end if;
    end if;
    if (v_open <> '{}' or v_full <> '{}') and v_pool.is_split is not true then
      insert into rota.pools (pool, routes, is_split) values (p_queue, coalesce(v_pool.routes, array[p_queue]), true)
      on conflict (pool) do update set is_split = true;
      v_pool.is_split := true;
    end if;
    v_certain := v_wanted - cardinality(v_entry.numbers);
    if v_pool.has_limits then
      v_certain := rota.turns_within(v_root, v_entry.clock, v_certain, v_entry.entry, v_now_us, v_open, v_full, coalesce(v_pool.is_split, false));
      exit when v_certain = 0;
    end if;
    if v_queued_max is not null then v_queued := rota.queued_chunks(p_queue); end if;
    select * into v_given
      from rota.give_turns(v_root, v_entry.clock, v_certain, v_entry.entry, v_now_us, v_entry.moment,
                           v_entry.turn_count, case when v_queue.is_counted then 1 else 0 end,
                           p_token, v_queued_max, v_queued, p_queue, v_absorbed_below, v_open, v_full, coalesce(v_pool.is_split, false));
    exit when v_given.numbers is null and v_given.emptied is null;
    if v_given.slept_in is not null then perform rota.close_sets(v_given.slept_in, v_pool.is_split); end if;
    if v_given.emptied is not null then perform rota.empty_leaves(v_given.emptied, v_pool.is_split); end if;
    v_entry.emptied := v_entry.emptied || v_given.emptied;
    continue when v_given.numbers is null;
    first_turn := v_entry.turn_count + 1;
    chunks := v_given.chunks;
    return next;
    v_entry.leaves := v_entry.leaves || v_given.leaves;
    v_entry.task_ids := v_entry.task_ids || v_given.task_ids;
    v_entry.numbers := v_entry.numbers || v_given.numbers;
    v_entry.turn_count := v_entry.turn_count + cardinality(v_given.numbers);
    v_entry.moment := v_entry.moment + cardinality(v_given.numbers);
    v_entry.clock := v_given.clock;
    continue when v_pool.has_limits is not true;
    v_full := array(select unnest(rota.use_limits(v_given.leaves, v_given.task_ids, v_given.numbers, v_now_us) || v_full) order by 1);
  end loop;
  -- Without inputs and decisions there is no entry.
  if v_entry.changes = '[]' and v_entry.numbers = '{}' and v_entry.emptied = '{}' then return; end if;

  -- 4. The pool's lane, the lease and the log.
  v_wanted := cardinality(v_entry.numbers);
  update rota.lanes
     set in_flight = case when is_counted then in_flight + v_wanted else 0 end,
         rate_at   = case when rate_us is null then rate_at else greatest(rate_at, v_now_us) + v_wanted * rate_us end
   where lane_id = v_root and (is_counted or rate_us is not null) and v_wanted > 0;
  insert into rota.leases (lease_token, queue, owner, is_watched, expires_at, task_ids, numbers)
  select p_token, p_queue, p_owner, p_is_watched, v_entry.at + p_lease, v_entry.task_ids, v_entry.numbers where v_wanted > 0 and p_token is not null;
  v_entry.hash := sha256(coalesce(v_head.hash, '') || convert_to(rota.log_text(v_entry), 'utf8'));
  insert into rota.dispatch_log select v_entry.*;
end $function$;

CREATE OR REPLACE FUNCTION rota.task_event_id(p_task_id bigint, p_what text, p_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  -- The milliseconds; the version, 7, and the microseconds in 12 bits; the variant, binary 10, and the hash in 62 bits.
  select (lpad(to_hex((date_part('epoch', p_at) * 1000000)::bigint / 1000), 12, '0')
          || to_hex(28672 | (date_part('epoch', p_at) * 1000000)::bigint % 1000)
          || to_hex((-9223372036854775808) | (hashint8extended(p_task_id, hashtextextended(p_what, 0)) & 4611686018427387903)))::uuid
$function$;

CREATE OR REPLACE FUNCTION rota.task_state(task rota.tasks)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when task.state = 'ACTIVE' and task.is_job
              then coalesce((select case when state in ('FAILED', 'DEAD_LETTER') then 'FAILED'
                                         when state in ('COMPLETED', 'CANCELLED') then state end
                               from rota.chunks where task_id = task.task_id and number = 1 and not is_counted), 'ACTIVE')
              else task.state end
$function$;

CREATE OR REPLACE FUNCTION rota.turn_at(p_queue text, p_turn bigint)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE STRICT
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION rota.turns_within(p_root bigint, p_clock bigint, p_wanted integer, p_entry bigint, p_now_us bigint, p_routes text[], p_full bigint[], p_is_split boolean)
 RETURNS integer
 LANGUAGE sql
AS $function$
  with tenant_turn as materialized (
    select * from rota.share_turns(array[p_root], array[p_clock], array[false], array[p_wanted], p_entry, p_now_us, p_routes, p_full, p_is_split)
  ), group_turn as materialized (
    select turns.*
      from (select array_agg(child_set) as sets, array_agg(child_clock) as clocks, array_agg(child_alone) as alone, array_agg(wanted) as wanted
              from (select child_set, child_clock, child_alone, count(*)::integer as wanted from tenant_turn group by 1, 2, 3) as each_tenant
           ) as request,
           rota.share_turns(sets, clocks, alone, wanted, p_entry, p_now_us, p_routes, p_full, p_is_split) as turns
  ), leaf_turn as materialized (
    select turns.*
      from (select array_agg(child_set) as sets, array_agg(child_clock) as clocks, array_agg(child_alone) as alone, array_agg(wanted) as wanted
              from (select child_set, child_clock, child_alone, count(*)::integer as wanted from group_turn group by 1, 2, 3) as each_group
           ) as request,
           rota.share_turns(sets, clocks, alone, wanted, p_entry, p_now_us, p_routes, p_full, p_is_split) as turns
  ), shared as materialized (
    select tenant_turn.turn, limit_lane, row_number() over (partition by limit_lane order by tenant_turn.turn) as nth
      from tenant_turn
      join group_turn on group_turn.sibling_set = tenant_turn.child_set and group_turn.turn = tenant_turn.nth + 1
      join leaf_turn on leaf_turn.sibling_set = group_turn.child_set and leaf_turn.turn = group_turn.nth + 1
     cross join lateral (select rota.limits_of(lanes) as limits from rota.lanes where lanes.ctid = leaf_turn.row_id) as leaf
     cross join lateral unnest(leaf.limits) as limit_lane
  ), limiting as (
    select limit_lane, room
      from (select distinct limit_lane from shared) as used
     cross join lateral (select rota.limit_room(lanes, p_now_us) as room from rota.lanes where lane_id = limit_lane order by start desc limit 1) as lane)
  select case when exists (select from tenant_turn) then coalesce(min(turn) - 1, p_wanted) else 0 end::integer
    from shared join limiting using (limit_lane) where nth > room
$function$;

CREATE OR REPLACE FUNCTION rota.use_limits(p_leaves bigint[], p_task_ids bigint[], p_numbers integer[], p_now_us bigint)
 RETURNS bigint[]
 LANGUAGE sql
AS $function$
  with given as materialized (
    select task_id, number, nth, limit_lane, is_counted, row_id
      from unnest(p_leaves, p_task_ids, p_numbers) as turn (leaf, task_id, number)
     cross join lateral (select rota.limits_of(lanes) as limits from rota.lanes where lane_id = leaf order by start desc limit 1) as lane
     cross join lateral unnest(limits) with ordinality as shared (limit_lane, nth)
     cross join lateral (select ctid as row_id, is_counted from rota.lanes where lane_id = limit_lane order by start desc limit 1) as known
  ), counted as (
    update rota.chunks set slots = slots | 16, limits = counting.limits
      from (select task_id, number, array_agg(limit_lane order by nth) as limits from given where is_counted group by 1, 2) as counting
     where chunks.task_id = counting.task_id and chunks.number = counting.number
  ), used as (
    update rota.lanes
       set in_flight = case when lanes.is_counted then in_flight + turns else 0 end,
           rate_at   = case when rate_us is null then rate_at else greatest(rate_at, p_now_us) + turns * rate_us end,
           wakes_at  = case when rate_burst * rate_us - (greatest(rate_at, p_now_us) + turns * rate_us - p_now_us) < rate_us
                            then greatest(rate_at, p_now_us) + (turns - rate_burst + 1) * rate_us end
      from (select given.row_id, count(*)::integer as turns from given group by 1) as used
     where lanes.ctid = used.row_id
    returning lanes.lane_id, rota.limit_room(lanes, p_now_us) as room)
  select coalesce(array_agg(lane_id) filter (where room <= 0), '{}') from used
$function$;

CREATE OR REPLACE FUNCTION rota.wake_lanes(p_lanes bigint[], p_moments bigint[], p_clock bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  v_lanes bigint[] := p_lanes;
  v_moments bigint[] := p_moments;
  v_sets bigint[];
  v_set_moments bigint[];
begin
  for v_level in reverse 3..1 loop
    with waking as (
      select lane.row_id, request.moment,
             case lane.sibling_set & 3 when 0 then coalesce(parent.clock_0, p_clock) when 1 then parent.clock_1
                                       when 2 then parent.clock_2 else parent.clock_3 end as clock
        from (select lane_id, min(moment) as moment
                from unnest(v_lanes, v_moments) as request (lane_id, moment) group by lane_id) as request
       cross join lateral (
         select ctid as row_id, * from rota.lanes where lane_id = request.lane_id order by start desc limit 1) as lane
        left join lateral (
         select * from rota.lanes
          where lane_id = lane.sibling_set & ~3::bigint and level > 0 order by start desc limit 1) as parent on true
       where lane.level = v_level and not lane.is_awake and lane.open > 0 and not lane.is_paused
         and coalesce(lane.in_flight < lane.max_in_flight, true) and lane.wakes_at is null
    ), woken as (
      update rota.lanes set is_awake = true, start = greatest(lanes.start, waking.clock), since = waking.moment
        from waking where lanes.ctid = waking.row_id
      returning lanes.sibling_set, waking.moment)
    select array_agg(sibling_set), array_agg(moment) into v_sets, v_set_moments
      from (select sibling_set, min(moment) as moment from woken group by 1) as opened;
    continue when v_level = 1 or v_sets is null;
    update rota.lanes set open = lanes.open | opened.bits
      from (select parent.row_id, bit_or(1 << (s & 3)::integer)::smallint as bits
              from unnest(v_sets) as s
             cross join lateral (
               select ctid as row_id from rota.lanes where lane_id = s & ~3::bigint order by start desc limit 1) as parent
             group by 1) as opened
     where lanes.ctid = opened.row_id;
    v_lanes := v_lanes || array(select s & ~3::bigint from unnest(v_sets) as s);
    v_moments := v_moments || v_set_moments;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION rota.wake_relay()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if (select is_quiet from rota.outbox_head) then perform pg_notify('rota.events', ''); end if;
end $function$;

CREATE OR REPLACE FUNCTION rota.wanted_ends(p_tenant text, p_type text)
 RETURNS smallint
 LANGUAGE sql
 STABLE
AS $function$
  select case when exists (select from rota.webhook_endpoints
                            where tenant = p_tenant and deleted_at is null and state = 'ACTIVE'
                              and (rota.webhook_wants(event_types, 'task.completed:' || p_type) or rota.webhook_wants(event_types, 'task.failed:' || p_type)))
              then 12 else 0 end::smallint
$function$;

CREATE OR REPLACE FUNCTION rota.webhook_wants(p_types text[], p_type text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select p_types && array['*', split_part(p_type, ':', 1)]
      or exists (select from unnest(p_types) as pattern,
                        lateral (select split_part(pattern, ':', 1) as event, split_part(pattern, ':', 2) as task,
                                        split_part(p_type, ':', 1) as given_event, split_part(p_type, ':', 2) as given_task) as part
                  where (event in ('*', given_event) or event like '%.*' and starts_with(given_event, left(event, -1)))
                    and (task in ('', given_task) or task like '%.*' and starts_with(given_task, left(task, -1))))
$function$;

CREATE TRIGGER audit_heads_are_not_emptied BEFORE TRUNCATE ON rota.audit_heads FOR EACH STATEMENT EXECUTE FUNCTION rota.refuse_audit_change();

CREATE TRIGGER audit_heads_are_not_removed BEFORE DELETE ON rota.audit_heads FOR EACH ROW EXECUTE FUNCTION rota.refuse_audit_change();

CREATE TRIGGER audit_heads_only_advance BEFORE UPDATE ON rota.audit_heads FOR EACH ROW WHEN (((new.tenant <> old.tenant) OR (new.number <= old.number))) EXECUTE FUNCTION rota.refuse_audit_change();

CREATE TRIGGER audit_log_is_not_changed BEFORE DELETE OR UPDATE ON rota.audit_log FOR EACH ROW EXECUTE FUNCTION rota.refuse_audit_change();

CREATE TRIGGER audit_log_is_not_emptied BEFORE TRUNCATE ON rota.audit_log FOR EACH STATEMENT EXECUTE FUNCTION rota.refuse_audit_change();

CREATE TRIGGER locks_are_remembered AFTER DELETE ON rota.locks FOR EACH ROW EXECUTE FUNCTION rota.remember_lock();

comment on table rota.function_sets is 'Which revision of its functions each set has here, with the checksum of each file; written by the code that applies them.';

comment on table rota.instance is 'Which installation this is: one row, made with the schema.';

comment on table rota.locks is 'Who holds what, since when and until when: one row per held lock.';

comment on table rota.migrations is 'Which migrations of which set this schema has had; written by the code that applies them.';

comment on table rota.once_keys is 'Idempotency keys: the same key with the same input gets the same answer.';

comment on table rota.secrets is 'Sealed values with a time limit; losing them is allowed, reading them is not.';
