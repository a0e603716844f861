/** Checks the pages that workloads add to the dashboard, and describes them for the browser. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Logger, RotaError } from "@rota/engine";
import type { Workload, WorkloadPage } from "@rota/engine/workload";

/** Pages of one workload, whose files are below an address that contains the version of their content. */
export type ServedPages = {
  /** Folder of the files; undefined if they are not built. */
  readonly folder: string | undefined;
  /** Address of the folder, relative to the first page of the dashboard, with a slash at the end. */
  readonly address: string;
  readonly listed: ListedPages;
};

/** Entry of `workloads.json`. Addresses are relative to the first page of the dashboard. */
type ListedPages = {
  readonly name: string;
  readonly title: string;
  readonly isBuilt: boolean;
  readonly styles: readonly string[];
  readonly pages: readonly (Omit<WorkloadPage, "isPublic"> & { readonly isPublic: boolean })[];
};

/** First words of paths that the server itself answers. */
const TAKEN =
  /^\/(v1|api|metrics|docs(\.css)?|openapi\.json|assets|workloads(\.json)?|sign-in|[\w-]+\.(html|svg|json))(\/|$)/;
const PATH = /^(\/(:\w+|[\w.~-]+))+$/;

type Owned = { readonly path: string; readonly owner: string };

/** Refuses a page whose path clashes with another: of the server, of the dashboard (`ownPaths`) or of another workload. */
export function checkPagePaths(workloads: readonly Workload[], ownPaths: readonly string[]): void {
  const seen: Owned[] = ownPaths.map((path) => ({ path, owner: "the dashboard" }));
  for (const { name, pages } of workloads) {
    const owner = `the workload ${name}`;
    const own = (pages?.list ?? []).map(({ path }) => ({ path, owner }));
    for (const page of own) {
      checkPath(page);
      const other = seen.find(({ path }) => mayMeet(path, page.path));
      if (other !== undefined) throw clash(page, `the page ${other.path} of ${other.owner}`);
    }
    const twice = own.find(({ path }, index) => own.slice(0, index).some((earlier) => isSame(earlier.path, path)));
    if (twice !== undefined) throw invalid(`${owner} has two pages at ${twice.path}`);
    seen.push(...own);
  }
}

function checkPath(page: Owned): void {
  const { path, owner } = page;
  if (!PATH.test(path))
    throw invalid(
      `${owner} has a page at ${JSON.stringify(path)}: a path is like /library/:bookId, without a slash at the end`,
    );
  if (TAKEN.test(path)) throw clash(page, "an address of the server");
}

function clash({ path, owner }: Owned, other: string): RotaError {
  return new RotaError("WORKLOAD_CLASH", `the page ${path} of ${owner} clashes with ${other}: give it another path`, {
    path,
  });
}

function invalid(message: string): RotaError {
  return new RotaError("WORKLOAD_INVALID", message);
}

/** Reports whether one address may belong to both paths. */
function mayMeet(one: string, other: string): boolean {
  const [parts, others] = [one.split("/"), other.split("/")];
  return (
    parts.length === others.length &&
    parts.every(
      (part, index) => part === others[index] || part.startsWith(":") || others[index]?.startsWith(":") === true,
    )
  );
}

function isSame(one: string, other: string): boolean {
  return one.replaceAll(/:\w+/g, ":") === other.replaceAll(/:\w+/g, ":");
}

/** Reads the files of the pages of every workload and checks that modules and components exist. */
export async function readWorkloadPages(workloads: readonly Workload[], logger: Logger): Promise<ServedPages[]> {
  const withPages = workloads.filter(({ pages }) => (pages?.list.length ?? 0) > 0);
  return Promise.all(withPages.map((workload) => readPages(workload, logger)));
}

async function readPages({ name, title, pages }: Workload, logger: Logger): Promise<ServedPages> {
  const { folder: url, list = [], styles = [] } = pages ?? {};
  const folder = url === undefined ? "" : fileURLToPath(url);
  const files = await readFiles(folder);
  const isBuilt = files.size > 0;
  if (isBuilt) checkFiles({ name, folder, list, styles }, files);
  else
    logger.warn({ workload: name, folder }, "the pages of the workload are not built: in a clone, npm run build:pages");
  const address = `workloads/${name}/${versionOf(files)}/`;
  const listed = list.map(({ module, isPublic = false, ...page }) => ({ ...page, module: address + module, isPublic }));
  const addresses = styles.map((style) => address + style);
  return {
    folder: isBuilt ? folder : undefined,
    address,
    listed: { name, title, isBuilt, styles: addresses, pages: listed },
  };
}

type Files = ReadonlyMap<string, Buffer>;

/** Reads all files below a folder by their relative paths; none if the folder is missing. */
async function readFiles(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths
    .sort()
    .map(async (path): Promise<[string, Buffer]> => [
      relative(folder, path).split(sep).join("/"),
      await readFile(path),
    ]);
  return new Map(await Promise.all(files));
}

/** Version of the content. Browsers may keep what is below it forever. */
function versionOf(files: Files): string {
  const hash = createHash("sha256");
  for (const [path, content] of files) hash.update(`${path}\0${String(content.length)}\0`).update(content);
  return hash.digest("hex").slice(0, 16);
}

type Described = {
  readonly name: string;
  readonly folder: string;
  readonly list: readonly WorkloadPage[];
  readonly styles: readonly string[];
};

function checkFiles({ name, folder, list, styles }: Described, files: Files): void {
  const style = styles.find((path) => !files.has(path));
  if (style !== undefined) throw missing(`the style sheet ${style} of the workload ${name}`, folder);
  for (const { path, module, component } of list) {
    const text = files.get(module)?.toString();
    const page = `the page ${path} of the workload ${name}`;
    if (text === undefined) throw missing(`the module ${module}, for ${page},`, folder);
    if (!mayExport(text, component))
      throw invalid(`the module ${module} does not export ${component}, the component of ${page}`);
  }
}

function missing(what: string, folder: string): RotaError {
  return invalid(`${what} is not in ${folder}: build the pages (in a clone, npm run build:pages), or correct its name`);
}

/**
 * Reports whether the text of a module has the export. The module itself is for browsers and cannot be loaded here. In
 * doubt the answer is yes, and the page says in the browser that its component is missing.
 */
function mayExport(text: string, name: string): boolean {
  if (/\bexport\s*\*\s*from\b/.test(text)) return true;
  if (name === "default" && /\bexport\s+default\b/.test(text)) return true;
  const lists = [...text.matchAll(/\bexport\s*\{([^}]*)\}/g)].flatMap(([, names = ""]) => names.split(","));
  if (lists.some((each) => each.trim().split(/\s+/).at(-1) === name)) return true;
  const word = `(^|[^\\w$])${name.replaceAll("$", "\\$")}($|[^\\w$])`;
  if (new RegExp(`\\bexport\\s+(async\\s+)?(function\\s*\\*?|class)${word}`).test(text)) return true;
  return /\bexport\s+(const|let|var)\b/.test(text) && new RegExp(word).test(text);
}
