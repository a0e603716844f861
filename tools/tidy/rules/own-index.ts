/** No file imports the index.ts of its own package, and `internal.ts` exports only what other packages use and `index.ts` lacks. */
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

/** Each name of an `internal.ts` is imported by another package, by tools, or by a page, and is no name of the public API. */
export function internalNames(files: readonly TreeFile[]): Violation[] {
  return files
    .filter(({ path }) => path === `${packageFolder(path) ?? ""}/src/internal.ts`)
    .flatMap((internal) => {
      const own = `${packageFolder(internal.path) ?? ""}/`;
      const words = new Set(files.filter(({ path }) => !path.startsWith(own)).flatMap(wordsOf));
      const index = files.filter(({ path }) => path === `${own}src/index.ts`).flatMap(exportedFrom);
      const objectionTo = (name: string): string | undefined => {
        if (index.some((exported) => exported.name === name))
          return `index.ts exports ${name} too: import it from there`;
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
