/** Tests that the command shows how tasks ended: `rota submit --wait` and `rota task`. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createEngine, defineTask, type Engine, PermanentError, silentLogger } from "@rota/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCliSchema, type CliSchema } from "./cli-schema.ts";
import { runHere } from "./run-here.ts";
import { makeFolder, runRota, startRota } from "./run-rota.ts";

const greet = defineTask({
  name: "demo.greet",
  run: ({ name }: { name?: string }) => {
    if (name === undefined) throw new PermanentError("there is no name", { code: "NO_NAME" });
    return { greeting: `hello ${name}` };
  },
});
const MODULE = `export const greet = {
  name: "demo.greet", version: 1, queue: "default", pool: "default", retry: { kind: "list", delaysMs: [] }, settings: {},
  isJob: true, timeoutMs: 1000, async plan(input) { return { input, payloads: [input] }; }, async checkPayload() {}, async run() {},
};`;

let folder: Awaited<ReturnType<typeof makeFolder>>;
let schema: CliSchema;
let engine: Engine;
beforeAll(async () => {
  folder = await makeFolder();
  schema = await openCliSchema();
  await writeFile(join(folder.path, "tasks.mjs"), MODULE);
  engine = await createEngine({ tasks: [greet], database: schema.database, logger: silentLogger });
  await engine.start();
});
afterAll(async () => {
  await engine.stop();
  await schema.dispose();
  await folder.remove();
});

const rota = (...words: string[]) => runHere([...words, ...schema.words], { cwd: folder.path });
const submit = (input: string, ...words: string[]) =>
  rota("submit", "demo.greet", "--tasks", "tasks.mjs", "--input", input, ...words);

test("rota submit --wait shows the result of the task, which rota task shows later", async () => {
  const { exitCode, out } = await submit('{"name": "ann"}', "--wait", "--json");
  const submitted: unknown = JSON.parse(out);
  const taskId = /"taskId": "(\d+)"/.exec(out)?.[1] ?? "";
  const lines = await submit('{"name": "bea"}', "--wait");
  const later = await rota("task", taskId, "--json");
  const shown = await rota("task", taskId);

  expect({ exitCode, submitted }).toMatchObject({
    exitCode: 0,
    submitted: { isNew: true, state: "COMPLETED", result: { greeting: "hello ann" } },
  });
  expect(lines.out).toMatch(/^submitted task \d+\ntask \d+ is COMPLETED\n\{\n {2}"greeting": "hello bea"\n\}\n$/);
  expect(JSON.parse(later.out)).toMatchObject({ state: "COMPLETED", result: { greeting: "hello ann" }, error: null });
  expect(shown.out).toMatch(/input +\{"name":"ann"\}\n +result +\{"greeting":"hello ann"\}/);
});

test("rota submit --wait ends with 1 and the reason where the task fails", async () => {
  const json = await submit("{}", "--wait", "--json");
  const { exitCode, out } = await submit("{}", "--wait");

  const error = { code: "NO_NAME", message: "there is no name" };
  expect([json.exitCode, JSON.parse(json.out)]).toMatchObject([1, { state: "FAILED", error }]);
  expect(exitCode).toBe(1);
  expect(out).toMatch(/task \d+ is FAILED: NO_NAME: there is no name\n$/);
});

test("the module is named once, in rota.config.json: submit, serve and work need no flag for it", async () => {
  await writeFile(join(folder.path, "rota.config.json"), '{"tasks": "tasks.mjs"}');
  const { exitCode, out } = await rota("submit", "demo.greet", "--input", '{"name": "cid"}', "--wait", "--json");
  await writeFile(join(folder.path, "rota.config.json"), '{"tasks": "useless.mjs"}');
  await writeFile(join(folder.path, "useless.mjs"), "export const a = 1;");
  const served = await rota("serve", "--no-work");
  const worked = await runRota(folder.path, ["work"], { ...schema.env });
  const flag = await rota("submit", "demo.other", "--tasks", "tasks.mjs");
  await rm(join(folder.path, "rota.config.json"));
  const none = await rota("submit", "demo.greet");

  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ result: { greeting: "hello cid" } });
  for (const refused of [served, worked]) {
    expect(refused.exitCode).toBe(2);
    expect(refused.err).toContain("TASKS_MODULE_INVALID: --tasks useless.mjs");
  }
  expect(flag.err).toContain("this process knows the types demo.greet;");
  expect(none.err).toContain("--tasks, or with tasks in rota.config.json");
});

test("rota work warns where it has no tasks to run", async () => {
  const working = startRota(folder.path, ["work"], { ...schema.env });
  await working.printed("ready");
  working.process.kill("SIGINT");

  expect((await working.finished).err).toContain("there are no tasks to run: name a module with --tasks");
});

test("rota submit takes one of --wait and --watch", async () => {
  expect(await submit("{}", "--wait", "--watch")).toMatchObject({ exitCode: 2, out: "" });
});

test("rota tasks --watch prints the list whenever it has changed, until Ctrl-C", async () => {
  const watching = startRota(folder.path, ["tasks", "--watch", "--json", "--tenant", "watched"], { ...schema.env });
  await watching.printed('"items":[]');
  const dueAt = new Date(Date.now() + 86_400_000);
  const task = await engine.submit(greet, { name: "dan" }, { tenant: "watched", dueAt });
  await watching.printed('"state":"ACTIVE"');
  await task.cancel();
  await watching.printed('"state":"CANCELLED"');
  watching.process.kill("SIGINT");

  const { exitCode, out, err } = await watching.finished;
  expect([exitCode, err]).toEqual([0, ""]);
  const lines = out.trim().split("\n");
  expect(lines.filter((line, index) => line === lines[index - 1])).toEqual([]);
});
