/** Story: a chunk whose process died, in the worker that is to run it alone. */
import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { createComputePool } from "../../src/compute/compute-pool.ts";
import { takeTurns } from "../../src/fairness/take-turns.ts";
import { rescueLeases } from "../../src/leases/rescue-leases.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { defineTask, type TaskDefinition } from "../../src/tasks/define-task.ts";
import type { LeaseHolder } from "../../src/worker/worker-context.ts";
import { createWorker, type Worker } from "../../src/worker/worker.ts";
import { expireLeases, lockChunks, selectChunks, selectWhoWaitsForUs } from "../support/story-rows.sql.ts";
import { openStory, type Story, WAIT } from "../support/story-support.ts";

const GRACE_MS = 100;
const LEASE = { owner: "exited", queue: "default", leaseMs: 60_000 };
const NO_LEASES: LeaseHolder = { isWatched: false, hold: () => undefined, drop: () => undefined };

test("a worker that is asked to stop when a suspect is about to run gives it back and does not run it", async () => {
  const story = await openStory();
  const ran: string[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const task = defineTask({
    name: "story.suspect",
    run: async (name: string, { signal }) => {
      ran.push(name);
      await (name === "suspect" ? once(signal, "abort") : released);
    },
  });
  const suspect = await story.submit(task, "suspect");
  await loseProcess(story, 1);
  await story.submit(task, "beside it");
  const worker = newWorker(story, task);

  worker.start();
  await vi.waitUntil(() => ran.length > 0, WAIT);
  let stopped: Promise<void> | undefined;
  await story.database.transaction(async (tx) => {
    await tx.query(lockChunks(suspect));
    release();
    await vi.waitUntil(async () => (await tx.query(selectWhoWaitsForUs())).length > 0, WAIT);
    stopped = worker.stop();
  });
  await stopped;

  expect(ran).toEqual(["beside it"]);
  expect(await story.database.query(selectChunks())).toMatchObject([
    { state: "PENDING", attempt: 0 },
    { state: "COMPLETED", attempt: 1 },
  ]);
});

test("suspects that run one after the other have the time limit of their task each", async () => {
  const story = await openStory();
  const timeoutMs = 60_000;
  const task = defineTask({
    name: "story.suspects",
    timeoutMs,
    split: (names: string[]) => names,
    run: (name) => name,
  });
  await story.submit(task, ["a", "b", "c"]);
  await loseProcess(story, 3);
  const held: number[] = [];

  await newWorker(story, task, { ...NO_LEASES, hold: (_token, { untilMs }) => held.push(untilMs) }).drain();

  // For the claim, and again when each of them begins.
  expect(held).toEqual(Array.from({ length: 4 }, () => timeoutMs + 2 * GRACE_MS));
});

/** Claims chunks like a process that then exits. */
async function loseProcess({ database }: Story, chunks: number): Promise<void> {
  expect(await takeTurns(database, { ...LEASE, limit: chunks })).toHaveLength(chunks);
  await database.query(expireLeases());
  await rescueLeases(database, 0);
}

function newWorker({ database }: Story, task: TaskDefinition, leases = NO_LEASES): Worker {
  const compute = createComputePool({ logger: silentLogger });
  onTestFinished(() => compute.close());
  return createWorker({
    database,
    compute,
    definitions: [task],
    queues: ["default"],
    slots: 4,
    owner: "worker",
    leases,
    leaseMs: 60_000,
    pollIntervalMs: 1_000,
    graceMs: GRACE_MS,
    logger: silentLogger,
  });
}
