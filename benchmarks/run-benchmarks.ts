/**
 * `npm run bench`: runs the benchmarks one after another, each in its own process, and writes the page of all results.
 */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writePage } from "./page/write-page.ts";

const USAGE = `npm run bench                         run all benchmarks in full, then write benchmarks/results/README.md
npm run bench -- --only submit,http   run these
npm run bench -- --quick              run each once, tiny: figures mean nothing and are not kept
npm run bench -- --index              write the page from the results that are there, and measure nothing
npm run bench -- --list               say which benchmarks there are`;

const ENDING = ".bench.ts";
const folder = fileURLToPath(new URL(".", import.meta.url));
const known = readdirSync(folder)
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length));

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  const options = readOptions(words);
  if (typeof options === "string") {
    console.error(`${options}\n\n${USAGE}`);
    return 2;
  }
  if (options.isList) return say(known.join("\n"));
  if (options.isIndex) return say(writePage());
  const failed = await runAll(options.names, options.isQuick);
  if (!options.isQuick) say(writePage());
  if (failed.length > 0) console.error(`failed: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

type BenchmarkOptions = {
  readonly names: readonly string[];
  readonly isQuick: boolean;
  readonly isIndex: boolean;
  readonly isList: boolean;
};

/** Returns a sentence if an argument is wrong. */
function readOptions(words: readonly string[]): BenchmarkOptions | string {
  const flag = { type: "boolean", default: false } as const;
  const options = { only: { type: "string" }, quick: flag, index: flag, list: flag } as const;
  try {
    const { values } = parseArgs({ args: [...words], options });
    const names = values.only === undefined ? known : values.only.split(",");
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) return `there is no benchmark ${unknown.join(", ")}; choose among ${known.join(", ")}`;
    return { names, isQuick: values.quick, isIndex: values.index, isList: values.list };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Runs all benchmarks, also after a failure, and returns the names of those that failed. */
async function runAll(names: readonly string[], isQuick: boolean): Promise<string[]> {
  const failed: string[] = [];
  for (const [index, name] of names.entries()) {
    console.error(`[${String(index + 1)}/${String(names.length)}] ${name} …`);
    const startedMs = performance.now();
    const isGood = await runOne(name, isQuick);
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    console.error(
      `[${String(index + 1)}/${String(names.length)}] ${name} ${isGood ? "done" : "FAILED"} in ${seconds} s`,
    );
    if (!isGood) failed.push(name);
  }
  return failed;
}

function runOne(name: string, isQuick: boolean): Promise<boolean> {
  const words = [...process.execArgv, `${folder}${name}${ENDING}`, ...(isQuick ? ["--quick"] : [])];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "inherit", "inherit"] });
  return new Promise((resolve, reject) => child.once("error", reject).once("close", (code) => resolve(code === 0)));
}

function say(text: string): number {
  console.log(text);
  return 0;
}
