/** Tests that traces of tasks are kept for a week. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { selectTraces } from "../worker/worker.sql.ts";
import { forgetTraces } from "./retention-loop.ts";

const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
const task = { queue: "q", tenant: "ann", group: "g", type: "demo.trace", chunks: [{}] };

let opened: TestDatabase;
beforeEach(async () => {
  opened = await openTestDatabase({ on: "pglite" });
  await migrate(opened.database);
});
afterEach(() => opened.dispose());

test("old traces are deleted in batches, younger ones stay, and an invalid trace is never written", async () => {
  const { database } = opened;
  const old = await submitTasks(
    database,
    Array.from({ length: 1_500 }, () => ({ ...task, traceparent })),
  );
  await database.query(sql`update rota.task_traces set traced_at = traced_at - interval '8 days'`);
  const young = await submitTasks(database, [
    { ...task, traceparent },
    { ...task, traceparent: "00-nonsense" },
    { ...task, traceparent, unique: { key: "k" } },
  ]);

  const forgotten = await forgetTraces(database);

  expect(forgotten).toBe(old.length);
  const kept = await database.query(selectTraces(young.map(({ taskId }) => taskId)));
  expect(kept.map(({ task_id: taskId }) => taskId)).toEqual([young[0]?.taskId, young[2]?.taskId]);
});
