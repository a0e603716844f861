-- The schema that all files in tables/ and functions/ create. Generated: change those, then run
-- npm run schema

create table rota.passports (
  passport_id uuid not null default gen_random_uuid(),
  tenant text not null,
  battery_product_id uuid not null,
  scope text not null,
  serial_number text,
  gtin text,
  current_version_id uuid,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint passports_gtin_has_14_digits CHECK ((gtin ~ '^\d{14}$'::text)),
  constraint passports_have_an_id PRIMARY KEY (passport_id),
  constraint passports_of_items_have_a_serial_number CHECK (((scope = 'item'::text) = (serial_number IS NOT NULL))),
  constraint passports_of_tenant UNIQUE (tenant, passport_id),
  constraint passports_scope_is_known CHECK ((scope = ANY (ARRAY['product'::text, 'item'::text])))
);

create table rota.passports_batch_items (
  batch_id uuid not null,
  "position" integer not null,
  tenant text not null,
  document_version_id uuid not null,
  snapshot_id uuid not null,
  passport_version_id uuid not null,
  constraint passports_batch_items_are_numbered CHECK (("position" >= 1)),
  constraint passports_batch_items_in_order PRIMARY KEY (batch_id, "position")
);

create table rota.passports_batches (
  batch_id uuid not null default gen_random_uuid(),
  tenant text not null,
  battery_product_id uuid not null,
  rule_package_version_id uuid not null,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint passports_batches_have_an_id PRIMARY KEY (batch_id),
  constraint passports_batches_of_tenant UNIQUE (tenant, batch_id)
);

create table rota.passports_document_versions (
  document_version_id uuid not null default gen_random_uuid(),
  tenant text not null,
  document_id uuid not null,
  version integer not null,
  status text not null default 'UPLOADED'::text,
  mime_type text not null,
  sha256 bytea not null,
  content bytea not null,
  objection text,
  uploaded_by text not null,
  uploaded_at timestamp with time zone not null default clock_timestamp(),
  constraint passports_document_versions_are_hashed CHECK ((length(sha256) = 32)),
  constraint passports_document_versions_are_numbered CHECK ((version >= 1)),
  constraint passports_document_versions_have_an_id PRIMARY KEY (document_version_id),
  constraint passports_document_versions_in_order UNIQUE (tenant, document_id, version),
  constraint passports_document_versions_of_tenant UNIQUE (tenant, document_version_id),
  constraint passports_document_versions_once UNIQUE (tenant, document_id, sha256),
  constraint passports_document_versions_rejected_for_a_reason CHECK (((status = 'REJECTED'::text) = (objection IS NOT NULL))),
  constraint passports_document_versions_status_is_known CHECK ((status = ANY (ARRAY['UPLOADED'::text, 'PARSED'::text, 'VALIDATED'::text, 'REJECTED'::text])))
);

create table rota.passports_documents (
  document_id uuid not null default gen_random_uuid(),
  tenant text not null,
  kind text not null,
  external_ref text,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint passports_documents_have_an_id PRIMARY KEY (document_id),
  constraint passports_documents_kind_is_known CHECK ((kind = ANY (ARRAY['BOM'::text, 'PCF'::text, 'DUE_DILIGENCE'::text, 'DATA_MODEL'::text, 'OTHER'::text]))),
  constraint passports_documents_of_tenant UNIQUE (tenant, document_id)
);

create table rota.passports_events (
  event_id uuid not null,
  tenant text not null,
  aggregate_type text not null,
  aggregate_id uuid not null,
  aggregate_version integer not null,
  event_type text not null,
  occurred_at timestamp with time zone not null,
  actor text,
  payload_canonical bytea not null,
  payload_hash bytea not null,
  prev_event_hash bytea,
  event_hash bytea not null,
  constraint passports_events_are_hashed CHECK ((length(event_hash) = 32)),
  constraint passports_events_are_linked CHECK (((aggregate_version = 1) = (prev_event_hash IS NULL))),
  constraint passports_events_are_numbered CHECK ((aggregate_version >= 1)),
  constraint passports_events_have_an_id PRIMARY KEY (event_id),
  constraint passports_events_in_order UNIQUE (tenant, aggregate_type, aggregate_id, aggregate_version),
  constraint passports_events_link_is_a_hash CHECK ((length(prev_event_hash) = 32)),
  constraint passports_events_payload_is_hashed CHECK ((length(payload_hash) = 32))
);

