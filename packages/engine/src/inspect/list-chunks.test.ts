/** Tests of listing and showing the chunks of a task. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";
import { chunkGrid, getChunk, listChunks } from "./list-chunks.ts";

let opened: TestDatabase;
let database: Database;
let work: WorkedQueue;
let taskId: bigint;
beforeAll(async () => {
  opened = await openTestDatabase({ on: "pglite" });
  database = opened.database;
  await migrate(database);
  work = workedQueue(database);
  taskId = await work.submit(6, { attemptsMax: 2 });
  const [first, second, third, fourth] = await work.take(4);
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) throw new Error();
  await work.complete(first);
  await work.end(second, "FAIL", { error: { code: "BROKEN", message: "it broke" } });
  await work.end(third, "RETRY", { delayMs: 3_600_000, error: { code: "BUSY", message: "later" } });
});
afterAll(() => opened.dispose());

describe("chunks of a task", () => {
  test("are listed in order, with state, attempt, times, error and owner, on pages of any size", async () => {
    const { items, next } = await listChunks(database, { taskId });
    const ones: number[] = [];
    for (let after: string | undefined, page = 0; page < 10; page++) {
      const one = await listChunks(database, { taskId, limit: 1, after });
      ones.push(...one.items.map(({ number }) => number));
      if (one.next === undefined) break;
      after = one.next;
    }

    expect(next).toBeUndefined();
    expect(ones).toEqual([1, 2, 3, 4, 5, 6]);
    expect(items).toMatchObject([
      { number: 1, state: "COMPLETED", phase: "chunks", attempt: 1, turn: 1n, error: undefined },
      { number: 2, state: "FAILED", error: { code: "BROKEN", message: "it broke" } },
      { number: 3, state: "SCHEDULED", error: { code: "BUSY" }, attempt: 1 },
      { number: 4, state: "PROCESSING", owner: "worker-1", finishedAt: undefined },
      { number: 5, state: "PENDING", attempt: 0, turn: undefined, startedAt: undefined },
      { number: 6, state: "PENDING" },
    ]);
    expect(items[0]?.startedAt).toBeInstanceOf(Date);
    expect(items[2]?.dueAt).toBeInstanceOf(Date);
  });

  test("are found by state", async () => {
    const numbers = async (state: "PENDING" | "FAILED" | "DEAD_LETTER" | "COMPLETED") =>
      (await listChunks(database, { taskId, state })).items.map(({ number }) => number);

    expect(await numbers("PENDING")).toEqual([5, 6]);
    expect(await numbers("FAILED")).toEqual([2]);
    expect(await numbers("DEAD_LETTER")).toEqual([]);
    expect(await numbers("COMPLETED")).toEqual([1]);
  });

  test("are shown as a grid with one letter each, also in parts", async () => {
    const whole = await chunkGrid(database, { taskId });
    const part = await chunkGrid(database, { taskId, from: 2, count: 3 });

    expect(whole).toEqual({ taskId, total: 6, from: 1, states: "cfsrpp", attempts: "111100", next: undefined });
    expect(part).toMatchObject({ from: 2, states: "fsr", next: 5 });
    await expect(chunkGrid(database, { taskId, count: 10_001 })).rejects.toMatchObject({ code: "INSPECTION_INVALID" });
    await expect(chunkGrid(database, { taskId, from: 0 })).rejects.toMatchObject({ code: "INSPECTION_INVALID" });
  });

  test("are shown with payload, attempts and last error", async () => {
    const failed = await getChunk(database, { taskId, number: 2, tenant: "ann" });
    const completed = await getChunk(database, { taskId, number: 1 });

    expect(failed).toMatchObject({
      ...{ payload: 2, tenant: "ann", lastError: { code: "BROKEN" }, decision: undefined },
      attempts: [{ attempt: 1, outcome: "FAIL", owner: "worker-1" }],
    });
    expect(completed).toMatchObject({ payload: 1, attempts: [], leaseUntil: undefined });
    expect((await getChunk(database, { taskId, number: 4 })).leaseUntil).toBeInstanceOf(Date);
  });

  test("are not found if they belong to another tenant or do not exist", async () => {
    const asked = [
      listChunks(database, { taskId, tenant: "bob" }),
      chunkGrid(database, { taskId, tenant: "bob" }),
      getChunk(database, { taskId, number: 1, tenant: "bob" }),
      getChunk(database, { taskId, number: 7 }),
    ];

    for (const answer of asked) await expect(answer).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  });
});
