-- Policies: what roles allow, they may deny. A version never changes; at most one of each policy is in force.

create table rota.passports_policies (
  policy_id          uuid        constraint passports_policies_have_an_id primary key default gen_random_uuid(),
  tenant             text        not null,
  name               text        not null,
  description        text,
  created_by         text        not null,
  created_at         timestamptz not null default clock_timestamp(),
  constraint passports_policies_of_tenant unique (tenant, policy_id),
  constraint passports_policies_by_name unique (tenant, name)
);

create index passports_policies_by_time on rota.passports_policies (tenant, created_at, policy_id);

create trigger passports_policies_stay before update or delete on rota.passports_policies
  for each row execute function rota.passports_refuse_change();

create table rota.passports_policy_versions (
  policy_version_id  uuid        constraint passports_policy_versions_have_an_id primary key default gen_random_uuid(),
  tenant             text        not null,
  policy_id          uuid        not null,
  version            integer     not null constraint passports_policy_versions_are_numbered check (version >= 1),
  is_active          boolean     not null default true,
  effect             text        not null constraint passports_policy_versions_effect_is_known check (effect in ('ALLOW', 'DENY')),
  target             text        not null, -- the pattern of paths
  priority           integer     not null default 100 constraint passports_policy_versions_priority_is_small check (priority between 0 and 10000),
  policy_canonical   bytea       not null, -- what counts; the three columns before are for readers of the table
  policy_hash        bytea       not null constraint passports_policy_versions_are_hashed check (length(policy_hash) = 32),
  created_by         text        not null,
  created_at         timestamptz not null default clock_timestamp(),
  ended_by           text,       -- who withdrew it, or put another in its place
  ended_at           timestamptz,
  constraint passports_policy_versions_in_order unique (tenant, policy_id, version),
  constraint passports_policy_versions_are_of_a_policy foreign key (tenant, policy_id) references rota.passports_policies (tenant, policy_id),
  constraint passports_policy_versions_are_ended_by_somebody check (num_nulls(ended_by, ended_at) = case when is_active then 2 else 0 end)
);

create unique index passports_policy_versions_in_force on rota.passports_policy_versions (tenant, policy_id) where is_active;

create trigger passports_policy_versions_stay
  before update of policy_version_id, tenant, policy_id, version, effect, target, priority, policy_canonical, policy_hash, created_by, created_at
  on rota.passports_policy_versions for each row execute function rota.passports_refuse_change();

create trigger passports_policy_versions_end_once before update on rota.passports_policy_versions
  for each row when (not old.is_active) execute function rota.passports_refuse_change();

create trigger passports_policy_versions_are_kept before delete on rota.passports_policy_versions
  for each row execute function rota.passports_refuse_change();
