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

-- Once for each statement that changes items, in place of once for each item: batches change thousands at once.
drop trigger passports_snapshot_items_stay_sealed on rota.passports_snapshot_items;
drop function rota.passports_refuse_sealed();

-- The lock makes it wait for whoever is sealing.
create function rota.passports_refuse_sealed() returns trigger
language plpgsql as $$
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
$$;

create trigger passports_snapshot_items_stay_sealed after insert on rota.passports_snapshot_items
  referencing new table as changed for each statement execute function rota.passports_refuse_sealed();

create trigger passports_snapshot_items_are_kept after delete on rota.passports_snapshot_items
  referencing old table as changed for each statement execute function rota.passports_refuse_sealed();

-- In place of foreign keys, which ask once for each row: a trigger with this function asks once for each statement whether
-- what its rows point at is there, in their own tenant, and keeps it there until the transaction ends.
create function rota.passports_require_rows() returns trigger
language plpgsql as $$
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
$$;

-- The other side: a trigger with this function keeps a row that rows of the named tables point at.
create function rota.passports_keep_used() returns trigger
language plpgsql as $$
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
$$;

alter table rota.passports_fact_sources
  drop constraint passports_fact_sources_have_a_document,
  drop constraint passports_fact_sources_have_a_fact;

create trigger passports_fact_sources_have_a_document after insert on rota.passports_fact_sources
  referencing new table as changed for each statement
  execute function rota.passports_require_rows('passports_document_versions', 'document_version_id');

create trigger passports_fact_sources_have_a_fact after insert on rota.passports_fact_sources
  referencing new table as changed for each statement
  execute function rota.passports_require_rows('passports_facts', 'fact_id');

create trigger passports_fact_sources_stay before update on rota.passports_fact_sources
  for each row execute function rota.passports_refuse_change();

alter table rota.passports_snapshot_items
  drop constraint passports_snapshot_items_have_a_snapshot,
  drop constraint passports_snapshot_items_have_a_fact;

create trigger passports_snapshot_items_have_a_snapshot after insert on rota.passports_snapshot_items
  referencing new table as changed for each statement
  execute function rota.passports_require_rows('passports_snapshots', 'snapshot_id');

create trigger passports_snapshot_items_have_a_fact after insert on rota.passports_snapshot_items
  referencing new table as changed for each statement
  execute function rota.passports_require_rows('passports_facts', 'fact_id');

create trigger passports_facts_used_are_kept before delete on rota.passports_facts
  for each row execute function rota.passports_keep_used('fact_id', 'passports_fact_sources', 'passports_snapshot_items');

create trigger passports_document_versions_used_are_kept before delete on rota.passports_document_versions
  for each row execute function rota.passports_keep_used('document_version_id', 'passports_fact_sources');

create trigger passports_snapshots_used_are_kept before delete on rota.passports_snapshots
  for each row execute function rota.passports_keep_used('snapshot_id', 'passports_snapshot_items');
