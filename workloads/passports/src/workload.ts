/** The battery passports as a workload of the engine: tables, tasks and what is asked for over HTTP. */
import { fileURLToPath } from "node:url";
import { defineWorkload, readMigrations } from "@rota/engine";
import { allOperations } from "./operations/all-operations.ts";
import { allTasks } from "./tasks/all-tasks.ts";

/** The folder lies at the same place seen from src and from dist. */
const MIGRATIONS = fileURLToPath(new URL("../sql/migrations", import.meta.url));

export const passports = defineWorkload({
  name: "passports",
  migrations: () => readMigrations("passports", MIGRATIONS),
  tasks: allTasks,
  operations: allOperations,
});
