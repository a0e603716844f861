/** Whatever is claimed, settled, lost, redriven and cancelled in whatever order: tasks say what their chunks say, announce each transition once, and all of it ends. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import { isRotaError } from "../../src/errors.ts";
import type { TakenChunk } from "../../src/fairness/take-turns.ts";
import { rescueLeases } from "../../src/leases/rescue-leases.ts";
import { cancelTask, sweepCancelled } from "../../src/tasks/change-task.ts";
import { redriveChunks } from "../../src/tasks/redrive-chunks.ts";
import { ANNOUNCEMENTS } from "../../src/tasks/task-event.ts";
import { type AnnouncedTransitions, announcedTransitions, expectEndsInOrder } from "./announced-transitions.ts";
import { openTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { workedQueue, type WorkedQueue } from "../support/worked-queue.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
/** A step takes PGlite several times as long. */
const RUNS = { pglite: IS_LONG ? 300 : 2, postgres: IS_LONG ? 300 : 5 };
const TIMEOUT_MS = 600_000;
const STEPS_MAX = 40;
const ACTORS = 8;
const STEPS_AT_ONCE = IS_LONG ? 3_000 : 100;

const pick = fc.nat(1_000);
const step = fc.oneof(
  { weight: 2, arbitrary: submitStep() },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("take" as const), limit: fc.integer({ min: 1, max: 5 }) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("settle" as const),
      chunk: pick,
      outcome: fc.constantFrom("COMPLETED", "COMPLETED", "RETRY", "SNOOZE", "FAIL", "RETURN"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("lose" as const), chunk: pick, isAlone: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("redrive" as const), task: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel" as const), task: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("sweep" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function submitStep() {
  return fc.record({
    kind: fc.constant("submit" as const),
    chunkCount: fc.integer({ min: 1, max: 3 }),
    hasFinish: fc.boolean(),
    attemptsMax: fc.integer({ min: 1, max: 2 }),
    isJob: fc.boolean(),
    maxInFlight: fc.constantFrom(1, 2, 100),
    parent: fc.option(pick, { nil: undefined }),
    announce: fc.subarray([...ANNOUNCEMENTS]),
  });
}

/** So that every history has something to work on. */
const FIRST = {
  kind: "submit" as const,
  chunkCount: 2,
  hasFinish: true,
  attemptsMax: 2,
  isJob: false,
  maxInFlight: 100,
  parent: undefined,
  announce: [...ANNOUNCEMENTS],
} satisfies Step;

describe.each(["pglite", "postgres"] as const)("histories on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
  });
  afterAll(() => opened.dispose());

  test(
    "tasks say what their chunks say after every step, no chunk is lost, and everything ends",
    async () => {
      const histories = fc.array(step, { minLength: STEPS_MAX / 2, maxLength: STEPS_MAX });
      await fc.assert(
        fc.asyncProperty(histories, async (steps) => {
          const work = workedQueue(database);
          const history = {
            database,
            work,
            tasks: [],
            held: [],
            announced: announcedTransitions(database, work.queue),
          };
          await submit(FIRST, history);
          for (const next of steps) {
            await play(next, history);
            await checkTasks(history);
            await history.announced.check();
          }
          await drain(history);
          await checkTasks(history);
          await history.announced.check();
          expect(await leftOpen(history)).toEqual([]);
        }),
        { numRuns: RUNS[on] },
      );
    },
    TIMEOUT_MS,
  );

  test.skipIf(on === "pglite")(
    "the same holds when several do all of it at once (PGlite has one connection)",
    async () => {
      const shared = { database, work: workedQueue(database), tasks: [] };
      for (let count = 0; count < ACTORS; count++) await submit(FIRST, { ...shared, held: [] });
      const actors = Array.from({ length: ACTORS }, (): History => ({ ...shared, held: [] }));

      await Promise.all(
        actors.map(async (history) => {
          for (const next of fc.sample(step, STEPS_AT_ONCE)) await play(next, history);
        }),
      );

      const rest = { ...shared, held: actors.flatMap(({ held }) => held) };
      await drain(rest);
      await checkTasks(rest);
      await expectEndsInOrder(database, rest.work.queue);
      expect(await leftOpen(rest)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

type History = {
  readonly database: Database;
  readonly work: WorkedQueue;
  readonly tasks: bigint[];
  held: TakenChunk[];
  /** Counts what should be announced. Undefined where several actors run at once. */
  readonly announced?: AnnouncedTransitions;
};

async function play(next: Step, history: History): Promise<void> {
  const { database, work, tasks } = history;
  switch (next.kind) {
    case "submit":
      return submit(next, history);
    case "take":
      history.held.push(...(await work.take(next.limit)));
      return;
    case "settle":
      return settle(next, history);
    case "lose":
      return lose(next, history);
    case "redrive":
      await unlessFinished(redriveChunks(database, { taskId: tasks[next.task % tasks.length] ?? 0n }));
      return;
    case "cancel":
      await unlessFinished(cancelTask(database, tasks[next.task % tasks.length] ?? 0n));
      return;
    case "sweep":
      await sweepCancelled(database);
  }
}

async function submit(next: Extract<Step, { kind: "submit" }>, { work, tasks }: History): Promise<void> {
  const { chunkCount, hasFinish, attemptsMax, maxInFlight, isJob, parent, announce } = next;
  const parentId = parent === undefined ? undefined : tasks[parent % tasks.length];
  const more = { hasFinish, attemptsMax, maxInFlight, announce, isJob: isJob && chunkCount === 1 };
  const submitted = work.submit(chunkCount, parentId === undefined ? more : { ...more, parentId });
  const taskId = await unlessFinished(submitted);
  if (taskId !== undefined) tasks.push(taskId);
}

async function settle(next: Extract<Step, { kind: "settle" }>, history: History): Promise<void> {
  const { work, held } = history;
  const chunk = held[next.chunk % held.length];
  if (chunk === undefined) return;
  history.held = held.filter((other) => other !== chunk);
  const { outcome } = next;
  const { lost } = outcome === "COMPLETED" ? await work.complete(chunk) : await work.end(chunk, outcome);
  expect(lost).toEqual([]);
}

/** All chunks of a claim are lost together. */
async function lose(next: Extract<Step, { kind: "lose" }>, history: History): Promise<void> {
  const { database, work, held } = history;
  const chunk = held[next.chunk % held.length];
  if (chunk === undefined) return;
  if (next.isAlone) await work.runAlone(chunk);
  await work.expire(chunk.leaseToken);
  await rescueLeases(database, 1_000);
  history.held = held.filter(({ leaseToken }) => leaseToken !== chunk.leaseToken);
}

async function unlessFinished<Result>(done: Promise<Result>): Promise<Result | undefined> {
  try {
    return await done;
  } catch (error) {
    if (isRotaError(error, "TASK_FINISHED") || isRotaError(error, "TASK_INVALID")) return undefined;
    throw error;
  }
}

/** Completes all waiting chunks until none waits. Cancelled ones are swept after a claim has absorbed the change. */
async function drain(history: History): Promise<void> {
  const { database, work, tasks } = history;
  for (let idleRounds = 0; idleRounds < 3; history.held = await work.take()) {
    idleRounds = history.held.length === 0 ? idleRounds + 1 : 0;
    await history.announced?.observe();
    await work.complete(...history.held);
    await history.announced?.observe();
    for (const taskId of tasks) await work.fallDue(taskId);
    await sweepCancelled(database);
    await rescueLeases(database, 1_000);
  }
}

type TaskRow = {
  task_id: bigint;
  state: string;
  parent_id: bigint | null;
  has_finish: boolean;
  chunk_count: number;
  remaining: number | null;
  failed: number | null;
  is_over: boolean | null;
  chunks: readonly string[];
  unleased: number;
};

const selectTasks = (queue: string) => sql<TaskRow>`
  select tasks.task_id, rota.task_state(tasks) as state, parent_id, has_finish, chunk_count, remaining, failed, is_over,
         (select array_agg(chunks.state order by number) from rota.chunks where chunks.task_id = tasks.task_id) as chunks,
         (select count(*)::integer from rota.chunks
           where chunks.task_id = tasks.task_id and chunks.state = 'PROCESSING'
             and not exists (select from rota.leases where leases.lease_token = chunks.lease_token
                                and (chunks.task_id, chunks.number) in (select * from unnest(leases.task_ids, leases.numbers)))) as unleased
    from rota.tasks left join rota.countdowns using (task_id) where queue = ${queue} order by tasks.task_id`;

const isFailed = (state: string) => state === "FAILED" || state === "DEAD_LETTER";
const isEnded = (state: string) => isFailed(state) || state === "COMPLETED" || state === "CANCELLED";

async function checkTasks({ database, work }: History): Promise<void> {
  const rows = await database.query(selectTasks(work.queue));
  for (const row of rows) {
    const { state, chunks, remaining, failed, unleased } = row;
    const open = chunks.filter((chunk) => !isEnded(chunk)).length;
    const found = { state, open: remaining ?? open, failed: failed ?? chunks.filter(isFailed).length, unleased };
    const expected = { state: expectedState(row, rows), open, failed: chunks.filter(isFailed).length, unleased: 0 };
    expect(found, `task ${String(row.task_id)} with chunks ${chunks.join()}`).toEqual(expected);
  }
}

function expectedState(
  { task_id: taskId, state, has_finish: hasFinish, chunk_count: chunkCount, chunks, remaining }: TaskRow,
  rows: readonly TaskRow[],
): string {
  const children = rows.filter(({ parent_id: parentId }) => parentId === taskId);
  if (state === "CANCELLED") return state;
  if (!chunks.every(isEnded)) return "ACTIVE";
  if (children.some((child) => ["ACTIVE", "PAUSED"].includes(child.state) || child.is_over === false)) return "ACTIVE";
  if (chunks.some(isFailed) || children.some((child) => child.state === "FAILED")) return "FAILED";
  if (remaining !== null && hasFinish && chunks.length === chunkCount) return "ACTIVE, with one more chunk";
  return "COMPLETED";
}

/** Finds leftovers that should not be there in the end: chunks that wait, open countdowns, places that count as taken. */
async function leftOpen({ database, work }: History): Promise<readonly unknown[]> {
  const tasks = await database.query(selectTasks(work.queue));
  const lanes = await database.query(
    sql`select name, in_flight from rota.lanes where queue = ${work.queue} and in_flight > 0`,
  );
  const open = tasks.filter(
    ({ chunks, is_over: isOver, state }) => !chunks.every(isEnded) || isOver === false || state === "ACTIVE",
  );
  return [...open, ...lanes];
}
