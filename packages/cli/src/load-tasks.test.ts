import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { defineIntake, defineTask } from "@rota/engine";
import { makeFolder } from "../test/run-rota.ts";
import { loadTasks } from "./load-tasks.ts";

let folder: Awaited<ReturnType<typeof makeFolder>>;
let module: string;
beforeEach(async () => {
  folder = await makeFolder();
  module = join(folder.path, "tasks.mjs");
});
afterEach(() => folder.remove());

/** Text of a definition as a module sees it, without imports. */
const taskText = (name: string): string => `{ name: "${name}", version: 1, plan() {}, run() {} }`;

test("tasks are taken from named exports and from a default array, each once, and other exports are ignored", async () => {
  await writeFile(
    module,
    `export const one = ${taskText("demo.one")};
     export default [one, ${taskText("demo.two")}];
     export const limit = 7, help = () => one, nothing = undefined;`,
  );

  const { tasks, codec } = await loadTasks(module);

  expect(codec).toBeUndefined();
  expect(tasks.map(({ name }) => name).sort()).toEqual(["demo.one", "demo.two"]);
});

test("intakes are taken like tasks, even from a module without tasks", async () => {
  const intakeText = `{ name: "orders", taskType: "intake.orders", handle() {} }`;
  await writeFile(module, `export const orders = ${intakeText}; export default [orders];`);

  const { tasks, intakes } = await loadTasks(module);

  expect(tasks).toEqual([]);
  expect(intakes.map(({ name }) => name)).toEqual(["orders"]);
  expect(Object.keys(defineIntake({ name: "orders", handle: () => Promise.resolve() }))).toEqual(
    expect.arrayContaining(["name", "taskType", "handle"]),
  );
});

test("a codec is taken from the export with that name", async () => {
  await writeFile(
    module,
    `export const one = ${taskText("demo.one")}; export const codec = { encode: () => "sealed", decode: () => 7 };`,
  );

  const { codec } = await loadTasks(module);

  expect(codec?.decode("sealed", { field: "result", type: "demo.one" })).toBe(7);
});

test("a definition from defineTask is recognized as a task", () => {
  const task = defineTask({ name: "demo.one", run: () => 1 });

  expect(Object.keys(task)).toEqual(expect.arrayContaining(["name", "version", "plan", "run"]));
});

const refusals: [string, string | undefined, string][] = [
  ["one that is not there", undefined, "there is no file"],
  ["one that cannot be loaded", 'throw new Error("no luck");', "it cannot be loaded: no luck"],
  ["one that exports nothing", "1;", "it exports no task, only nothing; export what defineTask() made"],
  ["one without tasks", "export const a = 1; export const b = () => 2;", "it exports no task, only a, b"],
  ["one with an empty array", "export default [];", "it exports no task, only default"],
  [
    "one with a codec that cannot decode",
    `export default [${taskText("a")}]; export const codec = { encode() {} };`,
    "its export codec is none",
  ],
  ["one with something else among its tasks", "export default [7];", "item 0 of its default export is no task"],
];

test.each(refusals)("a module without usable exports is refused with the reason: %s", async (_name, text, reason) => {
  if (text !== undefined) await writeFile(module, text);

  const refused: unknown = await loadTasks(module).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "TASKS_MODULE_INVALID" });
  expect(String(refused)).toContain(`--tasks ${module}: ${reason}`);
});
