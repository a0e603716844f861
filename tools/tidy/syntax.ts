/** Parses a file once for all rules, and walks its syntax tree. */
import ts from "typescript";
import type { TreeFile } from "./violation.ts";

const parsed = new WeakMap<TreeFile, ts.SourceFile>();
const walked = new WeakMap<TreeFile, readonly ts.Node[]>();

export function parse(file: TreeFile): ts.SourceFile {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
  parsed.set(file, source);
  return source;
}

/** Returns every node of the file, parents first. */
export function allNodes(file: TreeFile): readonly ts.Node[] {
  const known = walked.get(file);
  if (known !== undefined) return known;
  const nodes = nodesBelow(parse(file));
  walked.set(file, nodes);
  return nodes;
}

/** Returns the node and everything below it, parents first. */
export function nodesBelow(top: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(top);
  return nodes;
}

/** Returns the line of a node, counted from 1, without the comments before it. */
export function lineOf(node: ts.Node): number {
  return lineAt(node.getSourceFile(), node.getStart());
}

export function lineAt(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

/**
 * Returns `test` for `test`, `test.only` and `test.each(rows)`; undefined when the expression does not start with a
 * name.
 */
function leadingName(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return leadingName(expression.expression);
  if (ts.isCallExpression(expression)) return leadingName(expression.expression);
  if (ts.isTaggedTemplateExpression(expression)) return leadingName(expression.tag);
  return undefined;
}

const TEST_FUNCTIONS = new Set(["describe", "test", "it", "suite"]);

/** Returns true for `test`, `test.only`, `describe.each(rows)` and similar. */
export function isTestFunction(expression: ts.Expression): boolean {
  return TEST_FUNCTIONS.has(leadingName(expression) ?? "");
}

/** Returns true for `test(…)`, `describe.each(rows)(…)` and similar. */
export function isTestCall(node: ts.Node): boolean {
  return ts.isCallExpression(node) && isTestFunction(node.expression);
}
