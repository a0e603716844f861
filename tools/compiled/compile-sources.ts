/**
 * Compiles the sources, types unchecked, into a copy of this repository's tree that the processes of tests run.
 * Unchanged files are left alone.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleSources } from "./bundle-sources.ts";
import { COMPILED_URL, ROOT_URL } from "./compiled-url.ts";
import { writeWhole } from "./write-whole.ts";

const ROOT = fileURLToPath(ROOT_URL);
const COMPILED = fileURLToPath(COMPILED_URL);
const OTHER_FOLDERS = ["chaos", "examples", "tools/services"];
/** A process that is started with this condition finds the compiled files under it too. */
const SOURCE_EXPORT = /("rota-source": "[^"]+)\.ts"/g;
const FOLDERS_LEFT_OUT = new Set(["node_modules", "dist", "sql"]);
const IS_COMPILED = /(?<!\.(test|check|test-d|conformance|d))\.ts$/;
const COMPILER = [
  fileURLToPath(new URL("./transpile.ts", import.meta.url)),
  createRequire(import.meta.url).resolve("typescript"),
];

/** Safe when several test runs do it at once: each file appears whole. */
export async function compileSources(): Promise<void> {
  await Promise.all([bundleSources(), compileEachFile()]);
}

async function compileEachFile(): Promise<void> {
  const workspaces = ["benchmarks", ...["packages", "workloads"].flatMap(workspacesIn)];
  const folders = [...workspaces, ...OTHER_FOLDERS];
  const sources = folders.flatMap((folder) => filesBelow(ROOT, folder)).filter((path) => IS_COMPILED.test(path));
  for (const workspace of workspaces) prepareWorkspace(workspace);
  await compile(sources.filter((source) => changedMs(compiledFile(source)) !== wantedMs(source)));
  removeOthers(folders, new Set(sources.map(compiledName)));
}

function workspacesIn(folder: string): string[] {
  const folders = fs.readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
  return folders.filter((path) => fs.existsSync(join(ROOT, path, "package.json")));
}

/** Does not follow links. */
function filesBelow(root: string, folder: string): string[] {
  return fs.readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return FOLDERS_LEFT_OUT.has(entry.name) ? [] : filesBelow(root, path);
    return entry.isFile() ? [path] : [];
  });
}

async function compile(sources: readonly string[]): Promise<void> {
  if (sources.length === 0) return;
  const { transpile } = await import("./transpile.ts"); // loading the compiler takes a while
  for (const source of sources) {
    const timeSeconds = wantedMs(source) / 1000;
    writeWhole(compiledFile(source), transpile(source, fs.readFileSync(join(ROOT, source), "utf8")));
    fs.utimesSync(compiledFile(source), timeSeconds, timeSeconds);
  }
}

/** A compiled file has the time of its source, or of the compiler if that is newer; any other time means a change. */
function wantedMs(source: string): number {
  return Math.max(...[join(ROOT, source), ...COMPILER].map(changedMs));
}

/** Removes the compiled files of deleted sources, so that importing one fails. */
function removeOthers(folders: readonly string[], wanted: ReadonlySet<string>): void {
  const compiled = folders.flatMap((folder) => filesBelow(COMPILED, folder)).filter((path) => path.endsWith(".js"));
  const others = compiled.filter((path) => !wanted.has(path));
  for (const path of others) fs.rmSync(join(COMPILED, path), { force: true });
}

/** Lets compiled files find the package by name, as a user's code finds the published one. */
function prepareWorkspace(workspace: string): void {
  const description = fs.readFileSync(join(ROOT, workspace, "package.json"), "utf8");
  const name = /"name": "(.+)"/.exec(description)?.[1] ?? workspace;
  const compiled = description.replaceAll('"./dist/', '"./src/').replaceAll(SOURCE_EXPORT, '$1.js"');
  writeWhole(join(COMPILED, workspace, "package.json"), compiled);
  link(join(COMPILED, "node_modules", name), join(COMPILED, workspace));
  for (const folder of ["sql", "rules", "samples", "node_modules"])
    if (fs.existsSync(join(ROOT, workspace, folder)))
      link(join(COMPILED, workspace, folder), join(ROOT, workspace, folder));
}

function link(path: string, target: string): void {
  if (fs.existsSync(path)) return;
  fs.mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${String(process.pid)}`;
  fs.symlinkSync(target, unfinished, "junction");
  fs.renameSync(unfinished, path);
}

function compiledFile(source: string): string {
  return join(COMPILED, compiledName(source));
}

function compiledName(source: string): string {
  return source.replace(/\.ts$/, ".js");
}

/** Returns 0 for a file that does not exist. */
function changedMs(path: string): number {
  return Math.round(fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}
