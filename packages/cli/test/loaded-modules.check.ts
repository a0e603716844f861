/** Tests that a command loads only what it needs and starts fast. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { COMPILED_URL } from "../../../tools/compiled/compiled-url.ts";
import { WORKLOAD_NAMES } from "../../../tools/testing/rota-command.ts";
import { makeFolder, startRota } from "./run-rota.ts";

/** Program in separate modules, as it is published. */
const BIN = fileURLToPath(new URL("packages/cli/src/bin.js", COMPILED_URL));
/** Packages, which are found from the folder of the program. */
const WORKLOADS = WORKLOAD_NAMES.map((name) => `@rota/${name}`).join(",");
/** Modules that list what a workload runs. */
const PARTS = /\/workloads\/\w+\/(src|dist)\/parts\.js$/;
/** Modules with commands of a workload, and one that runs them. */
const COMMANDS = /\/workloads\/\w+\/(src|dist)\/commands\//;
const VERIFY = /\/workloads\/ledger\/(src|dist)\/commands\/verify-books\.js$/;
const SCHEMAS = /\/node_modules\/typebox\//;

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());

test.each([
  ["--version", []],
  ["help", ["ledger", "verify"]],
  ["config", []],
  ["tasks", ["--database-url", process.env["ROTA_TEST_POSTGRES_URL"] ?? "", "--schema", "rota_not_there"]],
])("rota %s starts without the modules of servers and workers", async (command, words) => {
  const loaded = await modulesOf([command, ...words]);

  expect(loaded.some((url) => url.endsWith("/command-line.js"))).toBe(true);
  expect(loaded.filter((url) => PARTS.test(url) || VERIFY.test(url) || SCHEMAS.test(url))).toEqual([]);
  const isOfWorkload = command === "help";
  expect(loaded.filter((url) => COMMANDS.test(url)).map((url) => url.includes("/ledger/"))).toEqual(
    isOfWorkload ? [true] : [],
  );
});

test("rota ledger verify loads what it runs", async () => {
  const loaded = await modulesOf(["ledger", "verify", "no-file.jsonl"]);

  expect(loaded.filter((url) => VERIFY.test(url))).toHaveLength(1);
});

/** Returns the loaded modules, which Node.js reports for coverage measurements. */
async function modulesOf(words: readonly string[]): Promise<string[]> {
  const notes = join(folder.path, "coverage");
  await startRota(folder.path, words, { NODE_V8_COVERAGE: notes, ROTA_WORKLOADS: WORKLOADS }, [BIN]).finished;
  const files = await readdir(notes);
  const texts = await Promise.all(files.map((file) => readFile(join(notes, file), "utf8")));
  return texts.flatMap((text) => [...text.matchAll(/"url":"(file:[^"]+)"/g)].map(([, url = ""]) => url));
}
