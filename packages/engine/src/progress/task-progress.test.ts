/** The progress of tasks: its numbers are those of their chunks, and say when they are not exact. */
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { cancelTask, pauseTask, sweepCancelled } from "../tasks/change-task.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";
import { chunkCounts, COUNTED_MAX, percentOf } from "./task-counts.ts";
import { getGroupProgress, getTaskProgress, listAttempts, type TaskProgress } from "./task-progress.ts";

describe.each(["pglite", "postgres"] as const)("progress of tasks on %s", (on) => {
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

  /** States that chunks are in, each of them exact. */
  const states = ({ chunks }: TaskProgress): Record<string, number> => {
    for (const { precision } of Object.values(chunks)) expect(precision).toBe("exact");
    return Object.fromEntries(
      Object.entries(chunks).flatMap(([state, { count }]) => (count === 0 ? [] : [[state, count]])),
    );
  };

  test("each chunk is counted in its state, whatever its outcome", async () => {
    const taskId = await work.submit(8, { taskKey: `tally-${work.queue}`, attemptsMax: 1 });
    const before = await getTaskProgress(database, taskId);
    const [done, failed, dead, snoozed, ...rest] = await work.take(6);
    await work.complete(known(done));
    await work.end(known(failed), "FAIL", { error: { code: "BROKEN", message: "no" } });
    await work.end(known(dead), "RETRY", { error: { code: "AGAIN", message: "no" } });
    await work.end(known(snoozed), "SNOOZE", { delayMs: 60_000 });

    const progress = await getTaskProgress(database, `tally-${work.queue}`);

    expect([before.percent, states(before), before.startedAt]).toEqual([0, { PENDING: 8 }, undefined]);
    expect(states(progress)).toEqual({
      SCHEDULED: 1,
      PENDING: 2,
      PROCESSING: 2,
      COMPLETED: 1,
      FAILED: 1,
      DEAD_LETTER: 1,
    });
    expect(progress).toMatchObject({ taskId, state: "ACTIVE", total: 8, percent: 12.5, finishedAt: undefined });
    expect(progress.running.map(({ number, owner }) => [number, owner])).toEqual(
      rest.map(({ number }) => [number, "worker-1"]),
    );
    expect(progress.failures).toMatchObject([
      { number: 2, state: "FAILED", error: { code: "BROKEN" } },
      { number: 3, state: "DEAD_LETTER", attempt: 1, error: { code: "AGAIN" } },
    ]);
  });

  test("it is said since when a chunk runs and since when its task, as the log has it", async () => {
    const taskId = await work.submit(3);
    await work.complete(await work.takeOne());
    const second = await work.takeOne();

    const progress = await getTaskProgress(database, taskId);

    const turns = await database.query(
      sql<{
        at: Date;
      }>`select at from rota.dispatch_log where queue = ${work.queue} and numbers <> '{}' order by entry`,
    );
    expect(progress.startedAt).toEqual(turns[0]?.at);
    expect(progress.running).toMatchObject([{ number: second.number, since: turns[1]?.at, reported: undefined }]);
  });

  test("an end is estimated from turns that there were, and not of a task that is paused or waits for a time", async () => {
    const [steady, paused, delayed] = [await work.submit(6), await work.submit(6), await work.submit(6)];
    await work.take(12);
    await pauseTask(database, paused);
    await database.query(
      sql`update rota.chunks set state = 'SCHEDULED', due_at = now() + interval '1 day' where task_id = ${delayed} and number = 6`,
    );

    const progress = await Promise.all([steady, paused, delayed].map((id) => getTaskProgress(database, id)));
    const fresh = await getTaskProgress(database, await work.submit(6));

    const [estimate, ...others] = progress.map(({ estimatedEndAt }) => estimatedEndAt);
    expect(estimate?.getTime()).toBeGreaterThan(known(progress[0]).submittedAt.getTime());
    expect(others).toEqual([undefined, undefined]);
    for (const { turnsPerSecond } of progress) expect(turnsPerSecond).toBeGreaterThan(0);
    expect([fresh.turnsPerSecond, fresh.estimatedEndAt]).toEqual([undefined, undefined]);
  });

  test("the chunk that follows all others is part of the whole from the beginning, and counted when it is there", async () => {
    const taskId = await work.submit(3, { hasFinish: true });
    await work.complete(...(await work.take(2)));
    const early = await getTaskProgress(database, taskId);
    await work.complete(await work.takeOne());
    const late = await getTaskProgress(database, taskId);
    await work.complete(await work.takeOne());
    const end = await getTaskProgress(database, taskId);

    expect([early, late, end].map(({ total, percent, state }) => [total, percent, state])).toEqual([
      [3, 50, "ACTIVE"],
      [4, 75, "ACTIVE"],
      [4, 100, "COMPLETED"],
    ]);
    expect(states(late)).toEqual({ PENDING: 1, COMPLETED: 3 });
    expect(end.finishedAt).toBeInstanceOf(Date);
  });

  test("a job is as far as its chunk", async () => {
    const jobs = await Promise.all([1, 2, 3].map(() => work.submit(1, { isJob: true })));
    const [done, failed] = await work.take(2);
    await work.complete(known(done));
    await work.end(known(failed), "FAIL");

    const progress = await Promise.all(jobs.map((taskId) => getTaskProgress(database, taskId)));

    const byTask = new Map(progress.map((each) => [each.taskId, each]));
    const other = known(jobs.find((id) => id !== done?.taskId && id !== failed?.taskId));
    expect(byTask.get(known(done).taskId)).toMatchObject({ state: "COMPLETED", percent: 100, isJob: true });
    expect(states(known(byTask.get(known(failed).taskId)))).toEqual({ FAILED: 1 });
    expect(byTask.get(known(failed).taskId)?.finishedAt).toBeInstanceOf(Date);
    expect(states(known(byTask.get(other)))).toEqual({ PENDING: 1 });
  });

  test("a cancelled task has completed and cancelled chunks", async () => {
    const taskId = await work.submit(5);
    await work.complete(...(await work.take(2)));
    await cancelTask(database, taskId);
    await work.take(); // absorbs that its lane is paused
    await sweepCancelled(database);

    const progress = await getTaskProgress(database, taskId);

    expect(states(progress)).toEqual({ COMPLETED: 2, CANCELLED: 3 });
    expect(progress).toMatchObject({ state: "CANCELLED", percent: 40 });
  });

  test("a task that does not exist is refused by its id or its key", async () => {
    await expect(getTaskProgress(database, 987_654_321n)).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
    await expect(getTaskProgress(database, "unknown")).rejects.toThrow(/key "unknown"/);
  });

  test("a group shows its tasks, the newest first, and sums them up by type in the order in which types came", async () => {
    const place = { tenant: `tenant-${work.queue}`, group: "invoice-42" };
    const tally = await work.submit(2, { ...place, type: "tally" });
    await work.complete(...(await work.take()));
    const shares = [
      await work.submit(4, { ...place, type: "share" }),
      await work.submit(4, { ...place, type: "share" }),
    ];
    await work.submit(4, { ...place, type: "share", group: "invoice-43" });
    await work.complete(await work.takeOne());

    const progress = await getGroupProgress(database, place);

    expect(progress.isWhole).toBe(true);
    expect(progress.tasks.map(({ taskId }) => taskId)).toEqual([...shares].reverse().concat(tally));
    expect(progress.byType).toMatchObject([
      { type: "tally", tasks: { COMPLETED: 1, ACTIVE: 0 }, total: 2, completed: 2, percent: 100 },
      { type: "share", tasks: { COMPLETED: 0, ACTIVE: 2 }, total: 8, failed: 0 },
    ]);
    expect(await getGroupProgress(database, { ...place, group: "unknown" })).toEqual({
      tasks: [],
      isWhole: true,
      byType: [],
    });
  });

  test("the attempts of a chunk are listed in order with their errors", async () => {
    const taskId = await work.submit(1, { attemptsMax: 5 });
    await work.end(await work.takeOne(), "RETRY", { error: { code: "FIRST" } });
    await work.fallDue(taskId);
    await work.end(await work.takeOne(), "SNOOZE");
    await work.fallDue(taskId);
    await work.end(await work.takeOne(), "FAIL", { error: { code: "LAST" } });

    const attempts = await listAttempts(database, { taskId, number: 1 });

    expect(attempts).toMatchObject([
      { attempt: 1, outcome: "RETRY", owner: "worker-1", error: { code: "FIRST" } },
      { outcome: "SNOOZE", error: { code: "SNOOZED", message: "it is too early" } },
      { outcome: "FAIL", error: { code: "LAST" } },
    ]);
    expect(await listAttempts(database, { taskId, number: 2 })).toEqual([]);
  });
});

