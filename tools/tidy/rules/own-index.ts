/** Nobody imports the index.ts of the own package: it is the way in for others and would close a circle. */
import { isCode, packageFolder } from "../file-kinds.ts";
import { importsOf } from "../imports.ts";
import type { TreeFile, Violation } from "../violation.ts";

export function ownIndex(files: readonly TreeFile[]): Violation[] {
  return files.filter((file) => isCode(file.path)).flatMap(checkFile);
}

function checkFile(file: TreeFile): Violation[] {
  const folder = packageFolder(file.path);
  const ownName = folder?.replace(/^.*\//, "@rota/");
  return importsOf(file)
    .filter(({ specifier, target }) => specifier === ownName || /(^|\/)index\.(ts|tsx|js)$/.test(target ?? ""))
    .map(({ specifier, line }) => ({
      path: file.path,
      line,
      rule: "own-index",
      message: `"${specifier}" is an index: import the file that defines what you need`,
    }));
}
