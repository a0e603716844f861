/** Tests that the counts of chunks are exact after every change of a chunk, and stay so when they are folded, restored or counted again. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database, Queryable } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { queueTurns } from "../dispatch/dispatch.sql.ts";
import { rescueLeases } from "../leases/rescue-leases.ts";
import { createFoldLoop } from "../retention/maintenance.ts";
import { foldCounts } from "../retention/retention.sql.ts";
import { pruneFinished } from "../retention/retention-loop.ts";
import { silentLogger } from "../runtime/logger.ts";
import { cancelTask, sweepCancelled } from "../tasks/change-task.ts";
import { redriveChunks } from "../tasks/redrive-chunks.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { type WorkedQueue, workedQueue } from "../../test/support/worked-queue.ts";
import { getSystemStatistics } from "./system-statistics.ts";
import { getTaskProgress } from "./task-progress.ts";

const HOUR_MS = 3_600_000;
const later = () => [{ dueAt: new Date(Date.now() + HOUR_MS) }];

let opened: TestDatabase;
let database: Database;
let work: WorkedQueue;

beforeAll(async () => {
  opened = await openTestDatabase({ on: "postgres" });
  database = opened.database;
  await migrate(database);
});
beforeEach(() => {
  work = workedQueue(database);
});
afterAll(() => opened.dispose());

/** Compares the statistics with the chunks themselves, read one by one. */
async function expectTrueCounts(on: Queryable = database): Promise<void> {
  const [row] = await on.query(sql<{ states: Record<string, number>; jobs: Record<string, number>; queues: object }>`
    select (select json_object_agg(state, chunks)
              from (select state, count(chunks.state) as chunks
                      from unnest('{SCHEDULED,PENDING,QUEUED,PROCESSING,COMPLETED,FAILED,DEAD_LETTER,CANCELLED}'::text[]) as known (state)
                      left join rota.chunks using (state) group by 1) as counted) as states,
           (select coalesce(json_object_agg(type, jobs), '{}')
              from (select type, count(*) as jobs from rota.chunks join rota.tasks using (task_id)
                     where not is_counted and chunks.finished_at is null group by 1) as counted) as jobs,
           (select coalesce(json_object_agg(queue, pending), '{}')
              from (select queue, count(*) as pending from rota.chunks where state = 'PENDING' group by 1) as counted) as queues`);
  const { chunksByState, openJobsByType, queues } = await getSystemStatistics(on);
  const counted = Object.entries(chunksByState).map(([state, { count, precision }]) => [state, count, precision]);
  const pending = queues.filter((queue) => queue.pending > 0).map((queue) => [queue.queue, queue.pending] as const);

  expect(counted.sort()).toEqual(
    Object.entries(row?.states ?? {})
      .map(([state, count]) => [state, count, "exact"])
      .sort(),
  );
  expect(openJobsByType).toEqual(row?.jobs);
  expect(Object.fromEntries(pending)).toEqual(row?.queues);
}

/** Counts the rows that the counts of the test's queue are spread over. */
async function countRows(): Promise<number> {
  const [row] = await database.query(
    sql<{ rows: number }>`select count(*)::integer as rows from rota.chunk_counts where queue = ${work.queue}`,
  );
  return row?.rows ?? 0;
}

