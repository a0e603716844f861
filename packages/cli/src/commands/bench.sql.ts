/** Holds the statements that `rota bench` runs in its own schema. */
import { sql, type Sql } from "@rota/engine";
import { sqlScript } from "@rota/engine/internal";

export const createCommits = (): Sql => sqlScript("create table rota.bench_commits (number bigint primary key)");

/** Returns nothing. */
export const insertCommit = (number: number) => sql`
  insert into rota.bench_commits (number)
  values (${BigInt(number)})`;

/** Returns one row. */
export const askOne = () => sql<{ one: number }>`select 1 as one`;

/** The name was made by the command itself and checked when the database was opened. */
export const dropSchema = (schema: string): Sql => sqlScript(`drop schema if exists ${schema} cascade`);
