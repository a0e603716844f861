/** Tests that many waiting calls share one signal. */
import { getEventListeners, once } from "node:events";
import { expect, test } from "vitest";
import { shareStop } from "./demo-context.ts";

test("one signal stops all waiting calls and has one listener for them", async () => {
  const stop = new AbortController();
  const stoppable = shareStop(stop.signal);
  const waits = Array.from({ length: 40 }, () => stoppable((signal) => once(signal, "abort")));
  const listeners = getEventListeners(stop.signal, "abort").length;

  stop.abort();

  expect(listeners).toBe(1);
  expect(await Promise.all(waits)).toHaveLength(40);
});

test("finished calls are not kept, and nothing starts after the signal", async () => {
  const stop = new AbortController();
  const stoppable = shareStop(stop.signal);
  const seen: AbortSignal[] = [];
  const answer = await stoppable((signal) => {
    seen.push(signal);
    return Promise.resolve("done");
  });

  stop.abort();

  expect(answer).toBe("done");
  expect(seen[0]?.aborted).toBe(false);
  await expect(stoppable(() => Promise.resolve("late"))).rejects.toThrow();
});
