/** Tests what becomes of the writes and the result of a handler that commits. */
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createComputePool } from "../compute/compute-pool.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { silentLogger } from "../runtime/logger.ts";
import { defineTask, type TaskDefinition } from "../tasks/define-task.ts";
import { fail, PermanentError, snooze } from "../tasks/outcome.ts";
import { planTask } from "../tasks/plan-task.ts";
import { NO_RETRY } from "../tasks/retry-policy.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import type { RunContext } from "../tasks/task-options.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { COMMIT_OPEN_MS_MAX } from "./run-chunk.ts";
import { waitForResult } from "./task-result.ts";
import { createWorker, type Worker } from "./worker.ts";

describe.each(["pglite", "postgres"] as const)("a handler on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  const compute = createComputePool({ logger: silentLogger });
  let queue = "";
  let queueCount = 0;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  beforeEach(() => {
    queue = `queue-${String(++queueCount)}`;
  });
  afterAll(async () => {
    await compute.close();
    await opened.dispose();
  });

  const newWorker = (definitions: readonly TaskDefinition[], clock: Clock = systemClock): Worker =>
    createWorker({
      database,
      definitions,
      queues: [queue],
      slots: 10,
      owner: "worker-1",
      leases: { isWatched: false, hold: () => undefined, drop: () => undefined },
      compute,
      leaseMs: 60_000,
      pollIntervalMs: 1_000,
      graceMs: 100,
      logger: silentLogger,
      clock,
    });

  const submit = async <Given>(definition: TaskDefinition<Given>, input: NoInfer<Given>): Promise<bigint> => {
    const place = { tenant: "ann", group: "books", queue };
    const [task] = await submitTasks(database, [await planTask(definition, input, place)]);
    return task?.taskId ?? 0n;
  };

  const readChunk = async (taskId: bigint) => {
    const [row] = await database.query(
      sql<{ state: string; attempt: number; last_error: { code: string } | null }>`
        select state, attempt, last_error from rota.chunks where task_id = ${taskId} and number = 1`,
    );
    return { state: row?.state, attempt: row?.attempt, code: row?.last_error?.code };
  };

  describe("what a handler returns is the result, also after a commit", () => {
    test.each<[string, TaskDefinition<object, unknown>, unknown]>([
      [
        "of the commit",
        defineTask({ name: "demo.of", run: (_: object, { commit }) => commit(async () => ({ bytes: 2 })) }),
        { bytes: 2 },
      ],
      [
        "after a commit without a value",
        defineTask({
          name: "demo.after",
          run: async (_: object, { commit }) => {
            await commit(async () => {});
            return { bytes: 1 };
          },
        }),
        { bytes: 1 },
      ],
      [
        "after a commit with another value",
        defineTask({
          name: "demo.other",
          run: async (_: object, { commit }) => {
            await commit(async () => ({ bytes: 2 }));
            return { bytes: 1 };
          },
        }),
        { bytes: 1 },
      ],
      [
        "nothing, whatever was written",
        defineTask({
          name: "demo.nothing",
          run: async (_: object, { commit }) => {
            await commit(async () => ({ bytes: 2 }));
          },
        }),
        null,
      ],
      [
        "for finish",
        defineTask({
          name: "demo.finish",
          split: () => [1, 2],
          run: async (part, { commit }) => {
            await commit(async () => {});
            return { bytes: part };
          },
          finish: (parts) => parts.map(({ bytes }) => bytes),
        }),
        [1, 2],
      ],
    ])("%s", async (_, definition, expected) => {
      const taskId = await submit(definition, {});

      await newWorker([definition]).drain();

      expect(await waitForResult(database, { taskId })).toEqual(expected);
    });
  });

  describe("the writes of a commit", () => {
    beforeAll(() => database.query(sql`create table if not exists rota.effects (task_id bigint)`));

    const writes = async (taskId: bigint) =>
      (await database.query(sql`select from rota.effects where task_id = ${taskId}`)).length;

    /** Commits a row, then ends as the test asks. */
    const writer = (end: (context: RunContext) => unknown) =>
      defineTask({
        name: "demo.writer",
        retry: NO_RETRY,
        run: async (_: object, context) => {
          await context.commit((tx) => tx.query(sql`insert into rota.effects values (${context.taskId})`));
          return end(context);
        },
      });

    test("are read by the handler before they are committed", async () => {
      const reader = writer(async ({ database: own, taskId: id }) => {
        const rows = await own.query(sql`select from rota.effects where task_id = ${id}`);
        return rows.length;
      });
      const taskId = await submit(reader, {});

      await newWorker([reader]).drain();

      expect(await waitForResult(database, { taskId })).toBe(1);
    });

    test.each<[string, string, (context: RunContext) => unknown]>([
      ["throws", "FAILED", () => Promise.reject(new PermanentError("too bad"))],
      ["fails", "FAILED", () => fail("too bad")],
      ["snoozes", "SCHEDULED", () => snooze(60_000, "too early")],
      ["returns what json cannot say", "FAILED", () => 1n],
      ["commits again", "FAILED", ({ commit }) => commit(async () => {})],
    ])("are undone when the handler %s after it", async (_, state, end) => {
      const ending = writer(end);
      const taskId = await submit(ending, {});

      await newWorker([ending]).drain();

      expect((await readChunk(taskId)).state).toBe(state);
      expect(await writes(taskId)).toBe(0);
    });

    test("are announced to the handler once they are there", async () => {
      const seen: Promise<number>[] = [];
      const announcing = defineTask({
        name: "demo.announcing",
        run: (_: object, { taskId, commit }) =>
          commit(
            (tx) => tx.query(sql`insert into rota.effects values (${taskId})`),
            () => void seen.push(writes(taskId)),
          ),
      });
      const taskId = await submit(announcing, {});

      await newWorker([announcing]).drain();

      expect(await Promise.all(seen)).toEqual([1]);
      expect((await readChunk(taskId)).state).toBe("COMPLETED");
    });

    test("are undone when the handler does not return for too long after it", async () => {
      let skippedMs = 0;
      const clock: Clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + skippedMs };
      const lingering = writer(async ({ signal }) => {
        skippedMs = COMMIT_OPEN_MS_MAX;
        await once(signal, "abort");
        return "late";
      });
      const taskId = await submit(lingering, {});

      await newWorker([lingering], clock).drain();

      expect(await readChunk(taskId)).toEqual({ state: "DEAD_LETTER", attempt: 1, code: "CHUNK_TIMEOUT" });
      expect(await writes(taskId)).toBe(0);
    });

    test("a commit that failed may be followed by another", async () => {
      const second = defineTask({
        name: "demo.second-commit",
        run: async (_: object, { taskId, commit }) => {
          const refused = await commit((tx) => tx.query(sql`select 1 / 0`)).catch(() => "refused");
          await commit((tx) => tx.query(sql`insert into rota.effects values (${taskId})`));
          return refused;
        },
      });
      const taskId = await submit(second, {});

      await newWorker([second]).drain();

      expect(await waitForResult(database, { taskId })).toBe("refused");
      expect(await writes(taskId)).toBe(1);
    });
  });
});
