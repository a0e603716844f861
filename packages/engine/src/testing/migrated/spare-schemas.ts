/** Keeps each migrated schema that a test has done with for the next one: migrating costs more than most tests do. */
import { randomBytes } from "node:crypto";
import { sqlState } from "../../database/database-error.ts";
import type { Database } from "../../database/database.ts";
import { migrate } from "../../database/migrate.ts";
import { cleanSchema, findUse, noteMigrated, type MigratedSchema, type RunStatement } from "./clean-schema.ts";
import { dropSchema } from "./spare-schemas.sql.ts";

export type OpenSchema = (schema: string) => Promise<Database>;

export type TakenSchema = {
  readonly database: Database;
  /** Cleans the schema for the next test, or drops it; the database is closed by then. */
  readonly giveBack: (open: OpenSchema) => Promise<void>;
};

/** Those that have waited longest come first: what a killed process left running has ended by then. */
const spares: MigratedSchema[] = [];

/** Of the test server, which all calls are about. `open` opens a schema there. */
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

/** Statements of processes that the test killed may still run: a drop that meets them in a deadlock is tried again. */
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
