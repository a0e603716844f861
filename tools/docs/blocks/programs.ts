/**
 * Runs the TypeScript of a page as a reader would: each program in its own process, all modules that only declare in
 * one.
 */
import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { COMPILED_URL } from "../../compiled/compiled-url.ts";
import { transpile } from "../../compiled/transpile.ts";

/** Among the compiled packages, so that the programs find them by name. */
const FOLDER = fileURLToPath(new URL(`docs-${String(process.pid)}/`, COMPILED_URL));

/** A refused request ends the program and everything that it left open. */
const RUNNER = `
const ask = globalThis.fetch;
globalThis.fetch = async (...request) => {
  const answer = await ask(...request);
  if (answer.ok) return answer;
  throw new Error(\`\${answer.url} answered \${String(answer.status)}: \${await answer.text()}\`);
};
for (const module of process.argv.slice(2)) await import(module);
process.exit(0);
`;

export type ProgramRun = {
  /** Text of one program, or of several modules that only declare. */
  readonly texts: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
};

let count = 0;

/** Returns what the program printed. Throws when it failed. */
export async function runPrograms({ texts, cwd, env }: ProgramRun): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const runner = join(FOLDER, "runner.mjs");
  await writeFile(runner, RUNNER);
  const modules = texts.map((text) => ({ path: join(FOLDER, `block-${String(++count)}.mjs`), text }));
  for (const { path, text } of modules) await writeFile(path, transpile("block.ts", text));
  const words = [runner, ...modules.map(({ path }) => pathToFileURL(path).href)];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd, env });
  return stdout;
}

export function removePrograms(): Promise<void> {
  return rm(FOLDER, { recursive: true, force: true });
}