create table rota.passports_exports (
  export_id uuid not null default gen_random_uuid(),
  tenant text not null,
  passport_version_id uuid not null,
  format text not null,
  media_type text not null,
  content bytea not null,
  sha256 bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint passports_exports_are_hashed CHECK ((length(sha256) = 32)),
  constraint passports_exports_format_is_a_word CHECK ((format ~ '^[A-Z][A-Z0-9_]{1,19}$'::text)),
  constraint passports_exports_have_an_id PRIMARY KEY (export_id),
  constraint passports_exports_once UNIQUE (passport_version_id, format)
);

create table rota.passports_fact_sources (
  tenant text not null,
  document_version_id uuid not null,
  fact_id uuid not null,
  constraint passports_fact_sources_once PRIMARY KEY (tenant, document_version_id, fact_id)
);

create table rota.passports_facts (
  fact_id uuid not null default gen_random_uuid(),
  tenant text not null,
  fact_type text not null,
  fact_key text not null,
  schema_version integer not null,
  document_version_id uuid not null,
  payload_canonical bytea not null,
  payload_hash bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint passports_facts_are_hashed CHECK ((length(payload_hash) = 32)),
  constraint passports_facts_of_tenant PRIMARY KEY (tenant, fact_id),
  constraint passports_facts_once UNIQUE (tenant, fact_type, fact_key, schema_version, payload_hash),
  constraint passports_facts_schema_is_numbered CHECK ((schema_version >= 1))
);

create table rota.passports_field_access (
  tenant text not null,
  rule_package_version_id uuid not null,
  field_path text not null,
  tier text not null,
  constraint passports_field_access_once PRIMARY KEY (tenant, rule_package_version_id, field_path),
  constraint passports_field_access_tier_is_known CHECK ((tier = ANY (ARRAY['public'::text, 'interested'::text, 'authority'::text])))
);

create table rota.passports_policies (
  policy_id uuid not null default gen_random_uuid(),
  tenant text not null,
  name text not null,
  description text,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint passports_policies_by_name UNIQUE (tenant, name),
  constraint passports_policies_have_an_id PRIMARY KEY (policy_id),
  constraint passports_policies_of_tenant UNIQUE (tenant, policy_id)
);

create table rota.passports_policy_versions (
  policy_version_id uuid not null default gen_random_uuid(),
  tenant text not null,
  policy_id uuid not null,
  version integer not null,
  is_active boolean not null default true,
  effect text not null,
  target text not null,
  priority integer not null default 100,
  policy_canonical bytea not null,
  policy_hash bytea not null,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  ended_by text,
  ended_at timestamp with time zone,
  constraint passports_policy_versions_are_ended_by_somebody CHECK ((num_nulls(ended_by, ended_at) =
CASE
    WHEN is_active THEN 2
    ELSE 0
END)),
  constraint passports_policy_versions_are_hashed CHECK ((length(policy_hash) = 32)),
  constraint passports_policy_versions_are_numbered CHECK ((version >= 1)),
  constraint passports_policy_versions_effect_is_known CHECK ((effect = ANY (ARRAY['ALLOW'::text, 'DENY'::text]))),
  constraint passports_policy_versions_have_an_id PRIMARY KEY (policy_version_id),
  constraint passports_policy_versions_in_order UNIQUE (tenant, policy_id, version),
  constraint passports_policy_versions_priority_is_small CHECK (((priority >= 0) AND (priority <= 10000)))
);

create table rota.passports_products (
  battery_product_id uuid not null default gen_random_uuid(),
  tenant text not null,
  sku text not null,
  name text not null,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint passports_products_by_sku UNIQUE (tenant, sku),
  constraint passports_products_have_an_id PRIMARY KEY (battery_product_id),
  constraint passports_products_of_tenant UNIQUE (tenant, battery_product_id)
);

create table rota.passports_proof_blocks (
  tenant text not null,
  block_hash bytea not null,
  content bytea storage external not null,
  constraint passports_proof_blocks_are_hashed CHECK ((block_hash = sha256(content))),
  constraint passports_proof_blocks_once PRIMARY KEY (tenant, block_hash)
) with (toast_tuple_target=8160);

create table rota.passports_qr_codes (
  tenant text not null,
  passport_version_id uuid not null,
  kind text not null,
  content text not null,
  png bytea not null,
  svg text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint passports_qr_codes_kind_is_known CHECK ((kind = ANY (ARRAY['BPC-QR-1'::text, 'LINK'::text]))),
  constraint passports_qr_codes_once PRIMARY KEY (passport_version_id, kind)
);

create table rota.passports_rule_fields (
  tenant text not null,
  rule_package_version_id uuid not null,
  field_path text not null,
  field_type text not null,
  is_required boolean not null default true,
  constraint passports_rule_fields_once PRIMARY KEY (tenant, rule_package_version_id, field_path)
);

