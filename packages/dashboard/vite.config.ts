/** Builds the pages to static files that any server can hand out: no inline scripts, no requests to elsewhere. */
import { defineConfig } from "vite";

// The same files whoever builds them: a development build names the folders of its sources, and tests set NODE_ENV too.
process.env["NODE_ENV"] = "production";

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
