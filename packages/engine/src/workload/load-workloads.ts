/** Loads workloads by the names of their packages or the paths of their modules, and refuses those that do not go together. */
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { MigrationSet } from "../database/migration-set.ts";
import { isRotaError, refuseSharedCodes, RotaError } from "../errors.ts";
import { isWorkloadName, type Workload, type WorkloadParts } from "./workload.ts";

/**
 * Loads the descriptions of workloads. Nothing of them runs, and none is returned when one is missing, broken or clashes
 * with another.
 *
 * A path is relative to `cwd`. A package is looked for from `cwd` upwards, then from the folder of the engine; its module
 * is what it exports as `./workload`, else its main entry.
 *
 * @example const workloads = await loadWorkloads(["@shop/books", "./library.mjs"], { cwd: process.cwd() });
 */
export async function loadWorkloads(
  specifiers: readonly string[],
  { cwd }: { readonly cwd: string },
): Promise<readonly Workload[]> {
  const loaded: Loaded[] = [];
  for (const specifier of specifiers) loaded.push({ specifier, workload: await loadWorkload(specifier, cwd) });
  refuseSameNames(loaded);
  refuseSamePages(loaded);
  refuseSharedCodes(loaded.map(({ workload }) => workload));
  return loaded.map(({ workload }) => workload);
}

type Loaded = { readonly specifier: string; readonly workload: Workload };

async function loadWorkload(specifier: string, cwd: string): Promise<Workload> {
  const url = pathToFileURL(await findModule(specifier, cwd)).href;
  let exported: unknown;
  try {
    exported = await import(url);
  } catch (cause) {
    throw invalid(specifier, `it cannot be loaded: ${messageOf(cause)}${loaderHint(cause)}`, cause);
  }
  const workload = isRecord(exported) ? exported["default"] : undefined;
  if (isWorkload(workload)) return guarded(workload);
  const fault = isRecord(workload) ? faultIn(workload) : "it exports no workload by default";
  throw invalid(specifier, `${fault}; write export default defineWorkload({ … })`);
}

/** Suggests a loader. Node.js reads TypeScript itself from 22.18 on. */
export function loaderHint(cause: unknown): string {
  const isUnknown = cause instanceof Error && "code" in cause && cause.code === "ERR_UNKNOWN_FILE_EXTENSION";
  return isUnknown ? '; this Node reads TypeScript through tsx: set NODE_OPTIONS="--import tsx"' : "";
}

function isWorkload(value: unknown): value is Workload {
  return isRecord(value) && faultIn(value) === undefined;
}

/** Returns what is wrong with a workload, which may come from another version of the engine or from none. */
function faultIn(given: Readonly<Record<string, unknown>>): string | undefined {
  const wrong = Object.entries(FIELDS).find(([field, isRight]) => !isRight(given[field]));
  return wrong === undefined ? undefined : `its default export is no workload: ${wrong[0]} is not what it must be`;
}

const isFunction = (value: unknown): boolean => typeof value === "function";
const isAbsentOr = (isRight: (value: unknown) => boolean) => (value: unknown) => value === undefined || isRight(value);

const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: (value) => typeof value === "string" && isWorkloadName(value),
  title: (value) => typeof value === "string",
  errors: isRecord,
  settings: isRecord,
  load: isFunction,
  commands: isFunction,
  migrations: isAbsentOr(isFunction),
  demo: isAbsentOr(isFunction),
  docs: isAbsentOr(isFolder),
  pages: isAbsentOr(
    (value) => isRecord(value) && isFolder(value["folder"]) && isListOf(["path", "module", "component"], value["list"]),
  ),
};

