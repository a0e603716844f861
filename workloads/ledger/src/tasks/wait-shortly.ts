/** Lets an operation wait a little for a task that it has submitted; what was submitted goes on. */
import type { TaskHandle } from "@rota/engine";

const WAIT_MS = 10_000;

/** Whether it ended in that time. */
export async function waitShortly(task: TaskHandle, { signal }: { readonly signal: AbortSignal }): Promise<boolean> {
  const patience = AbortSignal.timeout(WAIT_MS);
  try {
    await task.result({ signal: AbortSignal.any([signal, patience]) });
    return true;
  } catch (error) {
    if (patience.aborted && !signal.aborted) return false;
    throw error;
  }
}
