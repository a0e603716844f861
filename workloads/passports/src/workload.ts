/** The battery passports as a workload of the engine: tables, tasks and what is asked for over HTTP. */
import { defineWorkload } from "@rota/engine";
import { passportsMigrations } from "./migrations.ts";
import { allOperations } from "./operations/all-operations.ts";
import { allTasks } from "./tasks/all-tasks.ts";

export const passports = defineWorkload({
  name: "passports",
  migrations: passportsMigrations,
  tasks: allTasks,
  operations: allOperations,
});
