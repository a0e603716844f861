/** Waits a bounded time for a task, and names the queue of the checks that people wait for. */
import type { Engine, TaskHandle } from "@rota/engine";

/** Callers of an operation wait no longer; what was submitted goes on. */
export const WAIT_MS = 15_000;

/** The result, or undefined when it takes longer than the wait. */
export async function waitShortly<Result>(
  task: TaskHandle<Result>,
  { signal, waitMs = WAIT_MS }: { readonly signal: AbortSignal; readonly waitMs?: number | undefined },
): Promise<Result | undefined> {
  const patience = AbortSignal.timeout(waitMs);
  try {
    return await task.result({ signal: AbortSignal.any([signal, patience]) });
  } catch (error) {
    if (patience.aborted && !signal.aborted) return undefined;
    throw error;
  }
}

/** What operations give to those who compute for them. */
export type Asking = { readonly engine: Engine; readonly signal: AbortSignal; readonly waitMs?: number | undefined };

/** Queue of the checks that people wait for: ballots at admission, keys in the ceremony. */
export const CHECKS_QUEUE = "election.checks";
