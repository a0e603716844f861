/** Builds the dashboard and the pages of every workload that has some: `npm run build:pages`. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Workload } from "@rota/engine/workload";
import { build, type BuildOptions } from "esbuild";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** Browsers find these modules by the import map of the dashboard. */
const SHARED_MODULES = ["@rota/dashboard", "preact", "preact/hooks", "preact/jsx-runtime"];
/** Import maps do not apply to workers, so each worker is one file with everything in it. */
const IS_WORKER = /-worker\.ts$/;

const dashboard = spawnSync("npm", ["run", "build", "--silent", "--workspace", "packages/dashboard"], {
  cwd: ROOT,
  stdio: "inherit",
  shell: process.platform === "win32",
});
if (dashboard.status !== 0) process.exit(1);
for (const name of fs.readdirSync(`${ROOT}workloads`)) {
  const folder = `${ROOT}workloads/${name}`;
  if (fs.existsSync(`${folder}/pages`)) await buildPages(folder);
}

/** Builds the modules and styles that the description of the workload names, from sources of the same names. */
async function buildPages(folder: string): Promise<void> {
  const described: unknown = await import(pathToFileURL(`${folder}/src/workload.ts`).href);
  const { list = [], styles = [] } = isDescription(described) ? (described.default.pages ?? {}) : {};
  const sources = fs.readdirSync(`${folder}/pages`);
  const modules = [...new Set(list.map(({ module }) => module))].map((module) => sourceOf(module, sources));
  const options: BuildOptions = {
    absWorkingDir: `${folder}/pages`,
    outdir: `${folder}/dist/pages`,
    bundle: true,
    format: "esm",
    minify: true,
    target: "es2022",
    conditions: ["rota-source"],
    logLevel: "warning",
  };
  fs.rmSync(`${folder}/dist/pages`, { recursive: true, force: true });
  await build({
    ...options,
    entryPoints: [...modules, ...styles],
    splitting: true,
    chunkNames: "[name]-[hash]",
    external: SHARED_MODULES,
    jsx: "automatic",
    jsxImportSource: "preact",
  });
  await build({ ...options, entryPoints: sources.filter((source) => IS_WORKER.test(source)) });
}

function isDescription(module: unknown): module is { readonly default: Workload } {
  return typeof module === "object" && module !== null && "default" in module;
}

function sourceOf(module: string, sources: readonly string[]): string {
  const stem = module.replace(/\.js$/, "");
  const source = sources.find((name) => name === `${stem}.ts` || name === `${stem}.tsx`);
  if (source === undefined) throw new Error(`no source of the module ${module}: ${stem}.ts or ${stem}.tsx`);
  return source;
}
