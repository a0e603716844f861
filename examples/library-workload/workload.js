/** Describes the library as a workload. This module is read by every command, so it loads the rest only when needed. */
import { fileURLToPath } from "node:url";
import { defineWorkload, readMigrations } from "@rota/engine/workload";
import { LIBRARY_ERRORS } from "./errors.js";

export default defineWorkload({
  name: "library",
  migrations: () => readMigrations("library", fileURLToPath(new URL("./sql", import.meta.url))),
  errors: LIBRARY_ERRORS,
  pages: {
    folder: new URL("./pages/", import.meta.url),
    list: [{ path: "/library", name: "Books", module: "books.js", component: "BooksPage" }],
  },
  docs: new URL("./docs/", import.meta.url),
  load: () => import("./parts.js"),
  commands: async () => (await import("./commands.js")).commands,
});
