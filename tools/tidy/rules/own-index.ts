/** No file imports the index.ts of its own package, and `internal.ts` exports only what other packages use. */
import ts from "typescript";
import { isCode, packageFolder } from "../file-kinds.ts";
import { importsOf } from "../imports.ts";
import { lineOf, parse } from "../syntax.ts";
import type { TreeFile, Violation } from "../violation.ts";

const INDEX = /(^|\/)(index\.(ts|tsx|js)|src\/internal\.ts)$/;

export function ownIndex(files: readonly TreeFile[]): Violation[] {
  return files.filter((file) => isCode(file.path)).flatMap(checkFile);
}

function checkFile(file: TreeFile): Violation[] {
  const ownName = packageFolder(file.path)?.replace(/^.*\//, "@rota/") ?? "";
  return importsOf(file)
    .filter(({ specifier, target }) => isOwnName(ownName, specifier) || INDEX.test(target ?? ""))
    .map(({ specifier, line }) => ({
      path: file.path,
      line,
      rule: "own-index",
      message: `"${specifier}" is an index: import the file that defines what you need`,
    }));
}

function isOwnName(ownName: string, specifier: string): boolean {
  return ownName !== "" && [ownName, `${ownName}/internal`].includes(specifier);
}

/** Each name of an `internal.ts` is imported by another package, by tools, or by a page. */
export function internalNames(files: readonly TreeFile[]): Violation[] {
  return files
    .filter(({ path }) => path === `${packageFolder(path) ?? ""}/src/internal.ts`)
    .flatMap((internal) => {
      const own = `${packageFolder(internal.path) ?? ""}/`;
      const words = new Set(files.filter(({ path }) => !path.startsWith(own)).flatMap(wordsOf));
      return exportedFrom(internal)
        .filter(({ name }) => !words.has(name))
        .map(({ name, line }) => ({
          path: internal.path,
          line,
          rule: "internal-names",
          message: `no other package uses ${name}: delete the export`,
        }));
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
