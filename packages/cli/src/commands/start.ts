/** `rota start`: brings the database up to date and keeps it running until Ctrl-C. */
import { createShutdown, describeDatabase, migrate, redactUrls, ROTA_VERSION, type Database } from "@rota/engine";
import { openConfiguredDatabase } from "../compose.ts";
import type { CommandContext } from "../with-config.ts";

export async function start(context: CommandContext): Promise<void> {
  const { config } = context.reading;
  const shutdown = createShutdown({ logger: context.logger, graceMs: config.shutdownGraceMs });
  const database = await openConfiguredDatabase(context);
  shutdown.onStop("database", () => database.close());
  // A Ctrl-C while the database was opening has found nothing to stop.
  if (shutdown.signal.aborted) return;
  try {
    await announce(context, database);
  } catch (error) {
    await shutdown.stop();
    throw error;
  }
  await new Promise((resolve) => shutdown.signal.addEventListener("abort", resolve));
}

async function announce({ reading: { config } }: CommandContext, database: Database): Promise<void> {
  const { applied } = await migrate(database);
  const { serverVersion, instanceId } = await describeDatabase(database);
  const where = config.databaseUrl === undefined ? `in ${config.dataDir}` : redactUrls(config.databaseUrl);
  console.log(`Rota ${ROTA_VERSION}`);
  console.log(`  database   PostgreSQL ${serverVersion} (${where})`);
  console.log(
    `  schema     ${config.schema}, ${applied.length === 0 ? "up to date" : `applied ${applied.join(", ")}`}`,
  );
  console.log(`  instance   ${instanceId}`);
  console.log("ready; Ctrl-C stops it");
}
