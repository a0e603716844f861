/** What is kept of a chunk between the end of its handler and the settlement. */
import { expect, test } from "vitest";
import { defineTask } from "../tasks/define-task.ts";
import { type AttemptEnd, outcomeFor } from "./attempt-outcome.ts";

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
const judge = { worker: "worker-1", clock: { now: () => new Date(0) } };

test.each<[string, AttemptEnd]>([
  ["nothing", { returned: undefined }],
  ["a result", { returned: 42 }],
  ["an error", { thrown: new Error("no luck") }],
])("an outcome that waits to be settled keeps no payload, when the handler ended with %s", (_, end) => {
  for (const isCommitted of [false, true]) {
    const outcome = outcomeFor(end, { chunk, known, isCommitted }, judge);

    const [kept] = Object.values(outcome);
    expect(kept).toMatchObject(leased);
    expect(kept).not.toHaveProperty("payload");
  }
});
