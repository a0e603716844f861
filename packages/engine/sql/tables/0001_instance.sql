-- One row that identifies this installation: shown at start and written into backups, to tell similar installations apart.
create table rota.instance (
  is_only     boolean     not null default true
                          constraint instance_has_one_row primary key
                          constraint instance_row_is_the_only_one check (is_only),
  instance_id uuid        not null default gen_random_uuid(),
  created_at  timestamptz not null default now()
);

comment on table rota.instance is 'Which installation this is: one row, made with the schema.';

insert into rota.instance default values;
