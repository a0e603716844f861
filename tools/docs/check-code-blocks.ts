/** TypeScript in the pages compiles as a user's code would; a block marked `ts not-checked="…"` is skipped. */
import { join } from "node:path";
import ts from "typescript";
import type { Violation } from "../tidy/violation.ts";
import { blocksIn } from "./blocks/block-use.ts";
import type { CodeBlock, Page } from "./page.ts";

type Example = { readonly page: Page; readonly block: CodeBlock };

export function checkCodeBlocks(pages: readonly Page[], root: string): Violation[] {
  const examples = new Map<string, Example>();
  for (const page of pages) {
    for (const { block } of blocksIn(page, "ts").filter(({ use }) => use.notChecked === undefined)) {
      examples.set(join(root, `docs-example-${String(examples.size)}.ts`), { page, block });
    }
  }
  return examples.size === 0 ? [] : problemsIn(examples, root).map(toViolation);

  function toViolation(diagnostic: ts.Diagnostic): Violation {
    const example = examples.get(diagnostic.file?.fileName ?? "");
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, " ");
    const inside = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0;
    const line = (example?.block.line ?? 0) + inside + 1;
    return {
      path: example?.page.path ?? diagnostic.file?.fileName ?? "tsconfig.base.json",
      line,
      rule: "code",
      message,
    };
  }
}

/** Skips the sources that examples import, because the type check of the repository covers them. */
function problemsIn(examples: ReadonlyMap<string, Example>, root: string): readonly ts.Diagnostic[] {
  const program = compile(examples, root);
  const files = [...examples.keys()].map((path) => program.getSourceFile(path));
  return [
    ...program.getOptionsDiagnostics(),
    ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
}

/** Sources and libraries of the compiler, read only once for all pages. */
const sourceFiles = new Map<string, ts.SourceFile | undefined>();

/** Compiles the examples in memory, at the root of the repository, so that they find packages as a user's file does. */
function compile(examples: ReadonlyMap<string, Example>, root: string): ts.Program {
  const read = ts.readConfigFile(join(root, "tsconfig.base.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  const exampleOptions = { ...options, noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(exampleOptions);
  host.fileExists = (path) => examples.has(path) || ts.sys.fileExists(path);
  host.readFile = (path) => examples.get(path)?.block.text ?? ts.sys.readFile(path);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (path, language) => {
    if (examples.has(path)) return readSource(path, language);
    if (!sourceFiles.has(path)) sourceFiles.set(path, readSource(path, language));
    return sourceFiles.get(path);
  };
  return ts.createProgram([...examples.keys()], exampleOptions, host);
}
