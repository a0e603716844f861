/** How little of a chunk is kept between the end of its handler and the settlement. */
import { expect, test } from "vitest";
import { defineTask } from "../tasks/define-task.ts";
import type { ChunkOutcome } from "../tasks/outcome.ts";
import { endedChunk, outcomeOfError, outcomeOfReturn } from "./decide-outcome.ts";

const known = { definition: defineTask({ name: "test.any", run: () => undefined }), isFinish: false };
const leased = { taskId: 7n, number: 1, leaseToken: 9n };
const chunk = {
  ...leased,
  turn: 3n,
  lane: "4",
  typeId: "5",
  attempt: 1,
  isSuspect: false,
  payload: { note: "a large payload" },
};
const worker = { owner: "worker-1", clock: { now: () => new Date(0) } };

test.each<[string, ChunkOutcome<unknown>]>([
  ["nothing", outcomeOfReturn(undefined)],
  ["a result", outcomeOfReturn(42)],
  ["an error", outcomeOfError(new Error("no luck"))],
])("an outcome that waits to be settled keeps no payload, when the handler ended with %s", (_, stated) => {
  for (const isCommitted of [false, true]) {
    const ended = endedChunk(stated, { chunk, known, isCommitted }, worker);

    expect(ended).toMatchObject(leased);
    expect(ended).not.toHaveProperty("payload");
  }
});
