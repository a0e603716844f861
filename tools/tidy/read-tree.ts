/** Reads the text files of the repository that the rules check. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { TreeFile } from "./violation.ts";

const FOLDERS_NOT_OURS = new Set(["node_modules", "dist", ".git", ".cache", "rota-data", "coverage"]);
const TEXT_FILE = /\.(ts|tsx|js|mjs|cjs|sql|md|json|yaml|yml|sh)$/;
const GENERATED_FILES = new Set(["package-lock.json", "api-types.generated.ts"]);

export function readTree(root: string): TreeFile[] {
  return filesBelow(root)
    .map((path) => ({ path: relative(root, path).split(sep).join("/"), text: readFileSync(path, "utf8") }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return FOLDERS_NOT_OURS.has(entry.name) ? [] : filesBelow(path);
    return entry.isFile() && TEXT_FILE.test(entry.name) && !GENERATED_FILES.has(entry.name) ? [path] : [];
  });
}
