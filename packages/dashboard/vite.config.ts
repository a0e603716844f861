/** Builds the pages to static files that any server can serve: without inline scripts and external requests. */
import { defineConfig } from "vite";

// Makes builds reproducible: a development build contains the names of source folders, and tests set NODE_ENV too.
process.env["NODE_ENV"] = "production";

export default defineConfig({
  resolve: { conditions: ["rota-source", "module", "browser"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    // Inlined data: addresses would need a looser content security policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    chunkSizeWarningLimit: 400,
  },
});