create table rota.passports_rule_packages (
  rule_package_id uuid not null default gen_random_uuid(),
  tenant text not null,
  name text not null,
  description text,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint passports_rule_packages_by_name UNIQUE (tenant, name),
  constraint passports_rule_packages_have_an_id PRIMARY KEY (rule_package_id),
  constraint passports_rule_packages_of_tenant UNIQUE (tenant, rule_package_id)
);

create table rota.passports_rule_test_runs (
  run_id uuid not null default gen_random_uuid(),
  tenant text not null,
  rule_package_version_id uuid not null,
  number integer not null,
  seed bigint,
  status text not null,
  cases integer not null,
  failed integer not null,
  failure text,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint passports_rule_test_runs_are_numbered CHECK ((number >= 1)),
  constraint passports_rule_test_runs_cases_are_counted CHECK ((cases >= 0)),
  constraint passports_rule_test_runs_fail_for_a_reason CHECK ((((status = 'FAILED'::text) = (failed > 0)) AND ((failed > 0) = (failure IS NOT NULL)))),
  constraint passports_rule_test_runs_failures_are_some CHECK (((failed >= 0) AND (failed <= cases))),
  constraint passports_rule_test_runs_have_an_id PRIMARY KEY (run_id),
  constraint passports_rule_test_runs_in_order UNIQUE (tenant, rule_package_version_id, number),
  constraint passports_rule_test_runs_status_is_known CHECK ((status = ANY (ARRAY['PASSED'::text, 'FAILED'::text])))
);

create table rota.passports_rule_versions (
  rule_package_version_id uuid not null default gen_random_uuid(),
  tenant text not null,
  rule_package_id uuid not null,
  version integer not null,
  status text not null default 'DRAFT'::text,
  compiler_min_build text,
  dsl_source text not null,
  dsl_sha256 bytea not null,
  tests_source text not null,
  tests_sha256 bytea not null,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  published_by text,
  published_at timestamp with time zone,
  constraint passports_rule_versions_are_numbered CHECK ((version >= 1)),
  constraint passports_rule_versions_are_published_by_somebody CHECK ((num_nulls(published_by, published_at) =
CASE
    WHEN (status = ANY (ARRAY['DRAFT'::text, 'VALIDATED'::text])) THEN 2
    ELSE 0
END)),
  constraint passports_rule_versions_have_an_id PRIMARY KEY (rule_package_version_id),
  constraint passports_rule_versions_in_order UNIQUE (tenant, rule_package_id, version),
  constraint passports_rule_versions_of_tenant UNIQUE (tenant, rule_package_version_id),
  constraint passports_rule_versions_once UNIQUE (tenant, dsl_sha256, tests_sha256),
  constraint passports_rule_versions_rules_are_hashed CHECK ((length(dsl_sha256) = 32)),
  constraint passports_rule_versions_status_is_known CHECK ((status = ANY (ARRAY['DRAFT'::text, 'VALIDATED'::text, 'PUBLISHED'::text, 'DEPRECATED'::text, 'RETIRED'::text]))),
  constraint passports_rule_versions_tests_are_hashed CHECK ((length(tests_sha256) = 32))
);

create table rota.passports_signing_keys (
  key_id text not null,
  registration_id uuid not null default gen_random_uuid(),
  tenant text,
  public_key bytea not null,
  status text not null default 'ACTIVE'::text,
  not_before timestamp with time zone not null default date_trunc('second'::text, clock_timestamp()),
  not_after timestamp with time zone,
  reason text,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint passports_signing_keys_are_active_without_end CHECK (((status = 'ACTIVE'::text) = (not_after IS NULL))),
  constraint passports_signing_keys_are_compromised_for_a_reason CHECK (((status = 'COMPROMISED'::text) = (reason IS NOT NULL))),
  constraint passports_signing_keys_are_ed25519 CHECK ((length(public_key) = 32)),
  constraint passports_signing_keys_end_after_they_begin CHECK ((not_after >= not_before)),
  constraint passports_signing_keys_have_an_id PRIMARY KEY (key_id),
  constraint passports_signing_keys_status_is_known CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'RETIRED'::text, 'COMPROMISED'::text])))
);

create table rota.passports_snapshot_items (
  tenant text not null,
  snapshot_id uuid not null,
  fact_id uuid not null,
  fact_type text not null,
  fact_key text not null,
  constraint passports_snapshot_items_once PRIMARY KEY (tenant, snapshot_id, fact_id),
  constraint passports_snapshot_items_say_a_thing_once UNIQUE (tenant, snapshot_id, fact_type, fact_key)
);

