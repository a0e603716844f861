/** Describes the library as a workload. This module is read by every command, so it loads the rest only when needed. */
import { fileURLToPath } from "node:url";
import { defineWorkload, readMigrations } from "@rota/engine";
import { LIBRARY_ERRORS } from "./errors.js";

export default defineWorkload({
  name: "library",
  migrations: () => readMigrations("library", fileURLToPath(new URL("./sql", import.meta.url))),
  errors: LIBRARY_ERRORS,
  load: () => import("./parts.js"),
  commands: async () => (await import("./commands.js")).commands,
});
