/** Keeps the benchmarks alive: each runs once, tiny. Figures are for quiet machines and never tested. */
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { compiledPath } from "../tools/compiled/compiled-url.ts";
import { URL_VARIABLES } from "../tools/services/supply/decide-supply.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const benchmarks = readdirSync(folder).filter((name) => name.endsWith(".bench.ts"));

test.concurrent.each(benchmarks)("%s runs to its end with --quick and prints what it measured", async (name) => {
  expect(await runQuickly(name, process.env)).toMatch(/\d/);
});

test.concurrent.each(["backup.bench.ts", "driver.bench.ts"])(
  "%s brings its own server where none runs",
  async (name) => {
    const { [URL_VARIABLES.postgres]: _, ...env } = process.env;
    expect(await runQuickly(name, env)).toMatch(/\d/);
  },
);

async function runQuickly(name: string, env: NodeJS.ProcessEnv): Promise<string> {
  const words = [compiledPath(new URL(name, import.meta.url)), "--quick"];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder, env });
  return stdout;
}
