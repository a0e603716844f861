/** Opens the test server, reports it, and migrates on a message: one of many processes that start at the same moment. */
import { once } from "node:events";
import { migrate } from "../../src/database/migrate.ts";
import { engineMigrations, readMigrations } from "../../src/database/migration-set.ts";
import { openTestPostgres } from "./test-database.ts";

const [schema = "", folder] = process.argv.slice(2);
const database = await openTestPostgres({ schema, poolSize: 2 });
process.send?.("ready");
await once(process, "message");
const migrations = folder === undefined ? await engineMigrations() : await readMigrations("trial", folder);
process.send?.(await migrate(database, { migrations }));
await database.close();
process.disconnect();
