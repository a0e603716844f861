/** No file imports an entry point of its own package, and `internal.ts` exports only what other packages use and no public entry point has. */
import { posix } from "node:path";
import ts from "typescript";
import { isCode, packageFolder } from "../file-kinds.ts";
import { importsOf } from "../imports.ts";
import { lineOf, parse } from "../syntax.ts";
import type { TreeFile, Violation } from "../violation.ts";

/** The public entry points of a package that re-export what other files define. */
const PUBLIC = /(^|\/)(index\.(ts|tsx|js)|[a-z]+-kit\.ts)$/;
const INTERNAL = /\/src\/internal\.ts$/;

export function ownIndex(files: readonly TreeFile[]): Violation[] {
  return files.filter((file) => isCode(file.path)).flatMap(checkFile);
}

function checkFile(file: TreeFile): Violation[] {
  const ownName = packageFolder(file.path)?.replace(/^.*\//, "@rota/") ?? "";
  return importsOf(file)
    .filter(({ specifier, target }) => isOwnName(ownName, specifier) || isEntry(target ?? ""))
    .map(({ specifier, line }) => ({
      path: file.path,
      line,
      rule: "own-index",
      message: `"${specifier}" is an index: import the file that defines what you need`,
    }));
}

function isEntry(path: string): boolean {
  return PUBLIC.test(path) || INTERNAL.test(path);
}

function isOwnName(ownName: string, specifier: string): boolean {
  return ownName !== "" && `${specifier}/`.startsWith(`${ownName}/`);
}

/** Each name of an `internal.ts` is imported by another package, by tools, or by a page, and is no name of the public API. */
export function internalNames(files: readonly TreeFile[]): Violation[] {
  return files
    .filter(({ path }) => path === `${packageFolder(path) ?? ""}/src/internal.ts`)
    .flatMap((internal) => {
      const own = `${packageFolder(internal.path) ?? ""}/`;
      const words = new Set(files.filter(({ path }) => !path.startsWith(own)).flatMap(wordsOf));
      const entries = files.filter(({ path }) => path.startsWith(`${own}src/`) && PUBLIC.test(path));
      const objectionTo = (name: string): string | undefined => {
        const entry = entries.find((file) => exportedFrom(file).some((exported) => exported.name === name));
        if (entry !== undefined) return `${posix.basename(entry.path)} exports ${name} too: import it from there`;
        return words.has(name) ? undefined : `no other package uses ${name}: delete the export`;
      };
      return exportedFrom(internal).flatMap(({ name, line }) => {
        const message = objectionTo(name);
        return message === undefined ? [] : [{ path: internal.path, line, rule: "internal-names", message }];
      });
    });
}

function wordsOf({ text }: TreeFile): readonly string[] {
  return text.match(/\w+/g) ?? [];
}

function exportedFrom(file: TreeFile): { name: string; line: number }[] {
  return parse(file).statements.flatMap((statement) => {
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
    if (clause === undefined || !ts.isNamedExports(clause)) return [];
    return clause.elements.map((element) => ({ name: element.name.text, line: lineOf(element) }));
  });
}
