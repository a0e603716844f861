-- Batches: many batteries whose documents come together and whose passports are made in the background, part by part.

create table rota.passports_batches (
  batch_id           uuid        constraint passports_batches_have_an_id primary key default gen_random_uuid(),
  tenant             text        not null,
  battery_product_id uuid        not null,
  rule_package_version_id uuid   not null,
  created_by         text        not null,
  created_at         timestamptz not null default clock_timestamp(),
  constraint passports_batches_of_tenant unique (tenant, batch_id),
  constraint passports_batches_are_of_a_product foreign key (tenant, battery_product_id) references rota.passports_products (tenant, battery_product_id),
  constraint passports_batches_have_rules foreign key (tenant, rule_package_version_id) references rota.passports_rule_versions (tenant, rule_package_version_id)
);

create index passports_batches_by_time on rota.passports_batches (tenant, created_at, batch_id);

create trigger passports_batches_stay before update on rota.passports_batches
  for each row execute function rota.passports_refuse_change();

-- What becomes of one battery: its document, the snapshot that its facts go into, and the version that is compiled of it.
create table rota.passports_batch_items (
  batch_id           uuid        not null,
  position           integer     not null constraint passports_batch_items_are_numbered check (position >= 1),
  tenant             text        not null,
  document_version_id uuid       not null,
  snapshot_id        uuid        not null,
  passport_version_id uuid       not null,
  constraint passports_batch_items_in_order primary key (batch_id, position),
  constraint passports_batch_items_are_of_a_batch foreign key (tenant, batch_id) references rota.passports_batches (tenant, batch_id),
  constraint passports_batch_items_have_a_document foreign key (tenant, document_version_id) references rota.passports_document_versions (tenant, document_version_id),
  constraint passports_batch_items_have_a_snapshot foreign key (tenant, snapshot_id) references rota.passports_snapshots (tenant, snapshot_id),
  constraint passports_batch_items_have_a_version foreign key (tenant, passport_version_id) references rota.passports_versions (tenant, passport_version_id)
);

create trigger passports_batch_items_stay before update on rota.passports_batch_items
  for each row execute function rota.passports_refuse_change();
