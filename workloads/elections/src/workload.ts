/** The elections as a workload of the engine: tables, tasks and what is asked for over HTTP. */
import { fileURLToPath } from "node:url";
import { defineWorkload, readMigrations } from "@rota/engine";
import { lifeTasks } from "./life/tasks/life-tasks.ts";
import { lifeOperations } from "./operations/life-operations.ts";
import { phaseOperations } from "./operations/phases/phase-operations.ts";
import { phaseTasks } from "./tasks/phase-tasks.ts";

/** The folder lies at the same place seen from src and from dist. */
const MIGRATIONS = fileURLToPath(new URL("../sql/migrations", import.meta.url));

export const elections = defineWorkload({
  name: "elections",
  migrations: () => readMigrations("elections", MIGRATIONS),
  tasks: [...lifeTasks, ...phaseTasks],
  operations: [...lifeOperations, ...phaseOperations],
});
