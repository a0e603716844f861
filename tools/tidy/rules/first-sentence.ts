/** Each source file starts with a doc comment whose first paragraph is a sentence. */
import { isTypeScript, isTest } from "../file-kinds.ts";
import type { TreeFile, Violation } from "../violation.ts";

const CHECKED = /^((packages|workloads)\/[^/]+\/src|tools|examples|benchmarks)\//;

export function firstSentence(files: readonly TreeFile[]): Violation[] {
  return files
    .filter(({ path }) => isTypeScript(path) && !isTest(path) && CHECKED.test(path))
    .filter(({ text }) => !startsWithSentence(text))
    .map(({ path }) => ({
      path,
      line: 1,
      rule: "first-sentence",
      message: "start the file with /** one sentence that says what it is, with a full stop. */",
    }));
}

function startsWithSentence(text: string): boolean {
  const comment = /^(?:#![^\n]*\n)?\/\*\*([\s\S]*?)\*\//.exec(text)?.[1];
  const lines = comment?.split("\n").map((line) => line.replace(/^\s*\* ?/, "").trim()) ?? [];
  const paragraph = lines.join("\n").trim().split("\n\n")[0] ?? "";
  return /^[^a-z@][^]*\.$/.test(paragraph);
}
