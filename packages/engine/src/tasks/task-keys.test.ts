/** Tests what submitters rely on when tasks have keys, also when several of them come at once. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { migrate } from "../database/migrate.ts";
import { takeTurns } from "../fairness/take-turns.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue } from "../../test/support/worked-queue.ts";
import type { NewTask, SubmittedTask } from "./new-task.ts";
import { submitTasks } from "./submit-tasks.ts";
import { chunkKey, taskKey } from "./task-keys.ts";

describe.each(["pglite", "postgres"] as const)("task keys on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  afterAll(() => opened.dispose());

  const task = (more: Partial<NewTask>): NewTask => ({
    queue: "keys",
    tenant: "ann",
    group: "tallies",
    type: "count",
    chunks: [{}],
    ...more,
  });
  const submit = async (more: Partial<NewTask>): Promise<SubmittedTask> => {
    const [submitted] = await submitTasks(database, [task(more)]);
    if (submitted === undefined) throw new Error("nothing came back");
    return submitted;
  };
  const finish = (taskId: bigint) =>
    database.query(sql`update rota.tasks set state = 'COMPLETED', finished_at = now() where task_id = ${taskId}`);

  test("a timed key says what the task is about and ends in its time", async () => {
    const before = Date.now();

    const { taskKey: key = "" } = await submit({
      taskKey: taskKey("tally_creation", [
        ["e", 42],
        ["sg", 2],
        ["tg", 3],
      ]),
    });

    expect(key).toMatch(/^tally_creation_e42_sg2_tg3_\d{13}$/);
    expect(Math.abs(Number(key.split("_").at(-1)) - before)).toBeLessThan(60_000);
    expect(chunkKey(key, 7)).toBe(`${key}_chunk_7`);
  });

  test("timed keys are unique however many come in one millisecond", async () => {
    const timed = task({
      taskKey: taskKey("partial_decryption", [
        ["e", 1],
        ["g", 1],
      ]),
    });

    const calls = await Promise.all(
      Array.from({ length: 20 }, () =>
        submitTasks(
          database,
          Array.from({ length: 10 }, () => timed),
        ),
      ),
    );

    const keys = calls.flat().map(({ taskKey: key = "" }) => key);
    expect(new Set(keys).size).toBe(200);
    for (const key of keys) expect(key).toMatch(/^partial_decryption_e1_g1_\d{13}$/);
  });

  test("parts of a key that would be read as other parts are refused", () => {
    expect(() => taskKey("count", [["e", "1_g2"]])).toThrow(/part "e1_g2"/);
    expect(() => taskKey("count", [["e1", 2]])).toThrow(/label "e1"/);
  });

  test("a task key that is taken is refused, naming who has it", async () => {
    const { taskId } = await submit({ taskKey: "tally-42" });

    const again = submit({ taskKey: "tally-42" });

    await expect(again).rejects.toThrow(`task key "tally-42" was used for task ${String(taskId)}`);
    await expect(again).rejects.toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
  });

  test("the same input under a unique key is the same task, also after it is finished", async () => {
    const first = await submit({ unique: { key: "same" }, input: { a: 1, b: 2 } });
    await finish(first.taskId);

    const second = await submit({ unique: { key: "same" }, input: { b: 2, a: 1 } });
    const ofAnotherTenant = await submit({ tenant: "bob", unique: { key: "same" }, input: { a: 1, b: 2 } });

    expect(second).toEqual({ ...first, isNew: false });
    expect(ofAnotherTenant.isNew).toBe(true);
  });

  test("other input under a unique key is a conflict, and nothing else of the submission happens", async () => {
    const { taskId } = await submit({ unique: { key: "other" }, input: 1 });

    const submitting = submitTasks(database, [
      task({ unique: { key: "new" } }),
      task({ unique: { key: "other" }, input: 2 }),
    ]);

    await expect(submitting).rejects.toMatchObject({
      code: "IDEMPOTENCY_CONFLICT",
      details: { heldBy: String(taskId) },
    });
    expect((await submit({ unique: { key: "new" } })).isNew).toBe(true);
  });

  test("a refused submission leaves the caller's transaction usable", async () => {
    await submit({ unique: { key: "usable" }, input: 1 });

    const kept = await database.transaction(async (tx) => {
      await submitTasks(tx, [task({ unique: { key: "usable" }, input: 2 })]).catch(() => undefined);
      return submitTasks(tx, [task({ unique: { key: "kept" } })]);
    });

    expect(await submit({ unique: { key: "kept" } })).toEqual({ ...kept[0], isNew: false });
  });

  test("a singleton is there once while it is unfinished", async () => {
    const unique = { key: "one", mode: "singleton" } as const;
    const first = await submit({ unique });
    const second = await submit({ unique });
    await finish(first.taskId);
    const third = await submit({ unique, input: "other" });

    expect(second).toEqual({ ...first, isNew: false });
    expect(third.isNew).toBe(true);
  });

  test.each(["COMPLETED", "FAIL"] as const)("a singleton job has ended with its chunk: %s", async (outcome) => {
    const work = workedQueue(database);
    const unique = { key: `job ${outcome}`, mode: "singleton" } as const;
    const first = await submit({ queue: work.queue, unique });
    const chunk = await work.takeOne();
    const whileItRuns = await submit({ queue: work.queue, unique });

    await (outcome === "COMPLETED" ? work.complete(chunk) : work.end(chunk, outcome));

    expect(whileItRuns).toEqual({ ...first, isNew: false });
    expect(await submit({ queue: work.queue, unique })).toMatchObject({ isNew: true });
  });

  test("a debounced task that waits for a retry has run, and is not replaced", async () => {
    const work = workedQueue(database);
    const unique = { key: "tried", mode: "debounce", windowMs: 3_600_000 } as const;
    const first = await submit({ queue: work.queue, unique, chunks: [{ payload: "first" }] });
    await work.fallDue(first.taskId);
    await work.end(await work.takeOne(), "RETRY", { delayMs: 60_000 });

    const second = await submit({ queue: work.queue, unique, chunks: [{ payload: "second" }] });

    expect(second.isNew).toBe(true);
    expect(await work.chunk(first.taskId)).toMatchObject({ payload: "first", attempt: 1 });
  });

  test("a key that is held in one mode is refused in another", async () => {
    await submit({ unique: { key: "mode", mode: "singleton" } });

    await expect(submit({ unique: { key: "mode" } })).rejects.toThrow(/in another mode/);
  });

  test("a throttled task comes once in a window", async () => {
    const unique = { key: "throttled", mode: "throttle", windowMs: 3_600_000 } as const;
    const first = await submit({ unique, input: 1 });
    const second = await submit({ unique, input: 2 });
    await database.query(sql`update rota.task_keys set held_until = now() where key = 'throttled'`);
    const third = await submit({ unique, input: 3 });

    expect(second).toEqual({ ...first, isNew: false });
    expect(third.isNew).toBe(true);
  });

  test("a debounced task waits for the last submission and runs with its input", async () => {
    const queue = "debounced";
    const unique = { key: "debounced", mode: "debounce", windowMs: 3_600_000 } as const;
    const first = await submit({ queue, unique, input: 1, chunks: [{ payload: "first" }] });
    const second = await submit({ queue, unique, input: 2, chunks: [{ payload: "second" }] });
    const before = await takeTurns(database, { queue, limit: 10, owner: "worker-1", leaseMs: 60_000 });
    await database.query(sql`update rota.chunks set due_at = now() where task_id = ${first.taskId}`);
    const after = await takeTurns(database, { queue, limit: 10, owner: "worker-1", leaseMs: 60_000 });
    const third = await submit({ queue, unique, input: 3 });

    expect(second).toEqual({ ...first, isNew: false });
    expect(before).toEqual([]);
    expect(after.map(({ payload }) => payload)).toEqual(["second"]);
    expect(await database.query(sql`select input from rota.tasks where task_id = ${first.taskId}`)).toEqual([
      { input: 2 },
    ]);
    expect(third.isNew).toBe(true);
  });

  test("a debounced task is not put off for ever", async () => {
    const unique = { key: "put off", mode: "debounce", windowMs: 60_000 } as const;
    const { taskId } = await submit({ unique });
    await database.query(sql`update rota.tasks set submitted_at = now() - interval '1 hour' where task_id = ${taskId}`);

    await submit({ unique });

    expect(
      await database.query(sql`select due_at < now() as is_due from rota.chunks where task_id = ${taskId}`),
    ).toEqual([{ is_due: true }]);
  });

  test.each(["forever", "singleton", "throttle", "debounce"] as const)(
    "of many submitters at once exactly one gets a key: %s",
    async (mode) => {
      const unique = { key: `race ${mode}`, mode, windowMs: 3_600_000 };

      const submitted = await Promise.all(Array.from({ length: 8 }, () => submit({ unique })));

      expect(submitted.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(new Set(submitted.map(({ taskId }) => taskId)).size).toBe(1);
    },
  );

  test("submitters of the same keys in opposite orders do not lock each other out", async () => {
    const keys = Array.from({ length: 20 }, (_, index) => task({ unique: { key: `crossing ${String(index)}` } }));

    const calls = await Promise.all(
      Array.from({ length: 8 }, (_, index) => submitTasks(database, index % 2 === 0 ? keys : keys.toReversed())),
    );

    expect(calls.flat().filter(({ isNew }) => isNew)).toHaveLength(20);
  });
});
