/** A table for what a transactional sink took. */
import { sql } from "../../database/sql.ts";

/** Without a unique key: what is taken twice is there twice. Returns nothing. */
export const makeTaken = () =>
  sql`create table rota.taken (nth bigint generated always as identity, name text not null)`;

/** Returns nothing. */
export const insertTaken = (names: readonly string[]) =>
  sql`insert into rota.taken (name) select unnest(${names}::text[])`;

/** What was taken, in its order. */
export const selectTaken = () => sql<{ name: string }>`select name from rota.taken order by nth`;
