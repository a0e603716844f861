/** Tests what becomes of the writes and the result of a handler that commits. */
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
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

  describe("the context", () => {
    const place = () => ({ tenant: "ann", group: "books", queue, submittedBy: "carol" });
    const submitAs = async <Given>(definition: TaskDefinition<Given>, input: NoInfer<Given>, given = place()) => {
      const [task] = await submitTasks(database, [await planTask(definition, input, given)]);
      return task?.taskId ?? 0n;
    };

    test("of a chunk says whose it is, which of how many, and with what its task was submitted", async () => {
      const whereAmI = defineTask({
        name: "demo.where",
        input: z.object({ pages: z.array(z.string()), language: z.string().default("en") }),
        split: ({ pages }) => pages,
        run: async (page, { tenant, group, number, chunkCount, task }) => {
          const { input, submittedBy } = await task();
          return [page, tenant, group, number, chunkCount, input.language, submittedBy];
        },
        finish: (all) => all,
      });
      const taskId = await submitAs(whereAmI, { pages: ["a", "b"] });

      await newWorker([whereAmI]).drain();

      expect(await waitForResult(database, { taskId })).toEqual([
        ["a", "ann", "books", 1, 2, "en", "carol"],
        ["b", "ann", "books", 2, 2, "en", "carol"],
      ]);
    });

    test("of a job does so for each of many tenants, whose jobs run together", async () => {
      const whose = defineTask({
        name: "demo.whose",
        run: async (_: { of: string }, { tenant, group, number, chunkCount, task }) => {
          const { input, submittedBy } = await task();
          return [tenant, group, number, chunkCount, input.of, submittedBy ?? null];
        },
      });
      const people = ["ann", "bob", "ann", "eve"];
      const taskIds = await Promise.all(
        people.map((tenant) => submitAs(whose, { of: tenant }, { ...place(), tenant, group: `of ${tenant}` })),
      );

      await newWorker([whose]).drain();

      const results = await Promise.all(taskIds.map((taskId) => waitForResult(database, { taskId })));
      expect(results).toEqual(people.map((tenant) => [tenant, `of ${tenant}`, 1, 1, tenant, "carol"]));
    });

    test("of then has the input, the results and the result", async () => {
      const seen: unknown[] = [];
      const sum = defineTask({
        name: "demo.sum",
        split: (input: { values: number[] }) => input.values,
        run: (value) => value * 2,
        finish: (doubles) => ({ sum: doubles.reduce((a, b) => a + b, 0), at: new Date(0) }),
        then: async ({ tenant, group, input, submittedBy, result, results }) => {
          seen.push([tenant, group, input.values, submittedBy, result.sum, result.at, await results()]);
        },
      });
      const job = defineTask({
        name: "demo.then-job",
        run: (input: { value: number }) => ({ made: input.value }),
        then: async ({ input, result, results }) => {
          seen.push([input.value, result.made, await results()]);
        },
      });
      const taskId = await submitAs(job, { value: 7 });
      await submitAs(sum, { values: [1, 2] });

      await newWorker([sum, job]).drain();

      expect(seen).toEqual(
        expect.arrayContaining([
          ["ann", "books", [1, 2], "carol", 6, "1970-01-01T00:00:00.000Z", [2, 4]],
          [7, 7, [{ made: 7 }]],
        ]),
      );
      expect(await waitForResult(database, { taskId })).toEqual({ made: 7 });
    });
  });
});