function isFolder(value: unknown): boolean {
  return value instanceof URL && value.protocol === "file:";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/**
 * Checks what the functions of a workload return when they are called, and gives what they throw its name and a code. An
 * error that has a code is thrown as it is.
 */
function guarded(workload: Workload): Workload {
  const { name, migrations, demo } = workload;
  const guard =
    <Result>(what: string, load: () => Promise<Result>) =>
    async () => {
      try {
        return await load();
      } catch (cause) {
        if (isRotaError(cause)) throw cause;
        throw invalid(name, `${what} cannot be loaded: ${messageOf(cause)}`, cause);
      }
    };
  return {
    ...workload,
    load: guard("what it runs", async () => checkedParts(name, await workload.load())),
    commands: guard("its commands", () => workload.commands()),
    ...(migrations && { migrations: guard("its tables", async () => checkedSet(name, await migrations())) }),
    ...(demo && { demo: guard("its demo", demo) }),
  };
}

function checkedParts(name: string, parts: WorkloadParts): WorkloadParts {
  const given: unknown = parts;
  const wrong = Object.entries(LISTS).find(([list, texts]) => !isRecord(given) || !isListOf(texts, given[list]));
  if (wrong === undefined) return parts;
  throw invalid(name, `its ${wrong[0]} are no list of definitions; write export default defineWorkload({ … })`);
}

/** Fields with text that each item of a list has. */
const LISTS = {
  tasks: ["name"],
  intakes: ["name", "taskType"],
  operations: ["name", "method", "path"],
  webhookFormats: ["name"],
} as const satisfies Record<keyof WorkloadParts, readonly string[]>;

function isListOf(texts: readonly string[], value: unknown): boolean {
  const isRight = (item: unknown) => isRecord(item) && texts.every((field) => typeof item[field] === "string");
  return Array.isArray(value) && value.every(isRight);
}

/** Refuses a set of another name: it would be mixed up with the tables of the engine or of another workload. */
function checkedSet(name: string, set: MigrationSet): MigrationSet {
  if (set.name === name && Array.isArray(set.migrations)) return set;
  throw invalid(name, `its tables are no set of migrations with its name: write readMigrations("${name}", folder)`);
}

const IS_PATH = /^(\.{1,2}[/\\]|file:)/;
/** A package of this installation is found from here. */
const OWN_FOLDER = dirname(fileURLToPath(import.meta.url));

async function findModule(specifier: string, cwd: string): Promise<string> {
  if (IS_PATH.test(specifier) || isAbsolute(specifier)) {
    const path = specifier.startsWith("file:") ? fileURLToPath(specifier) : resolve(cwd, specifier);
    if (await isFile(path)) return realpath(path);
    throw notFound(specifier, `there is no file ${path}; give the path of a module that exports a workload`);
  }
  const packageName = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  const folder = (await findPackage(packageName, cwd)) ?? (await findPackage(packageName, OWN_FOLDER));
  if (folder === undefined) {
    const wayOut = `run "npm install ${packageName}", or write ./ in front if it is a file`;
    throw notFound(specifier, `the package ${packageName} is not installed: ${wayOut}`);
  }
  const subPath = specifier.slice(packageName.length);
  return moduleOf(folder, specifier, subPath === "" ? ["./workload", "."] : [`.${subPath}`]);
}

/** Returns the folder of an installed package, from a folder upwards. */
async function findPackage(name: string, from: string): Promise<string | undefined> {
  const folder = join(from, "node_modules", name);
  if (await isFile(join(folder, "package.json"))) return realpath(folder);
  return dirname(from) === from ? undefined : findPackage(name, dirname(from));
}

async function moduleOf(folder: string, specifier: string, entries: readonly string[]): Promise<string> {
  const described: unknown = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const exported = exportsOf(isRecord(described) ? described : {});
  const target = entries.map((entry) => targetOf(exported[entry])).find((found) => found !== undefined);
  if (target === undefined) {
    const message = `the package in ${folder} exports no ${entries.join(" and no ")}; export the workload as ./workload`;
    throw notFound(specifier, message);
  }
  const path = join(folder, target);
  if (await isFile(path)) return realpath(path);
  throw notFound(specifier, `there is no file ${path}, which its package exports; build or install the package again`);
}

/** Returns the exports by entry. A package may export one thing, or have a main file only. */
function exportsOf({ exports, main }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (exports === undefined) return { ".": main ?? "index.js" };
  const hasEntries = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith("."));
  return isRecord(exports) && hasEntries ? exports : { ".": exports };
}

