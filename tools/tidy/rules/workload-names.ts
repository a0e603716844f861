/**
 * No package names a workload, so that one from elsewhere can do whatever those of this repository can; workloads name the
 * systems that they replace in one folder, and all have the same folders.
 */
import { isCode, isTest } from "../file-kinds.ts";
import type { TreeFile, Violation } from "../violation.ts";

/** `selection` and `bpchar`, a type of PostgreSQL, are no names of workloads. */
const NAMES = /(?<!s)election|passport|ledger|bpc(?!har)/i;

export function workloadNames(files: readonly TreeFile[]): Violation[] {
  return files.filter(({ path }) => /^packages\/[^/]+\/(?:src|sql)\//.test(path)).flatMap(checkFile);
}

function checkFile(file: TreeFile): Violation[] {
  const advice = "names a workload: move it into workloads/, or write about orders, emails or invoices";
  return [{ content: file.path, line: 1 }, ...linesOf(file)].flatMap(({ content, line }) => {
    const [name] = NAMES.exec(content) ?? [];
    return name === undefined
      ? []
      : [{ path: file.path, line, rule: "workload-names", message: `"${name}" ${advice}` }];
  });
}

/** Variables, headers, paths, exchanges and queues of the replaced systems. */
const REPLACED =
  /\b(?:BPC|SPRING|RABBITMQ|ELECTIONGUARD)_[A-Z]\w*|\bX-(?:BPC|ElectionGuard)-\w+|["'`]\/api\/|\bfis\.\w+\.\w+|["'`]bpc["'`.]/;
const SOURCE = /^workloads\/[^/]+\/(?:src|pages)\//;
const COMPAT = /^workloads\/[^/]+\/src\/compat\//;

/** Refuses names that exist only because a replaced system had them, outside of `compat` of their workload. */
export function replacedNames(files: readonly TreeFile[]): Violation[] {
  return files
    .filter(({ path }) => SOURCE.test(path) && !COMPAT.test(path) && isCode(path) && !isTest(path))
    .flatMap((file) =>
      linesOf(file).flatMap(({ content, line }) => {
        const [name] = REPLACED.exec(content) ?? [];
        if (name === undefined) return [];
        const message = `${name} is a name of a replaced system: move it into compat/, and list it in docs/compatibility.md`;
        return [{ path: file.path, line, rule: "replaced-names", message }];
      }),
    );
}

const FOLDERS = ["docs", "pages", "sql", "src", "test"];
const SOURCE_FOLDERS = ["commands", "compat", "core", "demo", "http", "store", "tasks", "verify"];

/** All workloads have the same folders; below `src` they have no others. */
export function workloadFolders(files: readonly TreeFile[]): Violation[] {
  const workloads = new Set(files.flatMap(({ path }) => /^workloads\/[^/]+/.exec(path)?.[0] ?? []));
  return [...workloads].flatMap((workload) => {
    const has = (folder: string) => files.some(({ path }) => path.startsWith(`${workload}/${folder}/`));
    const needed = [...FOLDERS, ...SOURCE_FOLDERS.map((folder) => `src/${folder}`)];
    const missing = needed.filter((folder) => !has(folder)).map((folder) => ({ folder, advice: "is missing" }));
    const found = new Set(files.flatMap(({ path }) => sourceFolder(path, workload) ?? []));
    const other = [...found]
      .filter((folder) => !SOURCE_FOLDERS.includes(folder))
      .map((folder) => ({ folder: `src/${folder}`, advice: `is none of ${SOURCE_FOLDERS.join(", ")}` }));
    return [...missing, ...other].map(({ folder, advice }) => ({
      path: `${workload}/${folder}`,
      line: 1,
      rule: "workload-folders",
      message: `${folder} ${advice}: all workloads have the same folders`,
    }));
  });
}

function sourceFolder(path: string, workload: string): string | undefined {
  return path.startsWith(`${workload}/src/`)
    ? /^([^/]+)\//.exec(path.slice(`${workload}/src/`.length))?.[1]
    : undefined;
}

function linesOf({ text }: TreeFile): { content: string; line: number }[] {
  return text.split("\n").map((content, index) => ({ content, line: index + 1 }));
}
