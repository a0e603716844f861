/** Tests more of `rota work` with separate processes: modules in TypeScript, a killed supervisor, the sources. */
import { createEngine, silentLogger, type Engine } from "@rota/engine";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openCliSchema, type CliSchema } from "./cli-schema.ts";
import { makeFolder, startRota } from "./run-rota.ts";
import { BUILD, isRunning, say, SOURCES, startWork } from "./start-work.ts";

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

test("without a user module it still starts, because the workloads have tasks", async () => {
  const rota = startRota(folder.path, ["work"], schema.env);
  onTestFinished(() => void rota.process.kill("SIGKILL"));

  await rota.printed("ready");
});

test("worker processes end with their supervisor, even if it is killed", async () => {
  const rota = await startWork(
    { folder: folder.path, env: schema.env, build: BUILD, language: "ts" },
    "--processes",
    "2",
  );
  const { pid } = await (await engine.submit(say, "one")).result();

  rota.process.kill("SIGKILL");

  await vi.waitUntil(() => !isRunning(pid), { interval: 20 });
});

// For this repository, where the command runs from its sources.
test("the sources behave like the build, with the lease thread and the computing processes", async () => {
  const rota = await startWork({ folder: folder.path, env: schema.env, build: SOURCES, language: "ts" });

  const { word } = await (await engine.submit(say, "one")).result();
  rota.process.kill("SIGTERM");

  expect(word).toBe("one");
  expect((await rota.finished).exitCode).toBe(0);
});
