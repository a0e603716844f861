/** Tells when tasks have ended: one look at the database for all who wait, at once when this process settled something. */
import type { Queryable } from "../../database/database.ts";
import { systemClock } from "../../runtime/clock.ts";
import { selectEndedTasks } from "./results.sql.ts";

export type EndWatch = {
  /** Resolves when the task has ended or is gone, and also when that cannot be found out. Rejects with the signal's reason. */
  ended(taskId: bigint, signal?: AbortSignal): Promise<void>;
  /** Something was settled here: look at once. */
  wake(): void;
};

type Waiter = { readonly taskId: bigint; readonly sinceMs: number; readonly end: () => void };

/** Of one look; the others have the next. */
const TASKS_MAX = 1_000;
/** The longer all have waited the more rarely it looks, so that a short task is not waited for and a long one costs little. */
const LOOK_MS_MIN = 5;
const LOOK_MS_MAX = 500;

/** Does nothing while nobody waits. */
export function createEndWatch(database: Queryable): EndWatch {
  const waiters = new Set<Waiter>();
  let watching: Promise<void> | undefined;
  let pause = new AbortController();

  const watch = async (): Promise<void> => {
    while (waiters.size > 0) {
      pause = new AbortController();
      await look();
      if (waiters.size === 0) break;
      await systemClock.wait(LOOK_MS_MIN); // however often it is woken
      await systemClock.wait(pauseAfter([...waiters]) - LOOK_MS_MIN, pause.signal);
    }
    watching = undefined;
  };

  const look = async (): Promise<void> => {
    const asked = [...waiters].slice(0, TASKS_MAX);
    const ended = await findEnded(
      database,
      asked.map(({ taskId }) => taskId),
    );
    for (const waiter of asked) {
      if (!waiters.delete(waiter)) continue; // it gave up meanwhile
      if (ended === "unknown" || ended.has(waiter.taskId)) waiter.end();
      else waiters.add(waiter); // behind those who were not asked for
    }
  };

  return {
    async ended(taskId, signal) {
      signal?.throwIfAborted();
      await new Promise<void>((resolve) => {
        const giveUp = (): void => {
          waiters.delete(waiter);
          resolve();
        };
        const end = (): void => {
          signal?.removeEventListener("abort", giveUp);
          resolve();
        };
        const waiter = { taskId, sinceMs: performance.now(), end };
        waiters.add(waiter);
        signal?.addEventListener("abort", giveUp, { once: true });
        pause.abort("woken");
        watching ??= watch();
      });
      signal?.throwIfAborted();
    },
    wake: () => pause.abort("woken"),
  };
}

async function findEnded(database: Queryable, taskIds: readonly bigint[]): Promise<ReadonlySet<bigint> | "unknown"> {
  try {
    return new Set((await database.query(selectEndedTasks(taskIds))).map(({ task_id: taskId }) => taskId));
  } catch {
    return "unknown"; // whoever waited reads for itself, and is told why it cannot
  }
}

function pauseAfter(waiters: readonly Waiter[]): number {
  const youngestMs = performance.now() - Math.max(...waiters.map(({ sinceMs }) => sinceMs));
  return Math.min(LOOK_MS_MAX, Math.max(LOOK_MS_MIN, youngestMs / 2));
}
