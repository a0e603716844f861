/** A function has at most 70 lines. Unlike max-lines-per-function of oxlint, the rule leaves callbacks of tests out and no other function. */
import ts from "typescript";
import { isCode, isTest } from "../file-kinds.ts";
import { allNodes, isTestCall, lineAt, lineOf, nodesBelow, parse } from "../syntax.ts";
import type { TreeFile, Violation } from "../violation.ts";

export const FUNCTION_LINES_MAX = 70;

export function functionLength(files: readonly TreeFile[]): Violation[] {
  return files.filter((file) => isCode(file.path)).flatMap(checkFunctions);
}

function checkFunctions(file: TreeFile): Violation[] {
  const source = parse(file);
  return allNodes(file)
    .filter((node) => isFunctionWithBody(node) && !(isTest(file.path) && holdsTests(node)))
    .map((node) => ({ line: lineOf(node), lines: lineAt(source, node.getEnd()) - lineOf(node) + 1 }))
    .filter(({ lines }) => lines > FUNCTION_LINES_MAX)
    .map(({ line, lines }) => ({
      path: file.path,
      line,
      rule: "function-length",
      message: `${String(lines)} lines, at most ${String(FUNCTION_LINES_MAX)}: write it as its steps`,
    }));
}

function isFunctionWithBody(node: ts.Node): boolean {
  return ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
}

/** Returns true for the callback of a test or describe, and for a suite that declares tests. */
function holdsTests(node: ts.Node): boolean {
  return isTestCall(node.parent) || nodesBelow(node).some(isTestCall);
}
