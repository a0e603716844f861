/** Tests on random histories: a check finds the work of a queue exactly while a claim could take some. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import { rescueLeases } from "../leases/rescue-leases.ts";
import { cancelTask, pauseTask, resumeTask } from "../tasks/change-task.ts";
import { setLane } from "../tasks/lanes.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue } from "../../test/support/worked-queue.ts";
import { findDueWork } from "./retention.sql.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const HISTORIES = IS_LONG ? 2_000 : 25;
const LONG_TIMEOUT_MS = 3_600_000;

let opened: TestDatabase;
let database: Database;
beforeAll(async () => {
  opened = await openTestDatabase({ on: "pglite" });
  database = opened.database;
  await migrate(database);
});
afterAll(() => opened.dispose());

const nth = fc.nat({ max: 5 });
const cap = fc.option(fc.integer({ min: 1, max: 3 }));
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("submit" as const),
      tenant: fc.constantFrom("ann", "bob"),
      chunks: fc.integer({ min: 1, max: 4 }),
      maxInFlight: cap,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("take" as const), limit: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("complete", "retry now", "retry later", "lose", "fail"), nth }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("cancel", "pause", "resume"), nth }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("cap" as const),
      tenant: fc.option(fc.constantFrom("ann", "bob")),
      maxInFlight: cap,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("halt" as const), isPaused: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

test(
  "no claim takes what no look has found, and after a claim that took nothing there is nothing to find",
  { timeout: LONG_TIMEOUT_MS },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        const queue = playedQueue();
        for (const taken of [...steps, ...TAKE_THE_REST]) await queue.play(taken);
      }),
      { numRuns: HISTORIES },
    );
  },
);

const TAKE_THE_REST: readonly Step[] = [
  { kind: "take", limit: 100 },
  { kind: "take", limit: 100 },
];

function playedQueue() {
  const work = workedQueue(database);
  const tasks: bigint[] = [];
  const running: TakenChunk[] = [];
  const isFound = async (): Promise<boolean> => {
    const [found] = await database.query(findDueWork({ graceMs: 1_000, queues: [work.queue], aheadMs: 1_000 }));
    return found?.has_work === true;
  };
  const take = async (limit: number): Promise<void> => {
    const isFoundBefore = await isFound();
    const taken = await work.take(limit);
    running.push(...taken);
    if (taken.length > 0) expect(isFoundBefore).toBe(true);
    else expect(await isFound()).toBe(false);
  };
  const endOne = async (kind: string, chunk: TakenChunk): Promise<unknown> => {
    if (kind === "complete") return work.complete(chunk);
    if (kind === "retry now") return work.end(chunk, "RETRY", { delayMs: 0 });
    if (kind === "retry later") return work.end(chunk, "RETRY", { delayMs: 3_600_000 });
    if (kind === "fail") return work.end(chunk, "FAIL");
    await work.expire(chunk.leaseToken);
    return rescueLeases(database, 0);
  };
  const change = async (kind: string, taskId: bigint): Promise<unknown> => {
    if (kind === "cancel") return cancelTask(database, taskId);
    return kind === "pause" ? pauseTask(database, taskId) : resumeTask(database, taskId);
  };

  const play = async (step: Step): Promise<void> => {
    switch (step.kind) {
      case "submit":
        return void tasks.push(await work.submit(step.chunks, placed(step)));
      case "take":
        return take(step.limit);
      case "cap":
        await setLane(database, lane(step.tenant), { maxInFlight: step.maxInFlight });
        return;
      case "halt":
        await setLane(database, { pool: work.queue }, { isPaused: step.isPaused });
        return;
      case "cancel":
      case "pause":
      case "resume": {
        const taskId = tasks[step.nth];
        // Ended work cannot be changed; another test covers that.
        if (taskId !== undefined) await change(step.kind, taskId).catch(() => undefined);
        return;
      }
      case "complete":
      case "retry now":
      case "retry later":
      case "lose":
      case "fail": {
        const [chunk] = running.splice(step.nth, 1);
        if (chunk !== undefined) await endOne(step.kind, chunk);
      }
    }
  };
  const lane = (tenant: string | null) => (tenant === null ? { pool: work.queue } : { pool: work.queue, tenant });
  const placed = ({ tenant, maxInFlight }: { tenant: string; maxInFlight: number | null }) =>
    maxInFlight === null ? { tenant } : { tenant, maxInFlight };
  return { play };
}
