/** Describes the elections as a workload of the engine. What it runs is loaded when it is needed. */
import { defineWorkload } from "@rota/engine";
import { electionsMigrations } from "./migrations.ts";

const elections = defineWorkload({
  name: "elections",
  migrations: electionsMigrations,
  load: () => import("./parts.ts"),
  demo: async () => (await import("./demo/elections-demo.ts")).electionsDemo,
  commands: async () => (await import("./commands/commands.ts")).commands,
});

// A constant: the compiler does not rewrite the extensions of imports inside a default export.
export default elections;