create table rota.passports_snapshots (
  snapshot_id uuid not null default gen_random_uuid(),
  tenant text not null,
  status text not null default 'BUILDING'::text,
  revision integer not null default 0,
  label text,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  sealed_by text,
  sealed_at timestamp with time zone,
  snapshot_canonical bytea,
  snapshot_hash bytea,
  constraint passports_snapshots_are_hashed CHECK ((length(snapshot_hash) = 32)),
  constraint passports_snapshots_are_sealed_whole CHECK ((num_nulls(sealed_by, sealed_at, snapshot_canonical, snapshot_hash) =
CASE status
    WHEN 'SEALED'::text THEN 0
    ELSE 4
END)),
  constraint passports_snapshots_have_an_id PRIMARY KEY (snapshot_id),
  constraint passports_snapshots_of_tenant UNIQUE (tenant, snapshot_id),
  constraint passports_snapshots_status_is_known CHECK ((status = ANY (ARRAY['BUILDING'::text, 'READY'::text, 'SEALED'::text])))
);

create table rota.passports_uploads (
  upload_id uuid not null default gen_random_uuid(),
  tenant text not null,
  document_id uuid not null,
  mime_type text not null,
  content bytea not null,
  uploaded_by text not null,
  uploaded_at timestamp with time zone not null default clock_timestamp(),
  constraint passports_uploads_have_an_id PRIMARY KEY (upload_id)
);

create table rota.passports_versions (
  passport_version_id uuid not null default gen_random_uuid(),
  tenant text not null,
  passport_id uuid not null,
  status text not null default 'COMPILING'::text,
  snapshot_id uuid not null,
  rule_package_version_id uuid not null,
  compiler_build_id text not null,
  signing_key_id text not null,
  issued_at timestamp with time zone not null,
  failure_code text,
  failure text,
  payload_canonical bytea,
  payload_hash bytea,
  proof_canonical bytea storage external,
  proof_root_hash bytea,
  receipt_canonical bytea,
  receipt_hash bytea,
  compiled_at timestamp with time zone,
  receipt_signed_canonical bytea,
  signature bytea,
  signed_at timestamp with time zone,
  activated_by text,
  activated_at timestamp with time zone,
  superseded_at timestamp with time zone,
  revoked_by text,
  revoked_at timestamp with time zone,
  revocation_reason text,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  proof_blocks bytea storage external,
  twin integer not null default 0,
  constraint passports_versions_are_activated_at_a_time CHECK ((((activated_at IS NULL) = (activated_by IS NULL)) AND ((status <> ALL (ARRAY['ACTIVE'::text, 'SUPERSEDED'::text])) OR (activated_at IS NOT NULL)))),
  constraint passports_versions_are_compiled_whole CHECK (((num_nulls(payload_canonical, payload_hash, proof_root_hash, receipt_canonical, receipt_hash, compiled_at) =
CASE num_nonnulls(proof_canonical, proof_blocks)
    WHEN 0 THEN 6
    WHEN 1 THEN 0
    ELSE NULL::integer
END) IS TRUE)),
  constraint passports_versions_are_issued_at_a_second CHECK ((issued_at = date_trunc('second'::text, issued_at, 'UTC'::text))),
  constraint passports_versions_are_revoked_for_a_reason CHECK ((num_nulls(revoked_by, revoked_at, revocation_reason) =
CASE status
    WHEN 'REVOKED'::text THEN 0
    ELSE 3
END)),
  constraint passports_versions_are_signed_when_compiled CHECK (((signature IS NULL) OR (payload_hash IS NOT NULL))),
  constraint passports_versions_are_signed_whole CHECK ((num_nulls(receipt_signed_canonical, signature, signed_at) =
CASE status
    WHEN 'COMPILING'::text THEN 3
    ELSE 0
END)),
  constraint passports_versions_are_superseded_at_a_time CHECK (((status <> 'SUPERSEDED'::text) OR (superseded_at IS NOT NULL))),
  constraint passports_versions_fail_before_they_are_signed CHECK (((failure_code IS NULL) OR (status = 'COMPILING'::text))),
  constraint passports_versions_fail_for_a_reason CHECK (((failure_code IS NULL) = (failure IS NULL))),
  constraint passports_versions_hashes_are_sha256 CHECK (((length(payload_hash) = 32) AND (length(proof_root_hash) = 32) AND (length(receipt_hash) = 32))),
  constraint passports_versions_have_an_id PRIMARY KEY (passport_version_id),
  constraint passports_versions_of_tenant UNIQUE (tenant, passport_version_id),
  constraint passports_versions_once UNIQUE (passport_id, snapshot_id, rule_package_version_id, compiler_build_id, issued_at, twin),
  constraint passports_versions_proof_blocks_are_hashes CHECK (((length(proof_blocks) > 0) AND ((length(proof_blocks) % 32) = 0))),
  constraint passports_versions_signature_is_ed25519 CHECK ((length(signature) = 64)),
  constraint passports_versions_status_is_known CHECK ((status = ANY (ARRAY['COMPILING'::text, 'SIGNED'::text, 'ACTIVE'::text, 'SUPERSEDED'::text, 'REVOKED'::text])))
);

