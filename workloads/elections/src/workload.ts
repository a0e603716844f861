/** The elections as a workload of the engine: tables, tasks and what is asked for over HTTP. */
import { defineWorkload } from "@rota/engine";
import { lifeTasks } from "./life/tasks/life-tasks.ts";
import { electionsMigrations } from "./migrations.ts";
import { lifeOperations } from "./operations/life-operations.ts";
import { phaseOperations } from "./operations/phases/phase-operations.ts";
import { phaseTasks } from "./tasks/phase-tasks.ts";

export const elections = defineWorkload({
  name: "elections",
  migrations: electionsMigrations,
  tasks: [...lifeTasks, ...phaseTasks],
  operations: [...lifeOperations, ...phaseOperations],
});
