/** `rota migrate`: brings the database up to date and exits. */
import { migrate as migrateDatabase } from "@rota/engine";
import { withDatabase } from "../compose.ts";
import type { CommandContext } from "../with-config.ts";

export async function migrate(context: CommandContext): Promise<void> {
  const { applied } = await withDatabase(context, (database) => migrateDatabase(database));
  for (const name of applied) console.log(`applied ${name}`);
  if (applied.length === 0) console.log("the database is up to date");
}
