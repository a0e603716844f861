/** Tests of erasing the payloads of a tenant, and of the audit afterwards. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { auditQueue, exportHead } from "../fairness/audit-queue.ts";
import { cancelTask, sweepCancelled } from "../tasks/change-task.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue } from "../../test/support/worked-queue.ts";
import { erasePayloads } from "./erase-payloads.ts";

describe.each(["pglite", "postgres"] as const)("erasing on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  afterAll(() => opened.dispose());

  /** Returns the content of all tables as one text. */
  const everything = async (): Promise<string> => {
    const rows = await database.query(sql<{ text: string }>`
      select coalesce(string_agg(row_text, ' '), '') as text
        from (select tasks::text as row_text from rota.tasks union all select chunks::text from rota.chunks
              union all select task_submitters::text from rota.task_submitters
              union all select attempts::text from rota.attempts union all select dispatch_log::text from rota.dispatch_log) as found`);
    return rows[0]?.text ?? "";
  };

  test("no input or result of a tenant's finished work is left, and the log is audited as before", async () => {
    const work = workedQueue(database);
    const secret = { input: "SECRET-input", chunks: [1, 2, 3].map((n) => ({ payload: `SECRET-${String(n)}` })) };
    const over = await work.submit(3, { ...secret, tenant: "ann", group: "a", submittedBy: "SECRET-name" });
    const job = await work.submit(1, { tenant: "ann", isJob: true, chunks: [{ payload: "SECRET-job" }] });
    const other = await work.submit(1, { tenant: "bob", chunks: [{ payload: "bob's" }] });
    const [failed, ...rest] = (await work.take()).filter(({ taskId }) => taskId !== other);
    if (failed !== undefined) await work.end(failed, "FAIL", { error: { code: "X", message: "SECRET-error" } });
    await work.complete(...rest.map((chunk) => ({ ...chunk, result: { jsonText: '"SECRET-result"' } })));
    const open = await work.submit(2, { tenant: "ann", group: "b", chunks: [{ payload: "open" }, { payload: "too" }] });
    const head = await exportHead(database, work.queue);
    const before = await everything();

    const erased = await erasePayloads(database, { tenant: "ann" });
    const left = await everything();

    expect(erased).toMatchObject({ tasks: 2, open: 1 });
    expect([before.includes("SECRET"), left.includes("SECRET")]).toEqual([true, false]);
    expect([await work.chunk(open), await work.chunk(other)]).toMatchObject([
      { payload: "open" },
      { payload: "bob's" },
    ]);
    expect(await work.taskState(over)).toBe(failed?.taskId === over ? "FAILED" : "COMPLETED");
    expect(await work.chunk(job)).toMatchObject({ payload: null, result: null, last_error: null });
    const report = await auditQueue(database, { queue: work.queue, head });
    expect(report).toMatchObject({ difference: undefined, dispatches: 5 });
  });

  test("open tasks are erased once they were cancelled and swept", async () => {
    const work = workedQueue(database);
    const taskId = await work.submit(2, { tenant: "cyd" });
    const refused = await erasePayloads(database, { tenant: "cyd" });
    await cancelTask(database, taskId);
    await work.take();
    await sweepCancelled(database);

    const erased = await erasePayloads(database, { tenant: "cyd" });

    expect([refused, erased]).toMatchObject([
      { tasks: 0, open: 1 },
      { tasks: 1, open: 0 },
    ]);
    expect(await work.chunk(taskId, 2)).toMatchObject({ state: "CANCELLED", payload: null });
  });

  test("a task of many chunks is erased completely", async () => {
    const work = workedQueue(database);
    const taskId = await work.submit(2_500, { tenant: "dan" });
    for (let taken = await work.take(1_000); taken.length > 0; taken = await work.take(1_000))
      await work.complete(...taken);

    const erased = await erasePayloads(database, { tenant: "dan" });

    const [row] = await database.query(
      sql<{ chunks: number }>`select count(payload)::integer as chunks from rota.chunks where task_id = ${taskId}`,
    );
    expect([erased.tasks, row?.chunks]).toEqual([1, 0]);
  });
});
