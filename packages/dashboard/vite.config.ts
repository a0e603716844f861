/** Builds the pages to static files that any server can hand out: no inline scripts, no requests to elsewhere. */
import { defineConfig } from "vite";

export default defineConfig({
  resolve: { conditions: ["rota-source", "module", "browser"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    // What is inlined as a data: address would need a looser content security policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    chunkSizeWarningLimit: 400,
  },
});
