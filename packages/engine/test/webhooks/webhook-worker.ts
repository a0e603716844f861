/** Delivers webhooks in its own process until it is killed. */
import { openPostgres } from "../../src/database/postgres-database.ts";
import { createEngine } from "../../src/engine.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { createWebhooks } from "../../src/webhooks/webhooks.ts";

const [url = "", schema = "", secretsKey = "", allowedHost = ""] = process.argv.slice(2);
const limits = { poolSize: 4, statementTimeoutMs: 60_000, connectTimeoutMs: 10_000 };
const database = await openPostgres({ url, schema, logger: silentLogger, ...limits });
const config = { secretsKey, webhookAllowHttp: false, webhookAllowedHosts: allowedHost };
const webhooks = createWebhooks({ database, config, logger: silentLogger });
const engine = await createEngine({ tasks: [webhooks.task], database, slots: 4, logger: silentLogger });
await engine.start();
process.stdout.write("ready\n");