describe("every change of a chunk is counted:", () => {
  test("waiting, running, completed, and the last chunk that follows the others", async () => {
    await work.submit(3, { hasFinish: true });
    await work.submit(1, { isJob: true, type: "mail" });
    await work.submit(1, { isJob: true, type: "mail", chunks: later() });
    await work.submit(2, { queue: `route of ${work.queue}`, pool: work.queue });
    await expectTrueCounts();
    const taken = await work.take();
    await expectTrueCounts();

    await work.complete(...taken);
    await expectTrueCounts();
    await work.complete(...(await work.take()));

    await expectTrueCounts();
  });

  test.each(["RETRY", "SNOOZE", "RETURN", "FAIL", "EXHAUSTED"] as const)(
    "an attempt that ends with %s",
    async (outcome) => {
      const taskId = await work.submit(2);
      await work.submit(1, { isJob: true, type: "mail" });
      for (const chunk of await work.take()) await work.end(chunk, outcome, { delayMs: HOUR_MS });
      await expectTrueCounts();

      await work.fallDue(taskId);
      await work.take(1);

      await expectTrueCounts();
    },
  );

  test("chunks that were lost with their worker", async () => {
    await work.submit(2);
    const [chunk] = await work.take();
    await work.expire(chunk?.leaseToken ?? 0n);
    await rescueLeases(database, 1_000);

    await expectTrueCounts();
  });

  test("chunks that are given to the broker", async () => {
    await work.submit(5);
    await database.query(queueTurns({ queue: work.queue, window: 3, queuedMax: 3 }));

    expect((await getSystemStatistics(database)).chunksByState.QUEUED.count).toBeGreaterThan(0);
    await expectTrueCounts();
  });

  test("chunks of cancelled tasks and jobs, waiting, scheduled and running", async () => {
    const [running, waiting, scheduled] = [
      await work.submit(2),
      await work.submit(3),
      await work.submit(1, { chunks: later() }),
    ];
    const [job, laterJob] = [
      await work.submit(1, { isJob: true, type: "mail" }),
      await work.submit(1, { isJob: true, type: "mail", chunks: later() }),
    ];
    const taken = await work.take(1);
    for (const taskId of [running, waiting, scheduled, job, laterJob]) await cancelTask(database, taskId);
    await work.take();
    await expectTrueCounts();

    while ((await sweepCancelled(database)) > 0);
    for (const chunk of taken) await work.end(chunk, "RETRY");

    await expectTrueCounts();
    const { chunks } = await getTaskProgress(database, waiting);
    expect([chunks.CANCELLED, chunks.COMPLETED.count]).toEqual([{ count: 3, precision: "exact" }, 0]);
    expect((await getTaskProgress(database, laterJob)).chunks.CANCELLED.count).toBe(1);
    expect((await getSystemStatistics(database)).chunksByState.CANCELLED.count).toBeGreaterThanOrEqual(8);
  });

  test("failed chunks and dead letters that are driven again, and finished ones that are pruned", async () => {
    const taskId = await work.submit(2);
    const [first, second] = await work.take();
    if (first !== undefined) await work.end(first, "FAIL");
    if (second !== undefined) await work.end(second, "EXHAUSTED");
    await redriveChunks(database, { taskId });
    await expectTrueCounts();
    await work.complete(...(await work.take()));
    await work.take(1);

    await pruneFinished(database, { olderThanMs: 0 });

    expect(await work.chunkStates(taskId)).toEqual([]);
    await expectTrueCounts();
  });
});

test("a fold leaves a row for each queue and type, and changes nothing that is counted, also of transactions that are open", async () => {
  for (let task = 0; task < 20; task++) await work.submit(2);
  let folded = 0;
  await database.transaction(async (tx) => {
    await submitTasks(tx, [{ queue: work.queue, tenant: "ann", group: "g", type: "count", chunks: [{}, {}] }]);
    await expectTrueCounts(tx);

    await database.query(foldCounts(5));
    folded = await countRows();
    await expectTrueCounts();
  });
  await expectTrueCounts();
  await work.complete(...(await work.take()));
  const before = await countRows();
  await database.query(foldCounts(1_000));

  expect(folded).toBe(1);
  expect(await countRows()).toBe(before); // so few rows are not worth a write
  await expectTrueCounts();
});

test("a process folds while it works, and leaves the database alone while it does not", async () => {
  let activity = 0;
  const loop = createFoldLoop({ database, logger: silentLogger, activity: () => activity });
  await database.query(sql`
    insert into rota.chunk_counts (queue, type_id, is_counted) select ${work.queue}, 1, true from generate_series(1, 1001)`);

  await loop.runOnce();
  const idle = await countRows();
  activity = 1;
  await loop.runOnce();

  expect([idle, await countRows()]).toEqual([1_001, 0]);
  await expectTrueCounts();
});

test("a restored database, in which transactions have smaller numbers than before, counts on and folds", async () => {
  await database.query(sql`update rota.chunk_counts_head set folded_below = '1000000000000'`);
  await work.submit(4);
  await expectTrueCounts();

  await database.query(foldCounts(1_000));
  await work.submit(4);

  await expectTrueCounts();
  expect(
    await database.query(sql`select folded_below < '1000000000000' as is_own from rota.chunk_counts_head`),
  ).toEqual([{ is_own: true }]);
});

test("changes that processes of an earlier version did not count are found by counting again once, after an upgrade", async () => {
  await work.submit(4);
  await database.query(sql`delete from rota.chunk_counts where queue = ${work.queue}`);
  const fold = async (recountAfter: string) => {
    await database.query(
      sql`update rota.chunk_counts_head set recount_after = clock_timestamp() + ${recountAfter}::interval`,
    );
    await database.query(foldCounts(1_000));
    return (await getSystemStatistics(database)).queues.find(({ queue }) => queue === work.queue)?.pending ?? 0;
  };

  const tooEarly = await fold("1 minute");
  const inTime = await fold("-1 minute");

  expect([tooEarly, inTime]).toEqual([0, 4]);
  await expectTrueCounts();
});
