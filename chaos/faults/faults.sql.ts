/** The statements of faults that are injected through PostgreSQL. */
import { sql } from "@rota/engine";

/** Ends every client session except this one and those that only wait. Returns a row for each. */
export const endSessions = () => sql<object>`
  select from (select pg_terminate_backend(pid) from pg_stat_activity
                where backend_type = 'client backend' and pid <> pg_backend_pid() and query not like '%pg_sleep%') as ended`;

/** Writes rows that need disk space. Returns nothing. */
export const takeRoom = () => sql<never>`
  create table rota.chaos_room as select repeat(md5(number::text), 30) as text from generate_series(1, 5000) as number`;

/** Keeps a session busy. Returns a row. */
export const holdSession = (seconds: number) => sql<object>`select pg_sleep(${seconds}::double precision)`;
