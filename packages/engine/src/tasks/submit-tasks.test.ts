/** Tests what submitters rely on: order, due times, all or nothing, precise refusals. */
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { migrate } from "../database/migrate.ts";
import { takeTurns } from "../fairness/take-turns.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import type { NewTask } from "./new-task.ts";
import { submitTasks } from "./submit-tasks.ts";

describe.each(["pglite", "postgres"] as const)("submitting on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
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
  afterAll(() => opened.dispose());

  const task = (more: Partial<NewTask> = {}): NewTask => ({
    queue,
    tenant: "ann",
    group: "tallies",
    type: "count",
    chunks: [{}],
    ...more,
  });
  const take = (limit = 100) => takeTurns(database, { queue, limit, owner: "worker-1", leaseMs: 60_000 });
  const takenPayloads = async () => (await take()).map(({ payload }) => payload);

  test("chunks of a task come by number", async () => {
    await submitTasks(database, [task({ chunks: [1, 2, 3].map((payload) => ({ payload })) })]);

    expect(await takenPayloads()).toEqual([1, 2, 3]);
  });

  test("jobs of a type come by due time, then in the order in which they were submitted", async () => {
    const job = (payload: string, dueAt?: Date) =>
      task({ chunks: [dueAt === undefined ? { payload } : { payload, dueAt }] });
    await submitTasks(database, [job("now 1"), job("2001", new Date("2001-01-01")), job("now 2")]);
    await submitTasks(database, [job("2000", new Date("2000-01-01")), job("now 3")]);

    expect(await takenPayloads()).toEqual(["2000", "2001", "now 1", "now 2", "now 3"]);
  });

  test("jobs of a type come in the order given, also when they differ in version", async () => {
    const versions = [1, 2, 1, 3, 2, 1];
    await submitTasks(
      database,
      versions.map((version, index) => task({ version, chunks: [{ payload: index }] })),
    );

    expect(await takenPayloads()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("a delayed chunk is taken once it is due, and not before", async () => {
    const [submitted] = await submitTasks(database, [
      task({ chunks: [{ payload: "now" }, { payload: "later", dueAt: new Date(Date.now() + 3_600_000) }] }),
    ]);

    const atOnce = await takenPayloads();
    await database.query(
      sql`update rota.chunks set due_at = now() where task_id = ${submitted?.taskId ?? 0n} and number = 2`,
    );
    const later = await takenPayloads();

    expect([atOnce, later]).toEqual([["now"], ["later"]]);
  });

  test("tasks come back in the order in which they were given, however mixed", async () => {
    const types = ["a", "b", "a", "c", "b", "a"];

    const submitted = await submitTasks(
      database,
      types.map((type, index) => task({ type, input: { index } })),
    );

    for (const [index, { taskId, isNew }] of submitted.entries()) {
      const rows = await database.query(sql`select type, input, is_job from rota.tasks where task_id = ${taskId}`);
      expect(rows).toEqual([{ type: types[index], input: { index }, is_job: true }]);
      expect(isNew).toBe(true);
    }
  });

  test("one arrival is appended for each lane that has work to do now", async () => {
    const later = { dueAt: new Date(Date.now() + 3_600_000) };

    await submitTasks(database, [
      task({ chunks: [later, {}, {}] }),
      task({ chunks: [{}] }),
      task({ chunks: [{}] }),
      task({ type: "sum", chunks: [later] }),
    ]);

    const rows = await database.query(
      sql`select count(*)::integer as arrivals from rota.lane_changes where queue = ${queue} and kind = 'ARRIVED'`,
    );
    expect(rows).toEqual([{ arrivals: 2 }]);
  });

  test("tasks are seen when the caller's transaction commits, and never when it rolls back", async () => {
    const rollback = new Error("roll back");
    const failed = database.transaction(async (tx) => {
      await submitTasks(tx, [task({ chunks: [{ payload: "never" }] })]);
      throw rollback;
    });
    await expect(failed).rejects.toBe(rollback);
    await database.transaction((tx) => submitTasks(tx, [task({ chunks: [{ payload: "kept" }] })]));

    expect(await takenPayloads()).toEqual(["kept"]);
  });

  const name = "x".repeat(201);
  test.each<[string, Partial<NewTask>, RegExp]>([
    ["an empty name", { tenant: "" }, /tenant must be a text that is not empty/],
    ["a long name", { group: name }, /group "x+…" has 201 bytes, at most 200/],
    ["a NUL in a name", { type: "a\0b" }, /type "a\\u0000b" holds a control character/],
    ["half of a surrogate pair", { type: "a\ud800" }, /half of a surrogate pair/],
    ["an unknown priority", { priority: 4 }, /priority \(4\) must be a whole number from 0 to 3/],
    ["a weight that does not divide a turn", { weight: 17 }, /the nearest that does is 16/],
    ["a weight beyond the largest", { weight: 101 }, /weight \(101\) must be a whole number from 1 to 100/],
    ["a cost of nothing", { cost: 0 }, /cost \(0\) must be a whole number from 1 to 1000/],
    ["no chunks", { chunks: [] }, /it has 0 chunks, 1 to 100000/],
    ["a job of two chunks", { isJob: true, chunks: [{}, {}] }, /a job has one chunk/],
    ["a payload that is too large", { chunks: [{ payload: "x".repeat(1_048_576) }] }, /1048578 bytes as json/],
    ["a NUL in a payload", { chunks: [{ payload: ["a\0b"] }] }, /NUL/],
    ["a payload without a form in json", { chunks: [{ payload: 1n }] }, /BigInt/],
    ["no valid due time", { chunks: [{ dueAt: new Date(Number.NaN) }] }, /Invalid Date/],
    ["a window of no length", { unique: { key: "k", mode: "throttle", windowMs: 0 } }, /unique.windowMs \(0\)/],
    ["debounce of many chunks", { unique: { key: "k", mode: "debounce", windowMs: 9 }, chunks: [{}, {}] }, /one chunk/],
  ])("%s is refused and nothing is submitted", async (_, more, message) => {
    const submitting = submitTasks(database, [task(), task(more)]);

    await expect(submitting).rejects.toThrow(message);
    await expect(submitting).rejects.toMatchObject({ code: "TASK_INVALID" });
    expect(await takenPayloads()).toEqual([]);
  });

  test("texts that only look like escapes are stored as they are", async () => {
    const payload = { "\\u0000": "\\ud800", 'quote "': "line\nbreak \\ \u2028 \u{1f600}" };

    await submitTasks(database, [task({ chunks: [{ payload }] })]);

    expect(await takenPayloads()).toEqual([payload]);
  });

  test("whatever is submitted, all of it is there afterwards or none of it", async () => {
    const submission = fc.array(
      fc.record({
        tenant: fc.constantFrom("ann", "bob"),
        taskKey: fc.option(fc.constantFrom("k1", "k2", "k3"), { nil: undefined }),
        unique: fc.option(fc.record({ key: fc.constantFrom("u1", "u2") }), { nil: undefined }),
        payloads: fc.array(fc.constantFrom<unknown>(1, null, "a\0"), { maxLength: 3 }),
      }),
      { maxLength: 4 },
    );
    const count = async () => {
      const [row] = await database.query(sql<{ tasks: bigint; chunks: bigint; keys: bigint }>`
        select (select count(*) from rota.tasks) as tasks, (select count(*) from rota.chunks) as chunks, (select count(*) from rota.task_keys) as keys`);
      return row ?? { tasks: 0n, chunks: 0n, keys: 0n };
    };

    await fc.assert(
      fc.asyncProperty(submission, async (given) => {
        const before = await count();
        const tasks = given.map(({ tenant, taskKey, unique, payloads }) => ({
          ...task({ tenant, chunks: payloads.map((payload) => ({ payload })) }),
          ...(taskKey === undefined ? {} : { taskKey }),
          ...(unique === undefined ? {} : { unique }),
        }));
        const submitted = await submitTasks(database, tasks).catch(() => undefined);
        const after = await count();
        const made = tasks.filter((_, index) => submitted?.[index]?.isNew === true);
        expect(after).toEqual({
          tasks: before.tasks + BigInt(made.length),
          chunks: before.chunks + BigInt(made.reduce((sum, { chunks }) => sum + chunks.length, 0)),
          keys: before.keys + BigInt(made.filter((each) => "unique" in each).length),
        });
      }),
      { numRuns: 100 },
    );
  });
});