alter table rota.passports add constraint passports_are_of_a_product FOREIGN KEY (tenant, battery_product_id) REFERENCES rota.passports_products(tenant, battery_product_id);

alter table rota.passports add constraint passports_current_is_a_version FOREIGN KEY (tenant, current_version_id) REFERENCES rota.passports_versions(tenant, passport_version_id);

alter table rota.passports_batch_items add constraint passports_batch_items_are_of_a_batch FOREIGN KEY (tenant, batch_id) REFERENCES rota.passports_batches(tenant, batch_id);

alter table rota.passports_batch_items add constraint passports_batch_items_have_a_document FOREIGN KEY (tenant, document_version_id) REFERENCES rota.passports_document_versions(tenant, document_version_id);

alter table rota.passports_batch_items add constraint passports_batch_items_have_a_snapshot FOREIGN KEY (tenant, snapshot_id) REFERENCES rota.passports_snapshots(tenant, snapshot_id);

alter table rota.passports_batch_items add constraint passports_batch_items_have_a_version FOREIGN KEY (tenant, passport_version_id) REFERENCES rota.passports_versions(tenant, passport_version_id);

alter table rota.passports_batches add constraint passports_batches_are_of_a_product FOREIGN KEY (tenant, battery_product_id) REFERENCES rota.passports_products(tenant, battery_product_id);

alter table rota.passports_batches add constraint passports_batches_have_rules FOREIGN KEY (tenant, rule_package_version_id) REFERENCES rota.passports_rule_versions(tenant, rule_package_version_id);

alter table rota.passports_document_versions add constraint passports_document_versions_are_of_a_document FOREIGN KEY (tenant, document_id) REFERENCES rota.passports_documents(tenant, document_id);

alter table rota.passports_exports add constraint passports_exports_are_of_a_version FOREIGN KEY (tenant, passport_version_id) REFERENCES rota.passports_versions(tenant, passport_version_id);

alter table rota.passports_facts add constraint passports_facts_have_a_source FOREIGN KEY (tenant, document_version_id) REFERENCES rota.passports_document_versions(tenant, document_version_id);

alter table rota.passports_field_access add constraint passports_field_access_is_of_rules FOREIGN KEY (tenant, rule_package_version_id) REFERENCES rota.passports_rule_versions(tenant, rule_package_version_id);

alter table rota.passports_policy_versions add constraint passports_policy_versions_are_of_a_policy FOREIGN KEY (tenant, policy_id) REFERENCES rota.passports_policies(tenant, policy_id);

alter table rota.passports_qr_codes add constraint passports_qr_codes_are_of_a_version FOREIGN KEY (tenant, passport_version_id) REFERENCES rota.passports_versions(tenant, passport_version_id);

alter table rota.passports_rule_fields add constraint passports_rule_fields_are_of_rules FOREIGN KEY (tenant, rule_package_version_id) REFERENCES rota.passports_rule_versions(tenant, rule_package_version_id);

alter table rota.passports_rule_test_runs add constraint passports_rule_test_runs_are_of_rules FOREIGN KEY (tenant, rule_package_version_id) REFERENCES rota.passports_rule_versions(tenant, rule_package_version_id);

alter table rota.passports_rule_versions add constraint passports_rule_versions_are_of_a_package FOREIGN KEY (tenant, rule_package_id) REFERENCES rota.passports_rule_packages(tenant, rule_package_id);

alter table rota.passports_uploads add constraint passports_uploads_are_of_a_document FOREIGN KEY (tenant, document_id) REFERENCES rota.passports_documents(tenant, document_id);

alter table rota.passports_versions add constraint passports_versions_are_of_a_passport FOREIGN KEY (tenant, passport_id) REFERENCES rota.passports(tenant, passport_id);

alter table rota.passports_versions add constraint passports_versions_have_a_snapshot FOREIGN KEY (tenant, snapshot_id) REFERENCES rota.passports_snapshots(tenant, snapshot_id);

alter table rota.passports_versions add constraint passports_versions_have_rules FOREIGN KEY (tenant, rule_package_version_id) REFERENCES rota.passports_rule_versions(tenant, rule_package_version_id);

