/** SQL is written in *.sql and *.sql.ts files and nowhere else; tests may use the tag. */
import ts from "typescript";
import { isCode, isTest } from "../file-kinds.ts";
import { allNodes, lineOf } from "../syntax.ts";
import type { TreeFile, Violation } from "../violation.ts";

const STATEMENTS = [
  String.raw`select\s+(\*|\d|'|\$|[\w.]+\(|[^;]*?\bfrom\s)`,
  String.raw`insert\s+into\s+\S`,
  String.raw`update\s+\S+\s+(as\s+\w+\s+)?set\s`,
  String.raw`delete\s+from\s+\S`,
  String.raw`(create|alter|drop)\s+(or\s+replace\s+)?(unique\s+)?(table|index|schema|function|role|user|database|type|view|sequence|trigger|extension|system)\s`,
  String.raw`truncate\s+table\s`,
  String.raw`with\s+(recursive\s+)?\w+\s+as\s+(materialized\s+)?\(`,
  String.raw`(begin|start)\s+(transaction|isolation|read)\b`,
  String.raw`(release\s+|rollback\s+to\s+)?savepoint\s+\S`,
  String.raw`(un)?listen\s+(\*|"|\$|\w+$)`,
  String.raw`set\s+(local|session)\s`,
  String.raw`copy\s+\S+\s+(\([^)]*\)\s+)?(from|to)\s+std(in|out)\b`,
];
const STATEMENT = new RegExp(String.raw`^\s*(${STATEMENTS.join("|")})`, "i");
/** Ignores an English sentence that starts with "Select" or "Update". */
const FIRST_WORD_IN_ONE_CASE = /^\s*([a-z]+|[A-Z]+)\b/;

export function sqlPlacement(files: readonly TreeFile[]): Violation[] {
  return files.filter((file) => isCode(file.path) && !file.path.endsWith(".sql.ts")).flatMap(checkFile);
}

function checkFile(file: TreeFile): Violation[] {
  const isTestFile = isTest(file.path);
  return allNodes(file).flatMap((node) => {
    const what = isTestFile ? unmarkedSql(node) : (unmarkedSql(node) ?? markedSql(node));
    if (what === undefined) return [];
    const remedy = isTestFile ? "write it with the sql tag" : "move it to a *.sql.ts file beside this one";
    return [{ path: file.path, line: lineOf(node), rule: "sql-placement", message: `${what}: ${remedy}` }];
  });
}

function markedSql(node: ts.Node): string | undefined {
  if (ts.isTaggedTemplateExpression(node) && isNamed(node.tag, "sql")) return "a statement in the sql tag";
  if (!ts.isCallExpression(node) || !isNamed(node.expression, "sqlScript")) return undefined;
  return isText(node.arguments[0]) ? "a literal in sqlScript()" : undefined;
}

function unmarkedSql(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const first = node.arguments[0];
    const isBareWord = node.expression.name.text === "query" && isText(first) && !startsLikeSql(first);
    return isBareWord ? "a literal in query()" : undefined;
  }
  return isText(node) && !isMarked(node) && startsLikeSql(node) ? "a string that holds SQL" : undefined;
}

function startsLikeSql(node: ts.StringLiteralLike | ts.TemplateExpression): boolean {
  const text = ts.isTemplateExpression(node) ? textOfTemplate(node) : node.text;
  return FIRST_WORD_IN_ONE_CASE.test(text) && STATEMENT.test(text);
}

/** Returns the template with a placeholder for each value. */
function textOfTemplate(node: ts.TemplateExpression): string {
  return node.head.text + node.templateSpans.map((span) => `$value${span.literal.text}`).join("");
}

function isText(node: ts.Node | undefined): node is ts.StringLiteralLike | ts.TemplateExpression {
  return node !== undefined && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node));
}

/** Returns true for text marked as SQL by the tag or by sqlScript(). */
function isMarked(node: ts.Node): boolean {
  if (ts.isTaggedTemplateExpression(node.parent)) return isNamed(node.parent.tag, "sql");
  return ts.isCallExpression(node.parent) && isNamed(node.parent.expression, "sqlScript");
}

function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}
