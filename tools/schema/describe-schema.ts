/** Describes what the SQL files of the engine and of each workload create in an empty PGlite, the same on every machine. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { migrate, type MigrationSet, silentLogger, type Database } from "@rota/engine";
import { openPglite } from "@rota/engine/internal";
import { readMigrations } from "@rota/engine/workload";
import { catalogueStatements } from "./catalogue.sql.ts";
import { functionList } from "./function-list.ts";

export type SchemaFile = { readonly path: string; readonly text: string };

const ROOT = new URL("../../", import.meta.url);
const HEAD = `-- The schema that all files in tables/ and functions/ create. Generated: change those, then run
-- npm run schema
`;

/** Each schema.sql, where a workload's has what it adds to the engine's, and each functions.json with its revision. */
export async function describeSchemas(): Promise<SchemaFile[]> {
  const database = await openPglite({ schema: "rota", logger: silentLogger });
  try {
    const known = new Set<string>();
    const files: SchemaFile[] = [];
    for (const { folder, migrations } of await readSets()) {
      await migrate(database, { migrations });
      files.push({ path: `${folder}/schema.sql`, text: await describeNew(database, known) });
      files.push(describeFunctions(folder, migrations));
    }
    return files;
  } finally {
    await database.close();
  }
}

export function schemaUrl({ path }: SchemaFile): URL {
  return new URL(path, ROOT);
}

/** The engine's set first, on which the others build. */
export async function readSets(): Promise<{ folder: string; migrations: MigrationSet }[]> {
  const workloads = readdirSync(new URL("workloads/", ROOT)).sort();
  const named = [
    { name: "engine", folder: "packages/engine/sql" },
    ...workloads.map((name) => ({ name, folder: `workloads/${name}/sql` })),
  ].filter(({ folder }) => existsSync(new URL(folder, ROOT)));
  const read = async ({ name, folder }: { name: string; folder: string }) => ({
    folder,
    migrations: await readMigrations(name, fileURLToPath(new URL(folder, ROOT))),
  });
  return Promise.all(named.map(read));
}

/** All definitions that are not yet in `known`, which gets them. */
export async function describeNew(database: Database, known: Set<string>): Promise<string> {
  const definitions: string[] = [];
  for (const statement of catalogueStatements())
    definitions.push(...(await database.query(statement)).map(({ definition }) => `${definition};\n`));
  const added = definitions.filter((definition) => !known.has(definition));
  for (const definition of added) known.add(definition);
  return [HEAD, ...added].join("\n");
}

function describeFunctions(folder: string, migrations: MigrationSet): SchemaFile {
  const path = `${folder}/functions.json`;
  const [, recorded = ""] = /"checksum": "([0-9a-f]*)"/.exec(readFileSync(new URL(path, ROOT), "utf8")) ?? [];
  return { path, text: `${JSON.stringify(functionList(migrations, recorded), undefined, 2)}\n` };
}
