/** Waits for a condition, and ignores failures of the check itself. */
import { systemClock } from "@rota/engine/internal";

const POLL_MS = 50;

/** Rejects when the condition was not met in time. */
export async function until(what: string, check: () => Promise<boolean>, maxMs: number): Promise<void> {
  const deadlineMs = performance.now() + maxMs;
  for (;;) {
    let reason = "";
    try {
      if (await check()) return;
    } catch (error) {
      reason = `: ${error instanceof Error ? error.message : String(error)}`;
    }
    if (performance.now() > deadlineMs) throw new Error(`waited ${String(maxMs / 1_000)} s for ${what}${reason}`);
    await systemClock.wait(POLL_MS);
  }
}
