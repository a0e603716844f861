/** A demonstration: some tenants that share a queue for ever, so that there is something to look at. It uses only the public API. */
import {
  createLoop,
  isRotaError,
  listDeadLetters,
  removeSchedule,
  setLane,
  setSchedule,
  type Database,
  type Engine,
  type Logger,
  type Loop,
} from "@rota/engine";
import { DEMO_QUEUE, drawAtlas, importFeed, renderPages, tidyUp } from "./demo-tasks.ts";
import { countUnderLock } from "./under-lock.ts";

const LOOK_MS = 3_000;
/** Of all tenants together: what runs only waits, but each chunk costs some rows. */
const AT_ONCE = 4;
const LETTERS_MAX = 20;
const SCHEDULE = "demo: tidy up every other minute";
const WEIGHTS = { aurora: 3, birch: 1, cedar: 1 } as const;

export type Demo = { stop(): Promise<void> };

/** The engine works with DEMO_TASKS. */
export async function startDemo(engine: Engine, logger: Logger): Promise<Demo> {
  const { database } = engine;
  await setLane(database, { queue: DEMO_QUEUE }, { maxInFlight: AT_ONCE });
  for (const [tenant, weight] of Object.entries(WEIGHTS))
    await setLane(database, { queue: DEMO_QUEUE, tenant }, { weight });
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

/** Without the demonstration nobody would run what it submits. */
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
    intervalMs: LOOK_MS,
    logger,
    async runOnce(signal) {
      await submitMissing(engine);
      await countUnderLock(engine, signal);
      return "idle";
    },
  });
}

/** Each key is held by one task at a time, however often this runs: as soon as it ends another takes its place. */
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

/** A few dead letters are worth looking at; a heap of them is not. */
async function mayBreak(database: Database): Promise<boolean> {
  const { letters } = await listDeadLetters(database, { type: importFeed.name, limit: LETTERS_MAX });
  return letters.length === 0 || (letters.length < LETTERS_MAX && Math.random() < BROKEN_SHARE);
}

const BROKEN_SHARE = 0.05;
