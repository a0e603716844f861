/** Cleans the migrated schema of a test and keeps it for the next test, because migrating takes longer than most tests. */
import { randomBytes } from "node:crypto";
import { sqlState } from "../../src/database/database-error.ts";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import type { Sql } from "../../src/database/sql.ts";
import * as statements from "./test-database.sql.ts";
import { dropSchema } from "./test-database.sql.ts";

export type OpenSchema = (schema: string) => Promise<Database>;

export type TakenSchema = {
  readonly database: Database;
  /** Cleans the schema for the next test, or drops it; the database is closed by then. */
  readonly giveBack: (open: OpenSchema) => Promise<void>;
};

/** Schemas for the next tests, the longest unused first: statements of killed processes have ended in them by then. */
const spares: MigratedSchema[] = [];

/** Returns a migrated schema of the test server. `open` opens a schema there. */
export async function takeSchema(open: OpenSchema): Promise<TakenSchema> {
  for (let left = spares.length; left > 0; left--) {
    const spare = spares.shift();
    if (spare === undefined) break;
    const database = await open(spare.schema);
    const use = await findUse(runOn(database), spare);
    if (use === "clean") return { database, giveBack: (again) => giveBack(again, spare) };
    await database.close();
    if (use === "in use") spares.push(spare);
    else await dropWith(open, spare.schema);
  }
  return makeSchema(open);
}

async function makeSchema(open: OpenSchema): Promise<TakenSchema> {
  const database = await open(randomSchema());
  await migrate(database);
  const migrated = await noteMigrated(runOn(database), database.schema);
  return { database, giveBack: (again) => giveBack(again, migrated) };
}

async function giveBack(open: OpenSchema, migrated: MigratedSchema): Promise<void> {
  const database = await open(migrated.schema);
  if (await cleanSchema(runOn(database), migrated)) spares.push(migrated);
  else await dropThrough(database);
  await database.close();
}

export function randomSchema(): string {
  return `test_${randomBytes(8).toString("hex")}`;
}

export async function dropWith(open: OpenSchema, schema: string): Promise<void> {
  const database = await open(schema);
  await dropThrough(database);
  await database.close();
}

const DROPS_MAX = 10;

/** Drops the schema. Repeats it after a deadlock with statements of processes that the test killed. */
async function dropThrough(database: Database): Promise<void> {
  for (let drop = 1; ; drop++) {
    try {
      await database.query(dropSchema(database.schema));
      return;
    } catch (error) {
      if (sqlState(error) !== "40P01" || drop === DROPS_MAX) throw error;
    }
  }
}

function runOn(database: Database): RunStatement {
  return (statement) => database.query(statement);
}

/** Content of a freshly migrated schema. */
export type MigratedSchema = {
  readonly schema: string;
  readonly fingerprint: string;
  readonly tables: readonly string[];
  /** Rows that migrations inserted, as a text of json, by table. */
  readonly seeds: ReadonlyMap<string, string>;
};

export type RunStatement = <Row>(statement: Sql<Row>) => Promise<readonly Row[]>;

/** Describes a schema that has just been migrated. Throws when a migration has used a sequence. */
export async function noteMigrated(run: RunStatement, schema: string): Promise<MigratedSchema> {
  const { fingerprint, tables, used_tables, used_sequences } = await describe(run, schema);
  if (used_sequences.length > 0) throw new Error(`migrations have used ${used_sequences.join(", ")}`);
  const seeds = new Map<string, string>();
  for (const table of used_tables) {
    const [row] = await run(statements.readRows(schema, table));
    seeds.set(table, row?.rows ?? "[]");
  }
  return { schema, fingerprint, tables, seeds };
}

/** Cleans a schema and drops the tables of the test. Returns false when a definition has changed or a statement failed. */
export async function cleanSchema(run: RunStatement, migrated: MigratedSchema): Promise<boolean> {
  const { schema, fingerprint, seeds } = migrated;
  try {
    const found = await describeWithoutTables(run, migrated);
    if (found.fingerprint !== fingerprint) return false;
    const sequences = found.used_sequences.map((used) => used.replace(/ .*/, ""));
    await run(statements.cleanSchema({ schema, tables: found.used_tables, sequences, seeds }));
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a clean schema was changed or is in use. */
export async function findUse(run: RunStatement, migrated: MigratedSchema): Promise<"clean" | "in use" | "changed"> {
  const { schema, fingerprint, seeds } = migrated;
  const found = await describe(run, schema);
  if (found.is_in_use) return "in use";
  const isClean = found.fingerprint === fingerprint && found.used_sequences.length === 0;
  return isClean && found.used_tables.every((table) => seeds.has(table)) ? "clean" : "changed";
}

async function describeWithoutTables(run: RunStatement, { schema, tables }: MigratedSchema) {
  const found = await describe(run, schema);
  const added = found.tables.filter((table) => !tables.includes(table));
  if (added.length === 0) return found;
  await run(statements.dropTables(schema, added));
  return describe(run, schema);
}

async function describe(run: RunStatement, schema: string): Promise<statements.SchemaRow> {
  const [found] = await run(statements.describeSchema(schema));
  if (found === undefined) throw new Error("a schema was not described");
  return found;
}
