/** Starts a task under a lock, or stands in line for it, so that there is a holder and somebody who waits. */
import type { Engine } from "@rota/engine";
import { countBallots } from "./demo-tasks.ts";

const KEY = "lock:demo:tally:election:42";
const OPERATION = "DEMO_TALLY";
const HOLDERS = ["ann@aurora.example", "bob@birch.example", "cem@cedar.example"];
const WAIT_MS = 8_000;

let turn = 0;

/** Whoever gets the lock starts the count, and the lock ends with it. */
export async function countUnderLock(engine: Engine, signal: AbortSignal): Promise<void> {
  const { locks } = engine;
  const holder = HOLDERS[turn++ % HOLDERS.length] ?? "nobody";
  const context = { tenant: "aurora", election: 42 };
  const request = { key: KEY, holder, operation: OPERATION, expectedMs: 20_000, context, waitMs: WAIT_MS, signal };
  const answer = await locks.acquire(request);
  if (!answer.acquired) return;
  try {
    const task = await engine.submit(countBallots, { boxes: 5 }, { tenant: "aurora", group: "election-42" });
    await locks.attach(answer.lock, task.taskId);
  } catch (error) {
    await locks.release(answer.lock);
    throw error;
  }
}
