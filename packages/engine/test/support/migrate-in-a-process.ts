/** Opens the test server, reports it, and migrates on a message: one of many processes that start at the same moment. */
import { once } from "node:events";
import { migrate } from "../../src/database/migrate.ts";
import { openTestPostgres } from "./test-database.ts";

const database = await openTestPostgres({ schema: process.argv[2] ?? "", poolSize: 2 });
process.send?.("ready");
await once(process, "message");
await migrate(database);
await database.close();
process.disconnect();
