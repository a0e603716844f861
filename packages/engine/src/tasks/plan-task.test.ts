/** A defined task on its way through the database. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { takeTurns } from "../fairness/take-turns.ts";
import { silentLogger } from "../runtime/logger.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { submitTasks } from "./submit-tasks.ts";
import { defineTask } from "./define-task.ts";
import { planTask } from "./plan-task.ts";

describe.each(["pglite", "postgres"] as const)("a defined task on %s", (on) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    await migrate(opened.database);
  });
  afterAll(() => opened.dispose());

  test("is submitted, and what is claimed of it can be run", async () => {
    const { database } = opened;
    const countWords = defineTask({
      name: "demo.count-words",
      queue: "demo",
      split: (input: { pages: string[] }) => input.pages,
      run: (page) => page.split(" ").length,
      finish: (counts) => counts.reduce((sum, count) => sum + count, 0),
    });
    const input = { pages: ["to be", "or not to be"] };

    await submitTasks(database, [await planTask(countWords, input, { tenant: "ann", group: "books" })]);
    const taken = await takeTurns(database, {
      queue: "default",
      routes: ["demo"],
      limit: 10,
      owner: "worker-1",
      leaseMs: 60_000,
    });
    const commit = () => Promise.reject(new Error("nothing is committed here"));
    const submit = () => Promise.resolve([]);
    const compute = () => Promise.reject(new Error("nothing is computed here"));
    const secrets = { read: () => Promise.reject(new Error("nothing is secret here")), drop: async () => false };
    const { signal } = new AbortController();
    const task = () => Promise.reject(new Error("nothing is read here"));
    const place = { tenant: "ann", group: "books", chunkCount: 2, task };
    const helpers = { signal, logger: silentLogger, progress: () => {}, database, commit, submit, compute, secrets };
    const context = { ...place, ...helpers };
    const counts = await Promise.all(taken.map((chunk) => countWords.run(chunk.payload, { ...chunk, ...context })));

    expect(counts).toEqual([2, 4]);
    expect(await countWords.finish?.(counts)).toBe(6);
  });
});
