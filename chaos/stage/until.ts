/** Waits for something to become true, whatever looking for it goes through meanwhile. */
import { systemClock } from "@rota/engine/internal";

const LOOK_AGAIN_MS = 50;

/** Rejects when it was not so in time. */
export async function until(what: string, look: () => Promise<boolean>, maxMs: number): Promise<void> {
  const deadlineMs = performance.now() + maxMs;
  for (;;) {
    let reason = "";
    try {
      if (await look()) return;
    } catch (error) {
      reason = `: ${error instanceof Error ? error.message : String(error)}`;
    }
    if (performance.now() > deadlineMs) throw new Error(`waited ${String(maxMs / 1_000)} s for ${what}${reason}`);
    await systemClock.wait(LOOK_AGAIN_MS);
  }
}