alter table rota.passports_versions add constraint passports_versions_name_a_key FOREIGN KEY (signing_key_id) REFERENCES rota.passports_signing_keys(key_id);

CREATE INDEX passports_batches_by_time ON rota.passports_batches USING btree (tenant, created_at, batch_id);

CREATE INDEX passports_by_gtin ON rota.passports USING btree (gtin, serial_number) WHERE (gtin IS NOT NULL);

CREATE INDEX passports_by_time ON rota.passports USING btree (tenant, created_at, passport_id);

CREATE INDEX passports_documents_by_time ON rota.passports_documents USING btree (tenant, created_at, document_id);

CREATE INDEX passports_events_of_tenant ON rota.passports_events USING btree (tenant, occurred_at, event_id);

CREATE INDEX passports_fact_sources_of_fact ON rota.passports_fact_sources USING btree (tenant, fact_id);

CREATE INDEX passports_facts_by_time ON rota.passports_facts USING btree (tenant, created_at, fact_id);

CREATE UNIQUE INDEX passports_one_of_a_product ON rota.passports USING btree (tenant, battery_product_id) WHERE (scope = 'product'::text);

CREATE UNIQUE INDEX passports_one_of_an_item ON rota.passports USING btree (tenant, battery_product_id, serial_number) WHERE (scope = 'item'::text);

CREATE INDEX passports_policies_by_time ON rota.passports_policies USING btree (tenant, created_at, policy_id);

CREATE UNIQUE INDEX passports_policy_versions_in_force ON rota.passports_policy_versions USING btree (tenant, policy_id) WHERE is_active;

CREATE INDEX passports_products_by_time ON rota.passports_products USING btree (tenant, created_at, battery_product_id);

CREATE INDEX passports_rule_packages_by_time ON rota.passports_rule_packages USING btree (tenant, created_at, rule_package_id);

CREATE UNIQUE INDEX passports_signing_keys_one_is_active ON rota.passports_signing_keys USING btree (COALESCE(tenant, ''::text), ((tenant IS NULL))) WHERE (status = 'ACTIVE'::text);

CREATE INDEX passports_snapshots_by_time ON rota.passports_snapshots USING btree (tenant, created_at, snapshot_id);

CREATE INDEX passports_versions_of_passport ON rota.passports_versions USING btree (tenant, passport_id, created_at, passport_version_id);

CREATE UNIQUE INDEX passports_versions_one_is_active ON rota.passports_versions USING btree (passport_id) WHERE (status = 'ACTIVE'::text);

