/** Keeps `npm run chaos` alive: one fault on one subject, with real processes. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { compiledPath } from "../tools/compiled/compiled-url.ts";

/** With this seed the fault strikes soon and the dead worker returns soon. */
const QUICK_SEED = "275";

test("a killed worker costs the engine's jobs nothing but time, and the command says so", async () => {
  const words = [
    compiledPath(new URL("main.ts", import.meta.url)),
    "--only",
    "worker-kill:engine",
    "--seed",
    QUICK_SEED,
  ];

  const { stdout } = await promisify(execFile)(process.execPath, words, {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
  });

  expect(stdout).toMatch(/worker-kill:engine: ok, 0 lost, 0 duplicated, \d+ late of \d+, \d+ turns replayed/);
});
