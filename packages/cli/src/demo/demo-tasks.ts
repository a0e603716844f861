/** The tasks of the demonstration: they only wait, so that they show everything and cost nothing. */
import { setTimeout as wait } from "node:timers/promises";
import { defineTask, fixed, PermanentError, type RunContext } from "@rota/engine";

export const DEMO_QUEUE = "demo";

/** Between `fromMs` and `toMs`, and no longer than the attempt may go on. */
async function takeTime({ signal }: RunContext, fromMs: number, toMs: number): Promise<void> {
  await wait(fromMs + Math.random() * (toMs - fromMs), undefined, { signal });
}

export const renderPages = defineTask({
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

/** Slow, one at a time, and it says how far it is. */
export const drawAtlas = defineTask({
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

/** Every fourth attempt fails and is tried again; the first part of a broken feed fails for good. */
export const importFeed = defineTask({
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

/** Runs under a lock: one at a time, whoever asks. */
export const countBallots = defineTask({
  name: "demo.count-ballots",
  queue: DEMO_QUEUE,
  split: (input: { boxes: number }) => Array.from({ length: input.boxes }, (_, index) => ({ box: index + 1 })),
  run: async ({ box }, context) => {
    await takeTime(context, 2_000, 4_000);
    return { box, ballots: 100 + ((box * 53) % 200) };
  },
  finish: (results) => ({ ballots: results.reduce((sum, { ballots }) => sum + ballots, 0) }),
});

/** What the schedule submits. */
export const tidyUp = defineTask({
  name: "demo.tidy-up",
  queue: DEMO_QUEUE,
  run: async (input: { scheduledFor: string }, context) => {
    await takeTime(context, 500, 1_000);
    return { scheduledFor: input.scheduledFor };
  },
});

export const DEMO_TASKS = [renderPages, drawAtlas, importFeed, countBallots, tidyUp];
