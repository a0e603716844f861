/** Tests the output on a terminal: a bar while a task runs, colours unless NO_COLOR is set, and neither in a pipe. */
import { spawn, spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createEngine, defineTask, silentLogger, type Database, type Engine } from "@rota/engine";
import { openCliSchema, type CliSchema } from "./cli-schema.ts";
import { COMPILED, makeFolder, runRota } from "./run-rota.ts";

const hasScript = spawnSync("script", ["--version"]).error === undefined;

let folder: Awaited<ReturnType<typeof makeFolder>>;
let schema: CliSchema;
let database: Database;
let engine: Engine;
let open: () => void = () => undefined;
const opened = new Promise<void>((resolve) => (open = resolve));
const slow = defineTask({ name: "demo.slow", split: () => [1, 2], run: () => opened });

beforeAll(async () => {
  folder = await makeFolder();
  schema = await openCliSchema();
  ({ database } = schema);
  engine = await createEngine({ tasks: [slow], database, logger: silentLogger });
  await engine.start();
});
afterAll(async () => {
  await engine.stop();
  await schema.dispose();
  await folder.remove();
});

/** Runs a command on a pseudo-terminal with `script` (util-linux). */
function onTerminal(words: readonly string[], env: Record<string, string> = {}) {
  const command = [process.execPath, ...COMPILED, ...words].map((word) => `'${word}'`).join(" ");
  const given = Object.entries(process.env).filter(([name]) => !/^(ROTA_|NO_COLOR|FORCE_COLOR|CI$)/.test(name));
  const child = spawn("script", ["-qefc", command, "/dev/null"], {
    cwd: folder.path,
    env: { ...Object.fromEntries(given), TERM: "xterm-256color", ...schema.env, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let out = "";
  child.stdout.on("data", (part: Buffer) => (out += part.toString()));
  const ended = new Promise<{ exitCode: number | null; out: string }>((resolve) =>
    child.on("close", (exitCode) => resolve({ exitCode, out })),
  );
  return { ended, shown: () => out };
}

describe.skipIf(!hasScript)("on a terminal", () => {
  test("rota task --watch shows a bar until the task ends, and then its outcome", async () => {
    const task = await engine.submit(slow, undefined);
    const watching = onTerminal(["task", String(task.taskId), "--watch"]);
    await vi.waitUntil(() => watching.shown().includes("[------------------------]   0 %"), { timeout: 50_000 });

    open();
    const { exitCode, out } = await watching.ended;

    expect(exitCode).toBe(0);
    expect(out).toContain("is \u001b[32mCOMPLETED\u001b[39m at 100 % after");
  });

  test("lists are coloured, unless NO_COLOR is set", async () => {
    const [coloured, plain] = await Promise.all([
      onTerminal(["tasks"]).ended,
      onTerminal(["tasks"], { NO_COLOR: "1" }).ended,
    ]);

    expect(coloured.out).toContain("\u001b[1m");
    expect(plain.out).not.toContain("\u001b[");
    expect(plain.out).toContain("submitted");
  });
});

test("a pipe gets neither bars nor colours", async () => {
  const { out, err, exitCode } = await runRota(folder.path, ["bench", "--chunks", "50"], schema.env);

  expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
  expect(out).not.toContain("\u001b");
  expect(out).toMatch(/claim and settle +[\d,]+ chunks a second/);
});
