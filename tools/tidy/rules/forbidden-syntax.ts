/** No class property with a definite `!` and no `declare enum`: the syntax that neither the compiler nor oxlint refuses. */
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
  if (ts.isEnumDeclaration(node)) return `"enum": use a union of string literals`;
  if (ts.isPropertyDeclaration(node) && node.exclamationToken !== undefined) {
    return `definite "!": give the property a value in the constructor`;
  }
  return undefined;
}
