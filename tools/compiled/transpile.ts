/** Transpiles a TypeScript file to JavaScript, types unchecked; its relative imports name the compiled files. */
import ts from "typescript";

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

export function transpile(fileName: string, text: string): string {
  return ts.transpileModule(text, { fileName, compilerOptions: OPTIONS }).outputText;
}
