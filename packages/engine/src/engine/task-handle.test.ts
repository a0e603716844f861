/** Tests what callers rely on who ask how a task ended. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { migrate } from "../database/migrate.ts";
import { createEngine, type Engine } from "../engine.ts";
import { silentLogger } from "../runtime/logger.ts";
import { defineTask } from "../tasks/define-task.ts";
import { NO_RETRY } from "../tasks/retry-policy.ts";

const double = defineTask({ name: "demo.double", run: ({ value }: { value: number }) => value * 2 });
const parts = defineTask({ name: "demo.parts", split: (numbers: number[]) => numbers, run: (number) => number });
const failing = defineTask({
  name: "demo.failing",
  retry: NO_RETRY,
  run: () => Promise.reject(new Error("no flour")),
});

describe.each(["pglite", "postgres"] as const)("the outcome of a task on %s", (on) => {
  let opened: TestDatabase;
  let engine: Engine;
  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    await migrate(opened.database);
    const tasks = [double, parts, failing];
    engine = await createEngine({ tasks, database: opened.database, logger: silentLogger });
  });
  afterAll(async () => {
    await engine.stop();
    await opened.dispose();
  });

  test("is read with its result, or with the reason why it has none", async () => {
    const task = await engine.submit(double, { value: 21 });
    const none = { result: undefined, isLarge: false, error: undefined };

    expect(await task.outcome()).toEqual({ state: "ACTIVE", ...none });
    expect(await task.outcome({ waitMs: 1 })).toEqual({ state: "ACTIVE", ...none });
    expect(await task.outcome({ waitMs: 60_000, signal: AbortSignal.abort() })).toEqual({ state: "ACTIVE", ...none });
    await engine.start();
    expect(await task.outcome({ waitMs: 60_000 })).toEqual({ ...none, state: "COMPLETED", result: 42 });
    expect(await task.outcome({ bytesMax: 1 })).toEqual({ ...none, state: "COMPLETED", isLarge: true });
    const failed = await engine.submit(failing, null);
    const error = { message: "no flour" };
    expect(await failed.outcome({ waitMs: 60_000 })).toMatchObject({ ...none, state: "FAILED", error });
    await expect(engine.task(999_999n).outcome()).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  });

  test("has no result where nothing joins the results of its chunks", async () => {
    const task = await engine.submit(parts, [1, 2]);
    await engine.start();

    expect(await task.result()).toBeNull();
    expect(await task.outcome()).toMatchObject({ state: "COMPLETED", result: null });
  });
});
