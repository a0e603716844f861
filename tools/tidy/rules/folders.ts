/** Folders are named for what they do and hold at most nine source files. */
import { posix } from "node:path";
import { isCode, isTest } from "../file-kinds.ts";
import type { TreeFile, Violation } from "../violation.ts";

export const SOURCE_FILES_MAX = 9;
const NAMES_THAT_SAY_NOTHING = new Set(["utils", "common", "helpers", "types", "interfaces", "models"]);

export function folderNames(files: readonly TreeFile[]): Violation[] {
  return files.flatMap(({ path }) => {
    const words = path.split("/").map((segment) => segment.replace(/\.[a-z.-]+$/, ""));
    const word = words.find((candidate) => NAMES_THAT_SAY_NOTHING.has(candidate));
    if (word === undefined) return [];
    const message = `"${word}" says nothing about its content: name it for what it does, or put the code beside its user`;
    return [{ path, line: 1, rule: "folder-names", message }];
  });
}

export function folderSizes(files: readonly TreeFile[]): Violation[] {
  const counts = new Map<string, number>();
  for (const { path } of files.filter((file) => isCountedSource(file.path))) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > SOURCE_FILES_MAX)
    .map(([path, count]) => ({
      path,
      line: 1,
      rule: "folder-sizes",
      message: `${String(count)} source files, at most ${String(SOURCE_FILES_MAX)}: it is two folders`,
    }));
}

function isCountedSource(path: string): boolean {
  const isSource = /^(packages|workloads)\/[^/]+\/src\//.test(path) && isCode(path);
  return isSource && !isTest(path) && posix.basename(path) !== "index.ts";
}
