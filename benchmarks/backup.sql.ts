/** The table that the backup measurement fills and copies. */

export const SAMPLE_TABLE = `
  create table rota.samples (
    id         bigint generated always as identity primary key,
    tenant     text        not null,
    state      text        not null,
    body       jsonb       not null,
    created_at timestamptz not null default now()
  )`;

export const SAMPLE_ROWS = (count: number) => `
  insert into rota.samples (tenant, state, body)
  select 'tenant-' || n % 20, 'PENDING', jsonb_build_object('n', n, 'note', repeat('words ', 20))
    from generate_series(1, ${String(count)}) as series (n)`;

export const DROP_SCHEMA = (schema: string) => `drop schema if exists ${schema} cascade`;
