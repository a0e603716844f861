/** Keeps some tenants sharing the workers for as long as the server runs, so that the dashboard has something to show. */
import { setTimeout as wait } from "node:timers/promises";
import {
  type Database,
  defineTask,
  type Engine,
  fixed,
  isRotaError,
  type Logger,
  PermanentError,
  removeSchedule,
  type RunContext,
  setSchedule,
} from "@rota/engine";
import { listDeadLetters, setLane } from "@rota/engine/admin";
import { createLoop, type Loop } from "@rota/engine/internal";

const ROUND_MS = 3_000;
/** Concurrency limit of all tenants together: the tasks only wait, but each chunk costs some rows. */
const AT_ONCE = 4;
const DEAD_LETTERS_MAX = 20;
const SCHEDULE = "demo: tidy up every other minute";
const WEIGHTS = { aurora: 3, birch: 1, cedar: 1 } as const;

type DemoTraffic = { stop(): Promise<void> };

/** Starts the traffic. The engine must know DEMO_TASKS. */
export async function startDemoTraffic(engine: Engine, logger: Logger): Promise<DemoTraffic> {
  const { database } = engine;
  await setLane(database, { queue: DEMO_QUEUE }, { maxInFlight: AT_ONCE });
  for (const [tenant, weight] of Object.entries(WEIGHTS)) await setLane(database, { tenant }, { weight });
  await setSchedule(database, { name: SCHEDULE, cron: "*/2 * * * *", onMissed: "none", task: scheduledTask() });
  const loop = createDemoLoop(engine, logger);
  loop.start();
  return {
    async stop() {
      await loop.stop();
      await forgetSchedule(database);
    },
  };
}

/** Removes the schedule, whose tasks no worker would run without the demo. */
export async function forgetSchedule(database: Database): Promise<void> {
  try {
    await removeSchedule(database, SCHEDULE);
  } catch (error) {
    if (!isRotaError(error, "SCHEDULE_NOT_FOUND")) throw error;
  }
}

function scheduledTask() {
  const { name: type, queue, isJob } = tidyUp;
  return { queue, type, isJob, tenant: "cedar", group: "housekeeping", chunks: [{ payload: {} }] };
}

function createDemoLoop(engine: Engine, logger: Logger): Loop {
  return createLoop({
    name: "demonstration",
    intervalMs: ROUND_MS,
    logger,
    async runOnce(signal) {
      await submitMissing(engine);
      await countUnderLock(engine, signal);
      return "idle";
    },
  });
}

/** Submits the missing tasks. Each key has one running task, and another follows as soon as it ends. */
async function submitMissing(engine: Engine): Promise<void> {
  const place = (tenant: string, group: string, key: string) =>
    ({ tenant, group, unique: { key, mode: "singleton" } }) as const;
  for (const group of ["books", "letters"]) {
    await engine.submit(renderPages, { pages: 40 }, place("aurora", group, group));
    await engine.submit(renderPages, { pages: 16 }, place("birch", group, group));
  }
  await engine.submit(renderPages, { pages: 24 }, place("cedar", "maps", "maps"));
  await engine.submit(drawAtlas, { sheets: 6 }, place("cedar", "maps", "atlas"));
  const isBroken = await mayBreak(engine.database);
  await engine.submit(importFeed, { parts: 12, isBroken }, place("birch", "feeds", isBroken ? "broken" : "whole"));
}

/** Decides whether a feed may break: a few dead letters are useful examples, many are noise. */
async function mayBreak(database: Database): Promise<boolean> {
  const { letters: deadLetters } = await listDeadLetters(database, { type: importFeed.name, limit: DEAD_LETTERS_MAX });
  return deadLetters.length === 0 || (deadLetters.length < DEAD_LETTERS_MAX && Math.random() < BROKEN_SHARE);
}

const BROKEN_SHARE = 0.05;

const KEY = "lock:demo:tally:42";
const OPERATION = "DEMO_TALLY";
const HOLDERS = ["ann@aurora.example", "bob@birch.example", "cem@cedar.example"];
const WAIT_MS = 8_000;

let turn = 0;

