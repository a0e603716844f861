/** Brings a database up to date and says which one it is. */
import { describeDatabase, redactUrls, ROTA_VERSION, type Database } from "@rota/engine";
import type { CommandContext } from "../../command/with-config.ts";
import { migrateAll } from "../../workloads.ts";

export type Greeting = { readonly facts: object; readonly lines: readonly string[] };

export async function greet({ reading: { config } }: CommandContext, database: Database): Promise<Greeting> {
  const { applied } = await migrateAll(database);
  const { serverVersion, instanceId } = await describeDatabase(database);
  const where = config.databaseUrl === undefined ? `in ${config.dataDir}` : redactUrls(config.databaseUrl);
  return {
    facts: { version: ROTA_VERSION, serverVersion, instanceId, schema: config.schema, applied },
    lines: [
      `Rota ${ROTA_VERSION}`,
      `  database   PostgreSQL ${serverVersion} (${where})`,
      `  schema     ${config.schema}, ${describeApplied(applied)}`,
      `  instance   ${instanceId}`,
    ],
  };
}

function describeApplied(applied: readonly string[]): string {
  return applied.length === 0 ? "up to date" : `applied ${applied.join(", ")}`;
}
