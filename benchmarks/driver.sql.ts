/** The statements that the driver measurement runs, the same for every driver. */

/** An unlogged table, so that the figures show the driver and the protocol rather than the disk. */
export const CREATE_TABLE = `
  drop table if exists driver_bench;
  create unlogged table driver_bench (
    id     bigint generated always as identity primary key,
    tenant text   not null,
    state  text   not null,
    body   jsonb  not null
  )`;

export const INSERT_ROW = `
  insert into driver_bench (tenant, state, body)
  values ($1, 'PENDING', $2::jsonb)
  returning id`;

export const SELECT_ROW = `select id, tenant, state, body from driver_bench where id = $1`;

/** Returns one row for each given id, as a settled batch does. */
export const UPDATE_MANY = `
  update driver_bench
     set state = given.state
    from unnest($1::bigint[], $2::text[]) as given (id, state)
   where driver_bench.id = given.id
  returning driver_bench.id, driver_bench.tenant, driver_bench.state, driver_bench.body`;

export const DROP_TABLE = `drop table if exists driver_bench`;
