/** No `any`, `enum`, `namespace`, non-null `!` or parameter property: the first and fourth hide mistakes, the others are not erasable. */
import ts from "typescript";
import { isCode } from "../file-kinds.ts";
import { allNodes, lineOf } from "../syntax.ts";
import type { TreeFile, Violation } from "../violation.ts";

export function forbiddenSyntax(files: readonly TreeFile[]): Violation[] {
  return files
    .filter((file) => isCode(file.path))
    .flatMap((file) =>
      allNodes(file).flatMap((node) => {
        const message = objectionTo(node);
        return message === undefined
          ? []
          : [{ path: file.path, line: lineOf(node), rule: "forbidden-syntax", message }];
      }),
    );
}

function objectionTo(node: ts.Node): string | undefined {
  if (node.kind === ts.SyntaxKind.AnyKeyword) return `"any": say "unknown" and narrow it`;
  if (ts.isEnumDeclaration(node)) return `"enum": use a union of string literals`;
  if (ts.isModuleDeclaration(node) && ts.isIdentifier(node.name)) return `"namespace": a file is the namespace`;
  if (ts.isNonNullExpression(node)) return `non-null "!": handle the case that nothing is there`;
  if (ts.isPropertyDeclaration(node) && node.exclamationToken !== undefined) {
    return `definite "!": give the property a value in the constructor`;
  }
  if (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent)) {
    return "parameter property: declare the field and assign it";
  }
  return undefined;
}
