/** Relays the outbox and delivers webhooks with an engine in its own process until it gets SIGTERM. */
import { openPostgres } from "../../src/database/postgres-database.ts";
import { createEngine } from "../../src/engine.ts";
import { silentLogger } from "../../src/runtime/logger.ts";

const [url = "", schema = "", secretsKey = "", webhookAllowedHosts = ""] = process.argv.slice(2);
const limits = { poolSize: 4, statementTimeoutMs: 60_000, connectTimeoutMs: 10_000 };
const database = await openPostgres({ url, schema, logger: silentLogger, ...limits });
const config = { secretsKey, webhookAllowedHosts };
const engine = await createEngine({ tasks: [], webhooks: true, database, config, slots: 4, logger: silentLogger });
process.once("SIGTERM", () => {
  void engine.stop().then(() => database.close());
  process.stdout.write("stopping\n");
});
await engine.start();
process.stdout.write("ready\n");
