/** Builds the pages to static files that any server can serve: without inline programs and external requests. */
import { defineConfig, type Plugin } from "vite";
import { PAGE_PATHS } from "./src/page-paths.ts";

// Makes builds reproducible: a development build contains the names of source folders, and tests set NODE_ENV too.
process.env["NODE_ENV"] = "production";

/** Modules that pages of workloads import by these names. The dashboard and all pages share one copy of each. */
const SHARED_MODULES: Readonly<Record<string, string>> = {
  "@rota/dashboard": "src/index.ts",
  preact: "preact",
  "preact/hooks": "preact/hooks",
  "preact/jsx-runtime": "preact/jsx-runtime",
};
const entryName = (specifier: string) => specifier.replaceAll(/\W+/g, "-").replace(/^-/, "");

/** Writes the import map, by which browsers find the shared modules, and the paths of the pages for the server. */
const describePages: Plugin = {
  name: "rota:describe-pages",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "pages.json", source: `${JSON.stringify(PAGE_PATHS)}\n` });
  },
  transformIndexHtml: {
    order: "post",
    handler(html, context) {
      const files = Object.values(context.bundle ?? {});
      const imports = Object.keys(SHARED_MODULES).map((specifier): [string, string] => {
        const file = files.find((each) => each.type === "chunk" && each.isEntry && each.name === entryName(specifier));
        if (file === undefined) throw new Error(`the build has no file for ${specifier}`);
        return [specifier, `./${file.fileName}`];
      });
      const map = JSON.stringify({ imports: Object.fromEntries(imports) });
      // Its addresses are relative to the base, which must come before it.
      return html.replace(/<base [^>]*>/, (base) => `${base}\n    <script type="importmap">${map}</script>`);
    },
  },
};

export default defineConfig({
  base: "./",
  plugins: [describePages],
  resolve: { conditions: ["rota-source", "module", "browser"] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    // Inlined data: addresses would need a looser content security policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      input: {
        index: "index.html",
        ...Object.fromEntries(Object.entries(SHARED_MODULES).map(([name, module]) => [entryName(name), module])),
      },
      // Keeps the exports of the shared modules, which other modules import at run time.
      preserveEntrySignatures: "exports-only",
    },
  },
});
