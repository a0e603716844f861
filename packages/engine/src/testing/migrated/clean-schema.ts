/** Makes a migrated schema as good as new, which costs a tenth of dropping it and migrating another. */
import type { Sql } from "../../database/sql.ts";
import * as statements from "./clean-schema.sql.ts";

/** What a freshly migrated schema holds. */
export type MigratedSchema = {
  readonly schema: string;
  readonly fingerprint: string;
  readonly tables: readonly string[];
  /** The rows that migrations have made, as a text of json, by the table. */
  readonly seeds: ReadonlyMap<string, string>;
};

export type RunStatement = <Row>(statement: Sql<Row>) => Promise<readonly Row[]>;

/** To be called when the schema has just been migrated. Throws where a migration has used a sequence. */
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

/** Tables of the test are dropped. False where a definition has changed, or something refuses: then the schema is of no more use. */
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

/** What has happened to a clean schema since. */
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
