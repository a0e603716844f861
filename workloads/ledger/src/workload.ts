/** Describes the ledger as a workload of the engine. What it runs is loaded when it is needed. */
import { defineWorkload } from "@rota/engine";
import { ledgerMigrations } from "./migrations.ts";

const ledger = defineWorkload({
  name: "ledger",
  migrations: ledgerMigrations,
  load: () => import("./parts.ts"),
  demo: async () => (await import("./demo/ledger-demo.ts")).ledgerDemo,
  commands: async () => (await import("./commands/commands.ts")).commands,
});

// A constant: the compiler does not rewrite the extensions of imports inside a default export.
export default ledger;
