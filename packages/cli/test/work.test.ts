/** Tests what users rely on when they run their tasks with `rota work`. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createEngine, silentLogger, type Engine } from "@rota/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCliSchema, type CliSchema } from "./cli-schema.ts";
import { runHere } from "./run-here.ts";
import { makeFolder, runRota } from "./run-rota.ts";
import { BUILD, isRunning, say, startWork } from "./start-work.ts";

let folder: Awaited<ReturnType<typeof makeFolder>>;
let schema: CliSchema;
let engine: Engine;
beforeAll(async () => {
  folder = await makeFolder();
  schema = await openCliSchema();
  engine = await createEngine({ tasks: [say], database: schema.database, logger: silentLogger });
});
afterAll(async () => {
  await engine.stop();
  await schema.dispose();
  await folder.remove();
});

test("tasks run, a killed process is replaced, and SIGTERM ends everything in order", async () => {
  const rota = await startWork(
    { folder: folder.path, env: schema.env, build: BUILD, language: "js" },
    "--worker-id",
    "ann",
  );

  const first = await (await engine.submit(say, "one")).result();
  process.kill(first.pid, "SIGKILL");
  const second = await (await engine.submit(say, "two")).result();
  rota.process.kill("SIGTERM");

  expect([first.word, second.word]).toEqual(["one", "two"]);
  expect(second.pid).not.toBe(first.pid);
  const { exitCode, err } = await rota.finished;
  expect(exitCode).toBe(0);
  expect(err).toContain("a worker process has ended: another is started");
  expect(isRunning(second.pid)).toBe(false);
});

test("an unusable module is refused in one line, however many processes were requested", async () => {
  await writeFile(join(folder.path, "useless.mjs"), "export const a = 1;");

  const { exitCode, err } = await runRota(folder.path, ["work", "--tasks", "useless.mjs", "--processes", "3"]);

  expect(err).toMatch(/^rota: TASKS_MODULE_INVALID: --tasks useless\.mjs: it exports no task, only a; [^\n]*\n$/);
  expect(exitCode).toBe(2);
});

test("wrong words are refused, and the help lists the options", async () => {
  const count = await runHere(["work", "--tasks", "x", "--processes", "0"]);
  const help = await runRota(folder.path, ["work", "--help"]);

  expect(count).toMatchObject({ exitCode: 2 });
  expect(count.err).toContain("from 1 to 1000");
  expect(help.out).toContain("--processes <count>");
});
