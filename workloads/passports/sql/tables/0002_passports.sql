-- Passports and their versions with everything that was compiled and signed, the public side of signing keys, QR codes,
-- exports, and who may see which field. Private keys never come here.

create table rota.passports_signing_keys (
  key_id             text        constraint passports_signing_keys_have_an_id primary key, -- as in receipts
  registration_id    uuid        not null default gen_random_uuid(), -- by which events name it
  tenant             text,       -- null: signs for all tenants that have none of their own
  public_key         bytea       not null constraint passports_signing_keys_are_ed25519 check (length(public_key) = 32),
  status             text        not null default 'ACTIVE'
                                 constraint passports_signing_keys_status_is_known check (status in ('ACTIVE', 'RETIRED', 'COMPROMISED')),
  not_before         timestamptz not null default date_trunc('second', clock_timestamp()),
  not_after          timestamptz, -- since when it signs nothing new
  reason             text,       -- why it is compromised
  created_by         text        not null,
  created_at         timestamptz not null default clock_timestamp(),
  constraint passports_signing_keys_end_after_they_begin check (not_after >= not_before),
  constraint passports_signing_keys_are_active_without_end check ((status = 'ACTIVE') = (not_after is null)),
  constraint passports_signing_keys_are_compromised_for_a_reason check ((status = 'COMPROMISED') = (reason is not null))
);

create unique index passports_signing_keys_one_is_active on rota.passports_signing_keys (coalesce(tenant, ''), (tenant is null))
  where status = 'ACTIVE';

create trigger passports_signing_keys_move before update of status on rota.passports_signing_keys
  for each row when (old.status is distinct from new.status)
  execute function rota.passports_move('ACTIVE>RETIRED', 'ACTIVE>COMPROMISED', 'RETIRED>COMPROMISED');

create trigger passports_signing_keys_stay before update of key_id, registration_id, tenant, public_key, not_before, created_by, created_at
  on rota.passports_signing_keys for each row execute function rota.passports_refuse_change();

create trigger passports_signing_keys_are_kept before delete on rota.passports_signing_keys
  for each row execute function rota.passports_refuse_change();

create table rota.passports (
  passport_id        uuid        constraint passports_have_an_id primary key default gen_random_uuid(),
  tenant             text        not null,
  battery_product_id uuid        not null,
  scope              text        not null constraint passports_scope_is_known check (scope in ('product', 'item')),
  serial_number      text,       -- of the one battery
  gtin               text        constraint passports_gtin_has_14_digits check (gtin ~ '^\d{14}$'), -- for GS1 Digital Links
  current_version_id uuid,       -- the one that is ACTIVE
  created_by         text        not null,
  created_at         timestamptz not null default clock_timestamp(),
  constraint passports_of_tenant unique (tenant, passport_id),
  constraint passports_are_of_a_product foreign key (tenant, battery_product_id) references rota.passports_products (tenant, battery_product_id),
  constraint passports_of_items_have_a_serial_number check ((scope = 'item') = (serial_number is not null))
);

create unique index passports_one_of_a_product on rota.passports (tenant, battery_product_id) where scope = 'product';
create unique index passports_one_of_an_item on rota.passports (tenant, battery_product_id, serial_number) where scope = 'item';
create index passports_by_time on rota.passports (tenant, created_at, passport_id);
create index passports_by_gtin on rota.passports (gtin, serial_number) where gtin is not null;

create trigger passports_stay before update of passport_id, tenant, battery_product_id, scope, serial_number, gtin, created_by, created_at
  on rota.passports for each row execute function rota.passports_refuse_change();

-- Proofs in compressed blocks, each stored once: the proofs of one product's passports differ in few of them.
create table rota.passports_proof_blocks (
  tenant             text        not null,
  block_hash         bytea       not null,
  content            bytea       not null,
  constraint passports_proof_blocks_once primary key (tenant, block_hash),
  constraint passports_proof_blocks_are_hashed check (block_hash = sha256(content))
) with (toast_tuple_target = 8160);

-- They are compressed already.
alter table rota.passports_proof_blocks alter column content set storage external;

create trigger passports_proof_blocks_stay before update or delete on rota.passports_proof_blocks
  for each row execute function rota.passports_refuse_change();