/** Acquires the lock and starts a count; the lock ends with the count. */
async function countUnderLock(engine: Engine, signal: AbortSignal): Promise<void> {
  const { locks } = engine;
  const holder = HOLDERS[turn++ % HOLDERS.length] ?? "nobody";
  const context = { tenant: "aurora", poll: 42 };
  const request = { key: KEY, holder, operation: OPERATION, expectedMs: 20_000, context, waitMs: WAIT_MS, signal };
  const answer = await locks.acquire(request);
  if (!answer.acquired) return;
  try {
    const task = await engine.submit(countBallots, { boxes: 5 }, { tenant: "aurora", group: "poll-42" });
    await locks.attach(answer.lock, task.taskId);
  } catch (error) {
    await locks.release(answer.lock);
    throw error;
  }
}

const DEMO_QUEUE = "demo";

/** Waits between `fromMs` and `toMs`, but not beyond the end of the attempt. */
async function takeTime({ signal }: RunContext, fromMs: number, toMs: number): Promise<void> {
  await wait(fromMs + Math.random() * (toMs - fromMs), undefined, { signal });
}

const renderPages = defineTask({
  name: "demo.render-pages",
  queue: DEMO_QUEUE,
  split: (input: { pages: number }) => Array.from({ length: input.pages }, (_, index) => ({ page: index + 1 })),
  run: async ({ page }, context) => {
    await takeTime(context, 600, 1_800);
    return { page, words: 180 + ((page * 37) % 90) };
  },
  finish: (results) => ({ words: results.reduce((sum, { words }) => sum + words, 0) }),
});

const SHEET_STEPS = 20;

/** Slow task that runs one chunk at a time and reports progress. */
const drawAtlas = defineTask({
  name: "demo.draw-atlas",
  queue: DEMO_QUEUE,
  maxInFlight: 1,
  split: (input: { sheets: number }) => Array.from({ length: input.sheets }, (_, index) => ({ sheet: index + 1 })),
  run: async ({ sheet }, context) => {
    for (let step = 1; step <= SHEET_STEPS; step++) {
      await takeTime(context, 600, 1_200);
      context.progress(step, SHEET_STEPS, `layer ${String(step)} of sheet ${String(sheet)}`);
    }
    return { sheet };
  },
});

const BROKEN_PART = 0.25;

/** Task whose every fourth attempt fails and is retried. The first part of a broken feed fails permanently. */
const importFeed = defineTask({
  name: "demo.import-feed",
  queue: DEMO_QUEUE,
  retry: fixed({ delayMs: 4_000, retries: 3 }),
  split: (input: { parts: number; isBroken: boolean }) =>
    Array.from({ length: input.parts }, (_, index) => ({ part: index + 1, isBroken: input.isBroken && index === 0 })),
  run: async ({ part, isBroken }, context) => {
    await takeTime(context, 400, 1_200);
    if (isBroken) throw new PermanentError(`part ${String(part)} is no feed`, { code: "FEED_UNREADABLE" });
    if (Math.random() < BROKEN_PART)
      throw Object.assign(new Error("the feed closed the connection"), { code: "ECONNRESET" });
    return { part };
  },
});

/** Task that runs under a lock, one at a time. */
const countBallots = defineTask({
  name: "demo.count-ballots",
  queue: DEMO_QUEUE,
  split: (input: { boxes: number }) => Array.from({ length: input.boxes }, (_, index) => ({ box: index + 1 })),
  run: async ({ box }, context) => {
    await takeTime(context, 2_000, 4_000);
    return { box, ballots: 100 + ((box * 53) % 200) };
  },
  finish: (results) => ({ ballots: results.reduce((sum, { ballots }) => sum + ballots, 0) }),
});

/** Task of the schedule. */
const tidyUp = defineTask({
  name: "demo.tidy-up",
  queue: DEMO_QUEUE,
  run: async (input: { scheduledFor: string }, context) => {
    await takeTime(context, 500, 1_000);
    return { scheduledFor: input.scheduledFor };
  },
});

/** Tasks of the demo. They only wait, so that they cost little. */
export const DEMO_TASKS = [renderPages, drawAtlas, importFeed, countBallots, tidyUp];
