/** Statements that `rota bench` runs in its own schema. */
import { sql, type Sql } from "@rota/engine";
import { sqlScript } from "@rota/engine/internal";

export const createCommits = (): Sql => sqlScript("create table rota.bench_commits (number bigint primary key)");

/** Inserts one row. Returns no rows. */
export const insertCommit = (number: number) => sql`
  insert into rota.bench_commits (number)
  values (${BigInt(number)})`;

/** Returns one row with a constant. */
export const askOne = () => sql<{ one: number }>`select 1 as one`;

/** Drops the schema. The command generated its name, and opening the database checked it. */
export const dropSchema = (schema: string): Sql => sqlScript(`drop schema if exists ${schema} cascade`);
