-- Battery passports from documents to sealed snapshots and published rules. What was created stays as it is: statuses move,
-- and only along the moves that a table allows. Rows point at rows of their own tenant only.

-- A trigger with this function stands on what never changes.
create function rota.passports_refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'rows of % do not change', tg_table_name
    using errcode = 'check_violation', constraint = tg_name;
end
$$;

-- A trigger with this function names the moves of a status that are allowed: 'DRAFT>VALIDATED'.
create function rota.passports_move() returns trigger
language plpgsql as $$
declare
  v_move text := old.status || '>' || new.status;
begin
  if v_move = any (tg_argv) then
    return new;
  end if;
  raise exception 'a row of % does not go from % to %', tg_table_name, old.status, new.status
    using errcode = 'check_violation', constraint = tg_name;
end
$$;

-- BPC-EVENT-1: what happened to one aggregate, each event chained to the one before by its hash. Times have microseconds,
-- as they are hashed.
create table rota.passports_events (
  event_id           uuid        constraint passports_events_have_an_id primary key, -- of the webhook too
  tenant             text        not null,
  aggregate_type     text        not null,
  aggregate_id       uuid        not null,
  aggregate_version  integer     not null constraint passports_events_are_numbered check (aggregate_version >= 1),
  event_type         text        not null,
  occurred_at        timestamptz not null,
  actor              text,       -- null: the system itself
  payload_canonical  bytea       not null,
  payload_hash       bytea       not null constraint passports_events_payload_is_hashed check (length(payload_hash) = 32),
  prev_event_hash    bytea       constraint passports_events_link_is_a_hash check (length(prev_event_hash) = 32),
  event_hash         bytea       not null constraint passports_events_are_hashed check (length(event_hash) = 32),
  constraint passports_events_in_order unique (tenant, aggregate_type, aggregate_id, aggregate_version),
  constraint passports_events_are_linked check ((aggregate_version = 1) = (prev_event_hash is null))
);

create index passports_events_of_tenant on rota.passports_events (tenant, occurred_at, event_id);

create trigger passports_events_stay before update or delete on rota.passports_events
  for each row execute function rota.passports_refuse_change();

create table rota.passports_documents (
  document_id        uuid        constraint passports_documents_have_an_id primary key default gen_random_uuid(),
  tenant             text        not null,
  kind               text        not null constraint passports_documents_kind_is_known check (kind in ('BOM', 'PCF', 'DUE_DILIGENCE', 'OTHER')),
  external_ref       text,
  created_by         text        not null,
  created_at         timestamptz not null default clock_timestamp(),
  constraint passports_documents_of_tenant unique (tenant, document_id)
);

create index passports_documents_by_time on rota.passports_documents (tenant, created_at, document_id);

create trigger passports_documents_stay before update on rota.passports_documents
  for each row execute function rota.passports_refuse_change();

-- Uploads that wait to become a version: bytes are staged here, nothing is fetched from elsewhere.
create table rota.passports_uploads (
  upload_id          uuid        constraint passports_uploads_have_an_id primary key default gen_random_uuid(),
  tenant             text        not null,
  document_id        uuid        not null,
  mime_type          text        not null,
  content            bytea       not null,
  uploaded_by        text        not null,
  uploaded_at        timestamptz not null default clock_timestamp(),
  constraint passports_uploads_are_of_a_document foreign key (tenant, document_id) references rota.passports_documents (tenant, document_id)
);

