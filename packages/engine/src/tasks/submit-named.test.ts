/** Tests what callers from outside rely on when they submit by name. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { createEngine, type Engine } from "../engine.ts";
import { silentLogger } from "../runtime/logger.ts";
import { defineTask } from "./define-task.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";

const count = defineTask({ name: "demo.count", input: readNumber, run: async (number: number) => number + 1 });
const countAgain = defineTask({
  name: "demo.count",
  version: 2,
  input: readNumber,
  run: async (number: number) => number,
});

function readNumber(value: unknown): number {
  if (typeof value === "number") return value;
  throw new Error("it must be a number");
}

let opened: TestDatabase;
let engine: Engine;
beforeAll(async () => {
  opened = await openTestDatabase({ on: "postgres" });
  await migrate(opened.database);
  engine = await createEngine({ tasks: [count, countAgain], database: opened.database, logger: silentLogger });
});
afterAll(async () => {
  await engine.stop();
  await opened.dispose();
});

test("a task is submitted by its name, in its newest version unless another is named", async () => {
  const newest = await engine.submitNamed({ type: "demo.count", input: 1 });
  const older = await engine.submitNamed({ type: "demo.count", version: 1, input: 1 });

  const ids = [newest.taskId, older.taskId];
  const rows = await opened.database.query(
    sql<{ version: number }>`select version from rota.tasks where task_id = any (${ids}::bigint[]) order by task_id`,
  );
  expect(rows.map(({ version }) => version)).toEqual([2, 1]);
});

test("a name or version that this process does not know is refused, and so is wrong input", async () => {
  const other = engine.submitNamed({ type: "demo.other" });
  await expect(other).rejects.toMatchObject({ code: "TASK_TYPE_UNKNOWN" });
  await expect(other).rejects.toThrow(
    /knows the types demo\.count; load the module that defines another with `rota serve --tasks`/,
  );
  await expect(engine.submitNamed({ type: "demo.cuont" })).rejects.toThrow('did you mean "demo.count"?');
  await expect(engine.submitNamed({ type: "demo.count", version: 3 })).rejects.toThrow(/version 2, 1 only/);
  await expect(engine.submitNamed({ type: "demo.count", input: "x" })).rejects.toMatchObject({ code: "INPUT_INVALID" });
});

describe("options that are mistakes are refused, and nothing is submitted", () => {
  const monthAgo = new Date(Date.now() - 30 * 86_400_000);

  test.each<[string, object, RegExp]>([
    ["a number as dueAt", { dueAt: 1_900_000_000 }, /dueAt is a value of type number: give a Date, such as new Date/],
    ["a text as dueAt", { dueAt: "2030-01-01" }, /dueAt is a value of type string: give a Date/],
    ["a time in seconds", { dueAt: new Date(1_900_000_000) }, /dueAt \(1970-01-22T.*\) is more than a day in the past/],
    [
      "a time long past",
      { dueAt: monthAgo },
      /is more than a day in the past: give a time to come in milliseconds, or leave it out/,
    ],
    ["a misspelled option", { tennant: "ann" }, /a submission has no option tennant; did you mean tenant\?/],
    [
      "an option of another queue",
      { delay: 1_000 },
      /a submission has no option delay; the options are tenant, group, .*dueAt/,
    ],
  ])("%s", async (_, options, message) => {
    const before = await opened.database.query(sql`select from rota.tasks`);

    const named = engine.submitNamed({ type: "demo.count", input: 1, options });
    const typed = engine.submit(count, 1, options);

    await expect(named).rejects.toMatchObject({ code: "TASK_INVALID" });
    await expect(named).rejects.toThrow(message);
    await expect(typed).rejects.toThrow(message);

    expect(await opened.database.query(sql`select from rota.tasks`)).toHaveLength(before.length);
  });

  test("but a time that has just passed means now", async () => {
    const { isNew } = await engine.submit(count, 1, { dueAt: new Date(Date.now() - 60_000) });

    expect(isNew).toBe(true);
  });
});

test("of many that come together each gets its own task, and only those that are wrong are refused", async () => {
  const submissions = Array.from({ length: 50 }, (_, nth) => ({
    type: "demo.count",
    input: nth,
    options: { group: nth === 7 ? "line\nbreak" : `g${String(nth)}` },
  }));

  const answers = await Promise.allSettled(submissions.map((submission) => engine.submitNamed(submission)));

  const refused = answers.flatMap(({ status }, nth) => (status === "rejected" ? [nth] : []));
  expect(refused).toEqual([7]);
  const ids = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value.taskId] : []));
  const rows = await opened.database.query(
    sql<{
      group_name: string;
    }>`select group_name from rota.tasks where task_id = any (${ids}::bigint[]) order by array_position(${ids}::bigint[], task_id)`,
  );
  expect(rows.map(({ group_name: group }) => group)).toEqual(
    submissions.map(({ options }) => options.group).filter((group) => group !== "line\nbreak"),
  );
});

test("how far many tasks are is read together, and one that is not there is refused alone", async () => {
  const tasks = await Promise.all([1, 2, 3].map((input) => engine.submitNamed({ type: "demo.count", input })));

  const answers = await Promise.allSettled(
    [...tasks, { taskId: 987_654_321n }].map(({ taskId }) => engine.task(taskId).progress()),
  );

  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value.taskId] : []));
  expect(found).toEqual(tasks.map(({ taskId }) => taskId));
  expect(answers.at(-1)).toMatchObject({ status: "rejected", reason: { code: "TASK_NOT_FOUND" } });
});
