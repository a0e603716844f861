/** Distinguishes a block that runs something from one that only declares functions for others. Pure. */
import ts from "typescript";

export function isProgram(text: string): boolean {
  const file = ts.createSourceFile("block.ts", text, ts.ScriptTarget.ES2023, false);
  return file.statements.some((statement) => !isDeclaration(statement) || awaits(statement));
}

function isDeclaration(statement: ts.Statement): boolean {
  return (
    ts.isImportDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isVariableStatement(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isClassDeclaration(statement)
  );
}

/** Ignores an await inside a function, because it runs only when the function is called. */
function awaits(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  return ts.isAwaitExpression(node) || (ts.forEachChild(node, awaits) ?? false);
}
