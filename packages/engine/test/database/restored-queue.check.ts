/** Story: a queue that was copied to another database continues with its next turn, although transaction ids start again there. */
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { copyDatabase } from "../../src/database/restore.ts";
import { auditQueue } from "../../src/fairness/audit-queue.ts";
import { takeTurns } from "../../src/fairness/take-turns.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import { openEmptyDatabase, openTestDatabase } from "../support/test-database.ts";

const place = { queue: "moved", group: "g", type: "count" };
const newTask = (tenant: string, count: number) => ({
  ...place,
  tenant,
  chunks: Array.from({ length: count }, (_, index) => ({ payload: `${tenant}${String(index + 1)}` })),
});

test.each(["postgres", "pglite"] as const)("a queue copied to %s continues with its next turn", async (driver) => {
  const from = await openTestDatabase({ on: "postgres" });
  const to = await openEmptyDatabase({ on: driver });
  onTestFinished(async () => {
    await from.dispose();
    await to.dispose();
  });
  await migrate(from.database);
  await submitTasks(from.database, [newTask("A", 4), newTask("B", 4)]);
  expect(await take(from.database, 3)).toEqual(["A1", "B1", "A2"]);
  await submitTasks(from.database, [newTask("C", 2)]); // not yet absorbed when it is copied

  await copyDatabase(from.database, to.database);
  await submitTasks(to.database, [newTask("D", 2)]);

  expect(await take(to.database, 20)).toEqual(["B2", "C1", "D1", "A3", "B3", "C2", "D2", "A4", "B4"]);
  expect((await auditQueue(to.database, { queue: "moved" })).difference).toBeUndefined();
});

async function take(database: Database, limit: number): Promise<unknown[]> {
  const turns = await takeTurns(database, { queue: "moved", limit, owner: "mover", leaseMs: 60_000 });
  return turns.map(({ payload }) => payload);
}