-- Ids, time, build and key are fixed when the compilation is asked for, so that compiling again gives the same bytes.
create table rota.passports_versions (
  passport_version_id uuid       constraint passports_versions_have_an_id primary key default gen_random_uuid(),
  tenant             text        not null,
  passport_id        uuid        not null,
  status             text        not null default 'COMPILING'
                                 constraint passports_versions_status_is_known check (status in ('COMPILING', 'SIGNED', 'ACTIVE', 'SUPERSEDED', 'REVOKED')),
  snapshot_id        uuid        not null,
  rule_package_version_id uuid   not null,
  compiler_build_id  text        not null,
  signing_key_id     text        not null constraint passports_versions_name_a_key references rota.passports_signing_keys,
  issued_at          timestamptz not null constraint passports_versions_are_issued_at_a_second check (issued_at = date_trunc('second', issued_at, 'UTC')),
  failure_code       text,       -- why it cannot be compiled or signed
  failure            text,
  payload_canonical  bytea,      -- BPC-PASSPORT-1, with all below since it was compiled
  payload_hash       bytea,
  proof_canonical    bytea,      -- BPC-PROOF-1 as a whole: proofs are stored whole here, or as proof_blocks
  proof_root_hash    bytea,
  receipt_canonical  bytea,      -- BPC-RECEIPT-1 without its signature
  receipt_hash       bytea,
  compiled_at        timestamptz,
  receipt_signed_canonical bytea, -- with all below since it was signed
  signature          bytea       constraint passports_versions_signature_is_ed25519 check (length(signature) = 64),
  signed_at          timestamptz,
  activated_by       text,
  activated_at       timestamptz,
  superseded_at      timestamptz,
  revoked_by         text,
  revoked_at         timestamptz,
  revocation_reason  text,
  created_by         text        not null,
  created_at         timestamptz not null default clock_timestamp(),
  proof_blocks       bytea,      -- the hashes of a proof's blocks, 32 bytes each, in their order
  constraint passports_versions_of_tenant unique (tenant, passport_version_id),
  constraint passports_versions_are_of_a_passport foreign key (tenant, passport_id) references rota.passports (tenant, passport_id),
  constraint passports_versions_have_a_snapshot foreign key (tenant, snapshot_id) references rota.passports_snapshots (tenant, snapshot_id),
  constraint passports_versions_have_rules foreign key (tenant, rule_package_version_id) references rota.passports_rule_versions (tenant, rule_package_version_id),
  constraint passports_versions_hashes_are_sha256
    check (length(payload_hash) = 32 and length(proof_root_hash) = 32 and length(receipt_hash) = 32),
  constraint passports_versions_are_compiled_whole
    check (num_nulls(payload_canonical, payload_hash, proof_root_hash, receipt_canonical, receipt_hash, compiled_at)
           = case num_nonnulls(proof_canonical, proof_blocks) when 0 then 6 when 1 then 0 end is true),
  constraint passports_versions_proof_blocks_are_hashes check (length(proof_blocks) > 0 and length(proof_blocks) % 32 = 0),
  constraint passports_versions_are_signed_whole
    check (num_nulls(receipt_signed_canonical, signature, signed_at) = case status when 'COMPILING' then 3 else 0 end),
  constraint passports_versions_are_signed_when_compiled check (signature is null or payload_hash is not null),
  constraint passports_versions_fail_for_a_reason check ((failure_code is null) = (failure is null)),
  constraint passports_versions_fail_before_they_are_signed check (failure_code is null or status = 'COMPILING'),
  constraint passports_versions_are_activated_at_a_time
    check ((activated_at is null) = (activated_by is null) and (status not in ('ACTIVE', 'SUPERSEDED') or activated_at is not null)),
  constraint passports_versions_are_superseded_at_a_time check (status <> 'SUPERSEDED' or superseded_at is not null),
  constraint passports_versions_are_revoked_for_a_reason
    check (num_nulls(revoked_by, revoked_at, revocation_reason) = case status when 'REVOKED' then 0 else 3 end)
);

-- Proofs are mostly hashes, which are not worth the time of compressing them.
alter table rota.passports_versions alter column proof_canonical set storage external, alter column proof_blocks set storage external;

create unique index passports_versions_one_is_active on rota.passports_versions (passport_id) where status = 'ACTIVE';
create index passports_versions_of_passport on rota.passports_versions (tenant, passport_id, created_at, passport_version_id);

alter table rota.passports
  add constraint passports_current_is_a_version foreign key (tenant, current_version_id) references rota.passports_versions (tenant, passport_version_id);

create trigger passports_versions_move before update of status on rota.passports_versions
  for each row when (old.status is distinct from new.status)
  execute function rota.passports_move('COMPILING>SIGNED', 'SIGNED>ACTIVE', 'ACTIVE>SUPERSEDED', 'SIGNED>REVOKED', 'ACTIVE>REVOKED', 'SUPERSEDED>REVOKED');

