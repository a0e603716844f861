/** Describes the battery passports as a workload of the engine. What it runs is loaded when it is needed. */
import { defineWorkload } from "@rota/engine";
import { passportsMigrations } from "./migrations.ts";

const passports = defineWorkload({
  name: "passports",
  migrations: passportsMigrations,
  load: () => import("./parts.ts"),
  demo: async () => (await import("./demo/passports-demo.ts")).passportsDemo,
  commands: async () => (await import("./commands/commands.ts")).commands,
});

// A constant: the compiler does not rewrite the extensions of imports inside a default export.
export default passports;
