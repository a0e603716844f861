/** Tests of the testing kit. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../database/sql.ts";
import { fixed } from "../tasks/retry-policy.ts";
import { setSchedule } from "../schedules/set-schedule.ts";
import { cancelTask } from "../tasks/change-task.ts";
import { defineTask } from "../tasks/define-task.ts";
import { fail, snooze } from "../tasks/outcome.ts";
import { planTask } from "../tasks/plan-task.ts";
import { createTestEngine, type TestEngine } from "./test-engine.ts";

const START = new Date("2030-01-01T00:00:00.000Z");
const HOUR_MS = 3_600_000;

const ran: string[] = [];
const greet = defineTask({
  name: "demo.greet",
  run: ({ name }: { name: string; tags?: readonly string[]; at?: Date }) => {
    ran.push(name);
    return `hello ${name}`;
  },
});
const flaky = defineTask({
  name: "demo.flaky",
  retry: fixed({ delayMs: HOUR_MS, retries: 1 }),
  run: (_: object, { attempt }) => {
    if (attempt === 1) throw new Error("not yet");
    return attempt;
  },
});
const wait = defineTask({
  name: "demo.wait",
  run: ({ until }: { until: string }) => {
    ran.push(until);
    return ran.length === 1 ? snooze(new Date(until), "too early") : "waited";
  },
});
const refuse = defineTask({ name: "demo.refuse", run: () => fail("no") });
const never = defineTask({ name: "demo.never", run: () => 1 });
const invite = defineTask({
  name: "demo.invite",
  split: (input: { names: string[] }) => input.names,
  run: (name) => name.length,
  then: async ({ submit }) => {
    await submit([await planTask(greet, { name: "all" }, { tenant: "ann", group: "g" })]);
  },
});

describe("a test engine", () => {
  let engine: TestEngine;

  beforeAll(async () => {
    engine = await createTestEngine({ tasks: [greet, flaky, wait, refuse, invite], now: START });
  });
  beforeEach(() => {
    ran.length = 0;
  });
  afterAll(() => engine.close());

  const later = (ms: number) => new Date(engine.now().getTime() + ms);

  test("returns the result of a task without being started", async () => {
    const task = await engine.submit(greet, { name: "ann" });

    expect(await task.result()).toBe("hello ann");
  });

  test("runs due work and everything that follows from it when it is drained", async () => {
    await engine.submit(invite, { names: ["ann", "bob"] });

    await engine.drain();

    expect(ran).toEqual(["all"]);
    expect((await engine.submitted(invite)).map(({ state }) => state)).toEqual(["COMPLETED"]);
  });

  test("runs a retry at its time and not a millisecond before", async () => {
    const task = await engine.submit(flaky, {});
    const tooEarly = await task.result().catch(String);
    await engine.advance(HOUR_MS - 1);
    await expect(task.result()).rejects.toThrow(`is SCHEDULED until ${later(1).toISOString()}: advance the time`);

    await engine.advance(1);

    expect(tooEarly).toContain("has not ended");
    expect(await task.result()).toBe(2);
  });

  test("stops the clock, for the test and for the database alike", async () => {
    const expected = later(90_000);

    await engine.advance(90_000);
    const [row] = await engine.database.query(sql<{ now: Date }>`select clock_timestamp() as now`);

    expect(row?.now).toEqual(expected);
    expect(engine.now()).toEqual(expected);
  });

  test("runs work that was submitted for later or snoozes until a date at that time", async () => {
    const until = later(2 * HOUR_MS).toISOString();
    const delayed = await engine.submit(greet, { name: "late" }, { dueAt: later(HOUR_MS) });
    const snoozed = await engine.submit(wait, { until });
    await engine.drain();
    const before = [...ran];

    await engine.advance(HOUR_MS);
    const late = await delayed.result();
    await engine.advance(HOUR_MS);

    expect(before).toEqual([until]);
    expect(late).toBe("hello late");
    expect(await snoozed.result()).toBe("waited");
  });

  test("submits and runs the due runs of a schedule", async () => {
    const chunks = [{ payload: { name: "clock" } }];
    const task = { queue: "default", tenant: "ann", group: "g", type: greet.name, isJob: true, chunks };
    await setSchedule(engine.database, { name: "hourly", cron: "@hourly", task });
    await engine.drain();
    const before = [...ran];

    await engine.advance(HOUR_MS);
    await engine.drain();

    expect(before).toEqual([]);
    expect(ran).toEqual(["clock"]);
    await engine.expectSubmitted(greet, { name: "clock" }, { times: 1 });
  });

  test("rejects the result of a task that failed or was cancelled", async () => {
    const failed = await engine.submit(refuse, {});
    const cancelled = await engine.submit(greet, { name: "ann" });
    await cancelTask(engine.database, cancelled.taskId);

    await expect(failed.result()).rejects.toMatchObject({ code: "TASK_FAILED" });
    await expect(cancelled.result()).rejects.toMatchObject({ code: "TASK_CANCELLED" });
    expect(ran).toEqual([]);
  });

  test("reports why a task does not run that no worker here runs", async () => {
    const elsewhere = defineTask({ name: "demo.elsewhere", queue: "other", run: () => 1 });
    const task = await engine.submit(elsewhere, {});

    await expect(task.result()).rejects.toThrow("chunk 1 is PENDING and nothing here runs it");
  });

  test("finds submitted tasks by some of their fields, as they were stored", async () => {
    const at = new Date("2030-06-01");
    await engine.submit(greet, { name: "tagged", tags: ["a", "b"], at }, { tenant: "zoo" });
    await engine.submit(greet, { name: "bob" });

    const [found] = await engine.expectSubmitted(greet, { name: "tagged", at });
    await engine.expectSubmitted(greet);
    await engine.expectSubmitted(greet, { tags: ["a", "b"] }, { times: 1 });
    await engine.expectSubmitted(greet, (input) => input.at === at.toISOString(), { times: 1 });
    await engine.expectNotSubmitted(greet, { tags: ["a"] });
    await engine.expectNotSubmitted(never);

    expect(found).toMatchObject({ tenant: "zoo", state: "ACTIVE", input: { at: at.toISOString() } });
  });

  test("reports what was submitted instead when an expectation fails", async () => {
    const other = defineTask({ name: "demo.other", run: (input: { name: string }) => input.name });
    const { taskId } = await engine.submit(other, { name: "bob" });

    await expect(engine.expectSubmitted(other, { name: "ann" })).rejects.toThrow(
      `expected at least 1 of task "demo.other" with { name: 'ann' }, found 0; submitted were:\n  task ${String(taskId)}: { name: 'bob' }`,
    );
    await expect(engine.expectSubmitted(other, { name: "bob" }, { times: 2 })).rejects.toThrow("expected 2");
    await expect(engine.expectNotSubmitted(other)).rejects.toThrow("expected 0");
    await expect(engine.expectSubmitted(never)).rejects.toThrow("none was submitted");
  });
});
