-- What all migrations together make. Generated: change it with a new file in sql/migrations, then run
-- npm run schema

create table rota.instance (
  is_only boolean not null default true,
  instance_id uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  constraint instance_has_one_row PRIMARY KEY (is_only),
  constraint instance_row_is_the_only_one CHECK (is_only)
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

comment on table rota.instance is 'Which installation this is: one row, made with the schema.';

comment on table rota.migrations is 'Which migrations of which set this schema has had; written by the code that applies them.';