create table rota.passports_document_versions (
  document_version_id uuid       constraint passports_document_versions_have_an_id primary key default gen_random_uuid(),
  tenant             text        not null,
  document_id        uuid        not null,
  version            integer     not null constraint passports_document_versions_are_numbered check (version >= 1),
  status             text        not null default 'UPLOADED'
                                 constraint passports_document_versions_status_is_known check (status in ('UPLOADED', 'PARSED', 'VALIDATED', 'REJECTED')),
  mime_type          text        not null,
  sha256             bytea       not null constraint passports_document_versions_are_hashed check (length(sha256) = 32),
  content            bytea       not null,
  objection          text,       -- why it was rejected, with the place
  uploaded_by        text        not null,
  uploaded_at        timestamptz not null default clock_timestamp(),
  constraint passports_document_versions_of_tenant unique (tenant, document_version_id),
  constraint passports_document_versions_in_order unique (tenant, document_id, version),
  constraint passports_document_versions_once unique (tenant, document_id, sha256),
  constraint passports_document_versions_are_of_a_document foreign key (tenant, document_id) references rota.passports_documents (tenant, document_id),
  constraint passports_document_versions_rejected_for_a_reason check ((status = 'REJECTED') = (objection is not null))
);

create trigger passports_document_versions_move before update of status on rota.passports_document_versions
  for each row when (old.status is distinct from new.status)
  execute function rota.passports_move('UPLOADED>PARSED', 'UPLOADED>VALIDATED', 'UPLOADED>REJECTED', 'PARSED>VALIDATED', 'PARSED>REJECTED');

create trigger passports_document_versions_stay
  before update of document_version_id, tenant, document_id, version, mime_type, sha256, content, uploaded_by, uploaded_at
  on rota.passports_document_versions for each row execute function rota.passports_refuse_change();

-- Names are compared by their bytes, as hashes and rules do.
create table rota.passports_facts (
  fact_id            uuid        not null default gen_random_uuid(),
  tenant             text        not null,
  fact_type          text        collate "C" not null,
  fact_key           text        collate "C" not null,
  schema_version     integer     not null constraint passports_facts_schema_is_numbered check (schema_version >= 1),
  document_version_id uuid       not null, -- that said it first; all that say it are in passports_fact_sources
  payload_canonical  bytea       not null,
  payload_hash       bytea       not null constraint passports_facts_are_hashed check (length(payload_hash) = 32),
  created_at         timestamptz not null default clock_timestamp(),
  constraint passports_facts_of_tenant primary key (tenant, fact_id),
  constraint passports_facts_once unique (tenant, fact_type, fact_key, schema_version, payload_hash),
  constraint passports_facts_have_a_source foreign key (tenant, document_version_id) references rota.passports_document_versions (tenant, document_version_id)
);

create index passports_facts_by_time on rota.passports_facts (tenant, created_at, fact_id);

create trigger passports_facts_stay before update on rota.passports_facts
  for each row execute function rota.passports_refuse_change();

create table rota.passports_fact_sources (
  tenant             text        not null,
  document_version_id uuid       not null,
  fact_id            uuid        not null,
  constraint passports_fact_sources_once primary key (tenant, document_version_id, fact_id),
  constraint passports_fact_sources_have_a_document foreign key (tenant, document_version_id) references rota.passports_document_versions (tenant, document_version_id),
  constraint passports_fact_sources_have_a_fact foreign key (tenant, fact_id) references rota.passports_facts (tenant, fact_id)
);

create index passports_fact_sources_of_fact on rota.passports_fact_sources (tenant, fact_id);

create table rota.passports_snapshots (
  snapshot_id        uuid        constraint passports_snapshots_have_an_id primary key default gen_random_uuid(),
  tenant             text        not null,
  status             text        not null default 'BUILDING'
                                 constraint passports_snapshots_status_is_known check (status in ('BUILDING', 'READY', 'SEALED')),
  revision           integer     not null default 0, -- grows with each change of its items
  label              text,
  created_by         text        not null,
  created_at         timestamptz not null default clock_timestamp(),
  sealed_by          text,
  sealed_at          timestamptz,
  snapshot_canonical bytea,      -- BPC-SNAPSHOT-1
  snapshot_hash      bytea       constraint passports_snapshots_are_hashed check (length(snapshot_hash) = 32),
  constraint passports_snapshots_of_tenant unique (tenant, snapshot_id),
  constraint passports_snapshots_are_sealed_whole
    check (num_nulls(sealed_by, sealed_at, snapshot_canonical, snapshot_hash) = case status when 'SEALED' then 0 else 4 end)
);