/** Returns the file of an export under the conditions of this process, in the order in which the package lists them. */
function targetOf(exported: unknown): string | undefined {
  if (typeof exported === "string") return exported;
  if (!isRecord(exported)) return undefined;
  const fitting = Object.entries(exported).filter(([condition]) => CONDITIONS.has(condition));
  return fitting.map(([, target]) => targetOf(target)).find((found) => found !== undefined);
}

const OPTIONS_OF_NODE = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" ");
const GIVEN_CONDITIONS = OPTIONS_OF_NODE.matchAll(/(?:^|\s)(?:-C|--conditions)[=\s](\S+)/g);
const CONDITIONS = new Set(["node", "import", "default", ...[...GIVEN_CONDITIONS].map(([, name = ""]) => name)]);

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

function refuseSameNames(loaded: readonly Loaded[]): void {
  for (const [index, { specifier, workload }] of loaded.entries()) {
    const first = loaded.slice(0, index).find((other) => other.workload.name === workload.name);
    if (first === undefined && workload.name !== "engine") continue;
    const other = first === undefined ? "the engine itself" : first.specifier;
    throw clash(`${specifier} and ${other} have one name, ${workload.name}: leave one of them out of workloads`);
  }
}

function refuseSamePages(loaded: readonly Loaded[]): void {
  const pages = loaded.flatMap(({ workload: { name, pages: added } }) =>
    (added?.list ?? []).map(({ path }) => ({ owner: name, key: path.replaceAll(/:\w+/g, ":"), shown: path })),
  );
  refuseSame("page", pages);
}

/**
 * Loads what workloads run and offer. Call it before anything is opened: it refuses two of one task type, intake, operation
 * or webhook format.
 */
export async function loadParts(workloads: readonly Workload[]): Promise<readonly WorkloadParts[]> {
  const loaded = await Promise.all(workloads.map(async (workload) => ({ workload, parts: await workload.load() })));
  const of = (list: (parts: WorkloadParts) => readonly string[]) =>
    loaded.flatMap(({ workload, parts }) =>
      list(parts).map((shown) => ({ owner: workload.name, key: shown.replaceAll(/\{\w+\}/g, "{}"), shown })),
    );
  refuseSame(
    "task type",
    of(({ tasks, intakes }) => [...tasks.map(({ name }) => name), ...intakes.map(({ taskType }) => taskType)]),
  );
  refuseSame(
    "intake",
    of(({ intakes }) => intakes.map(({ name }) => name)),
  );
  refuseSame(
    "operation",
    of(({ operations }) => operations.map(({ name }) => name)),
  );
  refuseSame(
    "operation",
    of(({ operations }) => operations.map(({ method, path }) => `${method} ${path}`)),
  );
  refuseSame(
    "webhook format",
    of(({ webhookFormats }) => webhookFormats.map(({ name }) => name)),
  );
  return loaded.map(({ parts }) => parts);
}

type Owned = { readonly owner: string; readonly key: string; readonly shown: string };

/** Refuses two things of one kind with one key. */
function refuseSame(kind: string, owned: readonly Owned[]): void {
  const first = new Map<string, Owned>();
  for (const each of owned) {
    const other = first.get(each.key);
    if (other !== undefined)
      throw clash(
        `the workloads ${other.owner} and ${each.owner} have one ${kind}, ${each.shown}: leave one workload out, or rename it`,
      );
    first.set(each.key, each);
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function clash(message: string): RotaError {
  return new RotaError("WORKLOAD_CLASH", message);
}

function notFound(specifier: string, reason: string): RotaError {
  return new RotaError("WORKLOAD_NOT_FOUND", `workload ${specifier}: ${reason}`, { specifier });
}

function invalid(specifier: string, reason: string, cause?: unknown): RotaError {
  return new RotaError("WORKLOAD_INVALID", `workload ${specifier}: ${reason}`, { specifier }, { cause });
}
