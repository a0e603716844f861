/** Tests of pruning logs and forgetting lanes: whatever remains can be audited as before. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { runBusyHistory } from "../../test/support/busy-history.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { auditQueue, exportHead, type LogHead } from "./audit-queue.ts";
import { checkpointQueue, forgetLanes, pruneLog } from "./checkpoint.ts";

const queue = "kept";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase({ on: "pglite" });
  await migrate(opened.database);
});
afterAll(() => opened.dispose());

describe("a log with a checkpoint", () => {
  let early: LogHead | undefined;
  let checkpoint: bigint | undefined;
  beforeAll(async () => {
    await runBusyHistory(opened.database, { queue, dispatches: 300, seed: 1 });
    early = await exportHead(opened.database, queue);
    checkpoint = await checkpointQueue(opened.database, queue);
    await runBusyHistory(opened.database, { queue, dispatches: 300, seed: 2 });
  });

  test("contains exactly the lanes that the replay arrives at", async () => {
    const { difference } = await auditQueue(opened.database, { queue, head: early });

    expect(checkpoint).toBe(BigInt(early?.entry ?? 0) + 1n);
    expect(difference).toBeUndefined();
  });

  test("is not pruned where no checkpoint fits", async () => {
    const byEntries = await pruneLog(opened.database, { queue, keepEntries: 1_000_000 });
    const byTime = await pruneLog(opened.database, { queue, olderThan: new Date(0) });

    expect([byEntries, byTime]).toEqual(Array.from({ length: 2 }, () => ({ deleted: 0, checkpoint: undefined })));
  });

  test("is pruned up to the checkpoint and replayed from there", async () => {
    const head = await exportHead(opened.database, queue);

    const pruned = await pruneLog(opened.database, { queue, olderThan: new Date() });
    const report = await auditQueue(opened.database, { queue, head });

    expect(pruned).toEqual({ deleted: early?.entry, checkpoint });
    expect(report.difference).toBeUndefined();
    expect(report.checkpoint).toBe(Number(checkpoint));
    expect(report.dispatches).toBe(Number(head?.turnCount) - Number(early?.turnCount));
  });

  test("reports that it was pruned beyond an exported head", async () => {
    const { difference } = await auditQueue(opened.database, { queue, head: early });

    expect(difference?.kind).toBe("HEAD_PRUNED");
  });

  test("reveals an altered checkpoint", async () => {
    await opened.database.query(
      sql`update rota.dispatch_checkpoints set lanes = jsonb_set(lanes, '{0,start}', '"42"') where part = 0`,
    );

    const { difference } = await auditQueue(opened.database, { queue });

    expect(difference).toMatchObject({ kind: "CHECKPOINT", entry: checkpoint });
  });
});

describe("lanes that no longer matter", () => {
  test("are forgotten and logged as forgotten: later turns are replayed as before", async () => {
    const forgetful = "forgetful";
    const history = { queue: forgetful, dispatches: 200, tenants: 3 };
    for (const seed of [3, 4, 5]) {
      await runBusyHistory(opened.database, { ...history, seed });
      await opened.database.query(sql`
        update rota.tasks set state = 'COMPLETED' where state = 'ACTIVE'
           and not exists (select from rota.chunks where chunks.task_id = tasks.task_id and chunks.state <> 'COMPLETED')`);

      const before = await countLanes(forgetful);
      const forgotten = await forgetLanes(opened.database, forgetful);

      expect(forgotten).toBeGreaterThan(0);
      expect(await countLanes(forgetful)).toBe(before - forgotten);
    }
    await checkpointQueue(opened.database, forgetful);

    const { difference } = await auditQueue(opened.database, { queue: forgetful });

    expect(difference).toBeUndefined();
  });

  test("of a queue that never ran are none", async () => {
    expect(await forgetLanes(opened.database, "idle")).toBe(0);
    expect(await checkpointQueue(opened.database, "idle")).toBeUndefined();
  });
});

async function countLanes(name: string): Promise<number> {
  const [row] = await opened.database.query(
    sql<{ lanes: number }>`select count(*)::integer as lanes from rota.lanes where queue = ${name}`,
  );
  return row?.lanes ?? 0;
}