create index passports_snapshots_by_time on rota.passports_snapshots (tenant, created_at, snapshot_id);

create trigger passports_snapshots_move before update of status on rota.passports_snapshots
  for each row when (old.status is distinct from new.status)
  execute function rota.passports_move('BUILDING>READY', 'READY>BUILDING', 'READY>SEALED');

create trigger passports_snapshots_stay_sealed before update or delete on rota.passports_snapshots
  for each row when (old.status = 'SEALED') execute function rota.passports_refuse_change();

create table rota.passports_snapshot_items (
  tenant             text        not null,
  snapshot_id        uuid        not null,
  fact_id            uuid        not null,
  fact_type          text        collate "C" not null,
  fact_key           text        collate "C" not null,
  constraint passports_snapshot_items_once primary key (tenant, snapshot_id, fact_id),
  constraint passports_snapshot_items_say_a_thing_once unique (tenant, snapshot_id, fact_type, fact_key),
  constraint passports_snapshot_items_have_a_snapshot foreign key (tenant, snapshot_id) references rota.passports_snapshots (tenant, snapshot_id),
  constraint passports_snapshot_items_have_a_fact foreign key (tenant, fact_id) references rota.passports_facts (tenant, fact_id)
);

-- The lock makes it wait for whoever is sealing.
create function rota.passports_refuse_sealed() returns trigger
language plpgsql as $$
declare
  v_status text;
begin
  select status into v_status from rota.passports_snapshots
   where snapshot_id = coalesce(new.snapshot_id, old.snapshot_id) for share;
  if v_status = 'SEALED' then
    raise exception 'the items of a sealed snapshot do not change'
      using errcode = 'check_violation', constraint = tg_name;
  end if;
  return coalesce(new, old);
end
$$;

create trigger passports_snapshot_items_stay_sealed before insert or delete on rota.passports_snapshot_items
  for each row execute function rota.passports_refuse_sealed();

create trigger passports_snapshot_items_stay before update on rota.passports_snapshot_items
  for each row execute function rota.passports_refuse_change();

create table rota.passports_products (
  battery_product_id uuid        constraint passports_products_have_an_id primary key default gen_random_uuid(),
  tenant             text        not null,
  sku                text        not null,
  name               text        not null,
  created_by         text        not null,
  created_at         timestamptz not null default clock_timestamp(),
  constraint passports_products_of_tenant unique (tenant, battery_product_id),
  constraint passports_products_by_sku unique (tenant, sku)
);

create index passports_products_by_time on rota.passports_products (tenant, created_at, battery_product_id);

-- Passports are signed with number and name in them.
create trigger passports_products_stay before update on rota.passports_products
  for each row execute function rota.passports_refuse_change();

create table rota.passports_rule_packages (
  rule_package_id    uuid        constraint passports_rule_packages_have_an_id primary key default gen_random_uuid(),
  tenant             text        not null,
  name               text        not null,
  description        text,
  created_by         text        not null,
  created_at         timestamptz not null default clock_timestamp(),
  constraint passports_rule_packages_of_tenant unique (tenant, rule_package_id),
  constraint passports_rule_packages_by_name unique (tenant, name)
);

create index passports_rule_packages_by_time on rota.passports_rule_packages (tenant, created_at, rule_package_id);

