/** The statements of the stories about the bundled server. */
import { sql } from "@rota/engine";

/** Makes the table of the stories unless it is there; one at a time, since "if not exists" alone collides. Returns nothing. */
export const makeRows = () => sql<never>`
  do $$ begin
    perform pg_advisory_xact_lock(1);
    create table if not exists acknowledged (id text primary key);
  end $$`;

/** Stores an id; again does nothing, since no client knows whether a lost statement was carried out. Returns nothing. */
export const storeRow = (id: string) => sql<never>`insert into acknowledged (id) values (${id}) on conflict do nothing`;

/** Returns every stored id. */
export const readRows = () => sql<{ id: string }>`select id from acknowledged`;

/** Returns how often the write-ahead log was synced by the server's processes so far. */
export const countLogSyncs = () => sql<{ syncs: number }>`
  select sum(fsyncs)::int as syncs
    from pg_stat_io
   where object = 'wal'`;

/** Makes this session report its statistics at once. Returns nothing that matters. */
export const reportStatistics = () => sql<object>`select pg_stat_force_next_flush()`;

/** Returns the settings that decide whether a commit survives a power cut. */
export const readDurability = () => sql<{ name: string; setting: string }>`
  select name, setting
    from pg_settings
   where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'ssl', 'listen_addresses')
   order by name`;

/** Migrations that a schema has had. */
export const listApplied = () => sql<{ set_name: string; number: number; name: string; checksum: string }>`
  select set_name, number, name, checksum from rota.migrations order by set_name, number`;