create trigger passports_versions_stay
  before update of passport_version_id, tenant, passport_id, snapshot_id, rule_package_version_id, compiler_build_id, signing_key_id, issued_at, created_by, created_at
  on rota.passports_versions for each row execute function rota.passports_refuse_change();

create trigger passports_versions_stay_compiled
  before update of payload_canonical, payload_hash, proof_canonical, proof_blocks, proof_root_hash, receipt_canonical, receipt_hash, compiled_at
  on rota.passports_versions for each row when (old.compiled_at is not null) execute function rota.passports_refuse_change();

create trigger passports_versions_stay_signed before update of receipt_signed_canonical, signature, signed_at
  on rota.passports_versions for each row when (old.signed_at is not null) execute function rota.passports_refuse_change();

create trigger passports_versions_are_kept before delete on rota.passports_versions
  for each row when (old.signed_at is not null) execute function rota.passports_refuse_change();

-- Blocks are never deleted, so that nothing has to be locked.
create trigger passports_versions_have_their_proof after insert or update of proof_blocks on rota.passports_versions
  for each row when (new.proof_blocks is not null) execute function rota.passports_require_proof_blocks();

-- BPC-QR-1, and the web link where passports have a public address.
create table rota.passports_qr_codes (
  tenant             text        not null,
  passport_version_id uuid       not null,
  kind               text        not null constraint passports_qr_codes_kind_is_known check (kind in ('BPC-QR-1', 'LINK')),
  content            text        not null,
  png                bytea       not null,
  svg                text        not null,
  created_at         timestamptz not null default clock_timestamp(),
  constraint passports_qr_codes_once primary key (passport_version_id, kind),
  constraint passports_qr_codes_are_of_a_version foreign key (tenant, passport_version_id) references rota.passports_versions (tenant, passport_version_id)
);

create table rota.passports_exports (
  export_id          uuid        constraint passports_exports_have_an_id primary key default gen_random_uuid(),
  tenant             text        not null,
  passport_version_id uuid       not null,
  format             text        not null constraint passports_exports_format_is_a_word check (format ~ '^[A-Z][A-Z0-9_]{1,19}$'),
  media_type         text        not null,
  content            bytea       not null,
  sha256             bytea       not null constraint passports_exports_are_hashed check (length(sha256) = 32),
  created_at         timestamptz not null default clock_timestamp(),
  constraint passports_exports_once unique (passport_version_id, format),
  constraint passports_exports_are_of_a_version foreign key (tenant, passport_version_id) references rota.passports_versions (tenant, passport_version_id)
);

create trigger passports_exports_stay before update on rota.passports_exports
  for each row execute function rota.passports_refuse_change();

-- From which tier on a field is shown. In no hash: who may see something may change, what was signed may not.
create table rota.passports_field_access (
  tenant             text        not null,
  rule_package_version_id uuid   not null,
  field_path         text        collate "C" not null, -- '*': all that have no tier of their own
  tier               text        not null constraint passports_field_access_tier_is_known check (tier in ('public', 'interested', 'authority')),
  constraint passports_field_access_once primary key (tenant, rule_package_version_id, field_path),
  constraint passports_field_access_is_of_rules foreign key (tenant, rule_package_version_id) references rota.passports_rule_versions (tenant, rule_package_version_id)
);

-- Versions as they are shown: without the artefacts, which may be large, hashes in hexadecimal digits, times as hashed.
create view rota.passports_versions_shown as
  select version.passport_version_id, version.tenant, version.passport_id, passport.battery_product_id, version.status,
         version.snapshot_id, version.rule_package_version_id, version.compiler_build_id, version.signing_key_id,
         to_char(version.issued_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as issued_at,
         version.failure_code, version.failure,
         encode(version.payload_hash, 'hex') as payload_hash,
         encode(version.proof_root_hash, 'hex') as proof_root_hash,
         encode(version.receipt_hash, 'hex') as receipt_hash,
         exists (select from rota.passports_qr_codes qr
                  where qr.passport_version_id = version.passport_version_id and qr.kind = 'BPC-QR-1') as has_qr,
         version.compiled_at, version.signed_at, version.activated_by, version.activated_at, version.superseded_at,
         version.revoked_by, version.revoked_at, version.revocation_reason, version.created_by, version.created_at,
         to_char(version.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_time
    from rota.passports_versions version
    join rota.passports passport using (passport_id);
