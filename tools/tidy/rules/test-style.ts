/** Every test runs, and waits for a signal instead of a time. */
import ts from "typescript";
import { isTest } from "../file-kinds.ts";
import { isTestCall, lineOf, nodesOf, parse } from "../syntax.ts";
import type { TreeFile, Violation } from "../violation.ts";

const NOT_RUN = new Set(["only", "skip", "todo"]);
const WAITS = new Set(["setTimeout", "sleep", "delay"]);

export function testStyle(files: readonly TreeFile[]): Violation[] {
  return files
    .filter((file) => isTest(file.path))
    .flatMap((file) =>
      [...nodesOf(parse(file))].flatMap((node) => {
        const message = objectionTo(node);
        return message === undefined ? [] : [{ path: file.path, line: lineOf(node), rule: "test-style", message }];
      }),
    );
}

function objectionTo(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const called = calledName(node);
  if (isTestCall(node) && NOT_RUN.has(called)) {
    return `.${called}: run every test; where a driver lacks something, use skipIf with the reason in the name`;
  }
  return WAITS.has(called) ? `${called}(): wait for a signal or a condition, not for a time` : undefined;
}

function calledName({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
}
