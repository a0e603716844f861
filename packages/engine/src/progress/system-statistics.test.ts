/** Tests what operators rely on: the statistics are true, and cost the same with many chunks as with few. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql, type Sql } from "../database/sql.ts";
import { listQueues } from "../inspect/list-queues.ts";
import { pauseTask } from "../tasks/change-task.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../../test/support/worked-queue.ts";
import { COUNTED_MAX } from "./task-counts.ts";
import * as progressRows from "./progress.sql.ts";
import { getSystemStatistics } from "./system-statistics.ts";
import { getTaskProgress } from "./task-progress.ts";

describe.each(["pglite", "postgres"] as const)("statistics on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  let work: WorkedQueue;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
    work = workedQueue(database);
  });
  afterAll(() => opened.dispose());

  test("of an empty system are zeros", async () => {
    const statistics = await getSystemStatistics(database);

    expect(statistics).toMatchObject({ queues: [], workers: [], turnsPerSecond: 0, oldestWaitingAt: undefined });
    expect(statistics.chunksByState.COMPLETED).toEqual({ count: 0, precision: "exact" });
  });

  test("count tasks, chunks, queues, lanes and workers", async () => {
    const tally = await work.submit(4, { type: "tally" });
    await work.submit(2, { type: "share", attemptsMax: 1 });
    await pauseTask(database, await work.submit(1, { type: "share", group: "h" }));
    await work.submit(1, { isJob: true, type: "mail", tenant: "bob" });
    await work.submit(1, { isJob: true, type: "mail", chunks: [{ dueAt: new Date(Date.now() + 3_600_000) }] });
    const taken = await work.take(4);
    const [done, failed] = taken.filter(({ taskId }) => taskId === tally);
    await work.complete(...(done === undefined ? [] : [done]));
    if (failed !== undefined) await work.end(failed, "FAIL");

    const statistics = await getSystemStatistics(database);

    const exact = Object.values(statistics.chunksByState).every(({ precision }) => precision === "exact");
    const counts = Object.entries(statistics.chunksByState).map(([state, { count }]) => [state, count]);
    expect(exact).toBe(true);
    expect(Object.fromEntries(counts)).toEqual(await countedStates());
    expect(statistics).toMatchObject({
      openTasks: { count: 5, precision: "exact" },
      openTasksByType: { tally: 1, share: 2, mail: 2 },
      openJobsByType: { mail: 2 },
      chunks: { count: 9, precision: "exact" },
    });
    const { processing, pending, scheduled } = statistics.queues[0] ?? {};
    expect(statistics.queues).toMatchObject([{ queue: work.queue, oldestWaitingAt: statistics.oldestWaitingAt }]);
    expect([processing, pending, scheduled]).toEqual([2, 4, 1]);
    expect(statistics.workers).toMatchObject([{ owner: "worker-1", queue: work.queue, chunks: 2, isAbsent: false }]);
    expect(statistics.turnsPerSecond).toBeCloseTo(4 / 60, 2);
    expect(statistics.lanesWaiting.count).toBe(statistics.queues[0]?.lanesWaiting);
  });

  async function countedStates(): Promise<Record<string, number>> {
    const rows = await database.query(sql<{ state: string; chunks: number }>`
      select state, count(chunks.state)::integer as chunks
        from unnest('{SCHEDULED,PENDING,QUEUED,PROCESSING,COMPLETED,FAILED,DEAD_LETTER,CANCELLED}'::text[]) as known (state)
        left join rota.chunks using (state)
       group by 1`);
    return Object.fromEntries(rows.map(({ state, chunks }) => [state, chunks]));
  }
});

test("30,000 jobs that wait are 30,000 open tasks that are pending, and none that is completed", async () => {
  const JOBS = 30_000;
  const opened = await openTestDatabase({ on: "postgres" });
  onTestFinished(() => opened.dispose());
  await migrate(opened.database);
  const job = { queue: "q", tenant: "ann", group: "g", type: "mail", chunks: [{}] };
  for (let made = 0; made < JOBS; made += 5_000)
    await submitTasks(
      opened.database,
      Array.from({ length: 5_000 }, () => job),
    );

  const { openTasks, openTasksByType, chunks, chunksByState, queues } = await getSystemStatistics(opened.database);

  expect([openTasks, chunks, chunksByState.PENDING]).toEqual(Array(3).fill({ count: JOBS, precision: "exact" }));
  expect(chunksByState.COMPLETED).toEqual({ count: 0, precision: "exact" });
  expect(openTasksByType).toEqual({ mail: JOBS });
  expect(queues).toMatchObject([{ queue: "q", pending: JOBS, scheduled: 0, processing: 0 }]);
  expect((await listQueues(opened.database)).items).toMatchObject([{ waiting: { count: JOBS, precision: "exact" } }]);
});

describe("200,000 chunks", () => {
  const CHUNKS = 200_000;
  let opened: TestDatabase;
  let database: Database;
  let taskId: bigint;

  beforeAll(async () => {
    opened = await openTestDatabase({ on: "postgres" });
    database = opened.database;
    await migrate(database);
    const work = workedQueue(database);
    taskId = await work.submit(10);
    await work.take(3);
    await database.query(manyChunks({ taskId, chunks: CHUNKS }));
    await database.query(sql`select rota.recount_chunks()`);
  });
  afterAll(() => opened.dispose());

  const statements: [string, () => Sql][] = [
    ["counts of a task", () => progressRows.selectTaskCounts({ taskIds: [taskId], limit: COUNTED_MAX + 1 })],
    ["chunks that run", () => progressRows.selectRunning({ taskIds: [taskId], limit: 100 })],
    ["chunks that failed", () => progressRows.selectFailures({ taskIds: [taskId], limit: 100 })],
    ["the pace", () => progressRows.selectPace({ taskIds: [taskId], entries: 1_000, windowMs: 900_000 })],
    ["attempts", () => progressRows.selectPastAttempts({ taskId, number: 1, limit: 100 })],
    ["chunks by state", () => progressRows.countChunks(COUNTED_MAX + 1)],
    ["workers", () => progressRows.selectLeaseHolders()],
    ["lanes", () => progressRows.countWaitingLanes(1_001)],
  ];

  test.each([
    ["not known to the planner", /^(Index|Bitmap)/],
    ["known to the planner", /^Index/],
  ] as const)("are never read one by one, %s", async (planner, allowed) => {
    if (planner === "known to the planner") await database.query(sql`analyze rota.chunks`);

    for (const [name, statement] of statements) {
      const scans = (await scansOf(database, statement())).filter((scan) => scan.endsWith(" on chunks"));
      expect([name, scans.filter((scan) => !allowed.test(scan))]).toEqual([name, []]);
    }
  });

  test("are counted exactly in the whole system; in a task ends and what runs, and other states up to a limit", async () => {
    const progress = await getTaskProgress(database, taskId);
    const { chunks, chunksByState } = await getSystemStatistics(database);

    expect(progress).toMatchObject({ total: CHUNKS + 10, percent: 49.9 });
    expect(progress.chunks).toMatchObject({
      COMPLETED: { count: CHUNKS / 2, precision: "exact" },
      PROCESSING: { count: 3, precision: "exact" },
      SCHEDULED: { count: COUNTED_MAX, precision: "atLeast" },
      PENDING: { precision: "atMost" },
    });
    expect(chunks).toEqual({ count: CHUNKS + 10, precision: "exact" });
    expect(chunksByState).toMatchObject({
      COMPLETED: { count: CHUNKS / 2, precision: "exact" },
      SCHEDULED: { count: CHUNKS / 4, precision: "exact" },
      PENDING: { count: CHUNKS / 4 + 7, precision: "exact" },
      PROCESSING: { count: 3, precision: "exact" },
    });
  });
});

/** Makes a task as large as that: half completed, a quarter scheduled for later, a quarter pending. */
const manyChunks = ({ taskId, chunks }: { taskId: bigint; chunks: number }) => sql<never>`
  with made as (
    insert into rota.chunks (task_id, number, queue, leaf_lane, position, state, due_at, type_id, is_counted, finished_at)
    select task_id, n, queue, leaf_lane, n, next_state, now() + interval '1 day', type_id, true, case next_state when 'COMPLETED' then now() end
      from rota.chunks
     cross join generate_series(11, ${chunks}::integer + 10) as n
     cross join lateral (select (array['COMPLETED', 'COMPLETED', 'SCHEDULED', 'PENDING'])[n % 4 + 1] as next_state) as next
     where task_id = ${taskId} and number = 1
  ), counted as (
    update rota.countdowns set remaining = remaining + ${chunks}::integer / 2 where task_id = ${taskId})
  update rota.tasks set chunk_count = ${chunks}::integer + 10 where task_id = ${taskId}`;

/** Every scan of a table in the plan of a statement, as "Index Scan on chunks". */
async function scansOf(database: Database, { text, values, isScript }: Sql): Promise<string[]> {
  const explain: Sql<{ "QUERY PLAN": readonly [{ readonly Plan: PlanNode }] }> = {
    text: `explain (format json) ${text}`,
    values,
    isScript,
  };
  const [row] = await database.query(explain);
  return row === undefined ? [] : scansIn(row["QUERY PLAN"][0].Plan);
}

type PlanNode = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly PlanNode[];
};

function scansIn(node: PlanNode): string[] {
  const { "Node Type": type, "Relation Name": relation, Plans: plans = [] } = node;
  return [...(relation === undefined ? [] : [`${type} on ${relation}`]), ...plans.flatMap(scansIn)];
}