describe("counts", () => {
  const amount = fc.integer({ min: 0, max: 3 * COUNTED_MAX });

  test("are exact below the limit, and never say too much where they are not", () => {
    const truth = fc.record({
      SCHEDULED: amount,
      PENDING: amount,
      QUEUED: amount,
      PROCESSING: amount,
      COMPLETED: amount,
      FAILED: amount,
      DEAD_LETTER: amount,
      CANCELLED: amount,
    });
    fc.assert(
      fc.property(truth, (there) => {
        const counts = chunkCounts(countedAsThere(there));

        for (const [state, { count, precision }] of Object.entries(counts)) {
          const real = new Map<string, number>(Object.entries(there)).get(state) ?? 0;
          if (precision === "exact") expect(count).toBe(real);
          if (precision === "atLeast") expect(count).toBeLessThanOrEqual(real);
          if (precision === "atMost") expect(count).toBeGreaterThanOrEqual(real);
        }
      }),
    );
  });

  test("a percentage is 100 only when nothing is left", () => {
    expect([percentOf(999_999, 1_000_000), percentOf(5, 5), percentOf(0, 0), percentOf(1, 3)]).toEqual([
      99.9, 100, 0, 33.3,
    ]);
  });
});

type There = Record<keyof ReturnType<typeof chunkCounts>, number>;

/** The rows that the statement would count: failed ones in order, so that those seen first may be of either kind. */
function countedAsThere(there: There) {
  const counted = (count: number): number => Math.min(count, COUNTED_MAX + 1);
  const failed = there.FAILED + there.DEAD_LETTER;
  return {
    total: Object.values(there).reduce((sum, count) => sum + count, 0),
    remaining: there.SCHEDULED + there.PENDING + there.QUEUED + there.PROCESSING,
    failed,
    processing: there.PROCESSING,
    scheduled: counted(there.SCHEDULED),
    queued: counted(there.QUEUED),
    cancelled: there.CANCELLED,
    dead_letters: Math.min(counted(failed), there.DEAD_LETTER),
    failed_seen: counted(failed),
  };
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("nothing came back");
  return value;
}
