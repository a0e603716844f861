/** Every example runs compiled and unchanged on a shared bundled PostgreSQL, and prints what its comments say. */
import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compiledPath } from "../tools/compiled/compiled-url.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const PRINTED: Readonly<Record<string, RegExp>> = {
  "01-first-task.ts": /^6\n$/,
  "02-two-phases.ts": /^scan of page i\nscan of page ii\nscan of page iii\nindex of book 7\nall done\n$/,
  "03-fair-turns.ts": /^ann bob ann bob ann ann ann ann\n$/,
  "04-own-writes.ts": /^\[ \{ payee: 'ann', cents: 500 \} \]\n$/,
  "05-retry-and-redrive.ts":
    /^(attempt \d\n){3}\{ taskId: '\d+', code: 'ECONNREFUSED' \}\n(1\nattempt 1|attempt 1\n1)\na message was delivered\n$/,
  "06-schedule.ts": /^(full for \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z\n)+$/,
  "07-test-a-task.ts": /^as expected\n$/,
};

describe("the examples", () => {
  let folder = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rota-examples-"));
    await chmod(folder, 0o711); // if root started it, the server runs as another user
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.concurrent.each(Object.keys(PRINTED))("%s prints what it says, and nothing else", async (name) => {
    const { stdout, stderr } = await runExample(name, folder);

    expect(stdout).toMatch(PRINTED[name] ?? /^$/);
    expect(stderr).toBe("");
  });

  test("are all run", async () => {
    const files = (await readdir(join(root, "examples"))).filter((name) => /^\d/.test(name));

    expect(files.sort()).toEqual(Object.keys(PRINTED));
  });

  test("begin with the one that the README shows", async () => {
    const example = await readFile(join(root, "examples/01-first-task.ts"), "utf8");
    const readme = await readFile(join(root, "README.md"), "utf8");

    expect(/## First example\n\n```ts\n([^]*?)```/.exec(readme)?.[1]).toBe(example);
  });
});

/** Runs each example in its own schema: they share a queue, and their workers would take each other's tasks. */
function runExample(name: string, folder: string): Promise<{ stdout: string; stderr: string }> {
  const schema = `example_${name.slice(0, 2)}`;
  const env = { PATH: process.env["PATH"], ROTA_DATA_DIR: folder, ROTA_SCHEMA: schema, ROTA_LOG_LEVEL: "warn" };
  return promisify(execFile)(process.execPath, [compiledPath(new URL(name, import.meta.url))], { cwd: root, env });
}