create view rota.passports_versions_shown as
 SELECT version.passport_version_id,
    version.tenant,
    version.passport_id,
    passport.battery_product_id,
    version.status,
    version.snapshot_id,
    version.rule_package_version_id,
    version.compiler_build_id,
    version.signing_key_id,
    to_char((version.issued_at AT TIME ZONE 'utc'::text), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'::text) AS issued_at,
    version.failure_code,
    version.failure,
    encode(version.payload_hash, 'hex'::text) AS payload_hash,
    encode(version.proof_root_hash, 'hex'::text) AS proof_root_hash,
    encode(version.receipt_hash, 'hex'::text) AS receipt_hash,
    (EXISTS ( SELECT
           FROM rota.passports_qr_codes qr
          WHERE ((qr.passport_version_id = version.passport_version_id) AND (qr.kind = 'BPC-QR-1'::text)))) AS has_qr,
    version.compiled_at,
    version.signed_at,
    version.activated_by,
    version.activated_at,
    version.superseded_at,
    version.revoked_by,
    version.revoked_at,
    version.revocation_reason,
    version.created_by,
    version.created_at,
    to_char((version.created_at AT TIME ZONE 'utc'::text), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'::text) AS cursor_time
   FROM (rota.passports_versions version
     JOIN rota.passports passport USING (passport_id));

CREATE OR REPLACE FUNCTION rota.passports_keep_used()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_table   text;
  v_id      uuid;
  v_is_used boolean;
begin
  execute format('select ($1).%I', tg_argv[0]) into v_id using old;
  foreach v_table in array tg_argv[1:] loop
    execute format('select exists (select from rota.%I where tenant = $1 and %I = $2)', v_table, tg_argv[0])
       into v_is_used using old.tenant, v_id;
    if v_is_used then
      raise exception 'a row of % is used by rows of %', tg_table_name, v_table
        using errcode = 'foreign_key_violation', constraint = tg_name;
    end if;
  end loop;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION rota.passports_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_move text := old.status || '>' || new.status;
begin
  if v_move = any (tg_argv) then
    return new;
  end if;
  raise exception 'a row of % does not go from % to %', tg_table_name, old.status, new.status
    using errcode = 'check_violation', constraint = tg_name;
end
$function$;

CREATE OR REPLACE FUNCTION rota.passports_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'rows of % do not change', tg_table_name
    using errcode = 'check_violation', constraint = tg_name;
end
$function$;

CREATE OR REPLACE FUNCTION rota.passports_refuse_sealed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_is_sealed boolean;
begin
  select bool_or(status = 'SEALED') into v_is_sealed
    from (select status from rota.passports_snapshots
           where snapshot_id in (select snapshot_id from changed)
           order by snapshot_id for share) as held;
  if v_is_sealed then
    raise exception 'the items of a sealed snapshot do not change'
      using errcode = 'check_violation', constraint = tg_name;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION rota.passports_require_proof_blocks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from generate_series(1, length(new.proof_blocks), 32) as start
              where not exists (select from rota.passports_proof_blocks
                                 where tenant = new.tenant and block_hash = substring(new.proof_blocks from start for 32))) then
    raise exception 'a proof points at blocks that are not there'
      using errcode = 'foreign_key_violation', constraint = tg_name;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION rota.passports_require_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_tenant text;
  v_ids    uuid[];
  v_found  bigint;
begin
  for v_tenant, v_ids in execute format('select tenant, array_agg(distinct %I) from changed group by tenant', tg_argv[1]) loop
    execute format('select count(*) from (select from rota.%I where tenant = $1 and %I = any ($2) order by %2$I for key share) as held',
                   tg_argv[0], tg_argv[1])
       into v_found using v_tenant, v_ids;
    if v_found < cardinality(v_ids) then
      raise exception 'rows of % point at rows of % that are not there', tg_table_name, tg_argv[0]
        using errcode = 'foreign_key_violation', constraint = tg_name;
    end if;
  end loop;
  return null;
end
$function$;

CREATE TRIGGER passports_stay BEFORE UPDATE OF passport_id, tenant, battery_product_id, scope, serial_number, gtin, created_by, created_at ON rota.passports FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_batch_items_stay BEFORE UPDATE ON rota.passports_batch_items FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_batches_stay BEFORE UPDATE ON rota.passports_batches FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_document_versions_move BEFORE UPDATE OF status ON rota.passports_document_versions FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION rota.passports_move('UPLOADED>PARSED', 'UPLOADED>VALIDATED', 'UPLOADED>REJECTED', 'PARSED>VALIDATED', 'PARSED>REJECTED');

CREATE TRIGGER passports_document_versions_stay BEFORE UPDATE OF document_version_id, tenant, document_id, version, mime_type, sha256, content, uploaded_by, uploaded_at ON rota.passports_document_versions FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_document_versions_used_are_kept BEFORE DELETE ON rota.passports_document_versions FOR EACH ROW EXECUTE FUNCTION rota.passports_keep_used('document_version_id', 'passports_fact_sources');

CREATE TRIGGER passports_documents_stay BEFORE UPDATE ON rota.passports_documents FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_events_stay BEFORE DELETE OR UPDATE ON rota.passports_events FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_exports_stay BEFORE UPDATE ON rota.passports_exports FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_fact_sources_have_a_document AFTER INSERT ON rota.passports_fact_sources REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.passports_require_rows('passports_document_versions', 'document_version_id');

CREATE TRIGGER passports_fact_sources_have_a_fact AFTER INSERT ON rota.passports_fact_sources REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.passports_require_rows('passports_facts', 'fact_id');

CREATE TRIGGER passports_fact_sources_stay BEFORE UPDATE ON rota.passports_fact_sources FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_facts_stay BEFORE UPDATE ON rota.passports_facts FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_facts_used_are_kept BEFORE DELETE ON rota.passports_facts FOR EACH ROW EXECUTE FUNCTION rota.passports_keep_used('fact_id', 'passports_fact_sources', 'passports_snapshot_items');

CREATE TRIGGER passports_policies_stay BEFORE DELETE OR UPDATE ON rota.passports_policies FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_policy_versions_are_kept BEFORE DELETE ON rota.passports_policy_versions FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_policy_versions_end_once BEFORE UPDATE ON rota.passports_policy_versions FOR EACH ROW WHEN ((NOT old.is_active)) EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_policy_versions_stay BEFORE UPDATE OF policy_version_id, tenant, policy_id, version, effect, target, priority, policy_canonical, policy_hash, created_by, created_at ON rota.passports_policy_versions FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_products_stay BEFORE UPDATE ON rota.passports_products FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_proof_blocks_stay BEFORE DELETE OR UPDATE ON rota.passports_proof_blocks FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_rule_fields_stay BEFORE UPDATE ON rota.passports_rule_fields FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_rule_test_runs_stay BEFORE UPDATE ON rota.passports_rule_test_runs FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_rule_versions_move BEFORE UPDATE OF status ON rota.passports_rule_versions FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION rota.passports_move('DRAFT>VALIDATED', 'VALIDATED>PUBLISHED', 'PUBLISHED>DEPRECATED', 'PUBLISHED>RETIRED', 'DEPRECATED>RETIRED');

CREATE TRIGGER passports_rule_versions_stay BEFORE UPDATE OF rule_package_version_id, tenant, rule_package_id, version, compiler_min_build, dsl_source, dsl_sha256, tests_source, tests_sha256, created_by, created_at ON rota.passports_rule_versions FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_rule_versions_stay_published BEFORE DELETE ON rota.passports_rule_versions FOR EACH ROW WHEN ((old.published_at IS NOT NULL)) EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_signing_keys_are_kept BEFORE DELETE ON rota.passports_signing_keys FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_signing_keys_move BEFORE UPDATE OF status ON rota.passports_signing_keys FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION rota.passports_move('ACTIVE>RETIRED', 'ACTIVE>COMPROMISED', 'RETIRED>COMPROMISED');

CREATE TRIGGER passports_signing_keys_stay BEFORE UPDATE OF key_id, registration_id, tenant, public_key, not_before, created_by, created_at ON rota.passports_signing_keys FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_snapshot_items_are_kept AFTER DELETE ON rota.passports_snapshot_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.passports_refuse_sealed();

CREATE TRIGGER passports_snapshot_items_have_a_fact AFTER INSERT ON rota.passports_snapshot_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.passports_require_rows('passports_facts', 'fact_id');

CREATE TRIGGER passports_snapshot_items_have_a_snapshot AFTER INSERT ON rota.passports_snapshot_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.passports_require_rows('passports_snapshots', 'snapshot_id');

CREATE TRIGGER passports_snapshot_items_stay BEFORE UPDATE ON rota.passports_snapshot_items FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_snapshot_items_stay_sealed AFTER INSERT ON rota.passports_snapshot_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION rota.passports_refuse_sealed();

CREATE TRIGGER passports_snapshots_move BEFORE UPDATE OF status ON rota.passports_snapshots FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION rota.passports_move('BUILDING>READY', 'READY>BUILDING', 'READY>SEALED');

CREATE TRIGGER passports_snapshots_stay_sealed BEFORE DELETE OR UPDATE ON rota.passports_snapshots FOR EACH ROW WHEN ((old.status = 'SEALED'::text)) EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_snapshots_used_are_kept BEFORE DELETE ON rota.passports_snapshots FOR EACH ROW EXECUTE FUNCTION rota.passports_keep_used('snapshot_id', 'passports_snapshot_items');

CREATE TRIGGER passports_versions_are_kept BEFORE DELETE ON rota.passports_versions FOR EACH ROW WHEN ((old.signed_at IS NOT NULL)) EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_versions_have_their_proof AFTER INSERT OR UPDATE OF proof_blocks ON rota.passports_versions FOR EACH ROW WHEN ((new.proof_blocks IS NOT NULL)) EXECUTE FUNCTION rota.passports_require_proof_blocks();

CREATE TRIGGER passports_versions_move BEFORE UPDATE OF status ON rota.passports_versions FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION rota.passports_move('COMPILING>SIGNED', 'SIGNED>ACTIVE', 'ACTIVE>SUPERSEDED', 'SIGNED>REVOKED', 'ACTIVE>REVOKED', 'SUPERSEDED>REVOKED');

CREATE TRIGGER passports_versions_stay BEFORE UPDATE OF passport_version_id, tenant, passport_id, snapshot_id, rule_package_version_id, compiler_build_id, signing_key_id, issued_at, created_by, created_at ON rota.passports_versions FOR EACH ROW EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_versions_stay_compiled BEFORE UPDATE OF payload_canonical, payload_hash, proof_canonical, proof_blocks, proof_root_hash, receipt_canonical, receipt_hash, compiled_at ON rota.passports_versions FOR EACH ROW WHEN ((old.compiled_at IS NOT NULL)) EXECUTE FUNCTION rota.passports_refuse_change();

CREATE TRIGGER passports_versions_stay_signed BEFORE UPDATE OF receipt_signed_canonical, signature, signed_at ON rota.passports_versions FOR EACH ROW WHEN ((old.signed_at IS NOT NULL)) EXECUTE FUNCTION rota.passports_refuse_change();