create table rota.passports_rule_versions (
  rule_package_version_id uuid   constraint passports_rule_versions_have_an_id primary key default gen_random_uuid(),
  tenant             text        not null,
  rule_package_id    uuid        not null,
  version            integer     not null constraint passports_rule_versions_are_numbered check (version >= 1),
  status             text        not null default 'DRAFT'
                                 constraint passports_rule_versions_status_is_known check (status in ('DRAFT', 'VALIDATED', 'PUBLISHED', 'DEPRECATED', 'RETIRED')),
  compiler_min_build text,
  dsl_source         text        not null,
  dsl_sha256         bytea       not null constraint passports_rule_versions_rules_are_hashed check (length(dsl_sha256) = 32),
  tests_source       text        not null,
  tests_sha256       bytea       not null constraint passports_rule_versions_tests_are_hashed check (length(tests_sha256) = 32),
  created_by         text        not null,
  created_at         timestamptz not null default clock_timestamp(),
  published_by       text,
  published_at       timestamptz,
  constraint passports_rule_versions_of_tenant unique (tenant, rule_package_version_id),
  constraint passports_rule_versions_in_order unique (tenant, rule_package_id, version),
  constraint passports_rule_versions_once unique (tenant, dsl_sha256, tests_sha256),
  constraint passports_rule_versions_are_of_a_package foreign key (tenant, rule_package_id) references rota.passports_rule_packages (tenant, rule_package_id),
  constraint passports_rule_versions_are_published_by_somebody
    check (num_nulls(published_by, published_at) = case when status in ('DRAFT', 'VALIDATED') then 2 else 0 end)
);

create trigger passports_rule_versions_move before update of status on rota.passports_rule_versions
  for each row when (old.status is distinct from new.status)
  execute function rota.passports_move('DRAFT>VALIDATED', 'VALIDATED>PUBLISHED', 'PUBLISHED>DEPRECATED', 'PUBLISHED>RETIRED', 'DEPRECATED>RETIRED');

create trigger passports_rule_versions_stay
  before update of rule_package_version_id, tenant, rule_package_id, version, compiler_min_build, dsl_source, dsl_sha256, tests_source, tests_sha256, created_by, created_at
  on rota.passports_rule_versions for each row execute function rota.passports_refuse_change();

create trigger passports_rule_versions_stay_published before delete on rota.passports_rule_versions
  for each row when (old.published_at is not null) execute function rota.passports_refuse_change();

create table rota.passports_rule_fields (
  tenant             text        not null,
  rule_package_version_id uuid   not null,
  field_path         text        collate "C" not null,
  field_type         text        not null,
  is_required        boolean     not null default true,
  constraint passports_rule_fields_once primary key (tenant, rule_package_version_id, field_path),
  constraint passports_rule_fields_are_of_rules foreign key (tenant, rule_package_version_id) references rota.passports_rule_versions (tenant, rule_package_version_id)
);

create trigger passports_rule_fields_stay before update on rota.passports_rule_fields
  for each row execute function rota.passports_refuse_change();

create table rota.passports_rule_test_runs (
  run_id             uuid        constraint passports_rule_test_runs_have_an_id primary key default gen_random_uuid(),
  tenant             text        not null,
  rule_package_version_id uuid   not null,
  number             integer     not null constraint passports_rule_test_runs_are_numbered check (number >= 1),
  seed               bigint,     -- mixed into those of the properties; null: none was given
  status             text        not null constraint passports_rule_test_runs_status_is_known check (status in ('PASSED', 'FAILED')),
  cases              integer     not null constraint passports_rule_test_runs_cases_are_counted check (cases >= 0),
  failed             integer     not null constraint passports_rule_test_runs_failures_are_some check (failed between 0 and cases),
  failure            text,       -- the first: which test, and why
  created_at         timestamptz not null default clock_timestamp(),
  constraint passports_rule_test_runs_in_order unique (tenant, rule_package_version_id, number),
  constraint passports_rule_test_runs_are_of_rules foreign key (tenant, rule_package_version_id) references rota.passports_rule_versions (tenant, rule_package_version_id),
  constraint passports_rule_test_runs_fail_for_a_reason check ((status = 'FAILED') = (failed > 0) and (failed > 0) = (failure is not null))
);

create trigger passports_rule_test_runs_stay before update on rota.passports_rule_test_runs
  for each row execute function rota.passports_refuse_change();
