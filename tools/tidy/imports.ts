/** Lists the imports of a file, re-exports included, and the targets of relative ones. Pure. */
import { posix } from "node:path";
import ts from "typescript";
import { allNodes, lineOf } from "./syntax.ts";
import type { TreeFile } from "./violation.ts";

export type Import = {
  readonly specifier: string;
  /** Whether nothing is loaded at run time. False for `import { type A }`: the compiler keeps the bare import. */
  readonly isTypeOnly: boolean;
  /** Loaded by `import()`, when the code reaches it. */
  readonly isDynamic: boolean;
  readonly line: number;
  /** Path of the imported file from the root of the repository; undefined for packages. */
  readonly target: string | undefined;
};

export function importsOf(file: TreeFile): Import[] {
  return allNodes(file).flatMap((node) => {
    const found = readImport(node);
    if (found === undefined) return [];
    const target = found.specifier.startsWith(".") ? posix.join(posix.dirname(file.path), found.specifier) : undefined;
    return [{ ...found, isDynamic: ts.isCallExpression(node), line: lineOf(node), target }];
  });
}

function readImport(node: ts.Node): { specifier: string; isTypeOnly: boolean } | undefined {
  if (ts.isImportDeclaration(node)) {
    return withSpecifier(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
  }
  if (ts.isExportDeclaration(node)) return withSpecifier(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node)) {
    return ts.isLiteralTypeNode(node.argument) ? withSpecifier(node.argument.literal, true) : undefined;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return withSpecifier(node.arguments[0], false);
  }
  return undefined;
}

function withSpecifier(node: ts.Node | undefined, isTypeOnly: boolean) {
  return node !== undefined && ts.isStringLiteralLike(node) ? { specifier: node.text, isTypeOnly } : undefined;
}
