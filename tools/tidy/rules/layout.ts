/** A folder is a feature and a file is one idea: no deep folders, no folders or files that are too small, no name with two meanings. */
import { posix } from "node:path";
import ts from "typescript";
import { isCode, isTest, packageFolder } from "../file-kinds.ts";
import { importsOf } from "../imports.ts";
import { lineOf, parse } from "../syntax.ts";
import type { TreeFile, Violation } from "../violation.ts";

export const FOLDER_LEVELS_MAX = 2;
export const FOLDER_FILES_MIN = 3;
export const SMALL_FILE_LINES = 60;

/** SQL, pages of the dashboard and the `./migrations` of `package.json` have their own files, however small. */
const OWN_FILE = /(\.sql|-pages?|\/migrations)\.tsx?$/;

export function folderDepth(files: readonly TreeFile[]): Violation[] {
  return sourcesOf(files)
    .filter(({ path }) => foldersBelowSource(path).length > FOLDER_LEVELS_MAX)
    .map(({ path }) => ({
      path,
      line: 1,
      rule: "folder-depth",
      message: `more than ${String(FOLDER_LEVELS_MAX)} folders below src: move it up`,
    }));
}

export function folderSize(files: readonly TreeFile[]): Violation[] {
  const counts = countBy(
    sourcesOf(files).filter(({ path }) => foldersBelowSource(path).length > 0),
    ({ path }) => posix.dirname(path),
  );
  return [...counts]
    .filter(([, count]) => count < FOLDER_FILES_MIN)
    .map(([path, count]) => ({
      path,
      line: 1,
      rule: "folder-size",
      message: `${String(count)} source files, at least ${String(FOLDER_FILES_MIN)}: merge the folder with its user`,
    }));
}

/** A contract, a driver, an entry of a process or a pure rule with its own test may stay small, as an exception. */
export function smallFiles(files: readonly TreeFile[]): Violation[] {
  const sources = sourcesOf(files);
  const importers = countBy(
    files
      .filter(({ path }) => isCode(path) && !isTest(path))
      .flatMap((file) => [...new Set(importsOf(file).flatMap(({ target }) => target ?? []))]),
    (target) => target,
  );
  return sources
    .filter(({ path, text }) => importers.get(path) === 1 && lineCount(text) < SMALL_FILE_LINES && !OWN_FILE.test(path))
    .map(({ path, text }) => ({
      path,
      line: 1,
      rule: "small-files",
      message: `${String(lineCount(text))} lines and one importer: move it into that file`,
    }));
}

/** A folder may import its sub-folder or be imported by it, not both. */
export function parentAndChild(files: readonly TreeFile[]): Violation[] {
  const edges = sourcesOf(files).flatMap((file) =>
    importsOf(file)
      .filter(({ target }) => target !== undefined)
      .map(({ target = "", line }) => ({ file, line, from: posix.dirname(file.path), to: posix.dirname(target) })),
  );
  const has = new Set(edges.map(({ from, to }) => `${from} ${to}`));
  return edges
    .filter(({ from, to }) => foldersBelowSource(`${to}/x`).length > 0 && from.startsWith(`${to}/`))
    .filter(({ from, to }) => has.has(`${to} ${from}`))
    .map(({ file, line, to }) => ({
      path: file.path,
      line,
      rule: "parent-and-child",
      message: `${to} imports this folder and is imported by it: merge them, or turn one arrow round`,
    }));
}

export function fileNames(files: readonly TreeFile[]): Violation[] {
  return duplicates(
    sourcesOf(files).map(({ path }) => ({
      name: posix.basename(path),
      path,
      line: 1,
      within: layerOf(path),
    })),
    "file-names",
    "has the same file name: name both after what they do",
  );
}

export function exportedNames(files: readonly TreeFile[]): Violation[] {
  const declared = sourcesOf(files).flatMap((file) => {
    const names = new Map(exportsOf(file).map(({ name, line }) => [name, line]));
    return [...names].map(([name, line]) => ({ name, line, path: file.path, within: layerOf(file.path) }));
  });
  return duplicates(declared, "exported-names", "exports the same name: give each meaning its own name");
}

type Named = { readonly name: string; readonly path: string; readonly line: number; readonly within: string };

function duplicates(all: readonly Named[], rule: string, complaint: string): Violation[] {
  const first = new Map<string, Named>();
  return all.flatMap((named) => {
    const key = `${named.within} ${named.name}`;
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, named);
      return [];
    }
    return [{ path: named.path, line: named.line, rule, message: `${named.name}: ${other.path} ${complaint}` }];
  });
}

function exportsOf(file: TreeFile): { name: string; line: number }[] {
  return parse(file).statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement)) return [];
    if (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) !== true) return [];
    const line = lineOf(statement);
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name) ? [{ name: name.text, line }] : [],
      );
    const name = "name" in statement ? statement.name : undefined;
    return name !== undefined && ts.isIdentifier(name) ? [{ name: name.text, line }] : [];
  });
}

function sourcesOf(files: readonly TreeFile[]): TreeFile[] {
  return files.filter(
    ({ path }) =>
      packageFolder(path) !== undefined &&
      ["src", "pages"].includes(path.split("/")[2] ?? "") &&
      isCode(path) &&
      !isTest(path) &&
      posix.basename(path) !== "index.ts",
  );
}

/** Returns the folder in which names are unique: pages run in browsers, apart from the other code of their package. */
function layerOf(path: string): string {
  return path.split("/").slice(0, 3).join("/");
}

function foldersBelowSource(path: string): string[] {
  return path.split("/").slice(3, -1);
}

function lineCount(text: string): number {
  return text.trimEnd().split("\n").length;
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
