/**
 * Applies all migrations to an empty PGlite and describes the result for the engine and for each workload, the same on
 * every machine.
 */
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { migrate, readMigrations, silentLogger, type Database } from "@rota/engine";
import { openPglite } from "@rota/engine/internal";
import { catalogueStatements } from "./catalogue.sql.ts";

export type SchemaFile = { readonly path: string; readonly text: string };

const ROOT = new URL("../../", import.meta.url);
const HEAD = `-- What all migrations together make. Generated: change it with a new file in sql/migrations, then run
-- npm run schema
`;

/** The file of a workload contains what its migrations add to the engine's. */
export async function describeSchemas(): Promise<SchemaFile[]> {
  const database = await openPglite({ schema: "rota", logger: silentLogger });
  try {
    await migrate(database);
    const known = new Set<string>();
    const files = [{ path: "packages/engine/sql/schema.sql", text: await describeNew(database, known) }];
    for (const { name, folder } of workloadFolders()) {
      await migrate(database, { migrations: await readMigrations(name, fileURLToPath(new URL(folder, ROOT))) });
      files.push({ path: `workloads/${name}/sql/schema.sql`, text: await describeNew(database, known) });
    }
    return files;
  } finally {
    await database.close();
  }
}

export function schemaUrl({ path }: SchemaFile): URL {
  return new URL(path, ROOT);
}

function workloadFolders(): { name: string; folder: string }[] {
  return readdirSync(new URL("workloads/", ROOT))
    .sort()
    .map((name) => ({ name, folder: `workloads/${name}/sql/migrations` }))
    .filter(({ folder }) => existsSync(new URL(folder, ROOT)));
}

async function describeNew(database: Database, known: Set<string>): Promise<string> {
  const definitions: string[] = [];
  for (const statement of catalogueStatements())
    definitions.push(...(await database.query(statement)).map(({ definition }) => `${definition};\n`));
  const added = definitions.filter((definition) => !known.has(definition));
  for (const definition of added) known.add(definition);
  return [HEAD, ...added].join("\n");
}
