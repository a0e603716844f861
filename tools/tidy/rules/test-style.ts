/** Every test runs, and waits for a signal instead of a time. */
import ts from "typescript";
import { isTest } from "../file-kinds.ts";
import { allNodes, isTestFunction, lineOf } from "../syntax.ts";
import type { TreeFile, Violation } from "../violation.ts";

const NOT_RUN = new Set(["only", "skip", "todo"]);
const WAITS = new Set(["setTimeout", "sleep", "delay"]);

export function testStyle(files: readonly TreeFile[]): Violation[] {
  return files
    .filter((file) => isTest(file.path))
    .flatMap((file) =>
      allNodes(file).flatMap((node) => {
        const message = objectionTo(node);
        return message === undefined ? [] : [{ path: file.path, line: lineOf(node), rule: "test-style", message }];
      }),
    );
}

function objectionTo(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && NOT_RUN.has(node.name.text) && isTestFunction(node.expression)) {
    return `.${node.name.text}: run every test; where a driver lacks something, use skipIf with the reason in the name`;
  }
  if (ts.isImportSpecifier(node) && WAITS.has((node.propertyName ?? node.name).text)) return advice(node.name.text);
  return ts.isCallExpression(node) && WAITS.has(calledName(node)) ? advice(`${calledName(node)}()`) : undefined;
}

function advice(what: string): string {
  return `${what}: wait for a signal or a condition, not for a time`;
}

function calledName({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
}
