/** The states of chunks whose attempts ended otherwise than by completing them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { renewLeases } from "../leases/renew-leases.ts";
import { cancelTask } from "../tasks/change-task.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";
import { settleChunks } from "./settle-chunks.ts";
import { runAlone } from "./worker.sql.ts";

const MINUTE_MS = 60_000;

describe.each(["pglite", "postgres"] as const)("attempts on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  let work: WorkedQueue;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  beforeEach(() => {
    work = workedQueue(database);
  });
  afterAll(() => opened.dispose());

  test("a retry waits for its delay, keeps its error and comes back as the next attempt", async () => {
    const taskId = await work.submit(1);
    const first = await work.takeOne();
    await work.end(first, "RETRY", { delayMs: MINUTE_MS, error: { code: "ECONNREFUSED" } });

    const tooEarly = await work.take();
    const waiting = await work.chunk(taskId);
    await work.fallDue(taskId);
    const second = await work.takeOne();

    expect(tooEarly).toEqual([]);
    expect(waiting).toMatchObject({ state: "SCHEDULED", attempt: 1, last_error: { code: "ECONNREFUSED" } });
    expect([first.attempt, second.attempt]).toEqual([1, 2]);
    expect(await work.history(taskId)).toEqual(["1 RETRY"]);
  });

  test("the retry of the last attempt is a dead letter", async () => {
    const taskId = await work.submit(1, { attemptsMax: 3 });

    for (const error of [1, 2, 3]) {
      await work.end(await work.takeOne(), "RETRY", { error: { code: `E${String(error)}` } });
    }

    expect(await work.chunk(taskId)).toMatchObject({ state: "DEAD_LETTER", attempt: 3, last_error: { code: "E3" } });
    expect(await work.history(taskId)).toEqual(["1 RETRY", "2 RETRY", "3 RETRY"]);
    expect(await work.taskState(taskId)).toBe("FAILED");
  });

  test("what fails for good is not tried again, whatever attempts are left", async () => {
    const taskId = await work.submit(1, { attemptsMax: 3 });

    await work.end(await work.takeOne(), "FAIL", { error: { code: "NOT_HTTPS" } });

    expect(await work.chunk(taskId)).toMatchObject({ state: "FAILED", attempt: 1, last_error: { code: "NOT_HTTPS" } });
    expect(await work.take()).toEqual([]);
  });

  test("a policy that gives up early makes a dead letter, whatever attempts are left", async () => {
    const taskId = await work.submit(1, { attemptsMax: 3 });

    await work.end(await work.takeOne(), "EXHAUSTED", { error: { code: "ENOENT" } });

    expect(await work.chunk(taskId)).toMatchObject({
      state: "DEAD_LETTER",
      attempt: 1,
      last_error: { code: "ENOENT" },
    });
    expect(await work.history(taskId)).toEqual(["1 EXHAUSTED"]);
  });

  test("a snooze costs no attempt, however often", async () => {
    const taskId = await work.submit(1, { attemptsMax: 1 });

    for (let count = 0; count < 12; count++) {
      await work.end(await work.takeOne(), "SNOOZE");
      await work.fallDue(taskId);
    }

    expect(await work.takeOne()).toMatchObject({ attempt: 1 });
  });

  test("what is given back waits at once, ten times without costing an attempt", async () => {
    const taskId = await work.submit(1, { attemptsMax: 2 });
    const attempts: number[] = [];

    for (let count = 0; count < 12; count++) {
      const taken = await work.takeOne();
      attempts.push(taken.attempt);
      await work.end(taken, "RETURN");
    }

    expect(attempts).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
    expect(await work.chunk(taskId)).toMatchObject({ state: "DEAD_LETTER", attempt: 2 });
  });

  test("jobs that are tried again come by the time at which they are due", async () => {
    const job = { isJob: true } as const;
    const [late, soon] = [await work.submit(1, job), await work.submit(1, job)];
    for (const taken of await work.take(2))
      await work.end(taken, "RETRY", { delayMs: (taken.taskId === late ? 2 : 1) * MINUTE_MS });
    const fresh = await work.submit(1, { ...job, chunks: [{ dueAt: new Date(Date.now() + 3 * MINUTE_MS) }] });
    const all = [late, soon, fresh];
    await database.query(sql`update rota.chunks set due_at = clock_timestamp() where task_id = any (${all}::bigint[])`);

    expect((await work.take()).map(({ taskId }) => taskId)).toEqual([soon, late, fresh]);
  });

  test("results are kept with their chunks", async () => {
    const taskId = await work.submit(2);
    const [first, second] = [await work.takeOne(), await work.takeOne()];

    await settleChunks(database, {
      owner: "worker-1",
      ended: [
        { ...first, kind: "completed", result: '{"votes":3}' },
        { ...second, kind: "completed", result: undefined },
      ],
    });

    expect([await work.chunk(taskId, 1), await work.chunk(taskId, 2)]).toMatchObject([
      { state: "COMPLETED", result: { votes: 3 } },
      { state: "COMPLETED", result: null },
    ]);
  });

  test("a worker that lost its lease changes nothing", async () => {
    const taskId = await work.submit(1);
    const old = await work.takeOne();
    await work.end(old, "RETURN");
    const current = await work.takeOne("worker-2");
    const before = await work.chunk(taskId);

    const settled = [await work.complete(old)];
    for (const outcome of ["RETRY", "SNOOZE", "FAIL", "RETURN"] as const)
      settled.push(await work.end(old, outcome, { error: { code: "STALE" } }));
    const [alone] = await database.query(runAlone(old));
    const renewal = { owner: "worker-1", tokens: [current.leaseToken], over: [], leaseMs: MINUTE_MS };
    const renewed = await renewLeases(database, renewal);

    expect(settled.map(({ lost }) => lost.length)).toEqual([1, 1, 1, 1, 1]);
    expect(alone).toEqual({ is_alone: false });
    expect(renewed.lost).toEqual([current.leaseToken]);
    expect(await work.chunk(taskId)).toEqual(before);
    expect(await work.complete(current)).toEqual({ lost: [] });
  });

  test("of a mixed batch everything is settled that is still leased", async () => {
    const taskId = await work.submit(4);
    const first = await work.takeOne();
    const [second, third, fourth] = [await work.takeOne(), await work.takeOne(), await work.takeOne()];
    const stale = { leaseToken: first.leaseToken + 1n };
    const error = { code: "BROKEN" };

    const { lost } = await settleChunks(database, {
      owner: "worker-1",
      ended: [
        { ...first, kind: "completed", result: undefined },
        { ...second, ...stale, kind: "completed", result: undefined },
        { ...third, ...stale, kind: "fail", error },
        { ...fourth, kind: "fail", error },
      ],
    });

    expect(lost.map(({ number }) => number)).toEqual([2, 3]);
    expect(await work.chunkStates(taskId)).toEqual(["COMPLETED", "PROCESSING", "PROCESSING", "FAILED"]);
  });

  test.each(["RETRY", "SNOOZE", "RETURN"] as const)(
    "a chunk of a cancelled task that would continue after %s is cancelled",
    async (outcome) => {
      const [taskId, job] = [await work.submit(1), await work.submit(1, { isJob: true })];
      const taken = await work.take();
      await cancelTask(database, taskId);
      await cancelTask(database, job);

      for (const chunk of taken) await work.end(chunk, outcome, { delayMs: 0 });

      expect([await work.chunkStates(taskId), await work.chunkStates(job)]).toEqual([["CANCELLED"], ["CANCELLED"]]);
      expect(await work.take()).toEqual([]);
    },
  );

  test("a chunk of a cancelled task that fails or completes does so", async () => {
    const taskId = await work.submit(2);
    const [first, second] = await work.take();
    await cancelTask(database, taskId);

    if (first !== undefined) await work.end(first, "FAIL");
    if (second !== undefined) await work.complete(second);

    expect(await work.chunkStates(taskId)).toEqual(["FAILED", "COMPLETED"]);
    expect(await work.taskState(taskId)).toBe("CANCELLED");
  });
});
