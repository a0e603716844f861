/** The names that tickets travel under. */
import { expect, test } from "vitest";
import { dispatchRoute, dispatchTopology } from "./ticket.ts";

test.each([
  ["tally.creation", "tally.creation.queue", "task.tally.creation"],
  ["partial.decryption", "partial.decryption.queue", "task.partial.decryption"],
  ["compensated.decryption", "compensated.decryption.queue", "task.compensated.decryption"],
  ["combine.decryption", "combine.decryption.queue", "task.combine.decryption"],
])("the queue %s is %s in the broker, by the key %s", (engineQueue, queue, routingKey) => {
  expect(dispatchRoute(engineQueue)).toEqual({ queue, routingKey });
});

test("every queue has its binding and a dead-letter queue of its own", () => {
  const { exchanges, queues } = dispatchTopology([dispatchRoute("tally.creation")]);

  expect(exchanges).toEqual([
    { name: "task.exchange", type: "direct" },
    { name: "task.dlx.exchange", type: "direct" },
  ]);
  const dead = { exchange: "task.dlx.exchange", routingKey: "tally.creation.dlq" };
  expect(queues).toEqual([
    { name: "tally.creation.dlq.queue", kind: "durable", bindings: [dead] },
    {
      name: "tally.creation.queue",
      kind: "durable",
      bindings: [{ exchange: "task.exchange", routingKey: "task.tally.creation" }],
      deadLetter: dead,
    },
  ]);
});
